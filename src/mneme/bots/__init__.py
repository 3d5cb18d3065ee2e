"""What all bots share. A bot sits in one seat and sees that seat's view, never the table."""

from collections.abc import Iterable
from typing import Protocol

from mneme.engine.prompts import Wire
from mneme.engine.view import View


class Bot(Protocol):
    """Somebody who can keep a seat."""

    def answer(self, view: View) -> tuple[str, Wire] | None:
        """A prompt of the view, by name, and an answer to it; None if there is nothing to do just now."""
        ...


class Considerate(Bot, Protocol):
    """A bot with words of its own, which keeps to what a table has agreed not to tell."""

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines and veils of this table from now on."""
        ...
