"""A chain of checks over the pieces of a file, which names the first piece that was changed.

Each check is made from its piece, the piece's number and the check before it. The number tells an entry that
was changed from one that was added or taken out together with its check.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """Something that must stay as it was written, and what to call it in a sentence."""

    subject: str
    content: Any
    plural: bool = False


def canonical(value: Any) -> bytes:
    """The one way a value is written."""
    return msgspec.json.encode(value, order="sorted")


def link(before: str, number: int, piece: Piece) -> str:
    return hashlib.sha256(canonical([before, number, piece.content])).hexdigest()[:16]


def chain(pieces: Sequence[Piece]) -> list[str]:
    """A check for every piece."""
    checks = [""]
    for number, piece in enumerate(pieces):
        checks.append(link(checks[-1], number, piece))
    return checks[1:]


def first_change(pieces: Sequence[Piece], checks: Sequence[str]) -> str | None:
    """A sentence about the first piece that is not what it was when the chain was made."""
    before = ""
    for number, (piece, check) in enumerate(zip(pieces, checks, strict=False)):
        if link(before, number, piece) != check:
            return _Break(pieces, checks, number, before).sentence()
        before = check
    if len(pieces) > len(checks):
        return f"The check of {in_a_sentence(pieces[len(checks)].subject)} is missing."
    if len(pieces) < len(checks):
        return "A check was added at the end."
    return None


def in_a_sentence(subject: str) -> str:
    return subject[:1].lower() + subject[1:]


class _Break:
    """The first place where pieces and checks part."""

    def __init__(self, pieces: Sequence[Piece], checks: Sequence[str], at: int, before: str) -> None:
        self.pieces = pieces
        self.checks = checks
        self.at = at
        self.before = before

    def sentence(self) -> str:
        piece = self.pieces[self.at]
        if self.is_swapped():
            return f"{piece.subject} and {in_a_sentence(self.pieces[self.at + 1].subject)} have changed places."
        if self.is_added():
            return f"{piece.subject} was added."
        if self.is_missing():
            return f"Something is missing before {in_a_sentence(piece.subject)}."
        if self.is_only_the_check():
            return f"The check of {in_a_sentence(piece.subject)} was changed."
        if self.at == len(self.pieces) - 1:
            return f"{piece.subject} was changed, or something before it is missing."  # nothing follows to tell
        return f"{piece.subject} {'were' if piece.plural else 'was'} changed."

    def is_swapped(self) -> bool:
        alone = self._fits(1, 0, self.before, 0) and self._fits(0, 1, self._check(0), 1)
        return alone or self._fits(0, 1, self._check(1), 0)

    def is_added(self) -> bool:
        return self._fits(1, 0, self.before, 0) or self._fits(1, 0, self.before, 1)

    def is_missing(self) -> bool:
        return self._fits(0, 1, self._check(0), 1) or self._fits(1, 2, self._check(0), 1)

    def is_only_the_check(self) -> bool:
        right = link(self.before, self.at, self.pieces[self.at])
        return self._fits(1, 1, right, 1)

    def _check(self, offset: int) -> str:
        place = self.at + offset
        return self.checks[place] if place < len(self.checks) else ""

    def _fits(self, piece: int, number: int, before: str, check: int) -> bool:
        """Whether a piece (counted from the break), under some number, is what a check was made from."""
        place = self.at + piece
        if place >= len(self.pieces):
            return False
        return link(before, self.at + number, self.pieces[place]) == self._check(check)
