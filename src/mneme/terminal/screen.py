"""What a person sees: quiet styling, a readable pace, and nothing left when the keyboard changes hands.

Without styling it is plain lines in reading order: no boxes, no colours, no movement.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable, Iterable
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from mneme.engine.story import Line
from mneme.engine.text import line_text
from mneme.engine.view import View
from mneme.terminal.desk import Tone

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what has scrolled off it, and the cursor to the top
FORM_FEED = "\f"
WIDEST = 96

PACES = {"slow": 0.05, "normal": 0.025, "fast": 0.01, "instant": 0.0}  # seconds for each character of a line
LONGEST_PAUSE = 3.0

STYLES: dict[Tone, str] = {
    "plain": "",
    "title": "bold",
    "chapter": "bold",
    "story": "",
    "private": "italic",
    "question": "bold cyan",
    "option": "",
    "quiet": "dim",
    "refusal": "yellow",
    "verbatim": "",  # never broken: it is there to be copied
}

_HANGING = re.compile(r"\s*(?:[?/]?\w{1,2}\. |- )?")
_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def sleep(seconds: float) -> bool:
    """Wait; nobody can cut this short."""
    time.sleep(seconds)
    return False


class Screen:
    """One page that grows downwards.

    `terminal` says that it is a real screen which can be cleared; `wait` pauses and says whether the reader
    would rather see the rest at once.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        terminal: bool = False,
        styled: bool = False,
        pace: float = 0.0,
        wait: Callable[[float], bool] = sleep,
    ) -> None:
        self._stream = stream
        self._terminal = terminal
        self._pace = pace
        self._wait = wait
        self._owed = 0.0  # the time to read the line that was told last
        self._hurried = False
        self._rich = Console(file=stream, force_terminal=True, highlight=False) if styled else None

    def say(self, text: str = "", tone: Tone = "plain") -> None:
        """A sentence or a few, on lines of their own."""
        text = safe(text)
        if self._rich is None or tone == "verbatim":
            self._stream.write(text + "\n")
        else:
            for line in text.split("\n"):
                self._say_styled(self._rich, line, tone)
        self._stream.flush()

    def _say_styled(self, console: Console, line: str, tone: Tone) -> None:
        """Break a line between words; what follows hangs under its first word."""
        hanging = _HANGING.match(line) if tone == "option" else re.match(r"\s*", line)
        head = hanging[0] if hanging else ""
        width = max(min(console.width, WIDEST) - cell_len(head), 20)
        for part in Text(line[len(head) :]).wrap(console, width) or [Text()]:
            part.rstrip()
            console.print(Text(head + part.plain, STYLES[tone]), soft_wrap=True)
            head = " " * cell_len(head)

    def tell(self, view: View, lines: Iterable[Line], *, paced: bool = True) -> None:
        """Lines of the story, at a pace at which they can be read."""
        for line in lines:
            text = line_text(view, line)
            if not text:
                continue
            if paced and self._owed and not self._hurried:
                self._hurried = self._wait(self._owed)
            if line.kind == "chapter":
                self.say()
            self.say(text, tone_of(line))
            self._owed = min(self._pace * len(text), LONGEST_PAUSE)

    def settle(self) -> None:
        """The reader has the floor: no pause is owed any more, and the next lines come at the usual pace."""
        self._owed = 0.0
        self._hurried = False

    def cover(self) -> None:
        """Take everything off the screen, also what has scrolled away; where there is none, turn the page."""
        self._stream.write(CLEAR if self._terminal else FORM_FEED + "\n")
        self._stream.flush()


def tone_of(line: Line) -> Tone:
    if line.undone:
        return "quiet"
    if line.to is not None:
        return "private"
    return "chapter" if line.kind == "chapter" else "story"


def safe(text: str) -> str:
    """Text without anything that a terminal would obey instead of showing."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(character for character in text if character in "\n\t" or _is_shown(character))


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cs"} and character not in _DIRECTION_MARKS
