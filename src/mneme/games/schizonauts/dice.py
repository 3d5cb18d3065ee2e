"""The dice of Schizonauts: pools, trades, and the two readings of a roll.

Ledger 2.7 (SZ-DICE-04..06, SZ-ROLE-01..03) and 12.2, 12.3. A pool is counted in *units*: a d6 is 1, a d8 is
2, a d10 is 3, a d12 is 4, and every trade keeps the number of units. Nothing here rolls; the dice come from
chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple, Self

LARGEST_FACE = 12
RATING_CAP = 8  # SZ-BLEED-01; the cap binds the rating, not the dice added to it (SZ-DICE-02)
LARGEST_KEY_BONUS = 2  # ledger 6.1
MEMORY_DIE = 1  # SZ-RVL-02

SIZES_BY_UNITS = {1: 6, 2: 8, 3: 10, 4: 12}
_TERM = re.compile(r"(\d*)d(\d+)")


class Pool(NamedTuple):
    """A handful of dice, counted by size."""

    d6: int = 0
    d8: int = 0
    d10: int = 0
    d12: int = 0

    @property
    def units(self) -> int:
        """What the pool is worth in d6; no trade changes it. (SZ-DICE-05)"""
        return self.d6 + 2 * self.d8 + 3 * self.d10 + 4 * self.d12

    @property
    def dice(self) -> int:
        """How many dice you pick up."""
        return self.d6 + self.d8 + self.d10 + self.d12

    @property
    def is_plain(self) -> bool:
        """Whether nothing has been traded up. (SZ-DICE-04)"""
        return self.d6 == self.dice

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of every die, largest first, ready to be rolled."""
        return (12,) * self.d12 + (10,) * self.d10 + (8,) * self.d8 + (6,) * self.d6

    def with_d6(self, count: int) -> Pool:
        """The pool after `count` d6 are added: contributions, key and reveal dice mix freely. (SZ-DICE-04)"""
        return Pool(self.d6 + count, self.d8, self.d10, self.d12)

    @lru_cache(maxsize=4096)  # noqa: B019  # a pool is a value, not an owner of anything
    def __str__(self) -> str:
        counts = ((self.d12, 12), (self.d10, 10), (self.d8, 8), (self.d6, 6))
        return "+".join(f"{count}d{size}" for count, size in counts if count)

    @classmethod
    @lru_cache(maxsize=4096)
    def parse(cls, text: str) -> Self:
        """Read `1d8+2d6`; the order is free, a lone `d8` is one die, and spaces do not matter."""
        counts = {6: 0, 8: 0, 10: 0, 12: 0}
        for term in "".join(text.split()).split("+"):
            count, size = _read_term(term, text)
            counts[size] += count
        if not any(counts.values()):
            raise ValueError(f"A pool holds at least 1 die; {text!r} holds none.")
        return cls(counts[6], counts[8], counts[10], counts[12])


def _read_term(term: str, text: str) -> tuple[int, int]:
    match = _TERM.fullmatch(term)
    if match is None or not term.isascii():
        raise ValueError(f"Write a pool like 1d8+2d6; {text!r} cannot be read.")
    size = int(match[2])
    if size not in SIZES_BY_UNITS.values():
        raise ValueError(f"Pools are made of d6, d8, d10 and d12; {text!r} asks for a d{size}.")
    return int(match[1] or 1), size


# ---- trades -------------------------------------------------------------------------------------------


def merges(pool: Pool) -> tuple[Pool, ...]:
    """The pools one upgrade of two dice away, largest dice first. (SZ-DICE-04)

    Every longer trade is a chain of these: 3d6 become a d10 by way of 1d8+1d6. (ledger 12.2)
    """
    d6, d8, d10, d12 = pool
    found = []
    if d6 and d10:
        found.append(Pool(d6 - 1, d8, d10 - 1, d12 + 1))
    if d8 >= 2:
        found.append(Pool(d6, d8 - 2, d10, d12 + 1))
    if d6 and d8:
        found.append(Pool(d6 - 1, d8 - 1, d10 + 1, d12))
    if d6 >= 2:
        found.append(Pool(d6 - 2, d8 + 1, d10, d12))
    return _largest_first(found)


@lru_cache(maxsize=256)
def partitions(units: int) -> tuple[Pool, ...]:
    """Every pool worth exactly `units`, largest dice first. (ledger 12.2)"""
    return tuple(_partitions(units))


