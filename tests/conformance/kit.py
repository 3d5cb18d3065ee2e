"""What the suite is made of: games as they are listed, cases, and random games that can be played again.

Everything here is a function of (game, seats, options, seed), so a failure is a sentence that can be repeated:
it ends with a call of `again`, which plays the same game to the same place.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from mneme import games
from mneme.bots import Bot
from mneme.engine import projection
from mneme.engine.entries import Answer, Entry, Rename, Retract, Rewind, TakeBack, Talk
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from mneme.engine.table import Table
from tests.conformance.players import TEMPERS, Stranger, Temper, next_move

NAMES = ("Ada", "Ben", "Zoë", "D’Arcy {}", "Edda", "Fay", "Gus", "Hana", "Ines", "Jun")

# How many random games of each listed game every check plays; thousands by hand.
GAMES = int(os.environ.get("MNEME_GAMES", "12"))

Viewer = Seat | None  # None is somebody who only looks on
Players = Callable[[Sitting, random.Random], Mapping[Seat, Bot]]


def strangers(temper: Temper) -> Players:
    """Random players of one temper in every seat."""

    def players(sitting: Sitting, dice: random.Random) -> Mapping[Seat, Bot]:
        return {seat: Stranger(temper, random.Random(dice.random())) for seat in sitting.table.seats}

    return players


def sensible(name: str) -> Players:
    """The game's own bots in every seat."""

    def players(sitting: Sitting, dice: random.Random) -> Mapping[Seat, Bot]:
        sit = games.sensible(name)
        assert sit is not None
        return {seat: sit(seat, random.Random(dice.random())) for seat in sitting.table.seats}

    return players


class Recording(Struct, frozen=True, kw_only=True):
    """A playthrough to be kept: its name, and how it is made."""

    name: str
    title: str
    seats: int
    seed: str
    players: Players
    options: Mapping[str, Any] = {}
    interrupted: bool = False  # with talk, take-backs and rewinds


def names_the_seat(_sitting: Sitting, seat: Viewer, answer: Answer) -> bool:
    """Whether an answer is this seat's own or names it anywhere."""
    return seat is not None and (answer.seat == seat or f'"{seat}"' in json.dumps(answer.value))


def nothing_more(_table: Table[Any], _viewer: Viewer, _dice: random.Random) -> None:
    """There is nothing else to scramble."""


EVERY_KIND = frozenset({"other secrets", "scramble", "presence", "insertion"})


class Listed(Struct, frozen=True, kw_only=True):
    """A game as the suite puts it through."""

    game: Game
    seats: tuple[int, ...]
    options: tuple[Mapping[str, Any], ...] = ({},)
    most_decisions: int = 5_000  # far more than any game of it takes

    # Secrecy: what the engine cannot know of the game.
    secret_answers: frozenset[str] = frozenset()  # questions, not sealed, whose answers only their author learns
    concerns: Callable[[Sitting, Viewer, Answer], bool] = names_the_seat  # is a private act this viewer's business
    scramble_more: Callable[[Table[Any], Viewer, random.Random], None] = nothing_more
    kinds_with_power: frozenset[str] = EVERY_KIND  # the kinds of two-world test that must have had something to do

    # Locals of the rules that may change between two pauses, as "function.name".
    changing_locals: frozenset[str] = frozenset()

    recordings: tuple[Recording, ...] = ()

    def __str__(self) -> str:
        return self.game.name


class Case(Struct, frozen=True):
    """One way to sit down to a game."""

    listed: Listed
    seats: int
    options: Mapping[str, Any]

    def __str__(self) -> str:
        chosen = "".join(f" {option}={value}" for option, value in self.options.items())
        return f"{self.listed.game.name} {self.seats} seats{chosen}"

    def call(self) -> str:
        """How to name this case in a call."""
        return f'"{self.listed.game.name}", {self.seats}, {dict(self.options)}'

    def lay(self, seed: str) -> Sitting:
        return Sitting.lay(self.listed.game, NAMES[: self.seats], self.options, seed)


def cases(listed: Listed) -> list[Case]:
    """Every number of seats with every set of options."""
    return [Case(listed, seats, options) for options in listed.options for seats in listed.seats]


INTERRUPTED = 0.2


class Endless(AssertionError):
    """Nobody plays this long."""


