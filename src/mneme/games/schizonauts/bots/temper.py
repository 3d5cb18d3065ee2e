"""What kind of player a bot is, and how it makes up its mind where the rules leave it free."""

from __future__ import annotations

import random

import msgspec
from msgspec import Struct

from mneme.games.schizonauts.nouns import APTITUDES

JITTER = 0.12  # how far two bots of the same kind may differ


class Temper(Struct, frozen=True):
    """A personality. All numbers are between 0 and 1."""

    name: str
    caution: float  # dislikes showing a card
    guile: float  # hides its side, and writes notes that are not true
    generosity: float  # gives dice where nothing is paid for them
    ambition: float  # would rather narrate than judge
    suspicion: float  # reads much into other people's bets
    grimness: float  # lets characters die, finds prices too small
    chatter: float  # names scenes, passes notes
    thievery: float  # finds thieves more interesting than agents
    tastes: dict[str, float] = {}  # by aptitude


KINDS = (
    Temper("cautious", 0.9, 0.4, 0.5, 0.5, 0.6, 0.2, 0.5, 0.4),
    Temper("bold", 0.1, 0.3, 0.5, 0.9, 0.4, 0.6, 0.6, 0.7),
    Temper("generous", 0.4, 0.1, 0.9, 0.4, 0.2, 0.2, 0.7, 0.5),
    Temper("suspicious", 0.7, 0.6, 0.3, 0.6, 0.9, 0.5, 0.3, 0.3),
    Temper("sentimental", 0.5, 0.2, 0.7, 0.5, 0.3, 0.4, 0.9, 0.6),
    Temper("sly", 0.5, 0.9, 0.4, 0.6, 0.6, 0.5, 0.6, 0.8),
)


def drawn(dice: random.Random) -> Temper:
    """Some personality: one of a few kinds, and never quite the same twice."""
    kind = dice.choice(KINDS)
    numbers = {
        name: min(max(number + dice.uniform(-JITTER, JITTER), 0.0), 1.0)
        for name, number in msgspec.structs.asdict(kind).items()
        if isinstance(number, float)
    }
    tastes = {aptitude: dice.random() for aptitude in APTITUDES}
    return msgspec.structs.replace(kind, **numbers, tastes=tastes)


class Whims:
    """Chance that depends on the occasion, not on how often one is asked.

    A table may ask a bot about the same thing once or fifty times while it waits for somebody else. So every
    whim is drawn from what it is about, and stays what it was: a bot that will not turn a card in this scene
    does not turn it because it was asked again.
    """

    def __init__(self, salt: int) -> None:
        self._salt = salt

    def dice(self, *about: str) -> random.Random:
        """Dice of their own for one occasion."""
        return random.Random("/".join((str(self._salt), *about)))

    def number(self, *about: str) -> float:
        """Between 0 and 1."""
        return self.dice(*about).random()

    def happens(self, chance: float, *about: str) -> bool:
        return self.number(*about) < chance
