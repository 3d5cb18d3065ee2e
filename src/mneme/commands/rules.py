"""`mneme rules`: a game's ledger, rule by rule, with the code that keeps each and the tests that prove it."""

import shutil
import textwrap
from pathlib import Path
from typing import Any

import click
import msgspec

from mneme import ledger as ledgers
from mneme.ledger import Citations, Ledger, LedgerError, Place, Rule

NO_TESTS = "The tests are not part of this installation; run this in a source tree to see them."
WIDEST = 100


class Survey(msgspec.Struct, frozen=True):
    """A ledger, or one rule of it, and every citation of it. An installed package has no tests to look at."""

    ledger: Ledger
    rules: tuple[Rule, ...]
    code: Citations
    tests: Citations | None

    def test_places(self, rule: Rule) -> list[Place] | None:
        return None if self.tests is None else self.tests.places.get(rule.id, [])

    def code_places(self, rule: Rule) -> list[Place]:
        return self.code.places.get(rule.id, [])

    def uncited(self) -> list[Rule]:
        return [rule for rule in self.rules if not self.test_places(rule)]

    def unknown(self) -> dict[str, list[Place]]:
        found = dict(self.code.unknown)
        for rule_id, places in (self.tests.unknown if self.tests else {}).items():
            found[rule_id] = [*found.get(rule_id, []), *places]
        return found


@click.command("rules")
@click.argument("game")
@click.option("--rule", "rule_id", metavar="ID", help="Show one rule, its code and its tests.")
@click.option("--check", is_flag=True, help="Exit 1 if no test cites a rule or a ruling.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, game: str, rule_id: str | None, check: bool, as_json: bool) -> None:
    """Show the rules of GAME, where the code keeps each, and which tests cite it.

    The rules are those of the ledger in docs/rules: all numbered rules of its section 2 and all rulings
    of its section 5. With --check every one of them must be cited by a test, and no citation may name a
    rule that does not exist.
    """
    found = survey(game, rule_id)
    if check:
        context.exit(_check(found, as_json))
    elif as_json:
        _echo_json(_rule_data(found, found.rules[0]) if rule_id else _ledger_data(found))
    elif rule_id:
        _show_rule(found, found.rules[0])
    else:
        _show_table(found)


def survey(game: str, rule_id: str | None = None) -> Survey:
    """Read a game's ledger and look for its citations."""
    ledger = ledgers.load(game)
    rules = (ledger.rule(rule_id),) if rule_id else ledger.rules
    root = ledgers.source_tree()
    tests = ledgers.citations_in_tests(ledger, root) if root else None
    return Survey(ledger, rules, ledgers.citations_in_code(ledger), tests)


# In words.


def _show_rule(found: Survey, rule: Rule) -> None:
    tags = "".join(f" [{tag}]" for tag in rule.tags)
    edition = f" ({rule.edition})" if rule.edition else ""
    click.echo(f"{rule.id}{tags}{edition} — {rule.kind}, under “{rule.section}”")
    for part in rule.parts:
        _wrap(f"{part.label}: {part.text}" if part.label else part.text)
    _show_places("Code", found.code_places(rule), "No code cites it.")
    tests = found.test_places(rule)
    _show_places("Tests", tests or [], NO_TESTS if tests is None else "No test cites it.")


def _wrap(text: str) -> None:
    width = min(shutil.get_terminal_size().columns, WIDEST)
    for line in text.splitlines():
        indent = "    " if line.startswith("- ") else "  "
        click.echo(textwrap.fill(line, width, initial_indent="  ", subsequent_indent=indent))


def _show_places(title: str, places: list[Place], otherwise: str) -> None:
    click.echo(f"{title}:")
    for text in map(_in_tests if title == "Tests" else _in_code, places):
        click.echo(f"  {text}")
    if not places:
        click.echo(f"  {otherwise}")


def _in_code(place: Place) -> str:
    return f"{place.file}:{place.line}" + (f" {place.function.replace('::', '.')}" if place.function else "")


def _in_tests(place: Place) -> str:
    return f"{place.file}::{place.function}"


def _show_table(found: Survey) -> None:
    rows = [("Rule", "Code", "Tests")]
    for rule in found.rules:
        code = [f"{Path(place.file).name}:{place.line}" for place in found.code_places(rule)]
        tests = [f"{Path(place.file).name}::{place.function}" for place in found.test_places(rule) or []]
        rows.append((rule.id, _first_of(code), _first_of(tests)))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for rule_id, code_text, test_text in rows:
        click.echo(f"{rule_id:{widths[0]}}  {code_text:{widths[1]}}  {test_text}".rstrip())
    if found.tests is None:
        click.echo(NO_TESTS)


def _first_of(places: list[str]) -> str:
    if len(places) > 1:
        return f"{places[0]} and {len(places) - 1} more"
    return places[0] if places else "—"


# The check.


def _check(found: Survey, as_json: bool) -> int:
    if found.tests is None:
        raise LedgerError(NO_TESTS)
    uncited, unknown = found.uncited(), found.unknown()
    if as_json:
        names = [rule.id for rule in uncited]
        _echo_json({"game": found.ledger.game, "rules": len(found.rules), "uncited": names, "unknown": unknown})
    else:
        _report(found, uncited, unknown)
    return 1 if uncited or unknown else 0


def _report(found: Survey, uncited: list[Rule], unknown: dict[str, list[Place]]) -> None:
    for rule in uncited:
        click.echo(f"{rule.id}  {textwrap.shorten(rule.text, WIDEST - 20, placeholder=' …')}")
    for rule_id, places in unknown.items():
        click.echo(f"{rule_id}  cited in {places[0].file}:{places[0].line}, but not in the ledger")
    total = f"{len(found.rules)} {found.ledger.title} rules and rulings"
    if uncited:
        click.echo(f"{len(uncited)} of {total} are cited by no test.")
    elif unknown:
        click.echo(f"A test cites each of the {total}, but some citations name rules that do not exist.")
    else:
        click.echo(f"A test cites each of the {total}.")


# As data.


def _rule_data(found: Survey, rule: Rule) -> dict[str, Any]:
    shown = msgspec.to_builtins(rule)
    shown["text"] = rule.text
    return {**shown, "code": found.code_places(rule), "tests": found.test_places(rule)}


def _ledger_data(found: Survey) -> dict[str, Any]:
    rules = [_rule_data(found, rule) for rule in found.rules]
    return {"game": found.ledger.game, "prefix": found.ledger.prefix, "rules": rules}


def _echo_json(value: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
