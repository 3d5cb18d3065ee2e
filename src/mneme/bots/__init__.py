"""What all bots share. A bot sits in one seat and sees that seat's view, never the table."""

from typing import Protocol

from mneme.engine.projection import View
from mneme.engine.prompts import Wire


class Bot(Protocol):
    """Somebody who can keep a seat."""

    def answer(self, view: View) -> tuple[str, Wire] | None:
        """A prompt of the view, by name, and an answer to it; None if there is nothing to do just now."""
        ...
