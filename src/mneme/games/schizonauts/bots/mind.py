"""What every reply has at hand: the bot's own character, its whims, and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from mneme.engine.prompts import Choice, Menu, Option, Seat, Wire
from mneme.games.schizonauts.bots.seen import Seen
from mneme.games.schizonauts.bots.sides import own_thief_chance, thief_chance
from mneme.games.schizonauts.bots.speech import Speech
from mneme.games.schizonauts.bots.temper import Temper, Whims
from mneme.games.schizonauts.nouns import AGENT, THIEF

LIKED_FOR_A_DIE = 0.15


class Mind(Struct, frozen=True):
    """One bot's character. It holds nothing about the game: that is read from the table each time."""

    seat: Seat
    temper: Temper
    whims: Whims
    speech: Speech

    # -- sides

    def thief_chance(self, seen: Seen) -> float:
        """How likely I am to end as a thief. Evenly split, I follow my heart."""
        chance = own_thief_chance(seen)
        if chance == 0.5:
            return 0.51 if self.whims.happens(self.temper.thievery, "heart") else 0.49
        return chance

    def side(self, seen: Seen) -> str:
        """The side I play for just now. (SZ-EG-21, -22)"""
        return THIEF if self.thief_chance(seen) > 0.5 else AGENT

    def conviction(self, seen: Seen) -> float:
        """How sure I am of my own side, from 0 to 1."""
        return abs(2 * self.thief_chance(seen) - 1)

    def ally_chance(self, seen: Seen, seat: Seat) -> float:
        """How likely somebody is on my side."""
        chance = thief_chance(seen, seat, self.temper.suspicion)
        return chance if self.side(seen) == THIEF else 1 - chance

    # -- people

    def liking(self, seen: Seen, seat: Seat) -> float:
        """A first impression, and gratitude for every die."""
        gifts = [gift for gift in seen.facts("contribution") if (gift["by"], gift["to"]) == (seat, self.seat)]
        return self.whims.number("liking", seat) + LIKED_FOR_A_DIE * len(gifts)

    # -- whims

    def whim(self, seen: Seen, *about: str) -> float:
        """A number for this scene."""
        return self.whims.number(seen.moment, *about)

    def will(self, chance: float, seen: Seen, *about: str) -> bool:
        """Whether I do something that I may, once for this scene."""
        return self.whims.happens(chance, seen.moment, *about)

    def favourite(self, options: Iterable[Option], seen: Seen, score: Callable[[str], float], about: str) -> str:
        """The choice I like best; where two are alike, some whim decides."""
        scored = {option.key: score(option.key) + 1e-6 * self.whim(seen, about, option.key) for option in options}
        return max(scored, key=scored.__getitem__)


Reply = Callable[[Mind, Seen, Any], Wire | None]
"""A reply to one prompt; None where I would rather do nothing, or let somebody else go first."""


def offered(menu: Menu) -> dict[str, Choice]:
    """The acts of a menu by key."""
    return {choice.key: choice for choice in menu.choices}


def field(choice: Choice, name: str) -> Any:
    """One small question of an act."""
    return next(asked for asked in choice.fields if asked.name == name)


def act(key: str, **fields: Wire) -> dict[str, Wire]:
    return {"act": key, **fields}
