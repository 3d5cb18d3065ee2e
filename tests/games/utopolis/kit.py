"""Table talk: a GM and some players, with cards and the question die as the test writes them.

    game = Seated("ryan", "jake", "dave")        # the first is the GM
    game.to_trail("Who")                          # jake's trail scene, the die showing Who
    game.to_adjustment(jake="8S 8H 8D")           # a conflict with the GM, jake holding these
    game.lay_hands(jake="8S 8H 8D", gm="KC 2D")   # whatever was dealt, these are the hands now

Whatever a test does not care about is answered plainly: by the prompt's default, or by some legal answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET

from mneme.engine.errors import Refused
from mneme.engine.log import Sitting
from mneme.engine.play import Pending
from mneme.engine.projection import view
from mneme.engine.prompts import Prompt
from mneme.engine.state import Bag, Hand
from mneme.games.utopolis import GAME
from mneme.games.utopolis.hands import DECK
from mneme.games.utopolis.nouns import (
    GM,
    QUESTIONS,
    Case,
    Conflict,
    Detective,
    Item,
    Robot,
    Scene,
    Utopolis,
    robot_side,
)

Plain = dict[str, Any]

PLAIN: Plain = {
    "detective": "krake",
    "crime_source": "choose",
    "crime": {"crime": "clio-1", "muses": ["Clio"]},
    "narration": {"act": "narrate_success", "text": "So it ends.", "clue": "A blue thread"},
    "arrest_proposal": {"suspect": "new", "name": "Chester Vane"},
    "next_investigation": {"say": "stop"},
}


class Seated:
    """People around a Utopolis table; the first named is the GM. Seats go by names."""

    def __init__(self, *names: str, plain: Plain | None = None, **options: Any) -> None:
        self.sitting = Sitting.lay(GAME, names, options, seed="scripted")
        self.seat_of = dict(zip(names, self.sitting.header.seats, strict=True))
        self.plain: Plain = {**PLAIN, "pursue_clue": first_choice, "initiation": core_alone, **(plain or {})}
        self.faces: list[int] = []
        self._random = random.Random(7)
        self._script_die()

    def _script_die(self) -> None:
        table = self.table
        roll = table.roll

        def scripted(count: int, sides: int) -> tuple[int, ...]:
            if self.faces:
                face = (self.faces.pop(0),)
                table.opened("roll", face)
                return face
            return roll(count, sides)

        setattr(table, "roll", scripted)  # noqa: B010  # a method of this one table

    def die(self, *questions: str) -> None:
        """The question die falls like this."""
        self.faces = [QUESTIONS.index(question) + 1 for question in questions]

    # -- looking

    @property
    def table(self) -> Utopolis:
        table = self.sitting.table
        assert isinstance(table, Utopolis)
        return table

    @property
    def scene(self) -> Scene:
        return self.table.scene

    @property
    def conflict(self) -> Conflict:
        return self.table.conflict

    @property
    def case(self) -> Case:
        return self.table.case

    @property
    def phase(self) -> str:
        return self.table.course.phase

    def detective(self, name: str) -> Detective:
        return self.table.detective[self.seat_of[name]]

    def robot(self, partner: str) -> Robot:
        return self.table.robot[self.seat_of[partner]]

    def side(self, name: str) -> str:
        """`gm`, a player's name, or `robot of jake`."""
        if name == GM:
            return GM
        if name.startswith("robot of "):
            return robot_side(self.seat_of[name.removeprefix("robot of ")])
        return self.seat_of[name]

    def size(self, name: str) -> int:
        return len(self.table.hands[self.side(name)])

    def items(self) -> list[Item]:
        return self.table.items

    def name(self, seat: str) -> str:
        return next(name for name, place in self.seat_of.items() if place == seat)

    def names(self, seats: Iterable[str]) -> list[str]:
        return [self.name(seat) for seat in seats]

    def pending(self, name: str) -> list[Pending]:
        return list(self.sitting.play.pending(self.seat_of[name]))

    def asked(self, name: str) -> list[str]:
        return [pending.prompt.name for pending in self.pending(name)]

    def prompt(self, name: str, prompt: str | None = None) -> Any:
        return next(p.prompt for p in self.pending(name) if prompt in (None, p.prompt.name))

    def may(self, name: str) -> list[str]:
        """Every act a player may take now, of all menus."""
        menus: list[Any] = [p.prompt for p in self.pending(name) if hasattr(p.prompt, "choices")]
        return [choice.key for menu in menus for choice in menu.choices]

    def options(self, name: str, act: str, field: str) -> list[str]:
        """The keys that one small question of an act offers."""
        menus: list[Any] = [p.prompt for p in self.pending(name) if hasattr(p.prompt, "choices")]
        choice = next(choice for menu in menus for choice in menu.choices if choice.key == act)
        return [option.key for option in next(part for part in choice.fields if part.name == field).options]

    def story(self) -> list[str]:
        return [line.text for line in self.table.lines]

    def seen(self, name: str | None) -> dict[str, Any]:
        return view(self.sitting, None if name is None else self.seat_of[name]).state

    # -- laying out

    def lay(self, name: str, **fields: Any) -> None:
        """Put something on a detective's file."""
        for field, value in fields.items():
            setattr(self.detective(name), field, value)

    def lay_hands(self, **hands: str) -> None:
        """Replace hands; the pile holds what is then left, of as many decks as it takes."""
        table, deck = self.table, self.table.deck
        for name, cards in hands.items():
            hand = table.hands[self.side(name.replace("_", " "))]
            faces = tuple(sorted(cards.split()))
            hand.cards = Hand((), faces) if deck.revealed else Hand(faces)
        out = Counter((*deck.discards, *deck.aside))
        for hand in table.hands.values():
            out.update(hand.faces)
        deck.decks = 1
        while out - Counter(DECK * deck.decks):
            deck.decks += 1
        deck.pile = Bag(tuple(sorted((Counter(DECK * deck.decks) - out).elements())))

    # -- doing

    def say(self, name: str, value: Any, prompt: str | None = None) -> None:
        self.sitting.answer(self.seat_of[name], self.prompt(name, prompt).name, value)

    def act(self, name: str, act: str, /, **fields: Any) -> None:
        for pending in self.pending(name):
            if act in [choice.key for choice in getattr(pending.prompt, "choices", ())]:
                self.sitting.answer(self.seat_of[name], pending.prompt.name, {"act": act, **fields})
                return
        raise AssertionError(f"{name} may not {act}; may {self.may(name)}")

    def refused(self, name: str, value: Any, prompt: str | None = None) -> Refused:
        before = self.sitting.digest()
        try:
            self.say(name, value, prompt)
        except Refused as refusal:
            assert self.sitting.digest() == before
            return refusal
        raise AssertionError(f"{value!r} was taken")

    def until(self, *prompts: str, most: int = 5_000) -> str:
        """Play plainly until one of these prompts stands before somebody; says before whom."""
        for _ in range(most):
            for name in self.seat_of:
                if any(asked in prompts for asked in self.asked(name)):
                    return name
            if not self.step():
                break
        raise AssertionError(f"the game ended before {prompts}")

    def until_true(self, condition: Callable[[], bool], most: int = 5_000) -> None:
        for _ in range(most):
            if condition():
                return
            if not self.step():
                break
        raise AssertionError("the game ended first")

    def finish(self) -> None:
        for _ in range(5_000):
            if not self.step():
                return
            GAME.check(self.table)
        raise AssertionError("the game does not end")

    def step(self) -> bool:
        if self.sitting.over:
            return False
        window = self.sitting.play.windows[0]
        seat = next(iter(window.awaited))
        prompt = window.prompts[seat]
        self.sitting.answer(seat, prompt.name, self._plainly(seat, prompt))
        return True

    def _plainly(self, seat: str, prompt: Prompt[Any]) -> Any:
        plain = self.plain.get(prompt.name, UNSET)
        if plain is not UNSET:
            return plain(self.name(seat), prompt) if callable(plain) else plain
        return prompt.default if prompt.default is not UNSET else prompt.random(self._random)

    # -- going somewhere

    def to_opening(self) -> None:
        """Free play in the opening scene."""
        self.until("free_play")
        assert self.scene.kind == "opening"

    def to_trail(self, *questions: str) -> None:
        """Free play in the next trail scene, the die falling like this."""
        self.until("turn_choice")
        self.die(*questions)
        self.until("free_play")

    def to_intents(self) -> None:
        """The GM calls a conflict here and now."""
        self.act(self.name(self.table.gm), "call_conflict", text="")

    def to_adjustment(self, **hands: str) -> None:
        """A conflict as far as the hands, which are then these."""
        if "conflict" not in self.table.nouns:
            self.to_intents()
        self.until_true(lambda: self.conflict.stage in {"adjustment", "reveal"})
        if hands:
            self.lay_hands(**hands)

    def to_result(self, **hands: str) -> None:
        """A conflict as far as its telling, with these hands."""
        self.to_adjustment(**hands)
        self.until_true(lambda: "conflict" not in self.table.nouns or self.conflict.stage == "narration")

    def join(self, *names: str) -> None:
        """Put detectives into the scene, with their robots."""
        seats = tuple(self.seat_of[name] for name in names)
        self.scene.present, self.scene.robots = (*self.scene.present, *seats), (*self.scene.robots, *seats)

    def arrest(self, suspect: str = "Chester Vane") -> None:
        """The next scene player proposes an arrest, and all agree."""
        name = self.until("turn_choice")
        self.plain["arrest_proposal"] = {"suspect": "new", "name": suspect}
        self.say(name, "arrest", "turn_choice")

    def evidence(self, *questions: str) -> None:
        """Put evidence into the open file."""
        for question in questions:
            self.table.record(
                Item(author=self.table.gm, text=f"Proof: {question}", questions=(question,), evidence=True)
            )


def first_choice(_name: str, prompt: Any) -> str:
    return str(prompt.options[0].key)


def core_alone(_name: str, form: Any) -> dict[str, Any]:
    """No attribute and no talent."""
    return {field.name: {"text": "", "talents": []}.get(field.name, "none") for field in form.fields}


def three(**options: Any) -> Seated:
    """A GM and two detectives: the table of the book's example."""
    return Seated("ryan", "jake", "dave", **options)


def trail(*questions: str, **options: Any) -> Seated:
    """Jake's first trail scene."""
    game = three(**options)
    game.to_trail(*(questions or ("Who",)))
    return game
