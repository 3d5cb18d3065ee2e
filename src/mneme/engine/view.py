"""What one seat may know, as it is sent and read."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from mneme.engine.prompts import AnyPrompt, Seat, Wire
from mneme.engine.story import Line


class ShownPrompt(Struct, frozen=True, omit_defaults=True):
    """A prompt as it goes to its seat."""

    id: str
    prompt: AnyPrompt
    must: bool = False
    beside: bool = False  # may be done at any time, beside whatever is being asked
    given: Wire | UnsetType = UNSET  # your answer so far, where it can still be changed
    sealed: bool = False
    commitment: str = ""


class View(Struct, frozen=True, omit_defaults=True):
    """All that one seat (or a spectator) may know at this moment."""

    game: str
    seat: Seat | None
    names: dict[Seat, str]
    place: str
    state: dict[str, dict[str, Any]]
    waiting: list[Seat]
    waiting_text: str
    prompts: list[ShownPrompt]
    lines: list[Line]
    over: bool = False
    can_take_back: bool = False
    result: dict[str, Any] = {}
