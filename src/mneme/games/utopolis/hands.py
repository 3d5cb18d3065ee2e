"""Hands of cards: one exact key for every comparison, and what a comparison is worth. (Ledger 2.7, C6 to C10)

A card is two letters, value and suit: `TH` is the ten of Hearts. A Joker is `JK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

VALUES = "23456789TJQKA"
SUITS = "SHDC"
RED = frozenset("HD")
JOKER = "JK"
FACES = tuple(value + suit for suit in SUITS for value in reversed(VALUES))
DECK = (*FACES, JOKER, JOKER)  # UT-SETUP-04

HIGH_TO_LOW = tuple(reversed(VALUES))

Key = tuple[int, int, int, tuple[int, ...]]


class Step(StrEnum):
    """What decided a comparison: the first part of the key that differs."""

    VALUE = "value"
    SUIT = "suit"
    COLOUR = "colour"
    HIGH_CARD = "high card"
    TIE = "tie"


STEPS = (Step.VALUE, Step.SUIT, Step.COLOUR, Step.HIGH_CARD)


class Reading(NamedTuple):
    """A hand read once: its key, and the cards its Jokers stand for. `suits` are all that would do as well."""

    key: Key
    jokers: int
    identity: str  # the card every Joker stands for; empty without Jokers, or where their owner declared them
    suits: tuple[str, ...]
    hearts: int
    clubs: int


def qualifying(count: int) -> int:
    """Two or more make a group; one card makes none. (UT-HAND-02, UT-R-35b)"""
    return count if count >= 2 else 0


def read(cards: Iterable[str], declared: Sequence[str] = ()) -> Reading:
    """Read a hand. Jokers take the identity that makes it best, unless their owner has declared them.

    (UT-HAND-03, -04, UT-JOK-01..06, UT-R-27, UT-R-30, UT-R-31)
    """
    held = tuple(cards)
    natural = "".join((*(card for card in held if card != JOKER), *declared))
    jokers = len(held) - len(natural) // 2
    suits = _best_suits(natural, jokers) if jokers else ()
    identity = _best_value(natural) + suits[0] if jokers else ""
    return Reading(
        key=_natural_key(natural + identity * jokers),
        jokers=jokers,
        identity=identity,
        suits=suits,
        hearts=natural.count("H") + jokers * ("H" in suits),
        clubs=natural.count("C") + jokers * ("C" in suits),
    )


# No letter is a value and a suit at once, so the cards written in a row can be counted letter by letter.


def _best_value(natural: str) -> str:
    """The highest of the values held most often; an Ace where there is no other card. (UT-JOK-03, -06)"""
    return max(HIGH_TO_LOW, key=natural.count)  # the first of several equals


def _best_suits(natural: str, jokers: int) -> tuple[str, ...]:
    """The suits held most often that leave the larger colour largest: any of them is best. (UT-JOK-03, -05)"""
    most = max(map(natural.count, SUITS))
    top = [suit for suit in SUITS if natural.count(suit) == most]
    largest = {suit: _larger_colour(natural + suit * jokers) for suit in top}
    return tuple(suit for suit in top if largest[suit] == max(largest.values()))


def _natural_key(natural: str) -> Key:
    """The key of a hand without Jokers: largest groups, then how many of each value from the Ace down."""
    values = tuple(map(natural.count, HIGH_TO_LOW))
    suit = max(map(natural.count, SUITS))
    return (qualifying(max(values)), qualifying(suit), qualifying(_larger_colour(natural)), values)


def _larger_colour(natural: str) -> int:
    spades, hearts, diamonds, clubs = map(natural.count, SUITS)
    return max(hearts + diamonds, spades + clubs)


def natural_count(cards: Iterable[str], suit: str) -> int:
    """Cards of a suit, Jokers left aside. (UT-R-32, the other reading)"""
    return "".join(cards).count(suit)


def rank_class(key: Key) -> int:
    """1 to 4 as in the book, and 5 for no hand at all. (UT-HAND-05)"""
    groups = next((place for place, count in enumerate(key[:3], 1) if count), 0)
    return groups or (4 if any(key[3]) else 5)


def deciding_step(mine: Key, theirs: Key) -> Step:
    """Where two keys part. (UT-HAND-04, UT-AWD-01)"""
    for step, own, other in zip(STEPS, mine, theirs, strict=True):
        if own != other:
            return step
    return Step.TIE


def award(mine: Key, theirs: Key, high_card_award: int = 1) -> int:
    """Cinema for a success against the hand that was beaten. (UT-AWD-01, -02, UT-R-35, UT-R-35b)"""
    step = deciding_step(mine, theirs)
    match step:
        case Step.VALUE:
            return mine[0] - theirs[0]
        case Step.SUIT:
            return mine[1] - theirs[1]
        case Step.COLOUR:
            return mine[2] - theirs[2]
        case Step.HIGH_CARD:
            return high_card_award
    return 0


def damage_level(difference: int) -> int:
    """0 nothing, 1 the talent, 2 the attribute too, 3 Core as well. (UT-DMG-03)"""
    return sum(difference >= threshold for threshold in (1, 2, 4))


def in_order(cards: Iterable[str]) -> list[str]:
    """As one would hold them: Jokers first, then from the Ace down."""
    return sorted(cards, key=lambda card: (card != JOKER, HIGH_TO_LOW.index(card[0]), card[1]))


def by_value(key: Key) -> str:
    """The values of a hand, its Jokers' among them, from the highest down: `AKK9`."""
    return "".join(value * count for value, count in zip(HIGH_TO_LOW, key[3], strict=True))


def survivors(mine: Key, theirs: Key) -> tuple[str, str]:
    """The highest values left after equal ones are set aside one for one; empty where none is left. (UT-HAND-07)"""
    mine_left, theirs_left = "", ""
    for value, own, other in zip(HIGH_TO_LOW, mine[3], theirs[3], strict=True):
        mine_left = mine_left or (value if own > other else "")
        theirs_left = theirs_left or (value if other > own else "")
    return mine_left, theirs_left
