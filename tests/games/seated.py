"""Table talk: what it takes, in any game, to seat some players and say what each of them does.

    game.until("visitor")                        # play plainly until somebody is asked this
    game.say("ada", "ben")                       # answers the question ada is asked
    game.act("ben", "key_worked_in", how="")     # takes an act from ben's menu

Whatever a test does not care about is answered plainly: as the table's `plain` says, by the prompt's default, or by
some legal answer. Each game's `kit.py` adds what is its own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import UNSET

from mneme.engine.chance import Chance, SeededChance
from mneme.engine.errors import Refused
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.play import Pending
from mneme.engine.projection import view
from mneme.engine.prompts import Form, Menu, Prompt, Seat
from mneme.engine.table import Table
from mneme.engine.view import View

Plain = dict[str, Any]  # prompt name -> answer, or a function of (name, prompt)
Laid = TypeVar("Laid", bound=Table[Any])

MOST_STEPS = 20_000  # more than any game has


class ScriptedChance(SeededChance):
    """Dice fall as written, as long as the script lasts; then they come from a fixed seed."""

    def __init__(self, dice: Iterable[int], seed: str = "scripted") -> None:
        super().__init__(seed)
        self.dice = list(dice)

    def numbers(self, epoch: int, beat: int, index: int, bounds: Sequence[int]) -> list[int]:
        numbers = super().numbers(epoch, beat, index, bounds)
        if self.is_scripted(bounds):
            scripted, self.dice = self.dice[: len(bounds)], self.dice[len(bounds) :]
            numbers[: len(scripted)] = [face - 1 for face in scripted]
        return numbers

    def is_scripted(self, bounds: Sequence[int]) -> bool:
        """Whether these numbers are dice of the script."""
        return True


class Seated(Generic[Laid]):
    """Players around a table. Seats go by the players' names."""

    game: ClassVar[Game]
    forward: ClassVar[tuple[str, ...]] = ()  # the acts that bring a game on, those that do it most first
    checked: ClassVar[bool] = True  # after every answer; not where tests lay out what no game could
    laid: type[Laid]

    def __init__(self, *names: str, plain: Plain | None = None, chance: Chance | None = None, **options: Any) -> None:
        self.sitting = Sitting.lay(self.game, names, options, seed="scripted", chance=chance)
        self.seat_of = dict(zip(names, self.sitting.header.seats, strict=True))
        self.plain: Plain = plain or {}
        self._random = random.Random(7)

    # -- looking

    @property
    def table(self) -> Laid:
        assert isinstance(self.sitting.table, self.laid)
        return self.sitting.table

    def name(self, seat: Seat) -> str:
        return next(name for name, place in self.seat_of.items() if place == seat)

    def names(self, seats: Iterable[Seat]) -> list[str]:
        return [self.name(seat) for seat in seats]

    def pending(self, name: str) -> list[Pending]:
        return list(self.sitting.play.pending(self.seat_of[name]))

    def asked(self, name: str) -> list[str]:
        """The names of the prompts that stand before a player."""
        return [pending.prompt.name for pending in self.pending(name)]

    def prompt(self, name: str, prompt: str | None = None) -> Any:
        """One prompt before a player; the first, unless named."""
        return next(p.prompt for p in self.pending(name) if prompt in (None, p.prompt.name))

    def choices(self, name: str, prompt: str | None = None) -> list[str]:
        """What a prompt offers, by key: the options of a pick, or the acts of a menu."""
        found = self.prompt(name, prompt)
        return [choice.key for choice in getattr(found, "choices", None) or found.options]

    def _acts(self, name: str) -> list[tuple[str, Any]]:
        """Every entry of a player's menus, each with the name of its prompt."""
        asked: list[Any] = [pending.prompt for pending in self.pending(name)]
        return [(prompt.name, choice) for prompt in asked for choice in getattr(prompt, "choices", ())]

    def may(self, name: str) -> list[str]:
        """Every act a player may take now, of all menus."""
        return [choice.key for _, choice in self._acts(name)]

    def choice(self, name: str, act: str) -> Any:
        """One entry of a player's menus, with its fields and words."""
        return next(choice for _, choice in self._acts(name) if choice.key == act)

    def field(self, name: str, act: str, field: str) -> Any:
        """One of the small questions of an act; nothing, if the act does not ask it."""
        return next((part for part in self.choice(name, act).fields if part.name == field), None)

    def view(self, name: str | None) -> View:
        """All that a player, or somebody looking on, may know."""
        return view(self.sitting, None if name is None else self.seat_of[name])

    def seen(self, name: str | None) -> dict[str, Any]:
        """The nouns on the table, as far as a player or somebody looking on may see them."""
        return self.view(name).state

    def story(self, name: str | None = None) -> list[str]:
        """The lines a player, or somebody looking on, has been told."""
        seat = None if name is None else self.seat_of[name]
        return [line.text for line in self.table.lines if line.to is None or seat in line.to]

    # -- doing

    def say(self, name: str, value: Any, prompt: str | None = None) -> None:
        """Answer the question a player is asked."""
        self._answer(self.seat_of[name], self.prompt(name, prompt).name, value)

    def act(self, name: str, act: str, /, **fields: Any) -> None:
        """Take an act from one of a player's menus."""
        prompt = next((prompt for prompt, choice in self._acts(name) if choice.key == act), None)
        assert prompt is not None, f"{name} may not {act}; may {self.may(name)}"
        self._answer(self.seat_of[name], prompt, {"act": act, **fields})

    def refused(self, name: str, value: Any, prompt: str | None = None) -> Refused:
        """An answer that is not taken; nothing changes."""
        before = self.sitting.digest()
        try:
            self.say(name, value, prompt)
        except Refused as refusal:
            assert self.sitting.digest() == before
            return refusal
        raise AssertionError(f"{value!r} was taken")

    def _answer(self, seat: Seat, prompt: str, value: Any) -> None:
        self.sitting.answer(seat, prompt, value)
        if self.checked:
            self.game.check(self.table)

    # -- playing on

    def until(self, *prompts: str) -> str:
        """Play plainly until one of these prompts stands before somebody; says before whom (the first seat)."""
        self.until_true(lambda: bool(self._before(prompts)), f"the game ended before {prompts}")
        return self._before(prompts)

    def _before(self, prompts: Iterable[str]) -> str:
        return next((name for name in self.seat_of if not set(self.asked(name)).isdisjoint(prompts)), "")

    def until_true(self, condition: Callable[[], bool], otherwise: str = "the game ended first") -> None:
        """Play plainly until something holds."""
        for _ in range(MOST_STEPS):
            if condition():
                return
            if not self.step():
                break
        raise AssertionError(otherwise)

    def finish(self) -> None:
        """Play plainly to the end."""
        for _ in range(MOST_STEPS):
            if not self.step():
                return
            self.game.check(self.table)
        raise AssertionError("the game does not end")

    def step(self) -> bool:
        """One plain answer to what the rules wait for; says whether there was any."""
        if self.sitting.over:
            return False
        window = self.sitting.play.windows[0]
        seat = next(iter(window.awaited))
        prompt = window.prompts[seat]
        self._answer(seat, prompt.name, self.plainly(seat, prompt))
        return True

    def plainly(self, seat: Seat, prompt: Prompt[Any]) -> Any:
        """What a player says to this when the test does not care; from a menu, what brings the game on most."""
        plain = self.plain.get(prompt.name, UNSET)
        if plain is not UNSET:
            return plain(self.name(seat), prompt) if callable(plain) else plain
        if prompt.default is not UNSET:
            return prompt.default
        if isinstance(prompt, Form):
            return self._filled(seat, prompt.fields)
        choices = prompt.choices if isinstance(prompt, Menu) else ()
        choice = next((choice for key in self.forward for choice in choices if choice.key == key), None)
        return {"act": choice.key, **self._filled(seat, choice.fields)} if choice else prompt.random(self._random)

    def _filled(self, seat: Seat, fields: Iterable[Prompt[Any]]) -> dict[str, Any]:
        return {field.name: self.plainly(seat, field) for field in fields}
