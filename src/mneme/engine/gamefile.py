"""The game file: a whole game in one JSON file that anybody can read, go on with, and check.

It holds what the table was laid with, the settled log, every roll and draw, every commitment to a sealed
answer, and a chain of checks that names the first thing changed by hand.

While the seed is closed the file holds no answers at all: only the header, the commitment to the seed, and
the story as a spectator heard it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from mneme.engine import checks
from mneme.engine.chance import commitment
from mneme.engine.checks import Piece, canonical, in_a_sentence
from mneme.engine.entries import Answer, Digest, Entry, FileEntry, Header, Retract, Rewind, Rewound, TakeBack
from mneme.engine.errors import BadFile, MnemeError, RulesBug
from mneme.engine.game import Game, read_options
from mneme.engine.log import DIGEST_EVERY, Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Seat
from mneme.engine.settling import settle
from mneme.engine.story import Draw, Line

FORMAT = "mneme-game"
VERSION = 1

Find = Callable[[str, int], Game]  # knows a game by its name and rules version


class Sealed(Struct, frozen=True, array_like=True):
    """A sealed window that was opened: the entry that closed it, and what each seat had committed to."""

    entry: int
    commitments: dict[Seat, str]


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parts of a file, in the order they are written."""

    format: str = FORMAT
    version: int = VERSION
    game: str
    rules: int
    options: dict[str, str | int | bool]
    seats: tuple[Seat, ...]
    names: dict[Seat, str]
    words: dict[Seat, str]
    commitment: str
    seed: str | None  # null until it is opened
    entries: tuple[FileEntry, ...]
    story: tuple[Line, ...]  # only while the seed is closed; afterwards the entries tell it
    draws: tuple[Draw, ...]
    sealed: tuple[Sealed, ...]
    result: dict[str, Any] | None  # null until the game is over
    checks: tuple[str, ...] = ()


class GameFile(Struct, frozen=True):
    """A file that could be read, with the game it is of."""

    game: Game
    document: Document


class Report(Struct, frozen=True):
    """What a check of a file found: a sentence for each thing that is right, or for each that is not."""

    checked: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


# -- writing


def export(sitting: Sitting, *, open_seed: bool = True) -> bytes:
    """The file of a game. The same game always gives the same bytes."""
    document = _opened(sitting) if open_seed else _closed(sitting)
    return _encode(msgspec.structs.replace(document, checks=tuple(checks.chain(pieces(document)))))


def _opened(sitting: Sitting) -> Document:
    """Everything revealed."""
    witness = _settled(sitting)
    header = sitting.header
    return Document(
        game=header.game,
        rules=header.rules,
        options=header.options,
        seats=header.seats,
        names=header.names,
        words=header.words,
        commitment=commitment(header.seed),
        seed=header.seed,
        entries=tuple(map(_bare, witness.sitting.entries)),
        story=(),
        draws=tuple(draw for _, draw in witness.draws),
        sealed=tuple(witness.sealed),
        result=sitting.table.result if sitting.over else None,
    )


def _bare(entry: Entry) -> FileEntry:
    """A file is always played in full, so a rewind need not bring along what it undid."""
    return entry.plain if isinstance(entry, Rewound) else entry


def _closed(sitting: Sitting) -> Document:
    """Only what a spectator knows, and so nothing that could tell a secret."""
    header, seen = sitting.header, view(sitting, None)
    return Document(
        game=header.game,
        rules=header.rules,
        options=header.options,
        seats=header.seats,
        names=seen.names,
        words=header.words,
        commitment=commitment(header.seed),
        seed=None,
        entries=(),
        story=tuple(seen.lines),
        draws=(),
        sealed=(),
        result=seen.result if seen.over else None,
    )


def _settled(sitting: Sitting) -> Witness:
    """Play the settled log, with a digest after every so many answers and at the end."""
    witness = Witness(sitting.game, sitting.header)
    answers = 0
    for group in settle(sitting):
        for entry in group:
            witness.take(entry)
        before, answers = answers, answers + sum(isinstance(entry, Answer) for entry in group)
        if before // DIGEST_EVERY != answers // DIGEST_EVERY:
            witness.take_digest()
    witness.take_digest()
    if witness.sitting.digest() != sitting.digest():
        raise RulesBug("the settled log does not lead to the table it was written from")
    return witness


