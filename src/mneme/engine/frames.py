"""What a viewer is sent: one whole view, then what has changed, and older pages of the story when asked for."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from mneme.engine.prompts import Seat
from mneme.engine.story import Line
from mneme.engine.view import ShownPrompt, View


class Frame(Struct, frozen=True, kw_only=True, tag="frame", tag_field="type"):
    """What changed. A part that is missing stayed as it was."""

    n: int  # counts this viewer's frames, without a gap
    names: dict[Seat, str] | UnsetType = UNSET
    place: str | UnsetType = UNSET
    state: dict[str, dict[str, Any] | None] | UnsetType = UNSET  # changed fields; null: gone, or nothing in it
    order: list[str] | UnsetType = UNSET  # the nouns in their order, where it is not "new ones at the end"
    waiting: list[Seat] | UnsetType = UNSET
    waiting_text: str | UnsetType = UNSET
    prompts: list[ShownPrompt] | UnsetType = UNSET  # all of them
    keep: int | UnsetType = UNSET  # after a take-back or rewind: only so many lines of the story stay
    lines: list[Line] | UnsetType = UNSET  # new ones, after those that stay
    over: bool | UnsetType = UNSET
    can_take_back: bool | UnsetType = UNSET
    result: dict[str, Any] | UnsetType = UNSET


class Full(Struct, frozen=True, kw_only=True, tag="view", tag_field="type"):
    """Everything a viewer may know, but for the older part of the story."""

    n: int  # the number of the last frame that is in it
    earlier: int  # how many lines of the story come before those in the view
    view: View


class Page(Struct, frozen=True, kw_only=True, tag="page", tag_field="type"):
    """An older part of the story: the lines before line number `before`, the first of them being number `first`."""

    first: int
    before: int
    lines: list[Line]
