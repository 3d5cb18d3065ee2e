"""How a sensible stranger plays Schizonauts.

A bot keeps one seat and sees what that seat sees. It has a temper (temper.py), reads the table anew each time
(seen.py), guesses at sides (sides.py), counts odds (chances.py), and speaks with the names and things that are on
the table (speech.py). There is one reply for every prompt, filed by where it comes in the game: creation.py,
scene.py, pools.py, bleed.py, endgame.py.

It remembers nothing that the view does not show, so it can take any seat at any time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from msgspec import UNSET

from mneme.engine.errors import Refused
from mneme.engine.prompts import AnyPrompt, Seat, Wire
from mneme.engine.view import ShownPrompt, View
from mneme.games.schizonauts.bots import bleed, creation, endgame, pools, scene
from mneme.games.schizonauts.bots.mind import Mind, Reply
from mneme.games.schizonauts.bots.seen import Seen
from mneme.games.schizonauts.bots.speech import Speech
from mneme.games.schizonauts.bots.temper import Temper, Whims, drawn

REPLIES: dict[str, Reply] = {**creation.REPLIES, **scene.REPLIES, **pools.REPLIES, **bleed.REPLIES, **endgame.REPLIES}


class Sensible:
    """A bot that plays to win its side, within its character, and leaves room for the others."""

    def __init__(self, seat: Seat, temper: Temper, whims: Whims, avoid: Iterable[str] = ()) -> None:
        self._mind = Mind(seat, temper, whims, Speech(whims, avoid))

    @property
    def temper(self) -> Temper:
        return self._mind.temper

    def avoid(self, more: Iterable[str]) -> None:
        """Respect further lines of this table from now on."""
        self._mind.speech.avoid(more)

    def answer(self, view: View) -> tuple[str, Wire] | None:
        """What I may do and feel like doing; else what I must do; else nothing, while somebody else is awaited."""
        asked = [shown for shown in view.prompts if shown.given is UNSET]
        if not asked:
            return None
        self._mind.speech.listen(view.lines)
        seen = Seen(self._mind.seat, view)
        for shown in sorted(asked, key=lambda shown: shown.must):
            wire = self._reply(seen, shown)
            if wire is not None:
                return shown.prompt.name, self._legal(seen, shown.prompt, wire)
        return self._anything(seen, asked) if view.waiting == [self._mind.seat] else None

    def _reply(self, seen: Seen, shown: ShownPrompt) -> Wire | None:
        reply = REPLIES.get(shown.prompt.name)
        if reply is not None:
            return reply(self._mind, seen, shown.prompt)
        return self._plainly(seen, shown.prompt) if shown.must else None

    def _legal(self, seen: Seen, prompt: AnyPrompt, wire: Wire) -> Wire:
        """My answer in the form the log keeps; some plain one, should mine not be taken."""
        try:
            return prompt.clean(wire)
        except Refused:
            return self._plainly(seen, prompt)

    def _plainly(self, seen: Seen, prompt: AnyPrompt) -> Wire:
        """What an empty chair would answer, or anything legal."""
        if prompt.default is not UNSET:
            return prompt.default
        return prompt.random(self._mind.whims.dice(seen.moment, prompt.name, str(len(seen.view.lines))))

    def _anything(self, seen: Seen, asked: list[ShownPrompt]) -> tuple[str, Wire] | None:
        """The table waits for me alone, so there is nobody to wait for."""
        musts = [shown.prompt for shown in asked if shown.must]
        return (musts[0].name, self._plainly(seen, musts[0])) if musts else None


def sit(seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> Sensible:
    """A bot for this seat. `avoid` holds the table's lines: nothing that touches one is ever said."""
    temper = drawn(dice)
    return Sensible(seat, temper, Whims(dice.getrandbits(64)), avoid)