def _encode(document: Document) -> bytes:
    """One line for every entry, so that two files can be compared by eye."""
    names = document.__struct_fields__
    parts = [b' "%b": %b' % (name.encode(), _part(getattr(document, name))) for name in names]
    return b"{\n" + b",\n".join(parts) + b"\n}\n"


def _part(value: Any) -> bytes:
    if type(value) is tuple and value:
        return b"[\n  " + b",\n  ".join(map(canonical, value)) + b"\n ]"
    return canonical(value)


class Witness:
    """Plays entries into a new table, and writes down every use of chance and every sealed opening."""

    def __init__(self, game: Game, header: Header) -> None:
        self.sitting = Sitting(game, header)
        self.sealed: list[Sealed] = []
        self._draws: dict[tuple[int, int, int], tuple[int, Draw]] = {}
        self._counted = 0
        self._count_draws()

    @property
    def draws(self) -> list[tuple[int, Draw]]:
        """Every use of chance, undone ones too, with the number of the entry that brought it about."""
        return list(self._draws.values())

    def take(self, entry: Entry) -> None:
        told = len(self.sitting.table.lines)
        self.sitting.apply(entry)
        if isinstance(entry, Answer):
            self._count_sealed(self.sitting.table.lines[told:])
        elif isinstance(entry, Rewind | TakeBack):
            self._counted = 0  # the table is a new one
        self._count_draws()

    def take_digest(self) -> None:
        entries = self.sitting.entries
        if not entries or not isinstance(entries[-1], Digest):
            self.take(Digest(self.sitting.table.beat, self.sitting.digest()))

    def _count_sealed(self, lines: list[Line]) -> None:
        number = len(self.sitting.entries)
        for line in lines:
            if line.kind == "sealed" and line.facts is not None:
                self.sealed.append(Sealed(number, line.facts["commitments"]))

    def _count_draws(self) -> None:
        number, draws = len(self.sitting.entries), self.sitting.table.draws
        for draw in draws[self._counted :]:
            self._draws.setdefault((draw.epoch, draw.beat, draw.index), (number, draw))
        self._counted = len(draws)


# -- reading


def read(data: bytes, find: Find) -> GameFile:
    """Read a file; `find` knows the games. Whatever is wrong with it is said in one sentence."""
    try:
        document = _decode(data)
    except RecursionError:
        raise BadFile("The file is damaged: it is nested too deeply to be a game.") from None
    try:
        game = find(document.game, document.rules)
    except MnemeError as problem:
        raise BadFile(str(problem)) from problem
    return GameFile(game, document)


def _decode(data: bytes) -> Document:
    raw = _parse(data)
    if type(raw) is not dict or raw.get("format") != FORMAT:
        raise BadFile("This is not a Mneme game file.")
    if raw.get("version") != VERSION:
        raise BadFile(f"This game file is of another version; this copy of Mneme reads version {VERSION}.")
    if not all(map(_is_plain, _texts(raw))):
        raise BadFile("The file is damaged: one of its texts holds control characters.")
    try:
        document = msgspec.convert(raw, Document)
    except msgspec.ValidationError as problem:
        raise BadFile(f"The file is damaged: {_what_is_damaged(str(problem))}.") from problem
    for name in document.__struct_fields__:
        # The decoder passes over what it has no place for; nothing may hide there.
        if canonical(getattr(document, name)) != canonical(raw.get(name)):
            raise BadFile(f"The file is damaged: something in the part {name!r} does not belong there.")
    if document.story and document.seed is not None:
        raise BadFile("The file is damaged: its seed is opened, but it has a story for spectators.")
    if document.seed is None and (document.entries or document.draws or document.sealed):
        raise BadFile("The file is damaged: its seed is not opened, but it holds more than a spectator knows.")
    return document


