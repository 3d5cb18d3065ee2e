"""What a table notes while it is played: its story, what came to light, and what chance brought."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mneme.engine.prompts import Seat

Audience = tuple[Seat, ...] | None  # None is everyone


class Line(Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the story so far. `by` is who said it, where it is somebody's words."""

    kind: str
    text: str
    by: Seat = ""
    to: Audience = None
    facts: dict[str, Any] | None = None
    undone: bool = False


class Opening(Struct, frozen=True):
    """A secret or a piece of chance that some seats learned."""

    beat: int
    kind: str
    to: Audience
    what: Any


class Draw(Struct, frozen=True, array_like=True):
    """One use of chance: which, how wide, and what came."""

    epoch: int
    beat: int
    index: int
    bounds: tuple[int, ...]
    numbers: tuple[int, ...]
