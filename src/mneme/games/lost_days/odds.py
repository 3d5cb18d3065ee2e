"""Exact odds, to show beside the dice: before a roll, for strain, and for the next coin. (Ledger 9)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

from mneme.games.lost_days.dice import FIRST, SECOND, compare

FACES = (1, 2, 3, 4, 5, 6)


class Chances(NamedTuple):
    """How a comparison may go for the first side; `margin` is the expected margin given that it wins."""

    win: Fraction
    draw: Fraction
    margin: Fraction


@cache
def before_the_roll(first: int, second: int, strict: bool = False) -> Chances:
    """The first side's chances, pool against pool, before any coin is spent."""
    won, drawn, margins = _ways(first, second, 6, strict)
    total = 6 ** (first + second)
    return Chances(Fraction(won, total), Fraction(drawn, total), Fraction(margins, won) if won else Fraction(0))


@cache
def _ways(first: int, second: int, top: int, strict: bool) -> tuple[int, int, int]:
    """Of all ways to throw two pools of dice with faces 1 to `top`: those in which the first side leads, those that
    are level, and the margins of the leads added up.

    Read from the highest face down: as long as both show it equally often (strict: not at all), the dice below decide.
    """
    if top == 0:
        return 0, int(first == second == 0), 0
    won = drawn = margins = 0
    for mine in range(first + 1):
        for theirs in range(second + 1):
            ways = comb(first, mine) * comb(second, theirs)
            my_rest, their_rest = first - mine, second - theirs
            below = (top - 1) ** (my_rest + their_rest)
            if strict and mine and theirs:
                drawn += ways * below
            elif mine == theirs:
                led, level, added = _ways(my_rest, their_rest, top - 1, strict)
                won, drawn, margins = won + ways * led, drawn + ways * level, margins + ways * added
            elif mine > theirs:
                won += ways * below
                margins += ways * ((mine - theirs) * below + _above(my_rest, their_rest, top - 1))
    return won, drawn, margins


def _above(first: int, second: int, top: int) -> int:
    """How many of the first side's dice beat the best of the second, added up over all ways to throw both."""
    if not first:
        return 0
    of_one_die = top if not second else 0  # the faces with which a single die does, whatever the second side throws
    for best in range(1, top + 1):
        of_one_die += (pow(best, second) - pow(best - 1, second)) * (top - best)
    added: int = first * of_one_die * pow(top, first - 1)
    return added


def strain_at_least(dice: int, least: int) -> Fraction:
    """The chance of so many 1s or more."""
    ways = sum(comb(dice, ones) * 5 ** (dice - ones) for ones in range(max(least, 0), dice + 1))
    return Fraction(ways, 6**dice)


def safe_strain(memory_coins: int, madness: int) -> int:
    """How much strain an elf can bear; each point moves the balance by 2. Negative: past the line already."""
    return (memory_coins - madness) // 2


def doom(dice: int, memory_coins: int, madness: int) -> Fraction:
    """The chance that strain alone brings an elf over the line."""
    return strain_at_least(dice, safe_strain(memory_coins, madness) + 1)


class Coin(NamedTuple):
    """What one coin can do: roll a die of a side again, or (no die) give it one more."""

    side: str
    die: int | None


def flips(dice: Mapping[str, Sequence[int]], coin: Coin, side: str, strict: bool = False) -> Chances:
    """The chances of a side after this coin, over the six faces."""
    other = SECOND if side == FIRST else FIRST
    won = drawn = margins = 0
    for face in FACES:
        after = {name: list(faces) for name, faces in dice.items()}
        if coin.die is None:
            after[coin.side].append(face)
        else:
            after[coin.side][coin.die] = face
        leader, margin = compare(after[side], after[other], strict=strict)
        won += leader == FIRST
        margins += margin if leader == FIRST else 0
        drawn += leader not in (FIRST, SECOND)
    return Chances(Fraction(won, 6), Fraction(drawn, 6), Fraction(margins, won) if won else Fraction(0))


def best_coin(dice: Mapping[str, Sequence[int]], side: str, strict: bool = False) -> Coin:
    """The coin with the best chance to lead; among equals, the largest margin, then the smallest margin lost."""
    coins = [Coin(name, die) for name, faces in dice.items() for die in (None, *range(len(faces)))]
    other = SECOND if side == FIRST else FIRST

    def worth(coin: Coin) -> tuple[Fraction, Fraction, Fraction]:
        mine, theirs = (flips(dice, coin, whose, strict) for whose in (side, other))
        return mine.win, mine.margin, -theirs.win * theirs.margin

    return max(coins, key=worth)
