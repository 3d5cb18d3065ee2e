"""The log as if nothing had been undone: what was taken back or rewound need not be played to know what stays.

Whatever goes is passed by like a digest, so that every other entry keeps its place.
"""

from __future__ import annotations

from collections.abc import Iterable

from mneme.engine.entries import Answer, Digest, Entry, Rename, Retract, Rewind, Rewound, TakeBack

_PASSED_BY = Digest(0, "")


def without_what_was_taken_back(entries: Iterable[Entry]) -> list[Entry]:
    """The log without the answers that were taken back, and without their taking back.

    Not where it does not say which answer that was, since something depended on it: then the rules have to tell.
    """
    left = list(entries)
    for place, entry in enumerate(left):
        if type(entry) is TakeBack:
            first = place - entry.back
            gone = left[first] if 0 <= first < place else None
            if type(gone) is Answer and gone.seat == entry.seat and _is_plain(left[first + 1 : place]):
                left[first] = left[place] = _PASSED_BY
    return left


def _is_plain(entries: list[Entry]) -> bool:
    """Whether nothing in here undoes anything."""
    return not any(isinstance(entry, TakeBack | Rewind) for entry in entries)


def without_what_was_undone(entries: Iterable[Entry]) -> list[Entry]:
    """The log without the passages that were rewound either, but for the names given in them.

    A rewind stays, since it brings the lines of its passage along. Where only the rules can tell what it left in force,
    it is a plain one, and has to be played.
    """
    left = without_what_was_taken_back(entries)
    in_force: list[int] = []  # the places of what was entered and stays
    rewinds: list[int] = []  # the places of those whose moment the table has not gone back beyond
    known = True
    for place, entry in enumerate(left):
        if type(entry) is Answer or type(entry) is Retract or type(entry) is Rename:
            in_force.append(place)
        elif type(entry) is TakeBack or type(entry) is Rewind:
            known = False
        elif type(entry) is Rewound:
            if known:
                _pass_by(left, place, entry, in_force, rewinds)
            else:
                left[place] = entry.plain
    return left


def _pass_by(left: list[Entry], place: int, rewind: Rewound, in_force: list[int], rewinds: list[int]) -> None:
    """Pass by what a rewind undoes. What an earlier one to the same moment undid has brought its lines already."""
    kept = rewind.kept
    first = in_force[kept - 1] + 1 if kept else 0
    in_force[kept:] = [name for name in in_force[kept:] if type(left[name]) is Rename]
    while rewinds and _beat(left[rewinds[-1]]) >= rewind.beat:
        earlier = rewinds.pop()
        if _beat(left[earlier]) == rewind.beat and not rewind.struck:
            first = earlier + 1
    rewinds.append(place)
    for gone in range(first, place):
        if type(left[gone]) is not Rename:
            left[gone] = _PASSED_BY


def _beat(entry: Entry) -> int:
    assert isinstance(entry, Rewind)
    return entry.beat