class Run:
    """One random game. It is the same every time for the same case, temper and seed."""

    def __init__(self, case: Case, temper: Temper, seed: str, interrupted: bool = False) -> None:
        self.case = case
        self.temper = temper
        self.seed = seed
        self.interrupted = interrupted
        self.sitting = case.lay(seed)
        self.dice = random.Random(f"{case}/{temper.name}/{seed}")
        self.eyes = random.Random(f"eyes/{case}/{temper.name}/{seed}")  # looking must not change what is played
        self.steps = 0
        self._kept = 0

    def step(self) -> list[Entry]:
        """Let somebody do something; returns the entries that were kept."""
        self.steps += 1
        if self.steps > self.case.listed.most_decisions:
            raise Endless(f"After {self.steps} decisions the game is still not over.")
        kept = self._something_happens()
        self._kept += len(kept)
        return kept

    def _something_happens(self) -> list[Entry]:
        if self.interrupted and self.dice.random() < self.more_seldom(INTERRUPTED):
            entry = interruption(self.sitting, self.dice)
            return [] if entry is None else [self.sitting.apply(entry)]
        move = next_move(self.sitting, self.temper, self.dice)
        if isinstance(move, Retract):
            return [self.sitting.apply(move)]
        return self.sitting.answer(move.seat, move.name, move.value)

    def more_seldom(self, chance: float) -> float:
        """This chance as the game begins, and less as it goes on: long games are slow to look at."""
        return chance * 20 / (20 + self.steps)

    def now_and_then(self, chance: float) -> bool:
        """Whether to look closer at this point."""
        return self.eyes.random() < self.more_seldom(chance)

    def play(self, steps: int | None = None) -> Run:
        """Play on: so many steps, or to the end."""
        target = None if steps is None else self.steps + steps
        while not self.sitting.over and self.steps != target:
            self.step()
        return self

    def __iter__(self) -> Iterator[Sitting]:
        """The table as it is laid, and after every entry."""
        yield self.sitting
        while not self.sitting.over:
            self.step()
            yield self.sitting

    def __str__(self) -> str:
        case = self.case
        if len(self.sitting.entries) != self._kept:
            return f"The same test plays the same game again: {case}, {self.temper.name}, {self.steps} decisions."
        words = f'{case.call()}, "{self.temper.name}", "{self.seed}"'
        interrupted = ", interrupted=True" if self.interrupted else ""
        return f"To see it again: tests.conformance.games.again({words}, {self.steps}{interrupted})"


class Told:
    """Adds to any failure how to play the same game to the same place."""

    def __init__(self, run: object) -> None:
        self._run = run

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        if problem is not None:
            problem.add_note(str(self._run))


class Start(Struct, frozen=True):
    """The beginning of a random game."""

    case: Case
    temper: Temper
    number: int

    def __str__(self) -> str:
        return f"{self.case} {self.temper.name} {self.number}"

    def run(self, interrupted: bool = False) -> Run:
        return Run(self.case, self.temper, str(self.number), interrupted)


def starts(listed: Listed) -> list[Start]:
    """As many random games as are asked for, of every case and temper in turn, and at least one of each case."""
    every = cases(listed)
    count = max(GAMES, len(every))
    return [
        Start(every[number % len(every)], TEMPERS[(number + number // len(every)) % len(TEMPERS)], number)
        for number in range(count)
    ]


# Looking at a table.


def viewers(sitting: Sitting) -> tuple[Viewer, ...]:
    return (*sitting.table.seats, None)


def seen_by(sitting: Sitting, viewer: Viewer) -> bytes:
    """Every byte that a seat, or somebody looking on, may have at this moment."""
    return msgspec.json.encode(projection.view(sitting, viewer))


def seen_by_all(sitting: Sitting) -> dict[Viewer, bytes]:
    return {viewer: seen_by(sitting, viewer) for viewer in viewers(sitting)}


def snapshot(sitting: Sitting) -> tuple[str, dict[Viewer, bytes]]:
    """All that can be told apart: the hidden state and what everybody sees."""
    return sitting.digest(), seen_by_all(sitting)


# Writing a log down and reading it again.


def through_json(entries: Sequence[Entry]) -> list[Entry]:
    """The entries as they come back from a file."""
    return msgspec.json.decode(msgspec.json.encode(list(entries)), type=list[Entry])


def reloaded(sitting: Sitting, entries: Sequence[Entry] | None = None) -> Sitting:
    """The table that a file of these entries gives."""
    kept = sitting.entries if entries is None else entries
    return Sitting.load(sitting.game, sitting.header, through_json(kept))


def followed(sitting: Sitting) -> Sitting:
    """The table that a file of the log gives if all of it is taken on trust. Nothing makes up for a wrong turn."""
    entries = through_json(sitting.entries)
    return Sitting._loaded(sitting.game, sitting.header, entries, len(entries))  # noqa: SLF001


# What happens beside the rules.


def interruption(sitting: Sitting, dice: random.Random) -> Entry | None:
    """Something that is no answer: talk, another name, a take-back where it is free, a rewind."""
    seat = dice.choice(sitting.table.seats)
    kind = dice.choice(("talk", "name", "take back", "take back", "rewind", "strike"))
    match kind:
        case "talk":
            return Talk(seat, dice.choice(("say", "as", "aside", "note")), f"hm {dice.randrange(100)}")
        case "name":
            return Rename(seat, f"Somebody {dice.randrange(100)}")
        case "take back":
            free = [seat for seat in sitting.table.seats if sitting.can_take_back(seat)]
            return TakeBack(dice.choice(free)) if free else None
    beat = sitting.table.beat
    return Rewind(dice.randint(max(0, beat - 12), beat), struck=kind == "strike")
