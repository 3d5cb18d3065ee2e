"""What is entered at a table: the lines of its log, as they are kept and as a game file has them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mneme.engine.prompts import Seat, Wire
from mneme.engine.story import Line

TALK_MODES = ("say", "as", "narrate", "aside", "note", "suggest")


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table is laid with. Together with the answers it is the whole game."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    names: dict[Seat, str]
    seed: str
    words: dict[Seat, str] = {}


class Answer(Struct, frozen=True, array_like=True, tag="answer", gc=False):
    seat: Seat
    name: str
    value: Wire


class Retract(Struct, frozen=True, array_like=True, tag="retract", gc=False):
    seat: Seat
    name: str


class TakeBack(Struct, frozen=True, array_like=True, tag="takeback", gc=False):
    """A seat takes back its own last answer."""

    seat: Seat
    back: int = 0  # how many entries back it stands, noted if all that came since can stay: so the log alone can tell


class Rewind(Struct, frozen=True, array_like=True, tag="rewind", gc=False):
    """The table goes back to a beat. Struck: the passage leaves every view and export."""

    beat: int
    epoch: int = 0  # which run of chance begins here; 0 asks for a fresh one
    struck: bool = False

    @property
    def plain(self) -> Rewind:
        """The rewind alone, for a log in which its passage is played."""
        return Rewind(self.beat, self.epoch, self.struck)


class Rewound(Rewind, frozen=True, array_like=True, tag="rewound", gc=False, kw_only=True):
    """A rewind as the log keeps it, with what it comes to: so the passage it undoes need not be played again."""

    kept: int  # how many of the entries in force stay so
    told: tuple[Line, ...]  # the lines of the passage that stay in the story, marked as undone


class Rename(Struct, frozen=True, array_like=True, tag="rename", gc=False):
    """Another name is spoken for a seat from here on."""

    seat: Seat
    name: str


class Talk(Struct, frozen=True, array_like=True, tag="talk", gc=False):
    """Something said beside the rules. A suggestion goes to one seat: the one named in `speaker`."""

    seat: Seat
    mode: str
    text: str
    speaker: str = ""


class Digest(Struct, frozen=True, array_like=True, tag="digest", gc=False):
    """A fingerprint of the whole state, to notice when changed rules would replay differently."""

    beat: int
    digest: str


FileEntry = Answer | Retract | TakeBack | Rewind | Rename | Talk | Digest  # a game file is always played in full
Entry = FileEntry | Rewound
