"""The rules ledgers, and where each of their rules is cited.

A ledger (`docs/rules/<game>.md`) is the specification of one game. Its section 2 holds the numbered rules,
its section 5 the rulings on what the book leaves open. Every one of them has an id. Code and tests cite these
ids in docstrings, comments, strings and decorators: so one can walk from a rule to its code and to its proof.

Four ways of writing an entry occur, one of them per kind and ledger:

    * **XX-PART-01** [TAG] (EDITION) — text          a bullet with a tag
    - **XX-Q01 Title.** text                         a bullet with a title
    | XX-PART-01 | [TAG] | … |                       a row of a table; the heading row names the cells
    ### 5.1 AMB-01 Title                             a heading, and everything under it

A ruling's id may lack the game's prefix in its own ledger (`AMB-01`, `R-35b`). Outside it is always written
with it (`KT-AMB-01`, `UT-R-35b`).
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Literal

import msgspec

from mneme.engine.errors import MnemeError

PACKAGE = Path(__file__).parent

_ID = r"(?:[A-Z]{2}-[A-Z]+-?|[A-Z]+-)\d{2}[a-z]?"
_SECTION = re.compile(r"## (?P<number>\d+)\. ")
_HEADING = re.compile(rf"###+ (?P<title>[\d.]*\s*(?:(?P<id>{_ID}) )?.*)")
_BULLET = re.compile(
    rf"[*-] \*\*(?P<id>{_ID})(?: (?P<title>[^*]+))?\*\*"
    r"(?: \[(?P<tags>[A-Z/]+)\])?(?: \((?P<edition>GC|RV)(?:, (?P<option>[^)]*))?\))?(?: —)? (?P<text>.*)"
)
_ROW = re.compile(rf"\| (?P<id>{_ID}) \|")
_KINDS: dict[str, Literal["rule", "ruling"]] = {"2": "rule", "5": "ruling"}


class LedgerError(MnemeError):
    """Something asked of a ledger does not exist or cannot be read."""


class Part(msgspec.Struct, frozen=True):
    """One stretch of a rule's text, with the heading of its table cell if it stood in a table."""

    label: str
    text: str


class Rule(msgspec.Struct, frozen=True):
    """One entry of a ledger: a numbered rule of section 2, or a ruling of section 5."""

    id: str
    kind: Literal["rule", "ruling"]
    section: str
    tags: tuple[str, ...]
    edition: str | None
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.parts)


class Place(msgspec.Struct, frozen=True):
    """Where an id is cited. Data files have no function, and neither has the top of a module."""

    file: str
    line: int
    function: str | None


class Citations(msgspec.Struct, frozen=True):
    """Every citation under one directory: the rules it found, and the ids that are in no ledger."""

    places: dict[str, list[Place]]
    unknown: dict[str, list[Place]]


