"""What kind of player a bot is, and how it makes up its mind where the rules leave it free."""

from __future__ import annotations

import hashlib
import random

from msgspec import Struct

from mneme.engine.prompts import Seat


class Temper(Struct, frozen=True):
    """A personality. All numbers are between 0 and 1."""

    boldness: float  # accepts high stakes, keeps little in hand
    generosity: float  # covers others
    relish: float  # raises stakes, calls Edges, lets mazes close
    wanderlust: float  # moves on as soon as it may
    memory: float  # would rather tell what is remembered than what happens


class Mind:
    """One bot: its seat, its temper, and whims that depend on the occasion, not on how often one is asked."""

    def __init__(self, seat: Seat, dice: random.Random) -> None:
        self.seat = seat
        self.temper = Temper(*(0.15 + 0.7 * dice.random() for _ in range(5)))
        self._salt = str(dice.getrandbits(64))

    def dice(self, *about: object) -> random.Random:
        """Chance for one occasion; the same occasion brings the same chance."""
        words = "/".join(map(str, (self._salt, *about)))
        return random.Random(int.from_bytes(hashlib.blake2b(words.encode(), digest_size=8).digest()))

    def will(self, chance: float, *about: object) -> bool:
        return self.dice(*about).random() < chance
