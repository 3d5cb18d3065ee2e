"""How likely things are: hands against hands, last chances, tests, rolls. (Ledger 9)

Hands of known size and unknown cards are looked up in data/odds.json and data/keys.json, which
`python -m mneme.games.utopolis.odds` counts anew from a fixed seed. Where cards are known, what is left is counted one
by one if there is little of it, and sampled from a fixed seed otherwise: the same table always gives the same answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import msgspec

from mneme.games.utopolis.content import read_data
from mneme.games.utopolis.hands import DECK, Key, read

MOST_MINE, MOST_THEIRS = 16, 24  # hands larger than this are looked up as this large
DEALS = 200_000  # behind the table
KEY_DEALS = 40_000  # behind the table of what a hand makes
COUNTED = 1_500  # so many hands are counted one by one
SAMPLED = 150  # of more, so many are looked at
RED_OF_DECK, JOKERS_OF_DECK = 26 / 54, 2 / 54


@cache
def table() -> tuple[tuple[float, ...], ...]:
    """`table()[n][m]`: n cards beat m, both unknown; a tie is a loss."""
    return msgspec.json.decode(read_data("odds.json"), type=tuple[tuple[float, ...], ...])


def before_the_draw(mine: int, theirs: int) -> float:
    """P_pre: a hand of `mine` cards is higher than one of `theirs`, dealt from one deck."""
    return table()[min(mine, MOST_MINE)][min(theirs, MOST_THEIRS)]


# -- my cards are known, and theirs are looked up: quick enough to say with every question


@cache
def keys_table() -> tuple[dict[str, float], ...]:
    """`keys_table()[m]`: how likely m unknown cards make each number of one value, suit and colour."""
    return msgspec.json.decode(read_data("keys.json"), type=tuple[dict[str, float], ...])


@cache
def held_against(mine: Key, theirs: int) -> float:
    """About P_own, for what a hand makes: a dead heat up to colour is decided either way."""
    return sum(
        chance * (0.5 if key == mine[:3] else float(key < mine[:3])) for key, chance in _keys(min(theirs, MOST_THEIRS))
    )


@cache
def to_beat(size: int, highest: Key) -> float:
    """About P_redraw: so many new cards beat an open hand."""
    return sum(
        chance * (0.5 if key == highest[:3] else float(key > highest[:3]))
        for key, chance in _keys(min(size, MOST_THEIRS))
    )


@cache
def _keys(size: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    return tuple((tuple(map(int, key.split())), chance) for key, chance in keys_table()[size].items())


# -- my cards are known


def unseen_cards(*seen: Iterable[str]) -> tuple[str, ...]:
    """What is left of one deck once these are out of it; cards of a second deck change nothing."""
    out = Counter(card for cards in seen for card in cards)
    return tuple(sorted((Counter(DECK) - out).elements()))


def against_unseen(mine: Sequence[str], theirs: int, unseen: Sequence[str]) -> float:
    """P_own: my hand is higher than `theirs` cards of those I have not seen."""
    key = read(mine).key
    return share(key > read(hand).key for hand in hands_of(unseen, theirs))


def one_card_more(mine: Sequence[str], theirs: int, unseen: Sequence[str]) -> float:
    """The chance after a helpful card, whichever it will be. Less `against_unseen` this is gain_help."""
    return share(read((*mine, more)).key > read(hand).key for more, *hand in sampled(unseen, 1 + theirs))


# -- all cards are open


def with_the_muse(mine: Sequence[str], highest: Key, pile: Sequence[str]) -> float:
    """P_muse: two cards of the pile make my hand higher than the highest against it."""
    return share(read((*mine, *two)).key > highest for two in combinations(pile, 2))


def after_a_redraw(size: int, highest: Key, pile: Sequence[str]) -> float:
    """P_redraw: as many new cards beat the highest hand against me."""
    return share(read(hand).key > highest for hand in hands_of(pile, size))


# -- tests, dice, verdicts


@cache
def failing_a_test(flaw_base: int, fear_base: int, more: int = 0, fewer: int = 0) -> float:
    """P_test_fail: red tests the Flaw, black the Fear, a Joker what is better for its drawer. (UT-TEST-03, -07)

    The card that tells the kind stays out. It is as likely to be any, so the hands come from a random 53 of the deck,
    and the table's numbers hold; only its being no Joker is left aside, which is less than 1 in 1,000.
    """
    flaw, fear = (1 - before_the_draw(max(0, base) + more, max(0, 5 - fewer)) for base in (flaw_base, fear_base))
    return RED_OF_DECK * (flaw + fear) + JOKERS_OF_DECK * min(flaw, fear)


def reroll(wanted: int, rerolls: int) -> float:
    """P_reroll: one of the wanted faces comes up at least once."""
    return 1 - (1 - wanted / 6) ** rerolls


def arrest(satisfied: int) -> float:
    """P_arrest: the supercomputer asks what the file can answer. (UT-ARR-09)"""
    return satisfied / 6


def gm_beats(size: int, points: int) -> float:
    """The GM's view: 7 cards and the points against a hand of this size. (UT-DRAW-06)"""
    return 1 - before_the_draw(size, 7 + points)


# -- counting


def hands_of(cards: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """All hands of that size, or a fair sample of them."""
    if size <= len(cards) and comb(len(cards), size) <= COUNTED:
        yield from combinations(cards, size)
    else:
        yield from sampled(cards, size)


def sampled(cards: Sequence[str], size: int) -> Iterator[list[str]]:
    """Hands as they might be dealt, the same ones every time."""
    dice = random.Random(size)
    return (dice.sample(cards, min(size, len(cards))) for _ in range(SAMPLED))


def share(outcomes: Iterable[bool]) -> float:
    counted = list(outcomes)
    return sum(counted) / len(counted) if counted else 0.0


def count_table(deals: int, seed: str = "utopolis") -> list[list[float]]:
    """Deal whole decks; the first n cards are one hand, the last m the other."""
    dice, cards = random.Random(seed), list(DECK)
    wins = [[0] * (MOST_THEIRS + 1) for _ in range(MOST_MINE + 1)]
    for _ in range(deals):
        dice.shuffle(cards)
        mine = [read(cards[:size]).key for size in range(MOST_MINE + 1)]
        theirs = [read(cards[54 - size :]).key for size in range(MOST_THEIRS + 1)]
        for row, key in zip(wins, mine, strict=True):
            for size, other in enumerate(theirs):
                row[size] += key > other
    return [[round(count / deals, 4) for count in row] for row in wins]


def count_keys(deals: int, seed: str = "utopolis") -> list[dict[str, float]]:
    """What the first m cards of a deck make, over many deals."""
    dice, cards = random.Random(seed), list(DECK)
    made: list[Counter[str]] = [Counter() for _ in range(MOST_THEIRS + 1)]
    for _ in range(deals):
        dice.shuffle(cards)
        for size, counts in enumerate(made):
            counts[" ".join(map(str, read(cards[:size]).key[:3]))] += 1
    return [{key: round(count / deals, 5) for key, count in sorted(counts.items())} for counts in made]


if __name__ == "__main__":
    rows = ",\n".join(msgspec.json.encode(row).decode() for row in count_table(DEALS))
    Path(__file__).with_name("data").joinpath("odds.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    keys = ",\n".join(msgspec.json.encode(row).decode() for row in count_keys(KEY_DEALS))
    Path(__file__).with_name("data").joinpath("keys.json").write_text(f"[\n{keys}\n]\n", encoding="utf-8")
