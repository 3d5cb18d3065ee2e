"""What dice are worth: which trade to make, and what more dice would bring. (Ledger 9.2, SZ-AMB-62)

The odds are exact (odds.py). Counting them for every way to split a large pool takes long, so a rough look at
the highest and the lowest die alone picks a few, and only those are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from mneme.games.schizonauts.dice import LARGEST_FACE, Pool, Side, roles
from mneme.games.schizonauts.odds import JUDGE_COINS, NARRATOR_COINS, RoleOdds, reveal_odds, role_chances

SHORTLIST, LARGE = 4, 16  # of really large pools only half as many are looked at
GIVEN_AWAY = 0.4  # what a role is worth that one may only hand to a friend


class Wish(NamedTuple):
    """What the two roles are worth to somebody. `shared`: nobody may hold both. (SZ-ROLE-04, -05)"""

    narrator: float
    judge: float
    shared: bool = False

    def worth(self, odds: RoleOdds[float]) -> float:
        both = self.narrator + self.judge
        if self.shared:
            both = max(self.narrator, self.judge) + GIVEN_AWAY * min(self.narrator, self.judge)
        return odds.both * both + odds.narrator_only * self.narrator + odds.judge_only * self.judge


def wish(ambition: float, *, paid: bool, shared: bool) -> Wish:
    """What a player of this ambition wants; in endgame the roles also earn coin. (SZ-PAY-01)"""
    narrator, judge = 0.3 + 0.7 * ambition, 1.0 - 0.7 * ambition
    if paid:
        narrator, judge = (narrator + NARRATOR_COINS) / 2, (judge + JUDGE_COINS) / 2
    return Wish(narrator, judge, shared)


def own_chances(side: Side, own: Pool, other: Pool) -> RoleOdds[float]:
    """One's own odds against the other's dice as they lie."""
    return role_chances(own, other) if side is Side.ACTOR else role_chances(other, own).opposite


def best_pool(side: Side, now: Pool, others: Iterable[Pool], against: Pool, wanted: Wish, margin: float) -> Pool:
    """The pool to roll: another one only if it is worth so much more than the dice as they are."""
    few = SHORTLIST if now.units + against.units <= LARGE else SHORTLIST // 2
    rough = sorted(others, key=lambda pool: -_roughly(pool, against, wanted))[:few]
    exact = {pool: wanted.worth(own_chances(side, pool, against)) for pool in (now, *rough)}
    best = max(exact, key=lambda pool: (exact[pool], pool.dice))
    return best if exact[best] > exact[now] + margin else now


def gain_of_dice(side: Side, own: Pool, against: Pool, more: int, wanted: Wish) -> float:
    """What some plain d6 more would be worth before the roll."""
    with_them = wanted.worth(own_chances(side, own.with_d6(more), against))
    return with_them - wanted.worth(own_chances(side, own, against))


def gain_after_roll(
    side: Side, actor_rolls: Sequence[int], visitor_rolls: Sequence[int], more: int, wanted: Wish
) -> float:
    """What some plain d6 more would be worth now that the dice are down. (SZ-RVL-05, SZ-AMB-60)"""
    held = roles(actor_rolls, visitor_rolls)
    now = wanted.worth(_as_odds(held.narrator is side, held.judge is side))
    odds = reveal_odds(actor_rolls, visitor_rolls, side, more)
    return wanted.worth(RoleOdds(*(float(chance) for chance in odds))) - now


def _as_odds(narrates: bool, judges: bool) -> RoleOdds[float]:
    return RoleOdds(
        both=float(narrates and judges),
        narrator_only=float(narrates and not judges),
        judge_only=float(judges and not narrates),
        neither=float(not narrates and not judges),
    )


def _roughly(own: Pool, against: Pool, wanted: Wish) -> float:
    """The wish by the highest and the lowest die alone; a tie counts half."""
    high = _first_ahead(_highest(own), _highest(against))
    low = 1 - _first_ahead(_lowest(own), _lowest(against))
    return wanted.narrator * high + wanted.judge * low


def _first_ahead(one: Sequence[float], two: Sequence[float]) -> float:
    """How likely a number drawn from one is above a number drawn from two."""
    below = ahead = 0.0
    for chance, other in zip(one, two, strict=True):
        ahead += chance * (below + other / 2)
        below += other
    return ahead


@lru_cache(maxsize=4096)
def _highest(pool: Pool) -> tuple[float, ...]:
    """The chance of every face to be the highest."""
    up_to = [prod(min(face / size, 1.0) for size in pool.sizes) for face in range(LARGEST_FACE + 1)]
    return tuple(up_to[face] - up_to[face - 1] for face in range(1, LARGEST_FACE + 1))


@lru_cache(maxsize=4096)
def _lowest(pool: Pool) -> tuple[float, ...]:
    """The chance of every face to be the lowest."""
    above = [prod(max(1 - face / size, 0.0) for size in pool.sizes) for face in range(LARGEST_FACE + 1)]
    return tuple(above[face - 1] - above[face] for face in range(1, LARGEST_FACE + 1))
