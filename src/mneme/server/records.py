"""Everything that can happen to a table, as its log keeps it. Replaying the records gives the table again.

The engine's entries are one kind among others. No record says who pressed the pause button, and none says whose a
line or a veil is (ux X2, X5). Field names and tags are file format.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from mneme.engine.entries import Entry, Header
from mneme.engine.prompts import Seat

Kind = Literal["rewind", "strike", "resume", "reveal"]
LimitKind = Literal["line", "veil"]

SLOWEST_PACE = 60
LONGEST_ABSENCE = 60 * 60 * 24 * 30


class Settings(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table has chosen about itself; it may change while people play."""

    public: bool = False  # is it in the list of open tables
    spectators: bool = True  # may others look on
    pace: Annotated[float, Meta(ge=0, le=SLOWEST_PACE)] = 2.0  # seconds a bot takes for one act
    absence: Annotated[int, Meta(ge=0, le=LONGEST_ABSENCE)] = (
        0  # seconds after which an empty chair's answer is given for it; 0 is never
    )


class Laid(Struct, frozen=True, kw_only=True, tag="laid"):
    """A table is made. Nobody sits at it yet; `host` is the seat of whoever made it."""

    game: str
    rules: int
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    seed: str
    settings: Settings
    invite: str  # digests, never the thing itself
    host: Seat
    at: int


class Claimed(Struct, frozen=True, tag="claimed"):
    seat: Seat
    token: str
    name: str


class Freed(Struct, frozen=True, tag="freed"):
    """Somebody got up before the game began."""

    seat: Seat


class Handed(Struct, frozen=True, tag="handed"):
    """A seat has a new link; the old one opens nothing any more."""

    seat: Seat
    token: str


class BotIn(Struct, frozen=True, tag="bot_in"):
    """A bot keeps a seat. If a person has its link, the seat is theirs again when they come back."""

    seat: Seat


class BotOut(Struct, frozen=True, tag="bot_out"):
    seat: Seat


class Removed(Struct, frozen=True, tag="removed"):
    """The host takes an empty seat away before the game begins."""

    seat: Seat


class Invited(Struct, frozen=True, tag="invited"):
    """The table has a new invitation; the old one opens nothing any more."""

    invite: str


class Changed(Struct, frozen=True, tag="changed"):
    settings: Settings


class Started(Struct, frozen=True, tag="started"):
    header: Header
    at: int


class Played(Struct, frozen=True, tag="played", omit_defaults=True):
    """Entries of the game's own log. `by` and `id` are the seat and the command they came from, if one asked."""

    entries: tuple[Entry, ...]
    at: int
    by: Seat = ""
    id: str = ""


class Proposed(Struct, frozen=True, tag="proposed", omit_defaults=True):
    """A motion for the table to agree to. A safety strike names nobody."""

    kind: Kind
    by: Seat = ""
    beat: int = 0
    id: str = ""


class Agreed(Struct, frozen=True, tag="agreed"):
    kind: Kind
    seat: Seat


class Dropped(Struct, frozen=True, tag="dropped"):
    """A motion was declined or withdrawn, or it has been carried out."""

    kind: Kind


class Paused(Struct, frozen=True, tag="paused"):
    """Somebody wants the table to stop. Nothing says who."""


class Resumed(Struct, frozen=True, tag="resumed"):
    pass


class Revealed(Struct, frozen=True, tag="revealed"):
    """All agree that the whole game may be read."""


class Limited(Struct, frozen=True, tag="limited"):
    """A line (not at this table) or a veil (not in detail). `mark` lets its author alone withdraw it."""

    kind: LimitKind
    text: str
    mark: str


class Unlimited(Struct, frozen=True, tag="unlimited"):
    mark: str


class Seen(Struct, frozen=True, tag="seen"):
    """How much of the story somebody in this seat has read."""

    seat: Seat
    lines: int


class Archived(Struct, frozen=True, tag="archived"):
    pass


class Struck(Struct, frozen=True, tag="struck"):
    """Something stood here that the table has struck for good (design D9)."""


Happening = (
    Laid
    | Claimed
    | Freed
    | Handed
    | BotIn
    | BotOut
    | Removed
    | Invited
    | Changed
    | Started
    | Played
    | Proposed
    | Agreed
    | Dropped
    | Paused
    | Resumed
    | Revealed
    | Limited
    | Unlimited
    | Seen
    | Archived
    | Struck
)

encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Happening] = msgspec.json.Decoder(Happening)
decode = _decoder.decode

STRUCK = encode(Struck())


class Card(Struct, omit_defaults=True):
    """What a list shows of a table: nothing that moves while people play."""

    game: str
    title: str
    seats: int
    free: int
    host: str = ""
    absence: int = 0
