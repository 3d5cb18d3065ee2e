"""Crimes, quick-start detectives, lists of ideas and the glossary, from data/. (Ledger 6, 8)"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct


class Crime(Struct, frozen=True):
    """A hook with an open culprit. `book` marks those of the rulebook's appendix, told anew."""

    key: str
    muse: str
    text: str
    book: bool = False


class QuickStart(Struct, frozen=True):
    """A detective from the drawer, legal as it stands."""

    identity: str
    persona: str
    muse: str
    core: int
    flaw: int
    fear: int
    attributes: dict[str, int]
    talents: dict[str, int]


class Entry(Struct, frozen=True):
    term: str
    text: str


class Texts(Struct, frozen=True):
    """Everything that is more list than sentence."""

    pitch: str
    content_notes: tuple[str, ...]
    muses: dict[str, str]
    talents: dict[str, str]
    verdicts: dict[str, tuple[str, ...]]
    robots: tuple[tuple[str, int], ...]
    glossary: tuple[Entry, ...]
    ideas: dict[str, tuple[str, ...]]


def _load(name: str) -> bytes:
    return files(__package__).joinpath("data", name).read_bytes()


TEXTS = msgspec.json.decode(_load("texts.json"), type=Texts)
CRIMES = {crime.key: crime for crime in msgspec.json.decode(_load("crimes.json"), type=tuple[Crime, ...])}
QUICK_STARTS = msgspec.json.decode(_load("detectives.json"), type=dict[str, QuickStart])

MUSE_WORDS = TEXTS.muses
TALENT_WORDS = TEXTS.talents
VERDICTS = TEXTS.verdicts
IDEAS = TEXTS.ideas


def ideas(name: str) -> Sequence[str]:
    """The suggestions behind a name that a prompt carries."""
    return IDEAS.get(name, ())


def robot_idea(seat: str) -> tuple[str, int]:
    """A designation for the robot of a seat whose player thinks of none."""
    return TEXTS.robots[sum(seat.encode()) % len(TEXTS.robots)]