def _partitions(units: int) -> Iterator[Pool]:
    for d12 in range(units // 4, -1, -1):
        after_d12 = units - 4 * d12
        for d10 in range(after_d12 // 3, -1, -1):
            after_d10 = after_d12 - 3 * d10
            for d8 in range(after_d10 // 2, -1, -1):
                yield Pool(after_d10 - 2 * d8, d8, d10, d12)


@lru_cache(maxsize=4096)
def reachable(pool: Pool, downgrade: bool) -> tuple[Pool, ...]:
    """Every pool that `pool` may be rolled as, itself included, largest dice first. (SZ-DICE-04..06)

    Without downgrades (Game Chef) a die once made stays or grows; with them (revised) any pool of the same
    units is open. From plain d6 the two are the same. (SZ-AMB-24, -25)
    """
    if downgrade:
        return partitions(pool.units)
    seen = {pool}
    waiting = [pool]
    while waiting:
        for larger in merges(waiting.pop()):
            if larger not in seen:
                seen.add(larger)
                waiting.append(larger)
    return _largest_first(seen)


def _largest_first(pools: Iterable[Pool]) -> tuple[Pool, ...]:
    return tuple(sorted(pools, key=lambda pool: pool[::-1], reverse=True))


# ---- how many dice -------------------------------------------------------------------------------------


def reveal_dice(overlap: int, full: int, memory: bool) -> int:
    """How many plain d6 a reveal after the roll adds: the gap in rating, and one for a memory. (SZ-RVL-05)"""
    return full - overlap + (MEMORY_DIE if memory else 0)


def largest_pool(players: int, *, key: bool, reveal: bool) -> Pool:
    """The most d6 anybody can ever hold: full rating, key, memory die, a die from every contributor.

    `key` for whoever controls the key object, `reveal` for anybody in an endgame scene. The dice counts in
    the books are shopping lists, not limits. (ledger 12.2, SZ-AMB-38)
    """
    contributors = players - 2
    bonus = (LARGEST_KEY_BONUS if key else 0) + (MEMORY_DIE if reveal else 0)
    return Pool(d6=RATING_CAP + bonus + contributors)


# ---- reading the roll ----------------------------------------------------------------------------------


class Side(StrEnum):
    """The two who roll."""

    ACTOR = "actor"
    VISITOR = "visitor"

    @property
    def other(self) -> Side:
        return Side.VISITOR if self is Side.ACTOR else Side.ACTOR


class Reading(StrEnum):
    """What one step of a run-off found."""

    SET_ASIDE = "set_aside"  # the pair is equal
    DECIDED = "decided"  # the pair differs
    RAN_OUT = "ran_out"  # one side has no die left to compare
    ALL_EQUAL = "all_equal"  # neither has


class Step(NamedTuple):
    """One step of a run-off: the values compared, None where a side has no die left."""

    reading: Reading
    actor: int | None
    visitor: int | None


class RunOff(NamedTuple):
    """Who won a role, and how it was read.

    Step number `i` compares the dice at places `actor_order[i]` and `visitor_order[i]` of the two rolls as
    they lie on the table, so a picture can move the very dice that were thrown.
    """

    winner: Side
    steps: tuple[Step, ...]
    actor_order: tuple[int, ...]
    visitor_order: tuple[int, ...]


class Roles(NamedTuple):
    """Who answers the question and who sets its price."""

    narrator: Side
    judge: Side


def narrator(actor_rolls: Sequence[int], visitor_rolls: Sequence[int]) -> RunOff:
    """Compare from the highest die down; higher wins, and so does having dice left. (SZ-ROLE-01)

    When everything is equal the actor narrates.
    """
    return _run_off(actor_rolls, visitor_rolls, highest_first=True, if_all_equal=Side.ACTOR)


def judge(actor_rolls: Sequence[int], visitor_rolls: Sequence[int]) -> RunOff:
    """Compare from the lowest die up; lower wins, and so does having run out. (SZ-ROLE-02)

    It starts again from the full roll, whatever the narrator's reading set aside (SZ-ROLE-03, SZ-AMB-23).
    When everything is equal the visitor judges.
    """
    return _run_off(actor_rolls, visitor_rolls, highest_first=False, if_all_equal=Side.VISITOR)


def roles(actor_rolls: Sequence[int], visitor_rolls: Sequence[int]) -> Roles:
    """Both winners at once, without the explanation; for counting many rolls. (ledger 12.3)

    Python orders lists as the rules order dice: on an equal beginning the longer list is the greater.
    """
    actor, visitor = sorted(actor_rolls), sorted(visitor_rolls)
    narrates = Side.ACTOR if actor[::-1] >= visitor[::-1] else Side.VISITOR
    judges = Side.VISITOR if visitor <= actor else Side.ACTOR
    return Roles(narrates, judges)


def _run_off(
    actor_rolls: Sequence[int], visitor_rolls: Sequence[int], *, highest_first: bool, if_all_equal: Side
) -> RunOff:
    actor_order = _order(actor_rolls, highest_first)
    visitor_order = _order(visitor_rolls, highest_first)
    actor = [actor_rolls[place] for place in actor_order]
    visitor = [visitor_rolls[place] for place in visitor_order]
    steps = tuple(_steps(actor, visitor))
    winner = _higher(steps[-1])
    if winner is None:
        winner = if_all_equal
    elif not highest_first:
        winner = winner.other
    return RunOff(winner, steps, actor_order, visitor_order)


def _steps(actor: Sequence[int], visitor: Sequence[int]) -> Iterator[Step]:
    """Pair after pair, up to the one that decides."""
    for pair in zip_longest(actor, visitor):
        if None in pair:
            yield Step(Reading.RAN_OUT, *pair)
            return
        if pair[0] != pair[1]:
            yield Step(Reading.DECIDED, *pair)
            return
        yield Step(Reading.SET_ASIDE, *pair)
    yield Step(Reading.ALL_EQUAL, None, None)


def _higher(step: Step) -> Side | None:
    """Whose die is higher. No die left is below every die, which makes running out lose high and win low."""
    actor, visitor = step.actor or 0, step.visitor or 0
    if actor == visitor:
        return None
    return Side.ACTOR if actor > visitor else Side.VISITOR


def _order(rolls: Sequence[int], highest_first: bool) -> tuple[int, ...]:
    """The places of a roll in the order they are compared; equal dice keep the order they lie in."""
    check_roll(rolls)
    return tuple(sorted(range(len(rolls)), key=rolls.__getitem__, reverse=highest_first))


def check_roll(rolls: Sequence[int]) -> None:
    """Refuse what no dice can show. (SZ-DICE-05, -08)"""
    if not rolls:
        raise ValueError("A roll has at least 1 die; give the numbers the dice show.")
    for value in rolls:
        if not 1 <= value <= LARGEST_FACE:
            raise ValueError(f"A die shows a number from 1 to {LARGEST_FACE}; {value} is not one.")
