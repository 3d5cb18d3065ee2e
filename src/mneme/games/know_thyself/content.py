"""Everything of Know Thyself that is words and places and not rules, read from `data/` and checked on the way in.

`ROOMS` is the Palace (ledger 6.B), `SKETCHES` the Master's cards (8.4), `NPCS` its people (8.3), `TRUE_NAMES` the chart
(8.1), `texts()` the letter and the other fixed texts (6.3, 6.5..6.8).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec
from msgspec import Struct

GUEST_SUITE, MASTERS_SUITE, CLIFFS = "guest_suite", "masters_suite", "cliffs"
MAZES = ("hedge_maze", "mirrored_hall")


class _Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of a data file. A misspelt field is an error, not a missing text."""


def read_data(name: str) -> bytes:
    """One of our data files, from the source tree or an installed wheel alike."""
    return (files(__package__) / "data" / name).read_bytes()


def read_toml(name: str) -> dict[str, object]:
    """One of our data files, read."""
    return tomllib.loads(read_data(name).decode())


# -- the Palace


class Room(_Entry, frozen=True):
    """A room on the 14 by 14 plan: its corner and size, the floor it is on, and whether there is sky above it."""

    id: str
    name: str
    x: int
    y: int
    w: int
    h: int
    floor: str
    outdoors: bool
    where: str = "in"  # in the Garden, on the Terrace


class Pathway(_Entry, frozen=True):
    """An open way between two rooms; `strip` is set where it is long: left, right, top, bottom."""

    rooms: tuple[str, str]
    kind: str
    at: tuple[float, float]
    strip: tuple[float, float, float, float] | None = None


class SealedDoor(_Entry, frozen=True):
    """A door that never opens."""

    rooms: tuple[str, str]
    at: tuple[float, float]


class Plan(_Entry, frozen=True):
    rooms: tuple[Room, ...]
    pathways: tuple[Pathway, ...]
    sealed: tuple[SealedDoor, ...]


PLAN = msgspec.json.decode(read_data("palace.json"), type=Plan)
ROOMS: Mapping[str, Room] = MappingProxyType({room.id: room for room in PLAN.rooms})
TRUE_NAMES: Mapping[str, str] = MappingProxyType(msgspec.json.decode(read_data("true_names.json"), type=dict[str, str]))


@cache
def adjacent(room: str) -> tuple[str, ...]:
    """The rooms one open pathway away, in the order of the plan. (KT-MOVE-03)"""
    near = {other for way in PLAN.pathways if room in way.rooms for other in way.rooms if other != room}
    return tuple(other for other in ROOMS if other in near)


def elsewhere(room: str) -> tuple[str, ...]:
    """Every room a maze may send somebody to. (KT-FX-02)"""
    return tuple(other for other in ROOMS if other not in (room, MASTERS_SUITE))


# -- the Master's cards


class Sketch(_Entry, frozen=True):
    """One room for the Master's eyes. (KT-NPC-01)"""

    look: str
    conflicts: tuple[str, ...]
    hooks: tuple[str, ...]
    npcs: tuple[str, ...]
    effect: str = ""
    told: str = ""

    @property
    def reminder(self) -> str:
        """The effect as it is told. The one that is kept on a table stays as it was, for the games stored with it."""
        return self.told or self.effect


class Npc(_Entry, frozen=True):
    name: str
    epithet: str
    lines: tuple[str, ...]


_SKETCHES = msgspec.convert(read_toml("rooms.toml"), dict[str, Sketch])
ANYWHERE = _SKETCHES.pop("anywhere")
SKETCHES: Mapping[str, Sketch] = MappingProxyType(_SKETCHES)
NPCS: Mapping[str, Npc] = MappingProxyType(
    {npc.name: npc for npc in msgspec.convert(read_toml("npcs.toml")["npc"], tuple[Npc, ...])}
)


# -- the fixed texts


class Benchmark(_Entry, frozen=True):
    """How much description goes with how many Coins. (Ledger 8.6)"""

    coins: int
    says: str


class Texts(_Entry, frozen=True):
    pitch: str
    briefing: str
    content_notes: tuple[str, ...]
    letter: str
    masters_suite: str
    questions: tuple[str, str, str, str]
    stake_guide: str
    memory_senses: dict[str, str]
    memory_senses_of_others: dict[str, str]
    benchmark: tuple[Benchmark, ...]
    ideas: dict[str, tuple[str, ...]]


@cache
def texts() -> Texts:
    return msgspec.convert(read_toml("texts.toml"), Texts)


def ideas(name: str) -> Sequence[str]:
    """The suggestions behind a name that prompts carry."""
    return texts().ideas.get(name, ())
