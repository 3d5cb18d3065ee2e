"""Hands of cards: one exact key for every comparison, what it looks like, and what it is worth. (Ledger 2.7, C6 to C10)

A card is two letters, value and suit: `TH` is the ten of Hearts. A Joker is `JK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from mneme.engine.state import Face

VALUES = "23456789TJQKA"
SUITS = "SHDC"
RED = frozenset("HD")
JOKER = "JK"
FACES = tuple(value + suit for suit in SUITS for value in reversed(VALUES))
DECK = (*FACES, JOKER, JOKER)  # UT-SETUP-04

HIGH_TO_LOW = tuple(reversed(VALUES))
_PLACES = {card: place for place, card in enumerate((JOKER, *(v + s for v in HIGH_TO_LOW for s in sorted(SUITS))))}

Key = tuple[int, int, int, tuple[int, ...]]


class Step(StrEnum):
    """What decided a comparison: the first part of the key that differs."""

    VALUE = "value"
    SUIT = "suit"
    COLOUR = "colour"
    HIGH_CARD = "high card"
    TIE = "tie"


STEPS = (Step.VALUE, Step.SUIT, Step.COLOUR, Step.HIGH_CARD)


class Group(Face, frozen=True):
    """The largest group of a hand at one step: what its cards have in common, and how many they are."""

    trait: str = ""  # a value, a suit, or a colour by name; nothing where there is no group
    count: int = 0


NO_GROUP = Group()


class Ranked(Face, frozen=True):
    """A hand as it counts, for whoever may see it: groups, values from the highest down, what each Joker stands for."""

    value: Group
    suit: Group
    colour: Group
    high: str
    jokers: tuple[str, ...]
    hearts: int
    clubs: int


class Compared(Face, frozen=True):
    """One step of a comparison: how many each hand has, or the highest value it has left."""

    step: str
    mine: str
    theirs: str
    outcome: str  # equal, higher, lower


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


# No letter is a value and a suit at once, so the cards written in a row can be counted letter by letter.


def read(cards: Iterable[str], declared: Sequence[str] = ()) -> Reading:
    """Read a hand. Jokers take the identity that makes it best, unless their owner has declared them.

    (UT-HAND-03, -04, UT-JOK-01..06, UT-R-27, UT-R-30, UT-R-31)
    """
    held = tuple(cards)
    natural = "".join(held).replace(JOKER, "") + "".join(declared)
    jokers = len(held) - len(natural) // 2
    values, suits = list(map(natural.count, HIGH_TO_LOW)), list(map(natural.count, SUITS))
    _, hearts, _, clubs = suits
    if not jokers:
        return Reading(_key(values, suits), 0, "", (), hearts, clubs)
    value, best = _best_value(values), _best_suits(suits, jokers)
    values[HIGH_TO_LOW.index(value)] += jokers
    suits[SUITS.index(best[0])] += jokers
    return Reading(
        key=_key(values, suits),
        jokers=jokers,
        identity=value + best[0],
        suits=best,
        hearts=hearts + jokers * ("H" in best),
        clubs=clubs + jokers * ("C" in best),
    )


reread = lru_cache(maxsize=256)(read)  # the same few hands are looked at again and again


@lru_cache(maxsize=256)
def ranked(held: tuple[str, ...], declared: tuple[str, ...]) -> Ranked:
    """How a hand counts, laid open. (UT-HAND-02..05, UT-JOK-03, -05)"""
    reading = reread(held, declared)
    value, suit, colour, values = reading.key
    jokers = (*declared, *[reading.identity] * reading.jokers)
    written = "".join(held).replace(JOKER, "") + "".join(jokers)
    suits = tuple(map(written.count, SUITS))
    red = suits[1] + suits[2]
    return Ranked(
        value=Group(_best_value(values), value) if value else NO_GROUP,
        suit=Group(SUITS[suits.index(max(suits))], suit) if suit else NO_GROUP,
        colour=Group("red" if red == colour else "black", colour) if colour else NO_GROUP,
        high=by_value(reading.key),
        jokers=jokers,
        hearts=reading.hearts,
        clubs=reading.clubs,
    )


def _best_value(values: Sequence[int]) -> str:
    """The highest of the values held most often; an Ace where there is no other card. (UT-JOK-03, -06)"""
    return HIGH_TO_LOW[values.index(max(values))]  # the first of several equals


def _best_suits(suits: Sequence[int], jokers: int) -> tuple[str, ...]:
    """The suits held most often that leave the larger colour largest: any of them is best. (UT-JOK-03, -05)"""
    most = max(suits)
    top = [place for place, count in enumerate(suits) if count == most]
    if len(top) == 1:
        return (SUITS[top[0]],)
    largest = [_larger_colour([*suits[:place], most + jokers, *suits[place + 1 :]]) for place in top]
    return tuple(SUITS[place] for place, colour in zip(top, largest, strict=True) if colour == max(largest))


def _key(values: Sequence[int], suits: Sequence[int]) -> Key:
    """Largest groups, then how many of each value from the Ace down."""
    return (qualifying(max(values)), qualifying(max(suits)), qualifying(_larger_colour(suits)), tuple(values))


def _larger_colour(suits: Sequence[int]) -> int:
    spades, hearts, diamonds, clubs = suits
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
    return sorted(cards, key=_PLACES.__getitem__)


def by_value(key: Key) -> str:
    """The values of a hand, its Jokers' among them, from the highest down: `AKK9`."""
    return "".join(map(mul, HIGH_TO_LOW, key[3]))


def survivors(mine: Key, theirs: Key) -> tuple[str, str]:
    """The highest values left after equal ones are set aside one for one; empty where none is left. (UT-HAND-07)"""
    mine_left, theirs_left = "", ""
    for value, own, other in zip(HIGH_TO_LOW, mine[3], theirs[3], strict=True):
        mine_left = mine_left or (value if own > other else "")
        theirs_left = theirs_left or (value if other > own else "")
    return mine_left, theirs_left


def compared(mine: Key, theirs: Key) -> tuple[Compared, ...]:
    """Step by step, down to what decides; a tie is equal all the way. (UT-HAND-04, -07)"""
    steps = []
    for step, own, other in zip(STEPS[:3], mine[:3], theirs[:3], strict=True):
        steps.append(Compared(str(step), str(own), str(other), _outcome((own,), (other,))))
        if own != other:
            return tuple(steps)
    own_left, other_left = survivors(mine, theirs)
    return (*steps, Compared(str(Step.HIGH_CARD), own_left, other_left, _outcome(mine[3], theirs[3])))


def _outcome(mine: tuple[int, ...], theirs: tuple[int, ...]) -> str:
    if mine == theirs:
        return "equal"
    return "higher" if mine > theirs else "lower"
