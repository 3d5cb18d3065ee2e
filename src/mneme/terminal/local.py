"""A table on this machine: a sitting, its bots, and the journal it is kept in."""

from __future__ import annotations

import random
import shlex
from collections.abc import Mapping
from pathlib import Path

from msgspec import UNSET

from mneme import games
from mneme.bots import Bot
from mneme.bots.random_legal import RandomLegal
from mneme.bots.runner import Runner
from mneme.engine import gamefile, projection
from mneme.engine.chance import commitment
from mneme.engine.entries import Digest, Entry, Retract, Rewind, TakeBack, Talk
from mneme.engine.errors import MnemeError
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat, Wire
from mneme.engine.settling import settle
from mneme.engine.text import line_text
from mneme.engine.undoing import without_what_was_taken_back
from mneme.engine.view import ShownPrompt, View
from mneme.terminal.chair import Moment
from mneme.terminal.journal import Journal

LABEL_MOST = 60


class LocalChair:
    """A person's seat at a table on this machine."""

    def __init__(self, table: LocalTable, seat: Seat) -> None:
        self.seat = seat
        self._table = table

    def view(self) -> View:
        return projection.view(self._table.sitting, self.seat)

    def answer(self, shown: ShownPrompt, value: Wire) -> None:
        self._table.sitting.answer(self.seat, shown.prompt.name, value, shown.id)
        self._table.keep()

    def take_back(self) -> None:
        for shown in self.view().prompts:
            if shown.given is not UNSET:
                self._table.apply(Retract(self.seat, shown.prompt.name))
                return
        self._table.apply(TakeBack(self.seat))

    def talk(self, mode: str, text: str, speaker: str = "") -> None:
        self._table.apply(Talk(self.seat, mode, text, speaker))


class LocalTable:
    """The whole table. What is done at it is on file before anybody hears of it."""

    def __init__(
        self,
        sitting: Sitting,
        journal: Journal,
        bots: Mapping[Seat, Bot],
        dice: random.Random,
        copy: Path | None = None,
    ) -> None:
        self.sitting = sitting
        self.chairs = [LocalChair(self, seat) for seat in journal.heading.people]
        self._journal = journal
        self._kept = len(sitting.entries)
        self._runner = Runner(sitting, bots, dice)
        self._copy = copy

    @property
    def game(self) -> Game:
        return self.sitting.game

    @property
    def commitment(self) -> str:
        return commitment(self.sitting.header.seed)

    def public(self) -> View:
        return projection.view(self.sitting, None)

    def others_act(self) -> bool:
        acted = bool(self._runner.step())
        self.keep()
        return acted

    # -- the log

    def apply(self, entry: Entry) -> None:
        self.sitting.apply(entry)
        self.keep()

    def keep(self) -> None:
        """Put what is new on file."""
        self._journal.append(self.sitting.entries[self._kept :])
        self._kept = len(self.sitting.entries)

    def rewind(self, beat: int, *, struck: bool = False) -> None:
        self.apply(Rewind(beat, struck=struck))
        if struck:
            self._journal.rewrite(entry for group in settle(self.sitting) for entry in group)

    def moments(self, seat: Seat | None) -> list[Moment]:
        """Played once more from the log, so that nothing has to be remembered on the way."""
        again = Sitting(self.game, self.sitting.header)
        found = [_moment(again, seat)]
        for entry in without_what_was_taken_back(self.sitting.entries):
            if isinstance(entry, Digest):
                continue
            again.apply(entry)
            while found[-1].beat > again.table.beat:
                found.pop()
            if again.table.beat > found[-1].beat:
                found.append(_moment(again, seat))
        return _without_repeats(found[:-1])

    # -- files

    @property
    def place(self) -> Path:
        return self._journal.path

    @property
    def comeback(self) -> str:
        return f"mneme play --load {shlex.quote(str(self.place))}"

    def save(self, path: Path | None = None) -> Path | None:
        path = path or self._copy
        if path is None:
            return None
        if path.exists() and not is_copy_of(path, self.sitting):
            raise MnemeError(f"There is already a file called {path}; choose another name.")
        try:
            fresh = path.with_name(path.name + ".new")
            fresh.write_bytes(gamefile.export(self.sitting))
            fresh.replace(path)
        except OSError as problem:
            reason = (problem.strerror or "it is not possible").lower()
            raise MnemeError(f"The game cannot be saved in {path}: {reason}.") from problem
        return path

    def finish(self) -> Path:
        path = self._copy or self._free_place()
        self.save(path)
        self._journal.remove()
        return path

    def _free_place(self) -> Path:
        """Beside the journal, under a name that no other file has."""
        path, number = self.place.with_suffix(".json"), 1
        while path.exists():
            number += 1
            path = self.place.with_name(f"{self.place.stem}-{number}.json")
        return path

    def close(self) -> None:
        self._journal.close()


def is_copy_of(path: Path, sitting: Sitting) -> bool:
    """Whether a file holds this same game at some earlier time, so that it may be written over."""
    try:
        file = gamefile.read(path.read_bytes(), lambda name, rules: sitting.game).document
    except (OSError, MnemeError):
        return False
    header = sitting.header
    laid = (file.game, file.commitment, file.names, file.options)
    return laid == (header.game, commitment(header.seed), header.names, header.options)


def seat_bots(game: Game, seats: tuple[Seat, ...], dice: random.Random) -> dict[Seat, Bot]:
    """The game's own sensible bots, or any legal answer where it has none."""
    sit = games.sensible(game.name)
    return {seat: RandomLegal(dice) if sit is None else sit(seat, dice) for seat in seats}


def _moment(sitting: Sitting, seat: Seat | None) -> Moment:
    """Where the table stands, told by the last thing that everybody has heard."""
    public = projection.view(sitting, None)
    heard = [line for line in public.lines if line.text and not line.undone]
    if not heard:
        label = "The very beginning"
    elif heard[-1].kind == "chapter":
        label = f"{public.place}: its beginning"
    else:
        quoted = f"“{_short(line_text(public, heard[-1]))}”"
        label = f"{public.place}: after {quoted}" if public.place else f"After {quoted}"
    prompts = [] if seat is None else projection.prompts(sitting, seat)
    asked = next((shown.prompt.text for shown in prompts if shown.must), "")
    return Moment(sitting.table.beat, public.place, label, asked)


def _short(text: str) -> str:
    return text.rstrip(".") if len(text) <= LABEL_MOST else text[:LABEL_MOST].rsplit(" ", 1)[0] + " …"


def _without_repeats(moments: list[Moment]) -> list[Moment]:
    """Of moments that read the same, the first."""
    kept: list[Moment] = []
    for moment in moments:
        if not kept or (moment.label, moment.asked) != (kept[-1].label, kept[-1].asked):
            kept.append(moment)
    return kept
