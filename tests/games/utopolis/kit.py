"""Table talk: a GM and some players, with cards and the question die as the test writes them.

    game = Seated("ryan", "jake", "dave")        # the first is the GM
    game.to_trail("Who")                          # jake's trail scene, the die showing Who
    game.to_adjustment(jake="8S 8H 8D")           # a conflict with the GM, jake holding these
    game.lay_hands(jake="8S 8H 8D", gm="KC 2D")   # whatever was dealt, these are the hands now

Whatever a test does not care about is answered plainly: by the prompt's default, or by some legal answer.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from mneme.engine.state import Bag
from mneme.games.utopolis import GAME
from mneme.games.utopolis.deck import hold
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
from tests.games import seated
from tests.games.seated import Plain

PLAIN: Plain = {
    "detective": "krake",
    "crime_source": "choose",
    "crime": {"crime": "clio-1", "muses": ["Clio"]},
    "narration": {"act": "narrate_success", "text": "So it ends.", "clue": "A blue thread"},
    "arrest_proposal": {"suspect": "new", "name": "Chester Vane"},
    "next_investigation": {"say": "stop"},
}


class Seated(seated.Seated[Utopolis]):
    """People around a Utopolis table; the first named is the GM."""

    game = GAME
    laid = Utopolis

    def __init__(self, *names: str, plain: Plain | None = None, **options: Any) -> None:
        plainly = {**PLAIN, "pursue_clue": first_choice, "initiation": core_alone, **(plain or {})}
        super().__init__(*names, plain=plainly, **options)
        self.faces: list[int] = []
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

    def options(self, name: str, act: str, field: str) -> list[str]:
        """The keys that one small question of an act offers."""
        return [option.key for option in self.field(name, act, field).options]

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
            hold(hand, tuple(sorted(cards.split())), deck.revealed)
        out = Counter((*deck.discards, *deck.aside))
        for hand in table.hands.values():
            out.update(hand.faces)
        deck.decks = 1
        while out - Counter(DECK * deck.decks):
            deck.decks += 1
        deck.pile = Bag(tuple(sorted((Counter(DECK * deck.decks) - out).elements())))

    def leave_in_pile(self, cards: str) -> None:
        """Only these are left to draw; the rest of the pile is set aside."""
        deck, left = self.table.deck, tuple(cards.split())
        deck.aside = (*deck.aside, *(Counter(deck.pile.items) - Counter(left)).elements())
        deck.pile = Bag(left)

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