class Ledger:
    """One game's rules and rulings, in the order in which they are written."""

    def __init__(self, game: str, rules: Iterable[Rule]) -> None:
        self.game = game
        self.rules = tuple(rules)
        self.prefix = self.rules[0].id.partition("-")[0]
        self._by_id = {rule.id: rule for rule in self.rules}
        if len(self._by_id) < len(self.rules):
            raise LedgerError(f"The ledger of {game} uses an id twice.")

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._by_id

    @property
    def title(self) -> str:
        return self.game.replace("-", " ").title()

    def rule(self, rule_id: str) -> Rule:
        """Find a rule by its id, in any case, with or without the game's prefix."""
        wanted = rule_id.casefold()
        for rule in self.rules:
            if wanted in (rule.id.casefold(), rule.id.casefold().removeprefix(self.prefix.lower() + "-")):
                return rule
        raise LedgerError(f"{self.title} has no rule {rule_id}; {self._nearest(rule_id)}.")

    def _nearest(self, rule_id: str) -> str:
        """Say which ids do exist: those of the same family if there is one, else the families."""
        families: dict[str, list[int]] = {}
        for stem, number in (_split(rule.id) for rule in self.rules):
            families.setdefault(stem, []).append(number)
        stem = re.sub(r"\d+[a-z]?$", "", rule_id, flags=re.IGNORECASE).upper()
        if stem in families:
            return f"there are {stem}{', '.join(_spans(families[stem]))}"
        return f"its rules begin with {', '.join(families)}"

    @cached_property
    def citation(self) -> re.Pattern[str]:
        """Match one citation of this game's rules, with any ids joined to it (see `expand`)."""
        # A family without a hyphen before the number (LD-Q01) must be in the ledger: "LD-E11" is no id.
        bare = sorted({stem for stem, _ in map(_split, self._by_id) if not stem.endswith("-")})
        short = "|".join(stem.partition("-")[2] for stem in bare) or "(?!)"
        number = r"\d{2}[a-z]?(?!\w)"
        again = rf"(?:(?:{self.prefix}-)?(?(family)(?P=family)-|(?:{short}))|-)"
        stem = "|".join([rf"{self.prefix}-(?P<family>[A-Z]+)-", *bare])
        return re.compile(
            rf"(?<![\w-])(?P<stem>{stem})(?P<first>{number})"
            rf"(?P<more>(?:(?:\.\.|/){again}?{number}|(?:,|,?\ and|,?\ or)[\s#]+{again}{number})*)"
        )

    def expand(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Find the citations in a text: the offset of each, and the ids it stands for.

        A citation may join further ids of its family to the first: a range with two dots (`-10..13`), a list
        of numbers with a hyphen each (`-04, -09 and -11`), or a slash (`-12/14`). A range stands for those
        ids between its ends that exist; its ends, like all ids written out, stand for themselves.
        """
        for match in self.citation.finditer(text):
            yield match.start(), self._joined(match["stem"], match["first"], match["more"])

    def _joined(self, stem: str, first: str, more: str) -> list[str]:
        ids = [stem + first]
        for joint, number in re.findall(r"(\.\.|/|,|and|or)\D*(\d{2}[a-z]?)", more):
            if joint == "..":
                ids += self._between(stem, _split(ids[-1])[1], int(number[:2]))
            ids.append(stem + number)
        return list(dict.fromkeys(ids))

    def _between(self, stem: str, low: int, high: int) -> list[str]:
        family = ((rule.id, *_split(rule.id)) for rule in self.rules)
        return [rule_id for rule_id, its_stem, number in family if its_stem == stem and low <= number <= high]


def _split(rule_id: str) -> tuple[str, int]:
    """Part an id into its family and its number; a letter after the number is left out."""
    stem = rule_id.rstrip("abcdefghijklmnopqrstuvwxyz").rstrip("0123456789")
    return stem, int(rule_id[len(stem) :].rstrip("abcdefghijklmnopqrstuvwxyz"))


def _spans(numbers: Iterable[int]) -> list[str]:
    """Write ascending numbers as runs: 1, 2, 3, 7 become 01..03 and 07."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return [f"{low:02}" if low == high else f"{low:02}..{high:02}" for low, high in runs]


# Reading a ledger.


def source_tree() -> Path | None:
    """Give the root of the source tree this package runs from; an installed package has none."""
    root = PACKAGE.parents[1]
    return root if (root / "docs" / "rules").is_dir() and (root / "tests").is_dir() else None


def ledger_directory() -> Path:
    """Give the directory of the ledgers: beside the code when installed, docs/rules in a source tree."""
    installed = PACKAGE / "_ledgers"
    return installed if installed.is_dir() else PACKAGE.parents[1] / "docs" / "rules"


def games() -> list[str]:
    """Name the games that have a ledger."""
    return sorted(path.stem for path in ledger_directory().glob("*.md"))


def load(game: str) -> Ledger:
    """Read the ledger of a game."""
    known = games()
    if game not in known:
        raise LedgerError(f"There is no game called {game}; the games are {', '.join(known)}.")
    return parse(game, (ledger_directory() / f"{game}.md").read_text(encoding="utf-8"))


def parse(game: str, text: str) -> Ledger:
    """Read the entries of sections 2 and 5 of a ledger's text."""
    rules: list[Rule] = []
    for number, lines in _sections(text):
        if number in _KINDS:
            rules += _entries(number, lines)
    if not rules:
        raise LedgerError(f"The ledger of {game} has no numbered rules.")
    prefix = rules[0].id.partition("-")[0] + "-"
    return Ledger(game, [_with_prefix(rule, prefix) for rule in rules])


def _with_prefix(rule: Rule, prefix: str) -> Rule:
    return rule if rule.id.startswith(prefix) else msgspec.structs.replace(rule, id=prefix + rule.id)


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Part a ledger at its numbered main headings."""
    number, lines = "", list[str]()
    for line in text.splitlines():
        if section := _SECTION.match(line):
            yield number, lines
            number, lines = section["number"], [line]
        else:
            lines.append(line)
    yield number, lines


def _entries(number: str, lines: list[str]) -> Iterator[Rule]:
    """Read one section line by line, minding the heading and the table that each line stands under."""
    kind, section, header = _KINDS[number], lines[0].removeprefix("## "), list[str]()
    for index, line in enumerate(lines):
        if heading := _HEADING.match(line):
            section = heading["title"]
            if heading["id"]:
                parts = (Part("", _under(lines[index + 1 :])),)
                yield Rule(heading["id"], kind, section, (), None, parts)
        elif bullet := _BULLET.match(line):
            yield _from_bullet(bullet, kind, section)
        elif row := _ROW.match(line):
            yield _from_row(row["id"], _cells(line), header, kind, section)
        elif line.startswith("| "):
            header = _cells(line)


def _under(lines: list[str]) -> str:
    """Everything up to the next heading."""
    block: list[str] = []
    for line in lines:
        if line.startswith("#"):
            break
        block.append(line)
    return "\n".join(block).strip().removesuffix("---").rstrip()


def _from_bullet(bullet: re.Match[str], kind: Literal["rule", "ruling"], section: str) -> Rule:
    parts = [Part("", text) for text in (bullet["title"], bullet["option"], bullet["text"]) if text]
    tags = tuple((bullet["tags"] or "").split("/")) if bullet["tags"] else ()
    return Rule(bullet["id"], kind, section, tags, bullet["edition"], tuple(parts))


def _from_row(rule_id: str, cells: list[str], header: list[str], kind: Literal["rule", "ruling"], section: str) -> Rule:
    named = list(zip(header[1:], cells[1:], strict=True))
    tags = [word for label, cell in named if label == "Tag" for word in re.findall(r"[A-Za-z]+", cell)]
    parts = tuple(Part(label, cell) for label, cell in named if label != "Tag" and cell)
    return Rule(rule_id, kind, section, tuple(tags), None, parts)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


# Finding citations.


def citations_in_code(ledger: Ledger) -> Citations:
    """Find where a game's own package cites its ledger, data files included."""
    folder = PACKAGE / "games" / ledger.game.replace("-", "_")
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".py", ".toml", ".json"})
    return _collect(ledger, files, source_tree() or PACKAGE.parent, tests_only=False)


