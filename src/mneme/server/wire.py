"""The protocol of the socket, as types. `docs/protocol.md` says it in words; the JSON Schema is made from here.

Every message is a JSON object with a `type`. A command carries an `id` of the client's own making; it is carried out
once, however often it arrives. The answer to it is `done` or `refused` with the same id.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from mneme.engine.frames import Frame, Full, Page
from mneme.engine.prompts import Seat, Wire
from mneme.server.records import Kind, LimitKind, Settings
from mneme.store import State

PROTOCOL = 1
MOST_BYTES = 16_384  # of one message from a client

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Text = Annotated[str, Meta(max_length=8_000)]
Token = Annotated[str, Meta(max_length=64)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Mode = Literal["say", "as", "narrate", "aside", "note"]


class Said(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class Command(Said, frozen=True, kw_only=True):
    """What changes something, and is answered."""

    id: Id


# -- from the client


class Sit(Said, frozen=True, kw_only=True, tag="sit"):
    """The first message on every socket: at which table, and by what right.

    A browser leaves the token out: it is in its cookie. Without any token one looks on; a private table then asks
    for its invitation.
    """

    table: Token
    token: Token = ""
    invite: Token = ""
    look_on: bool = False  # look on even though there is a cookie
    n: Count | None = None  # the last frame seen, if this is a return


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """An answer to a prompt. `prompt_id` is the one that was shown: an answer to an older question is refused."""

    prompt: Name
    prompt_id: Name
    value: Wire


class Retract(Command, frozen=True, kw_only=True, tag="retract"):
    """Take back an answer to a question that is still open."""

    prompt: Name


class TakeBack(Command, frozen=True, kw_only=True, tag="take_back"):
    """Take back your last answer, where the view says that you can."""


class Talk(Command, frozen=True, kw_only=True, tag="talk"):
    """Say something beside the rules."""

    mode: Mode
    text: Text
    speaker: Text = ""


class Suggest(Command, frozen=True, kw_only=True, tag="suggest"):
    """Offer words to somebody the table waits for; nobody else reads them."""

    to: Seat
    text: Text


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Be called something else from now on."""

    name: Text


class Propose(Command, frozen=True, kw_only=True, tag="propose"):
    """Ask the table for something.

    `rewind` and `strike` go back to where the story had `lines` lines (as you count them); a strike also removes the
    passage for good, and names nobody. `reveal` asks to open the whole game when it is over.
    """

    kind: Literal["rewind", "strike", "reveal"]
    lines: Count = 0


class Agree(Command, frozen=True, kw_only=True, tag="agree"):
    """Agree to what was proposed, or that a paused table goes on."""

    kind: Kind


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """Say no to what was proposed, or withdraw it. No reason is asked."""

    kind: Literal["rewind", "reveal"]


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Stop the table. Nobody learns who did."""


class Limit(Command, frozen=True, kw_only=True, tag="limit"):
    """Name a line (not at this table) or a veil (not in detail). It is shown to all, and nobody learns whose it is."""

    kind: LimitKind
    text: Text


class Unlimit(Command, frozen=True, kw_only=True, tag="unlimit"):
    """Withdraw a line or a veil of your own."""

    kind: LimitKind
    text: Text


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Get up. During a game a bot keeps the seat, and it is yours again when you come back."""


class Nudge(Command, frozen=True, kw_only=True, tag="nudge"):
    """Remind somebody the table waits for."""

    seat: Seat


class Hand(Said, frozen=True, kw_only=True, tag="hand"):
    """Raise your hand to speak, or lower it."""

    up: bool


class Typing(Said, frozen=True, kw_only=True, tag="typing"):
    """You are writing something that everyone will read."""


class Seen(Said, frozen=True, kw_only=True, tag="seen"):
    """You have read so many lines of the story."""

    lines: Count


class Earlier(Said, frozen=True, kw_only=True, tag="earlier"):
    """Ask for the part of the story before line number `before`."""

    before: Count


class AskIdeas(Said, frozen=True, kw_only=True, tag="ideas"):
    """Ask for the suggestions behind a name that a prompt carries."""

    name: Name


class Ping(Said, frozen=True, kw_only=True, tag="ping"):
    """Are you there? A page cannot see the pings of the socket itself, and must not claim what it does not know."""


FromClient = (
    Sit
    | Ping
    | Answer
    | Retract
    | TakeBack
    | Talk
    | Suggest
    | Rename
    | Propose
    | Agree
    | Decline
    | Pause
    | Limit
    | Unlimit
    | Leave
    | Nudge
    | Hand
    | Typing
    | Seen
    | Earlier
    | AskIdeas
)

# -- from the server


class Told(Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the server sends."""


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat as everyone sees it."""

    seat: Seat
    name: str = ""
    kind: Literal["empty", "person", "bot"] = "empty"
    here: bool = False  # is a screen of theirs open
    hand: bool = False  # is their hand up


class Motion(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something the table is asked to agree to. `agreed` is empty for a strike: only `missing` counts there."""

    kind: Kind
    text: str
    by: Seat = ""
    agreed: tuple[Seat, ...] = ()
    missing: int = 0
    yours: bool = False  # have you agreed


class Room(Told, frozen=True, kw_only=True, tag="room", omit_defaults=True):
    """The table apart from its game: who sits where, what was agreed. Always the whole of it."""

    table: str
    game: str
    title: str
    state: State
    host: Seat
    you: Seat | None
    seats: tuple[SeatInfo, ...]
    options: dict[str, Any]
    settings: Settings
    commitment: str  # to the seed of all chance, shown before the first roll
    paused: bool = False
    motions: tuple[Motion, ...] = ()
    declined: Kind | None = None  # what somebody has just said no to; nobody learns who
    lines: tuple[str, ...] = ()  # not at this table
    veils: tuple[str, ...] = ()  # not in detail
    revealed: bool = False


class Seated(Told, frozen=True, kw_only=True, tag="seated"):
    """You sit. `seen` is how many lines of the story you had read when you were last here."""

    protocol: int
    you: Seat | None
    seen: int


class Done(Told, frozen=True, kw_only=True, tag="done"):
    """A command was carried out and will not be lost."""

    id: str


class Refused(Told, frozen=True, kw_only=True, tag="refused", omit_defaults=True):
    """A command was not carried out; nothing has changed. `code` is stable, `text` is for people."""

    id: str
    code: str
    text: str
    rule: str = ""


class SomeoneTypes(Told, frozen=True, kw_only=True, tag="typing"):
    """Somebody is writing."""

    seat: Seat


class Nudged(Told, frozen=True, kw_only=True, tag="nudged"):
    """Somebody reminds you that the table waits for you."""

    by: Seat


class Ideas(Told, frozen=True, kw_only=True, tag="ideas"):
    """Suggestions to write from."""

    name: str
    ideas: tuple[str, ...]


class Pong(Told, frozen=True, kw_only=True, tag="pong"):
    """Still here."""


FromServer = Pong | Seated | Room | Full | Frame | Page | Done | Refused | SomeoneTypes | Nudged | Ideas

encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
decode = _decoder.decode


def schema() -> dict[str, Any]:
    """The JSON Schema of the socket: `FromClient` and `FromServer`, with everything they are made of."""
    (sent, told), components = msgspec.json.schema_components((FromClient, FromServer), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Mneme socket protocol",
        "$defs": {**components, "FromClient": sent, "FromServer": told},
    }
