"""Reading two handfuls of d6: who leads, and by how much. (LD-ROLL-02..06)"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Literal, NamedTuple

FIRST, SECOND = "first", "second"
GAIN_FACE, STRAIN_FACE = 6, 1  # ledger 8.4
Leader = Literal["first", "second", "none"]


class Comparison(NamedTuple):
    """Who leads, and the margin."""

    leader: Leader
    margin: int


def compare(first: Sequence[int], second: Sequence[int], *, strict: bool = False) -> Comparison:
    """Set matched highest dice aside, then count dice above the other side's best. (LD-ROLL-03..06, LD-Q27, LD-Q28)"""
    mine, theirs = sorted(first, reverse=True), sorted(second, reverse=True)
    if not strict:
        while mine and theirs and mine[0] == theirs[0]:
            del mine[0], theirs[0]
    best_of_mine, best_of_theirs = max(mine, default=0), max(theirs, default=0)
    if best_of_mine > best_of_theirs:
        return Comparison("first", sum(face > best_of_theirs for face in mine))
    if best_of_theirs > best_of_mine:
        return Comparison("second", sum(face > best_of_mine for face in theirs))
    return Comparison("none", 0)


def matched(first: Sequence[int], second: Sequence[int]) -> int:
    """How many of the highest dice are equal, pair by pair. (LD-ROLL-04)"""
    pairs = zip(sorted(first, reverse=True), sorted(second, reverse=True), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def highest_first(faces: Sequence[int]) -> list[int]:
    """The places of the dice, the highest face first."""
    return sorted(range(len(faces)), key=faces.__getitem__, reverse=True)


def gain(faces: Sequence[int]) -> int:
    """Every 6 showing at the end. (LD-GAIN-01)"""
    return sum(face == GAIN_FACE for face in faces)


def strain(faces: Sequence[int]) -> int:
    """Every 1 showing at the end. (LD-STRAIN-01)"""
    return sum(face == STRAIN_FACE for face in faces)
