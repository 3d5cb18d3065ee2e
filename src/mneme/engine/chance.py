"""The one door for chance: every die and every draw, keyed so that each can be checked alone.

A draw is keyed by (seed, epoch, beat, index) through HMAC-SHA-256. Rejection sampling keeps it fair. The seed's
digest is shown before the first roll; each seat may add a word of its own; the seed is opened when the game ends.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Protocol

from mneme.engine.errors import RulesBug
from mneme.engine.prompts import Seat


def commitment(seed: str) -> str:
    """What is shown of the seed before the game: enough to prove later that it was never changed."""
    return hashlib.sha256(b"mneme seed\0" + seed.encode()).hexdigest()


class Chance(Protocol):
    """Where numbers come from: `bounds` asks for one number below each bound."""

    def numbers(self, epoch: int, beat: int, index: int, bounds: Sequence[int]) -> list[int]: ...

    def salt(self, epoch: int, beat: int, seat: Seat) -> bytes: ...


class Keyed:
    """HMAC-SHA-256 under one key, which is prepared once: RFC 2104 with both pads hashed beforehand."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(64, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in padded))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class SeededChance:
    """Chance from a seed and the words the seats added to it."""

    def __init__(self, seed: str, words: Mapping[Seat, str] | None = None) -> None:
        parts = [seed, *(f"{seat}={word}" for seat, word in sorted((words or {}).items()))]
        self._keyed = Keyed(hashlib.sha256(b"mneme chance\0" + "\0".join(parts).encode()).digest())

    def numbers(self, epoch: int, beat: int, index: int, bounds: Sequence[int]) -> list[int]:
        stream = self._bytes(b"%d/%d/%d" % (epoch, beat, index))
        return [_below(bound, stream) for bound in bounds]

    def salt(self, epoch: int, beat: int, seat: Seat) -> bytes:
        return self._keyed.digest(f"salt/{epoch}/{beat}/{seat}".encode())[:16]

    def _bytes(self, label: bytes) -> Iterator[int]:
        return chain.from_iterable(self._keyed.digest(b"%b/%d" % (label, block)) for block in count())


def _below(bound: int, stream: Iterator[int]) -> int:
    """A fair number below the bound: too large a draw is thrown away, so no face is favoured."""
    if not 0 < bound <= 1 << 16:
        raise RulesBug(f"cannot draw a number below {bound}")
    size = 256 if bound <= 256 else 1 << 16
    limit = size - size % bound
    while True:
        number = next(stream) if size == 256 else next(stream) << 8 | next(stream)
        if number < limit:
            return number % bound


def seal(value: bytes, salt: bytes) -> str:
    """The salted hash that commits a seat to a sealed answer."""
    return hashlib.sha256(salt + value).hexdigest()[:32]