def _parse(data: bytes) -> Any:
    if not data.strip():
        raise BadFile("The file is empty.")
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        if "truncated" in str(problem):
            raise BadFile("The file ends too early; the rest of it is missing.") from problem
        raise BadFile("This is not a game file, or it is damaged: it cannot be read as JSON.") from problem


def _texts(raw: Any) -> Iterator[str]:
    """Every text in the file, keys too."""
    if type(raw) is str:
        yield raw
    elif type(raw) is list:
        for part in raw:
            yield from _texts(part)
    elif type(raw) is dict:
        yield from raw
        for part in raw.values():
            yield from _texts(part)


def _is_plain(text: str) -> bool:
    """Whether a text can be shown in a terminal without doing anything there."""
    if text.isprintable():
        return True
    return not any(unicodedata.category(character) == "Cc" for character in text if character not in "\n\t")


_ITEMS = {"entries": "entry", "story": "story line", "draws": "draw", "sealed": "sealed window", "checks": "check"}


def _what_is_damaged(complaint: str) -> str:
    """The decoder's complaint as half a sentence for people."""
    if found := re.search(r"missing required field `(\w+)`$", complaint):
        return f"the part {found[1]!r} is missing"
    if re.search(r"unknown field `[^`]*`$", complaint):
        return "it holds a part that does not belong there"
    found = re.search(r"at `\$\.(\w+)(?:\[(\d+)\])?", complaint)
    name, index = found.groups() if found else ("", None)
    if index is not None and name in _ITEMS:
        return f"{_ITEMS[name]} {int(index) + 1} cannot be read"
    return f"the part {name!r} cannot be read"


def resume(file: GameFile) -> Sitting:
    """Lay the table again and play the log into it. A file that was changed is refused."""
    _check_chain(file.document)
    return _replayed(file).sitting


def _replayed(file: GameFile) -> Witness:
    """Play every entry of a file; its digests must agree on the way."""
    document = file.document
    witness = Witness(file.game, _header(file))
    epoch = 0
    for number, entry in enumerate(document.entries, start=1):
        if isinstance(entry, Rewind):
            _check_epoch(document, number, entry, epoch)
            epoch = entry.epoch
        try:
            witness.take(entry)
        except MnemeError as problem:
            raise BadFile(f"{_entry_name(document, number)} does not fit the game: {problem}") from problem
    return witness


def _header(file: GameFile) -> Header:
    """What the table was laid with, if a table can be laid with it."""
    document = file.document
    if document.seed is None:
        raise BadFile("The seed of this game is not opened yet, so the file holds no answers to play from.")
    if commitment(document.seed) != document.commitment:
        raise BadFile("The seed does not fit the commitment that was shown before the first roll.")
    seats = set(document.seats)
    if len(seats) != len(document.seats) or document.names.keys() != seats or document.words.keys() - seats:
        raise BadFile("The seats, names and words in the file do not fit together.")
    try:
        options = read_options(file.game, len(seats), document.options)
    except MnemeError as problem:
        raise BadFile(f"The options in the file do not fit the game. {problem}") from problem
    return Header(
        game=document.game,
        rules=document.rules,
        options=msgspec.to_builtins(options),
        seats=document.seats,
        names=document.names,
        seed=document.seed,
        words=document.words,
    )


def _check_epoch(document: Document, number: int, rewind: Rewind, before: int) -> None:
    """Each rewind starts the next run of chance, or somebody could have chosen among dice they knew.

    A struck passage may have held rewinds of its own, so one that struck a passage may skip a number.
    """
    if rewind.epoch <= before or (rewind.epoch > before + 1 and not rewind.struck):
        raise BadFile(f"{_entry_name(document, number)} starts chance afresh out of turn.")


# -- checking