def citations_in_tests(ledger: Ledger, root: Path) -> Citations:
    """Find which tests of a source tree cite the ledger.

    A citation counts when it stands in a test: a test function or class (docstring, comment, body, decorator,
    or the comment right above it), a state machine, or a table of cases at the top of a test module. A
    module's docstring does not count, and neither does a helper: they name a rule without checking it.
    """
    return _collect(ledger, sorted((root / "tests").rglob("test_*.py")), root, tests_only=True)


def _collect(ledger: Ledger, files: Iterable[Path], root: Path, *, tests_only: bool) -> Citations:
    """Gather the citations of each id; several in one function count once."""
    found = Citations({}, {})
    for path in files:
        for rule_id, place in _citations(ledger, path, path.relative_to(root).as_posix(), tests_only):
            places = (found.places if rule_id in ledger else found.unknown).setdefault(rule_id, [])
            if not any((place.file, place.function) == (other.file, other.function) for other in places):
                places.append(place)
    return found


def _citations(ledger: Ledger, path: Path, name: str, tests_only: bool) -> Iterator[tuple[str, Place]]:
    text = path.read_text(encoding="utf-8")
    citations = list(ledger.expand(text))
    owners = _owners(text, name) if citations and path.suffix == ".py" else []
    for offset, ids in citations:
        line = text.count("\n", 0, offset) + 1
        around = [owner for owner in owners if owner.first <= line <= owner.last]
        if tests_only and not any(owner.is_test for owner in around):
            continue
        function = "::".join(owner.name for owner in around) or None
        yield from ((rule_id, Place(name, line, function)) for rule_id in ids)


class _Owner(msgspec.Struct, frozen=True):
    """A function, a class or a table at the top of a module, with the lines that belong to it."""

    name: str
    first: int
    last: int
    is_test: bool


def _owners(text: str, name: str) -> list[_Owner]:
    """List what a citation can stand in, outermost first."""
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise LedgerError(f"{name} is not valid Python at line {error.lineno}.") from error
    lines = text.splitlines()
    tables = [_table(node) for node in module.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    return tables + list(_definitions(module, lines))


def _table(node: ast.Assign | ast.AnnAssign) -> _Owner:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return _Owner(ast.unparse(target), node.lineno, node.end_lineno or node.lineno, is_test=True)


def _definitions(parent: ast.AST, lines: list[str]) -> Iterator[_Owner]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            while first > 1 and lines[first - 2].lstrip().startswith("#"):
                first -= 1
            yield _Owner(node.name, first, node.end_lineno or node.lineno, _is_test(node))
        yield from _definitions(node, lines)


def _is_test(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    if isinstance(node, ast.ClassDef):
        return node.name.startswith("Test") or any("StateMachine" in ast.unparse(base) for base in node.bases)
    return node.name.startswith("test")
