"""Crimes, quick-start detectives and lists of ideas, from data/. (Ledger 6, 8)"""

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


class Texts(Struct, frozen=True):
    """Everything that is more list than sentence."""

    pitch: str
    content_notes: tuple[str, ...]
    muses: dict[str, str]
    talents: dict[str, str]
    verdicts: dict[str, tuple[str, ...]]
    robots: tuple[str, ...]
    ideas: dict[str, tuple[str, ...]]


def read_data(name: str) -> bytes:
    """One of our data files, from the source tree or an installed wheel alike."""
    return files(__package__).joinpath("data", name).read_bytes()


TEXTS = msgspec.json.decode(read_data("texts.json"), type=Texts)
CRIMES = {crime.key: crime for crime in msgspec.json.decode(read_data("crimes.json"), type=tuple[Crime, ...])}
QUICK_STARTS = msgspec.json.decode(read_data("detectives.json"), type=dict[str, QuickStart])

MUSE_WORDS = TEXTS.muses
TALENT_WORDS = TEXTS.talents
VERDICTS = TEXTS.verdicts
IDEAS = TEXTS.ideas


def ideas(name: str) -> Sequence[str]:
    """The suggestions behind a name that a prompt carries."""
    return IDEAS.get(name, ())


def robot_idea(seat: str) -> str:
    """A designation for the robot of a seat whose player thinks of none."""
    return TEXTS.robots[sum(seat.encode()) % len(TEXTS.robots)]
