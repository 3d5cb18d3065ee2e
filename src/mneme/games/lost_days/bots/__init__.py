"""How a sensible stranger plays Lost Days.

A bot keeps one seat and sees what that seat sees (seen.py). There is one reply for every prompt it cares about
(replies.py); it speaks in small parts that fit in many orders (speech.py). It remembers nothing that the view does
not show, so it can take any seat at any time, a king's or an adversity player's too.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from mneme.engine.errors import Refused
from mneme.engine.prompts import Prompt, Seat, Wire
from mneme.engine.view import ShownPrompt, View
from mneme.games.lost_days.bots.replies import REPLIES
from mneme.games.lost_days.bots.seen import Seen
from mneme.games.lost_days.bots.speech import Speech

NEVER = frozenset({"leave", "card_note"})  # a bot keeps its chair, and leaves the notes to people


class Sensible:
    """A courtier who values, bids, schemes, and goes with style."""

    def __init__(self, seat: Seat, whim: str, avoid: Iterable[str] = ()) -> None:
        self._seat = seat
        self._whim = whim
        self._speech = Speech(avoid)

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines of this table from now on."""
        self._speech.avoid(more)

    def answer(self, view: View) -> tuple[str, Wire] | None:
        """What I may do and feel like doing; else what I must do; else nothing."""
        asked = [shown for shown in view.prompts if shown.given is UNSET and shown.prompt.name not in NEVER]
        for shown in sorted(asked, key=lambda shown: shown.must):
            wire = self._reply(Seen(self._seat, view, self._whim, shown.id), shown)
            if wire is not None:
                return shown.prompt.name, wire
        return None

    def _reply(self, seen: Seen, shown: ShownPrompt) -> Wire | None:
        prompt: Prompt[Any] = shown.prompt
        reply = REPLIES.get(prompt.name)
        wire = None if reply is None else reply(self._speech, seen, prompt)
        if wire is None:
            return self._plainly(seen, prompt) if shown.must else None
        try:
            return prompt.clean(wire)
        except Refused:
            return self._plainly(seen, prompt) if shown.must else None

    def _plainly(self, seen: Seen, prompt: Prompt[Any]) -> Wire:
        """What an empty chair would answer, or anything legal."""
        return prompt.random(seen.dice(prompt.name)) if prompt.default is UNSET else prompt.clean(prompt.default)


def sit(seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> Sensible:
    """A bot for this seat. `avoid` holds the table's lines: nothing that touches one is ever said."""
    return Sensible(seat, str(dice.getrandbits(64)), avoid)
