"""The games there are. Each is imported only when it is asked for."""

from __future__ import annotations

import random
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from mneme.engine.errors import MnemeError
from mneme.engine.prompts import Seat

if TYPE_CHECKING:
    from mneme.bots import Considerate
    from mneme.engine.game import Game

PACKAGES = {
    "schizonauts": "mneme.games.schizonauts",
    "know-thyself": "mneme.games.know_thyself",
    "utopolis": "mneme.games.utopolis",
    "lost-days": "mneme.games.lost_days",
}


class Sit(Protocol):
    """How a game seats its sensible bot: the seat it keeps, and the chance it makes up its mind with.

    `avoid` holds what this table does not want told, lines and veils alike. (ux X7)
    """

    def __call__(self, seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> Considerate: ...


def names() -> tuple[str, ...]:
    """The games there are, by the names that files and the command line use."""
    return tuple(PACKAGES)


def find(name: str, rules: int | None = None) -> Game:
    """The game of this name; with `rules`, only if its rules are of that version.

    A saved game is a promise: answers given under other rules are never played into these.
    """
    game: Game = import_module(_package(name)).GAME
    if rules is not None and rules != game.version:
        needed = f"This game needs version {rules} of the {game.title} rules"
        raise MnemeError(f"{needed}; this copy of Mneme has version {game.version}.")
    return game


def sensible(name: str) -> Sit | None:
    """How to seat this game's sensible bot, if it has one."""
    module = f"{_package(name)}.bots"
    try:
        sit: Sit = import_module(module).sit
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        return None
    return sit


def _package(name: str) -> str:
    if name not in PACKAGES:
        raise MnemeError(f"There is no game called {name!r}; the games are: {', '.join(PACKAGES)}.")
    return PACKAGES[name]
