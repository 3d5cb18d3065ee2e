"""How a sensible stranger plays Know Thyself, as a guest or as the Master.

A bot keeps one seat and sees what that seat sees. It has a temper and whims (temper.py), reads the table anew each
time (seen.py), and speaks with the names and things on it (speech.py). There is one reply for every prompt that needs
thought, in guest.py and master.py; everything else is answered as an empty chair would.

It remembers nothing that the view does not show, so it can take any seat at any time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from msgspec import UNSET

from mneme.engine.errors import Refused
from mneme.engine.prompts import AnyPrompt, Seat, Wire
from mneme.engine.view import ShownPrompt, View
from mneme.games.know_thyself.bots import guest, master
from mneme.games.know_thyself.bots.seen import Seen
from mneme.games.know_thyself.bots.speech import Speech
from mneme.games.know_thyself.bots.temper import Mind

SAFE_LINES = ("A door, and somebody who knew me.", "I was there.", "It began like this.", "I said yes.", "Not yet.")


class Sensible:
    """A bot that wagers by the odds and its character, and leaves the good bits open for the others."""

    def __init__(self, seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> None:
        self._mind = Mind(seat, dice)
        self._speech = Speech(avoid)

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines of this table from now on."""
        self._speech.avoid(more)

    def answer(self, view: View) -> tuple[str, Wire] | None:
        """What I must do, or what I like to do; nothing, while somebody else may well go first."""
        asked = [shown for shown in view.prompts if shown.given is UNSET]
        if not asked:
            return None
        self._speech.listen(view.lines)
        seen = Seen(self._mind.seat, view)
        for shown in sorted(asked, key=lambda one: one.must):
            wire = self._reply(seen, shown)
            if wire is not None:
                return shown.prompt.name, self._legal(shown.prompt, wire)
        return None

    def _reply(self, seen: Seen, shown: ShownPrompt) -> Wire | None:
        replies = master.REPLIES if seen.course["master"] == self._mind.seat else guest.REPLIES
        reply = replies.get(shown.prompt.name)
        if reply is not None:
            wire = reply(self._mind, seen, self._speech, shown.prompt)
            if wire is not None or shown.prompt.name in ("explore", "talk"):
                return wire
        return self._plainly(shown.prompt) if shown.must else None

    def _legal(self, prompt: AnyPrompt, wire: Wire) -> Wire:
        """My answer in the form the log keeps; some plain one, should mine not be taken."""
        try:
            return prompt.clean(wire)
        except Refused:
            return self._plainly(prompt)

    def _plainly(self, prompt: AnyPrompt) -> Wire:
        """What an empty chair would answer, a safe line, or anything legal."""
        if prompt.default is not UNSET:
            return prompt.default
        for line in self._speech.pick(self._mind.dice("plain", prompt.text), SAFE_LINES, len(SAFE_LINES)):
            try:
                return prompt.clean(line)
            except Refused:
                continue
        return prompt.random(self._mind.dice("plain", prompt.name, prompt.text))


def sit(seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> Sensible:
    """A bot for this seat. `avoid` holds the table's lines: nothing that touches one is ever said."""
    return Sensible(seat, dice, avoid)
