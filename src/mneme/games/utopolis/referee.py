"""`mneme referee utopolis`: two hands of real cards, compared step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from mneme.commands.referee import BadQuestion, Question, Thing, Things, answer_options, shown
from mneme.games.utopolis import words
from mneme.games.utopolis.hands import DECK, JOKER, Reading, Step, award, damage_level, deciding_step, read

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

MOST_DECKS = 4  # a second deck comes in when the first runs out (UT-DECK-03); this many is beyond any table
MOST_OF_ONE = {card: MOST_DECKS * count for card, count in Counter(DECK).items()}


@click.group(cls=Things)
def group() -> None:
    """Hands of cards."""


class Compared(NamedTuple):
    """A detective's hand against the GM's."""

    detective: tuple[str, ...]
    gm: tuple[str, ...]
    mine: Reading
    theirs: Reading

    @property
    def success(self) -> bool:
        """Equal hands are the GM's. (UT-HAND-08)"""
        return self.mine.key > self.theirs.key

    @property
    def step(self) -> Step:
        return deciding_step(self.mine.key, self.theirs.key)

    @property
    def award(self) -> int | None:
        """What is won against is on the table; what a loser gets depends on Crime points. (UT-AWD-01..03)"""
        return award(self.mine.key, self.theirs.key) if self.success else None

    @property
    def difference(self) -> int:
        return self.theirs.clubs - self.mine.hearts

    @property
    def damage(self) -> int:
        """Only who fails is hurt. (UT-DMG-01..03)"""
        return 0 if self.success else damage_level(self.difference)


def decide_hands(question: Question) -> Compared:
    """Read both hands with their Jokers. (UT-HAND-04, UT-JOK-03)"""
    detective, gm = _read_hand(question, "detective"), _read_hand(question, "gm")
    together = Counter((*detective, *gm))
    for card, count in together.items():
        if count > MOST_OF_ONE[card]:
            raise BadQuestion(f"There are {count} of {card}; {MOST_DECKS} decks hold {MOST_OF_ONE[card]}.")
    return Compared(detective, gm, read(detective), read(gm))


def _read_hand(question: Question, key: str) -> tuple[str, ...]:
    given = question[key]
    terms = given.replace(",", " ").split() if isinstance(given, str) else given
    if not isinstance(terms, list) or not all(type(term) is str for term in terms):
        raise BadQuestion(f'Give {key} as a list of cards, such as ["AS", "TH", "JK"]; {shown(given)} cannot be used.')
    return tuple(_read_card(term) for term in terms)


def _read_card(term: str) -> str:
    card = term.strip().upper().replace("10", "T")
    if card != JOKER and card not in DECK:
        raise BadQuestion(f"There is no card {shown(term)}; write value and suit, such as AS, TH or 3D, or JK.")
    return card


def hands_record(compared: Compared) -> dict[str, object]:
    return {
        "winner": "detective" if compared.success else "gm",
        "step": str(compared.step),
        "award": compared.award,
        "damage": compared.damage,
    }


def hands_words(compared: Compared) -> str:
    lines = [
        words.hand_shown("the detective", compared.detective, compared.mine),
        words.hand_shown("the GM", compared.gm, compared.theirs),
        *words.compared(compared.mine, compared.theirs, "the detective", "the GM"),
    ]
    if compared.success:
        return "\n".join([*lines, f"The detective succeeds and gains {compared.award} Cinema."])
    if compared.step == Step.TIE:
        lines.append("A tie goes to the GM.")
    harm = words.DAMAGE[compared.damage]
    return "\n".join([*lines, f"The detective fails. Clubs less Hearts make {compared.difference}: {harm}."])


HANDS = Thing(
    example={"detective": ["AS", "KH", "3D", "JK"], "gm": ["QC", "QD", "9C", "4C"]},
    decide=decide_hands,
    record=hands_record,
    words=hands_words,
)


def hand_option(name: str, about: str) -> Callable[[Decorated], Decorated]:
    return click.option(name, metavar='"CARD CARD ..."', help=about)


@group.command("hands")
@hand_option("--detective", "The detective's cards, such as “AS KH 3D JK”.")
@hand_option("--gm", "The GM's cards.")
@answer_options
def hands_command(detective: str | None, gm: str | None, as_json: bool, batch: bool) -> None:
    """Who wins, at which step, what it is worth, and what it hurts."""
    HANDS.answer({"detective": detective, "gm": gm}, as_json=as_json, batch=batch)
