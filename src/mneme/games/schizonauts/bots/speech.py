"""What a bot says, with the names and things that are really on the table.

A public line is made from public facts alone: nothing here looks at a card that lies face down. Only a note may
claim a side, true or not, and notes exist only where the table allows such claims. (SZ-EG-23)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, cast

import msgspec

from mneme.engine.lines import Lines
from mneme.engine.prompts import Seat
from mneme.engine.story import Line
from mneme.games.schizonauts import content
from mneme.games.schizonauts.bots.seen import Seen, quoted
from mneme.games.schizonauts.bots.temper import Whims
from mneme.games.schizonauts.content import KEYS, Aptitude, Persona
from mneme.games.schizonauts.nouns import PERSONAS
from mneme.games.schizonauts.phrases import Context, Duty, Fragment, Voice, fragments

NAMES_TRIED = 20
PLACE_WORDS = 6  # more is no name for a place
NIGHT = 12  # hours from sundown to sunrise (SZ-EG-20)
PHASES = {"flashback": "flashback", "endgame": "endgame", "confirmation": "final", "crisis": "final"}
SPOKEN = {"frame", "worked in", "question", "answer", "price", "contribution", "closed", "epilogue", "memory"}

_SLOT = re.compile(r"\{\w+\}")
_WORD = re.compile(r"[\w'-]+")
_PLACE = re.compile(r"(?:\w+ hours? left: )?((?:a|an|the)\b[^,.;:!?“”\n]+)[,.;:!?]", re.IGNORECASE)


class Listener(Voice):
    """A voice that also notices what the others at the table have used up.

    Each bot has a voice of its own, and all of them draw on the same material; so whatever somebody else has
    said counts as worn here too, or two bots would meet in the same laundrette.
    """

    def hear(self, text: str) -> None:
        known = len(self._used)
        super().hear(text)
        if len(self._used) == known:  # my own words, come back to me
            return
        spoken = _WORD.findall(text.casefold())
        whole = f" {' '.join(spoken)} "
        for pair in pairwise(spoken):
            for fragment, pieces in marks().get(pair, ()):
                if all(piece in whole for piece in pieces):
                    self._uses[fragment] += 1


@cache
def marks() -> Mapping[tuple[str, str], list[tuple[Fragment, tuple[str, ...]]]]:
    """Every fragment by the first two words of its longest piece; with each, all that it says between its slots."""
    found: dict[tuple[str, str], list[tuple[Fragment, tuple[str, ...]]]] = {}
    for fragment in (fragment for listed in fragments().values() for fragment in listed):
        pieces = [_said(piece) for piece in _SLOT.split(fragment.say)]
        longest = max(pieces, key=len)
        if len(longest) >= 2:
            said = tuple(f" {' '.join(piece)} " for piece in pieces if piece)
            found.setdefault((longest[0], longest[1]), []).append((fragment, said))
    return found


def _said(piece: str) -> list[str]:
    """The words between two slots; what makes a name a genitive is heard as part of the name."""
    return _WORD.findall(piece.casefold().removeprefix("'s"))


class Speech:
    """One bot's words in one game."""

    def __init__(self, whims: Whims, avoid: Iterable[str] = ()) -> None:
        self._whims = whims
        self._lines = Lines(avoid)
        self._voice = Listener(avoid)
        self._last: Line | None = None

    @property
    def lines(self) -> Lines:
        """The table's lines: nothing that touches one is said. (ux.md X7)"""
        return self._lines

    def avoid(self, more: Iterable[str]) -> None:
        """Draw further lines; they hold from the next word on."""
        more = tuple(more)
        self._lines = Lines((*self._lines.words, *more))
        self._voice.avoid(more)

    def listen(self, lines: list[Line]) -> None:
        """Take in what was said since last time; where that is lost, all that can be seen."""
        news = []
        for line in reversed(lines):
            if line == self._last:
                break
            news.append(line)
        for line in reversed(news):
            if line.kind in SPOKEN:
                self._voice.hear(_without_lead(line))
        self._last = lines[-1] if lines else None

    def say(self, duty: Duty, seen: Seen, most: int, **about: Any) -> str:
        """Words for a duty in the scene as it stands; `about` adds to what the scene tells, or replaces it."""
        context = scene_context(seen) if seen.has_scene else Context()
        context = msgspec.structs.replace(context, **about)
        return self._voice.say(duty, context, self._whims.dice(seen.moment, duty, str(len(seen.view.lines))), most)

    # -- creation

    def name(self, duty: Duty, seen: Seen, most: int) -> str:
        """A name that nobody at the table has yet."""
        taken = {str(sheet[persona]).casefold() for sheet in seen.sheets.values() for persona in PERSONAS}
        for _ in range(NAMES_TRIED):
            name = self.say(duty, seen, most)
            if name.casefold() not in taken:
                return name
        return self.say(duty, seen, most)

    def memory(self, duty: Duty, seen: Seen, most: int, aptitude: str, of: str | None = None) -> str:
        """A memory of an aptitude; `of` is the one it comes from or takes the place of."""
        return self.say(duty, seen, most, aptitude=cast(Aptitude, aptitude), memory=of)

    # -- a scene

    def in_character(self, duty: Duty, seen: Seen, most: int, seat: Seat) -> str:
        """Something about the character whom a seat plays in this scene, with the aptitude it uses."""
        return self.say(duty, seen, most, speaker=seen.character(seat), aptitude=_aptitude(seen, seat))

    def memory_in(self, seen: Seen, most: int, key: str) -> str:
        """How a memory of one's own comes into the scene. (SZ-FB-19, SZ-RVL-02)"""
        memory = seen.state[key]
        about = {"speaker": seen.character(seen.me), "memory": memory["text"], "aptitude": memory["aptitude"]}
        return self.say(Duty.MEMORY_IN, seen, most, **about)

    def link(self, seen: Seen, most: int, to: Seat) -> str:
        """How one's thief or agent touches a scene from afar, for the good of one of the two in it. (SZ-DICE-03)"""
        persona = PERSONAS[self._whims.number(seen.moment, "link") < 0.5]
        about = {"speaker": seen.called(seen.me, persona), "recipient": seen.character(to)}
        return self.say(Duty.LINK, seen, most, **about)

    def answer(self, seen: Seen, most: int) -> str:
        """The narrator's answer. To "Who am I?" it says which one only where that is not still to be agreed.

        (SZ-TELL-01, SZ-CONF-03, SZ-CRIS-07)
        """
        scene, actor = seen.scene, seen.scene["actor"]
        if not seen.in_final:
            return self.in_character(Duty.ANSWER, seen, most, scene["rolled_narrator"])
        duty = Duty.FINAL_CONFIRMED if scene["kind"] == "confirmation" else Duty.FINAL_CRISIS
        true = cast(Persona, seen.sheet(actor)["true"])
        return self.say(duty, seen, most, speaker=seen.character(actor), persona=true)

    # -- beside the scene

    def note(self, seen: Seen, most: int, to: Seat, claim: str | None) -> str:
        """A few words for one player, with or without a claim. (SZ-EG-23)"""
        duty = Duty.NOTE if claim is None else Duty.CLAIM
        about = {"recipient": seen.view.names[to], "persona": cast("Persona | None", claim)}
        return self.say(duty, seen, most, **about)

    def epilogue(self, seen: Seen, most: int) -> str:
        """What becomes of one's own character. (SZ-TALLY-04)"""
        course, sheet = seen.course, seen.sheet(seen.me)
        name = sheet["full_name"]
        won = {"agents": "agent", "thieves": "thief"}.get(course["outcome"]) == sheet["final"]
        safe = seen.me in course["survivors"] if seen.has_happened_here("survivors") else won
        context = Context(
            phase="final",
            actor=name,
            dead=() if sheet["alive"] else (name,),
            outcome=course["outcome"] or None,
            outcome_text="surveillance" if _is_watched(seen) else "safe",
            fared="well" if safe else "badly",
        )
        return self._voice.say(Duty.EPILOGUE, context, self._whims.dice("epilogue"), most)


