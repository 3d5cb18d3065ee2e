"""Everything of Lost Days that is words and not rules, read from `data/` and checked on the way in. (Ledger 6)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a data file. A misspelt field is an error, not a missing text."""


class GameText(_Entry, frozen=True):
    """What a stranger reads before sitting down."""

    title: str
    pitch: str
    briefing: str
    gentler: str
    notes: tuple[str, ...]


class Themes(_Entry, frozen=True):
    """The four themes of creation. (Ledger 8.1)"""

    T1: str
    T2: str
    T3: str
    T4: str


class Story(_Entry, frozen=True):
    """A story opening, and what happens if it is left alone. (LD-STORY-02)"""

    opening: str
    alone: str


class Weak(_Entry, frozen=True):
    """A weak memory, a strong one, and the difference. (LD-MEM-02)"""

    weak: str
    strong: str
    why: str


class Texts(_Entry, frozen=True):
    """The whole of `texts.toml`."""

    game: GameText
    themes: Themes
    memories: dict[str, tuple[str, ...]]
    kingship: dict[str, tuple[str, ...]]
    contrasts: tuple[Weak, ...]
    market_themes: tuple[str, ...]
    stories: tuple[Story, ...]
    names: tuple[str, ...]
    voices: dict[str, tuple[str, ...]]
    prompts: dict[str, tuple[str, ...]]
    scenes: dict[str, tuple[str, ...]]


def read_data(name: str) -> bytes:
    return (files(__package__) / "data" / name).read_bytes()


@cache
def texts() -> Texts:
    """Every fixed text."""
    return msgspec.toml.decode(read_data("texts.toml"), type=Texts)


def ideas(name: str) -> Sequence[str]:
    """The suggestions behind a name that prompts carry."""
    known = texts()
    head, _, tail = name.partition(".")
    match head:
        case "memories" if not tail:
            return tuple(line for lines in known.memories.values() for line in lines)
        case "memories":
            return known.memories.get(tail, ()) + known.kingship.get(tail, ())
        case "scenes":
            return known.scenes.get(tail, ())
        case "voices":
            return known.voices.get(tail, ())
        case "stories":
            return tuple(f"{story.opening} (If nobody acts: {story.alone})" for story in known.stories)
        case "names":
            return known.names
        case "themes":
            return known.market_themes
    return known.prompts.get(head, ())
