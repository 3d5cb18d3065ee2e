"""The table apart from its game, in words: who sits where, and what has changed about it.

Nobody's coming and going is cried out (ux X8). Who is away is told where it matters: when the table waits for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mneme.engine.prompts import Seat
from mneme.server.records import Kind
from mneme.server.wire import Motion, Room, SeatInfo
from mneme.terminal.desk import Tone
from mneme.terminal.showing import joined

Sentence = tuple[str, Tone]

_PAUSED = "The table has paused. Nobody has to say why."
_WHILE_PAUSED = (
    "Type /agree when you are ready to go on, /strike to go back and take a passage out of the story, "
    "or /quit for a break."
)
_ANSWER = {
    "rewind": "Type /agree or /decline.",
    "reveal": "Type /agree or /decline.",
    "strike": "Type /agree if it shall go. Nobody has to say why.",
}
_SETTLED = {
    "rewind": "The question of going back is settled.",
    "reveal": "The question of opening the whole game is settled.",
    "strike": "The question of taking a passage out is settled.",
}
_DECLINED = "Not everybody wants that. Things stay as they are."


def seating(room: Room) -> str:
    """Everybody round the table in one sentence."""
    return f"Around the table: {joined(_seat(room, info) for info in room.seats)}."


def _seat(room: Room, info: SeatInfo) -> str:
    if info.kind == "empty":
        return "an empty seat"
    if not info.name:
        return "a bot"
    marks = {
        "you": info.seat == room.you,
        "the host": info.seat == room.host,
        "a bot": info.kind == "bot",
        "away": info.kind == "person" and not info.here,
    }
    said = [mark for mark, holds in marks.items() if holds]
    return f"{info.name} ({', '.join(said)})" if said else info.name


def free_seats(room: Room) -> list[Seat]:
    return [info.seat for info in room.seats if info.kind == "empty"]


def away(room: Room, seats: Collection[Seat]) -> str:
    """Who of these is not at the table just now; empty if all are."""
    names = [info.name for info in room.seats if info.seat in seats and info.kind == "person" and not info.here]
    if not names:
        return ""
    return f"{joined(names)} {'is' if len(names) == 1 else 'are'} away just now."


def name_of(room: Room, seat: Seat) -> str:
    return next((info.name for info in room.seats if info.seat == seat), "Somebody") or "Somebody"


def changes(before: Room | None, now: Room) -> list[Sentence]:
    """What to say about a table since it was last looked at."""
    if before is None:
        return [*_pause(False, now.paused), *_motions((), now.motions, None)]
    found: list[Sentence] = []
    if before.state == "open" == now.state:
        found += _lobby(before, now)
    found += _seats(before, now)
    found += _pause(before.paused, now.paused)
    found += _motions(before.motions, now.motions, now.declined)
    found += _limits("Not at this table", before.lines, now.lines)
    found += _limits("Not in detail", before.veils, now.veils)
    if now.host == now.you != before.host:
        found.append(("You are the host of this table now.", "plain"))
    return found


def _lobby(before: Room, now: Room) -> Iterator[Sentence]:
    """Before the game everybody wants to know who is there."""
    then = {info.seat: info for info in before.seats}
    seats = [(info.seat, info.kind, info.name) for info in now.seats]
    if seats != [(info.seat, info.kind, info.name) for info in before.seats]:
        for info in now.seats:
            known = then.get(info.seat)
            if info.kind == "person" and info.seat != now.you and (known is None or known.kind != "person"):
                yield f"{info.name} sits down.", "plain"
        yield seating(now), "plain"


def _seats(before: Room, now: Room) -> Iterator[Sentence]:
    then = {info.seat: info for info in before.seats}
    for info in now.seats:
        known = then.get(info.seat)
        if known is None or info.seat == now.you:
            continue
        if known.kind == "person" == info.kind and known.name != info.name:
            yield f"{known.name} is called {info.name} now.", "quiet"
        if info.hand and not known.hand:
            yield f"{info.name} would like to say something.", "quiet"


def _pause(before: bool, now: bool) -> Iterator[Sentence]:
    if now and not before:
        yield _PAUSED, "title"
        yield _WHILE_PAUSED, "plain"
    elif before and not now:
        yield "The table goes on.", "plain"


def _motions(before: Iterable[Motion], now: Iterable[Motion], declined: Kind | None) -> Iterator[Sentence]:
    known = {motion.kind: motion for motion in before}
    open_now = {motion.kind: motion for motion in now}
    for kind, motion in open_now.items():
        if kind == "resume" or (kind in known and known[kind].text == motion.text):
            continue
        yield motion.text, "question"
        if not motion.yours:
            yield _ANSWER[kind], "plain"
    for kind in known.keys() - open_now.keys() - {"resume"}:
        yield _DECLINED if kind == declined else _SETTLED[kind], "quiet"


def _limits(words: str, before: Collection[str], now: Collection[str]) -> Iterator[Sentence]:
    for text in now:
        if text not in before:
            yield f"{words}: {text}", "plain"
    for text in before:
        if text not in now:
            yield f"No longer set aside: {text}", "quiet"


def limits_text(room: Room) -> str:
    """The lines and veils of a table; nobody learns whose they are. (ux X5)"""
    parts = [f"Not at this table: {text}" for text in room.lines] + [f"Not in detail: {text}" for text in room.veils]
    return "\n".join(parts) or "Nothing is set aside yet. /line and /veil do that, and nobody learns who did."
