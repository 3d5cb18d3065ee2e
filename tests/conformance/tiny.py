"""Games of a few lines: a rules coroutine, and everything else a game declares left plain."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Struct

from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.table import Table

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Fay", "Gus", "Hana")


class NoOptions(Struct, frozen=True):
    """A game with nothing to choose."""


TinyTable = Table[NoOptions]
Rules = Callable[[TinyTable], Coroutine[Any, Any, None]]


def tiny(rules: Rules, **changes: Any) -> Game:
    """A game whose rules are this coroutine."""
    declared: dict[str, Any] = {
        "name": "tiny",
        "title": "Tiny",
        "designers": "nobody",
        "blurb": "A game of a few lines.",
        "content_notes": (),
        "seats": range(1, 9),
        "version": 1,
        "options": NoOptions,
        "option_words": {},
        "presets": {},
        "lay": TinyTable,
        "play": rules,
        "waiting": {},
        "describe": lambda _view: "A tiny table.",
        "check": lambda _table: None,
        "check_options": lambda _options, _seats: None,
    }
    return Game(**(declared | changes))


def sit(rules: Rules, seats: int = 3, seed: str = "seed", **changes: Any) -> Sitting:
    """A tiny game, laid for seats a, b, c …"""
    return Sitting.lay(tiny(rules, **changes), NAMES[:seats], seed=seed)
