"""What one seat may know, built up from nothing. The only place where secrecy is decided.

Everything that leaves a table goes through here: state, prompts, story, who is awaited. A view is the public part
plus the small part that is this seat's own; a spectator gets the public part alone. A field without an audience is
sent to nobody, and a noun with nothing to show does not exist.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from mneme.engine.state import PLAIN, Hand, Noun, Secret, shown_to_all
from mneme.engine.story import Line
from mneme.engine.view import ShownPrompt, View
from mneme.engine.windows import Standing


def view(sitting: Sitting, seat: Seat | None, recent: int | None = None) -> View:
    """What a seat sees now; `recent` asks for only so many of the newest story lines."""
    table = sitting.table
    return View(
        game=sitting.game.name,
        seat=seat,
        names=dict(table.names),
        place=table.place,
        state=state(sitting, seat),
        waiting=sitting.play.awaited(),
        waiting_text=waiting_text(sitting, seat),
        prompts=[] if seat is None else prompts(sitting, seat),
        lines=story(sitting, seat, recent),
        over=sitting.over,
        can_take_back=seat is not None and sitting.can_take_back(seat),
        result=table.result if sitting.over else {},
    )


def state(sitting: Sitting, seat: Seat | None) -> dict[str, dict[str, Any]]:
    """The nouns a seat can see, each with the fields it can see, in the order they were laid."""
    shown = {}
    for key, noun in sitting.table.nouns.items():
        fields = public_fields(noun)
        if seat is not None and noun.own_names:
            fields.update(own_fields(noun, seat))
        if fields:
            shown[key] = fields
    return shown


def public_fields(noun: Noun) -> dict[str, Any]:
    """What everyone sees of a noun."""
    values, shown = noun.__dict__, {}
    for name in noun.public_names:
        value = values[name]
        kind = type(value)
        if kind in PLAIN:
            shown[name] = value
        elif kind is not Secret:
            shown[name] = shown_to_all(value)
    for name in noun.worked_out:
        shown[name] = shown_to_all(getattr(noun, name))
    return shown


def own_fields(noun: Noun, seat: Seat) -> dict[str, Any]:
    """What this seat sees of a noun beyond what everyone does."""
    shown: dict[str, Any] = {}
    for name in noun.own_names:
        value = getattr(noun, name)
        if type(value) is Secret:
            if seat in value.known:
                shown[name] = shown_to_all(value.hidden)
        elif type(value) is Hand:
            if getattr(noun, "owner", None) == seat:
                shown[name] = {"down": len(value.down), "up": list(value.up), "faces": list(value.down)}
        elif _named(getattr(noun, noun.audiences[name].field or ""), seat):
            shown[name] = shown_to_all(value)
    return shown


def _named(seats: Any, seat: Seat) -> bool:
    return seat in seats if isinstance(seats, tuple) else bool(seats == seat)


def prompts(sitting: Sitting, seat: Seat) -> list[ShownPrompt]:
    """What is asked of a seat, and only of it."""
    shown = []
    for pending in sitting.play.pending(seat):
        sealed = getattr(pending.window, "sealed", False)
        given = pending.given
        commitment = "" if given is UNSET or not sealed else sitting.play.commitment(seat, given)
        identity = sitting.prompt_id(seat, pending)
        prompt: Any = pending.prompt
        beside = isinstance(pending.window, Standing)
        shown.append(ShownPrompt(identity, prompt, pending.must, beside, given, sealed, commitment))
    return shown


def story(sitting: Sitting, seat: Seat | None, recent: int | None = None) -> list[Line]:
    """The lines of the story that a seat was there to hear. Whom else a line was for is not told."""
    shown: list[Line] = []
    for line in reversed(sitting.table.lines):
        if len(shown) == recent:
            break
        if line.to is None:
            shown.append(line)
        elif seat in line.to:
            shown.append(msgspec.structs.replace(line, to=(seat,)))
    shown.reverse()
    return shown


def waiting_text(sitting: Sitting, seat: Seat | None) -> str:
    """One sentence: whom the table waits for, and for what."""
    texts = waiting_texts(sitting, sitting.play.awaited(), [window.name for window in sitting.play.windows])
    return texts.get(seat, texts[None])


def waiting_texts(sitting: Sitting, awaited: list[Seat], windows: list[str]) -> dict[Seat | None, str]:
    """The same as everyone reads it (`None`), and as each of those does who are waited for."""
    if sitting.over:
        return {None: "The game is over."}
    if not awaited:
        return {None: ""}
    template = sitting.game.waiting.get(windows[0]) if windows.count(windows[0]) == len(windows) else None
    template = template or "Waiting for {names}."
    names = [sitting.table.names[seat] for seat in awaited]
    texts: dict[Seat | None, str] = {None: template.replace("{names}", _and(names))}
    for place, seat in enumerate(awaited):
        others = names[:place] + names[place + 1 :]
        texts[seat] = template.replace("{names}", _and(others)) if others else ""
    return texts


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
