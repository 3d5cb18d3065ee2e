"""How a sensible stranger plays Utopolis: as detective, as robot partner, or as GM.

A bot keeps one seat and sees what that seat sees (seen.py). It speaks from small parts, never twice the same and never
across a line or veil (speech.py). There is one reply for each prompt that needs a thought, by the odds where cards
decide, and a few things it does unasked (play.py); everything else it answers like an empty chair.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from msgspec import UNSET

from mneme.engine.errors import Refused
from mneme.engine.prompts import AnyPrompt, Seat, Wire
from mneme.engine.view import View
from mneme.games.utopolis.bots.play import REPLIES, beside
from mneme.games.utopolis.bots.seen import MANNERS, Mind, Seen
from mneme.games.utopolis.bots.speech import fill


class Sensible:
    """A bot that wants the case closed, keeps its wits, and leaves room for the others."""

    def __init__(self, seat: Seat, manner: str, salt: int, avoid: Iterable[str] = ()) -> None:
        self._mind = Mind(seat, manner, salt, avoid)

    @property
    def manner(self) -> str:
        """How it plays the robot beside it: loyal, curious or meddling."""
        return self._mind.manner

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines of this table from now on."""
        self._mind.avoid(more)

    def answer(self, view: View) -> tuple[str, Wire] | None:
        """Sometimes what may be done; else what must be answered, one thing at a time."""
        self._mind.look(view)
        return self._unasked(view) or self._asked(view)

    def _unasked(self, view: View) -> tuple[str, Wire] | None:
        for shown in view.prompts:
            if shown.must or shown.given is not UNSET:
                continue
            wire = beside(Seen(self._mind, view, shown.prompt.name), shown.prompt)
            if wire is not None:
                return shown.prompt.name, wire
        return None

    def _asked(self, view: View) -> tuple[str, Wire] | None:
        asked = [shown for shown in view.prompts if shown.must and shown.given is UNSET]
        if not asked:
            return None
        prompt = asked[0].prompt
        return prompt.name, self._legal(Seen(self._mind, view, prompt.name), prompt)

    def _legal(self, seen: Seen, prompt: AnyPrompt) -> Wire:
        """My answer in the form the log keeps; some plain one, should mine not be taken."""
        reply = REPLIES.get(prompt.name)
        try:
            return prompt.clean(reply(seen, prompt) if reply else fill(seen, prompt))
        except Refused:
            return prompt.default if prompt.default is not UNSET else prompt.random(seen.dice)


def sit(seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> Sensible:
    """A bot for this seat. `avoid` holds the table's lines: nothing that touches one is ever said."""
    return Sensible(seat, dice.choice(MANNERS), dice.getrandbits(64), avoid)