def verify(file: GameFile) -> Report:
    """Check a file offline: nothing was changed, and chance and sealed answers are what they had to be."""
    document = file.document
    try:
        _check_chain(document)
        if document.seed is None:
            return Report((_whole(document), "The seed is not opened yet, so no roll or draw can be checked."))
        witness = _replayed(file)
    except BadFile as problem:
        return Report(problems=(str(problem),))
    problems = (
        _draw_problem(document, witness),
        _sealed_problem(document, witness),
        _result_problem(document, witness.sitting),
    )
    found = tuple(problem for problem in problems if problem)
    return Report(problems=found) if found else Report(_all_right(document))


def _whole(document: Document) -> str:
    if document.seed is None:
        return f"Nothing was changed since the file was written: {len(document.story)} lines of story."
    return f"Nothing was changed since the file was written: {len(document.entries)} entries."


def _all_right(document: Document) -> tuple[str, ...]:
    sealed = sum(len(window.commitments) for window in document.sealed)
    digests = sum(isinstance(entry, Digest) for entry in document.entries)
    return (
        _whole(document),
        "The seed fits the commitment that was shown before the first roll.",
        f"Every roll and draw follows from the seed: {len(document.draws)} in all.",
        f"Every sealed answer fits its commitment: {sealed} in all.",
        f"The table agrees with every digest: {digests} in all.",
        "The game is not over yet." if document.result is None else "The result is what the rules give.",
    )


def _draw_problem(document: Document, witness: Witness) -> str:
    derived, recorded = witness.draws, document.draws
    for (number, draw), claimed in zip(derived, recorded, strict=False):
        if draw != claimed:
            where = f"at {_entry_within(document, number)}" if number else "before the first entry"
            return f"The roll or draw {where} was changed; the seed gives another."
    if len(derived) != len(recorded):
        return f"The file lists {len(recorded)} rolls and draws; the game has {len(derived)}."
    return ""


def _sealed_problem(document: Document, witness: Witness) -> str:
    derived, recorded = witness.sealed, document.sealed
    for window, claimed in zip(derived, recorded, strict=False):
        where = _entry_within(document, window.entry)
        for seat, bound in window.commitments.items():
            if claimed.commitments.get(seat) != bound:
                return f"{document.names[seat]}'s sealed answer, opened by {where}, does not fit its commitment."
        if window != claimed:
            return f"The record of the sealed answers opened by {where} was changed."
    if len(derived) != len(recorded):
        return f"The file lists {len(recorded)} sealed windows; the game has {len(derived)}."
    return ""


def _result_problem(document: Document, sitting: Sitting) -> str:
    result = sitting.table.result if sitting.over else None
    return "" if canonical(result) == canonical(document.result) else "The result was changed; the rules give another."


def _check_chain(document: Document) -> None:
    changed = checks.first_change(pieces(document), document.checks)
    if changed is not None:
        raise BadFile(changed)


def pieces(document: Document) -> list[Piece]:
    """Everything the chain of checks runs over. (Draws and commitments are derived again instead.)"""
    entries = enumerate(document.entries, start=1)
    story = enumerate(document.story, start=1)
    return [
        Piece("The name of the game", document.game),
        Piece("The rules version", document.rules),
        Piece("The options", document.options, plural=True),
        Piece("The seats", document.seats, plural=True),
        Piece("The names", document.names, plural=True),
        Piece("The words for chance", document.words, plural=True),
        Piece("The commitment to the seed", document.commitment),
        Piece("The seed", document.seed),
        *(Piece(_entry_name(document, number), entry) for number, entry in entries),
        *(Piece(f"Line {number} of the story", line) for number, line in story),
        Piece("The result", document.result),
    ]


def _entry_name(document: Document, number: int) -> str:
    """As in "Entry 17 (Ben, stake)"."""
    entry = document.entries[number - 1]
    if isinstance(entry, Rewind | Digest):
        return f"Entry {number} ({type(entry).__name__.lower()})"
    what = entry.name if isinstance(entry, Answer | Retract) else type(entry).__name__.lower()
    return f"Entry {number} ({document.names.get(entry.seat, entry.seat)}, {what})"


def _entry_within(document: Document, number: int) -> str:
    return in_a_sentence(_entry_name(document, number))
