"""What the line client needs of a table, wherever it is: a chair for each person, and the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from mneme.engine.game import Game
from mneme.engine.prompts import Seat, Wire
from mneme.engine.view import ShownPrompt, View


class Moment(Struct, frozen=True):
    """A beat that the table can go back to, in words for everybody; only `asked` is for the seat alone."""

    beat: int
    place: str
    label: str
    asked: str = ""


class Chair(Protocol):
    """One seat, for the person who sits in it. Whatever is not possible is Refused, and changes nothing."""

    @property
    def seat(self) -> Seat: ...

    def view(self) -> View:
        """All that this seat may know now."""
        ...

    def answer(self, shown: ShownPrompt, value: Wire) -> None: ...

    def take_back(self) -> None:
        """Take back this seat's own last answer, while nothing has come of it."""
        ...

    def talk(self, mode: str, text: str, speaker: str = "") -> None:
        """Say something beside the rules."""
        ...


class Connection(Protocol):
    """A table with some chairs at this keyboard."""

    @property
    def game(self) -> Game: ...

    @property
    def commitment(self) -> str:
        """What is shown of the seed before the first roll."""
        ...

    @property
    def chairs(self) -> Sequence[Chair]:
        """The people at this keyboard, in seat order."""
        ...

    def public(self) -> View:
        """What anybody may know."""
        ...

    def others_act(self) -> bool:
        """Wait until somebody who is not at this keyboard has done something; False where nobody will."""
        ...

    def moments(self, seat: Seat | None) -> list[Moment]:
        """The beats behind us, oldest first, without the present one; with what this seat was asked."""
        ...

    def rewind(self, beat: int, *, struck: bool = False) -> None:
        """Go back to a beat. Struck: the passage leaves every view and every file."""
        ...


class Keeper(Protocol):
    """Who keeps the game, so that the people can come back to it."""

    @property
    def place(self) -> Path:
        """Where every answer is kept as it comes."""
        ...

    @property
    def comeback(self) -> str:
        """The command that brings the people back to this table."""
        ...

    def save(self, path: Path | None = None) -> Path | None:
        """Write the game so far to a file; without a path, to the place chosen at the start, if any was."""
        ...

    def finish(self) -> Path:
        """Turn a game that is over into its one finished file."""
        ...