def _without_lead(line: Line) -> str:
    """Somebody's words, without what the table says around them."""
    if line.by:
        return line.text
    return line.text.partition(": ")[2] if line.kind == "contribution" else quoted(line.text)


def scene_context(seen: Seen) -> Context:
    """Everything that is plain to all in this scene."""
    scene = seen.scene
    names = [seen.character(seat) if seat else None for seat in seen.pair]
    return Context(
        phase=cast(Any, PHASES[scene["kind"]]),
        actor=names[0],
        visitor=names[1],
        dead=tuple(sheet["full_name"] for sheet in seen.sheets.values() if not sheet["alive"]),
        key=KEYS[scene["key"]].name if scene["key"] else None,
        memory=seen.state[scene["memory"]]["text"] if scene["memory"] else None,
        question=scene["question"] or None,
        place=place(seen),
        hours_left=hours_left(seen),
    )


def place(seen: Seen) -> str | None:
    """Where a scene is, if whoever set it said so in the first few words."""
    opening = next((line.text for line in seen.scene_lines() if line.kind == "frame"), "")
    match = _PLACE.match(opening)
    return match[1] if match and len(match[1].split()) <= PLACE_WORDS else None


def hours_left(seen: Seen) -> int | None:
    """The night runs out turn by turn. (SZ-EG-20)"""
    if seen.course["phase"] != "endgame":
        return None
    return max(NIGHT - 1 - int(NIGHT * seen.progress), 1)


def _aptitude(seen: Seen, seat: Seat) -> Aptitude | None:
    return cast("Aptitude | None", seen.scene["aptitudes"].get(seat))


def _is_watched(seen: Seen) -> bool:
    """Whether the outcome was told as the revised rules tell it."""
    outcome = seen.course["outcome"]
    if not outcome:
        return False
    text = content.texts().outcomes["surveillance"][outcome]
    return any(line.kind == "outcome" and text in line.text for line in seen.story)
