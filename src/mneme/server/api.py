"""What goes over HTTP, as types. Requests refuse what they do not know; answers say everything they have."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mneme.engine.prompts import Seat
from mneme.server.records import Settings
from mneme.server.wire import Token
from mneme.store import State

Seats = Annotated[int, Meta(ge=1, le=16)]
GameName = Annotated[str, Meta(max_length=40)]
PersonName = Annotated[str, Meta(max_length=400)]
SeatName = Annotated[str, Meta(max_length=4)]


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client sends."""


class NewTable(Request, frozen=True, kw_only=True):
    """Lay a table and sit down at it as its host."""

    game: GameName
    seats: Seats
    name: PersonName
    options: dict[str, str | int | bool] = {}
    settings: Settings = Settings()
    bots: Annotated[int, Meta(ge=0, le=16)] = 0  # how many of the last seats bots keep


class Claim(Request, frozen=True, kw_only=True):
    """Take a seat: a free one, or the one that is named."""

    name: PersonName
    invite: Token = ""
    seat: SeatName | None = None


class ComeBack(Request, frozen=True, kw_only=True):
    """Come back by the private link of a seat; the browser then keeps it."""

    token: Token


class BotWish(Request, frozen=True, kw_only=True):
    """Put a bot on a seat, or take it out."""

    seat: SeatName
    bot: bool


class SeatWish(Request, frozen=True, kw_only=True):
    seat: SeatName


class Start(Request, frozen=True, kw_only=True):
    """Begin. `fill` puts bots on the seats that are still empty."""

    fill: bool = False


class Laid(Struct, frozen=True, kw_only=True):
    """A new table. The invitation and the token are told here and never again."""

    table: str
    invite: str
    seat: Seat
    token: str


class Claimed(Struct, frozen=True, kw_only=True):
    """A seat is yours: its token is the private link back to it."""

    table: str
    seat: Seat
    token: str


class Invitation(Struct, frozen=True, kw_only=True):
    table: str
    invite: str


class Fine(Struct, frozen=True, kw_only=True):
    """It is done, and kept."""

    table: str


class OptionInfo(Struct, frozen=True, kw_only=True):
    name: str
    text: str
    values: tuple[str | int | bool, ...]  # empty: any whole number
    words: tuple[str, ...]  # of each value in turn, as people say it
    default: str | int | bool


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    designers: str
    tagline: str
    blurb: str
    mood: str
    players: str
    time: str
    content_notes: tuple[str, ...]
    fewest: int
    most: int
    options: tuple[OptionInfo, ...]


class OpenTable(Struct, frozen=True, kw_only=True):
    """A public table that waits for people."""

    table: str
    game: str
    title: str
    seats: int
    free: int
    host: str
    created: int


class MyTable(Struct, frozen=True, kw_only=True):
    """A table at which this browser has a seat."""

    table: str
    seat: Seat
    game: str
    title: str
    state: State
    place: str
    waits_for_you: bool
    waiting_text: str
    unread: int


class Refusal(Struct, frozen=True, kw_only=True):
    """It was not done, and nothing has changed."""

    code: str
    text: str


What = Literal["mine", "public", "everything"]
