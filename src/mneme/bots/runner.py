"""Lets bots act at a table: all of them to the end of a game, or some of them until a person is needed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from mneme.bots import Bot
from mneme.engine.entries import Entry
from mneme.engine.errors import MnemeError, Refused
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.play import Play
from mneme.engine.projection import view
from mneme.engine.prompts import Prompt, Seat

MOST_DECISIONS = 50_000
OPTIONAL = 0.05
HEARD = 200  # lines of the story that a bot is reminded of; it remembers what it needs of the rest
NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Fay", "Gus", "Hana", "Ines", "Jun", "Kit", "Lev", "Mira")


class Endless(MnemeError):
    """Bots went on and on, and nothing came of it."""

    @classmethod
    def after(cls, decisions: int) -> Endless:
        return cls(f"After {decisions} answers of the bots the game is not over; it seems to go round in circles.")


class Runner:
    """Bots at one table. `decisions` counts their answers, `fallbacks` those that had to be made up."""

    def __init__(
        self, sitting: Sitting, bots: Mapping[Seat, Bot], dice: random.Random, most: int = MOST_DECISIONS
    ) -> None:
        self.sitting = sitting
        self.bots = bots
        self.decisions = 0
        self.fallbacks = 0
        self._dice = dice
        self._most = most

    def run(self, until: Callable[[Sitting], bool] | None = None) -> None:
        """Let the bots act until only people are awaited, `until` says so, or the game is over."""
        for _ in range(self._most):
            if (until is not None and until(self.sitting)) or not self.step():
                return
        raise Endless.after(self._most)

    def step(self) -> list[Entry]:
        """Let one bot answer; the entries to be kept, or none where the bots have nothing to do."""
        for seat in self._in_any_order():
            if kept := self._offer(seat):
                return kept
        needed = needed_seats(self.sitting)
        if needed and all(seat in self.bots for seat in needed):
            return self._make_up(self._dice.choice(needed))
        return []

    def _in_any_order(self) -> list[Seat]:
        """Every bot with something before it. Each has the same chance to be asked first, awaited or not:
        what may be done beside a question is often worth doing only before that is answered."""
        pending = self.sitting.play.pending
        seats = [seat for seat in self.bots if next(pending(seat), None) is not None]
        self._dice.shuffle(seats)
        return seats

    def _offer(self, seat: Seat) -> list[Entry]:
        """Ask a bot what it does; nothing comes back where it would rather wait."""
        answer = self.bots[seat].answer(view(self.sitting, seat, recent=HEARD))
        if answer is None:
            return []
        try:
            kept = self.sitting.answer(seat, *answer)
        except Refused:
            return self._make_up(seat)
        self.decisions += 1
        return kept

    def _make_up(self, seat: Seat) -> list[Entry]:
        """Give some legal answer for a bot that gave none, so that no table gets stuck on a bot's mistake."""
        self.fallbacks += 1
        musts = [pending for pending in self.sitting.play.pending(seat) if pending.must]
        if not musts:
            return []
        prompt = self._dice.choice(musts).prompt
        self.decisions += 1
        return self.sitting.answer(seat, prompt.name, prompt.random(self._dice))


def run(
    sitting: Sitting,
    bots: Mapping[Seat, Bot],
    dice: random.Random,
    until: Callable[[Sitting], bool] | None = None,
    most: int = MOST_DECISIONS,
) -> Runner:
    """Let bots act until only people are awaited, `until` says so, or the game is over."""
    runner = Runner(sitting, bots, dice, most)
    runner.run(until)
    return runner


def needed_seats(sitting: Sitting) -> list[Seat]:
    """The seats that have not answered what they must, also where the table does not show who has."""
    awaited = {seat for window in sitting.play.windows for seat in window.awaited}
    return [seat for seat in sitting.table.seats if seat in awaited]


def random_game(
    game: Game, seats: int, options: Mapping[str, Any] | None = None, seed: str = "0", most: int = MOST_DECISIONS
) -> Sitting:
    """A whole game of random legal answers, straight from the prompts: no views are built.

    This is the lean way for fuzzing; the same seed plays the same game.
    """
    sitting = Sitting.lay(game, NAMES[:seats], options, seed)
    dice = random.Random(seed)
    for _ in range(most):
        if sitting.play.over:
            return sitting
        sitting.answer(*_some_move(sitting.play, dice))
    raise Endless.after(most)


def random_play(
    game: Game, seats: int, options: Mapping[str, Any] | None = None, seed: str = "0", most: int = MOST_DECISIONS
) -> int:
    """The same without a log: the rules and their driver alone. Says how many decisions it took."""
    sitting = Sitting.lay(game, NAMES[:seats], options, seed)
    dice, play = random.Random(seed), sitting.play
    for decisions in range(most):
        if play.over:
            return decisions
        play.answer(*_some_move(play, dice))
    raise Endless.after(most)


def _some_move(play: Play, dice: random.Random) -> tuple[Seat, str, Any]:
    """Now and then something that may be done beside; else an answer to any window, of any seat it waits for.

    Half of the time it is what an empty chair would say, so that random tables get on with the game.
    """
    chance = dice.random
    beside = _beside(play, dice) if chance() < OPTIONAL else None
    if beside is not None:
        seat, prompt = beside
    else:
        windows = play.windows
        window = windows[0] if len(windows) == 1 else windows[int(chance() * len(windows))]
        seats = window.awaited
        seat = seats[0] if len(seats) == 1 else seats[int(chance() * len(seats))]
        prompt = window.prompts[seat]
    if prompt.default is not UNSET and chance() < 0.5:
        return seat, prompt.name, prompt.default
    return seat, prompt.name, prompt.random(dice)


def _beside(play: Play, dice: random.Random) -> tuple[Seat, Prompt[Any]] | None:
    """Something that a seat may do and the rules do not wait for."""
    seat = dice.choice(play.table.seats)
    prompts = [pending.prompt for pending in play.pending(seat) if not pending.must and pending.given is UNSET]
    return (seat, dice.choice(prompts)) if prompts else None
