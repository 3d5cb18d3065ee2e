"""A table as plain text, for whoever would rather read than look. (ux U6)

It is put together from what this viewer is sent anyway: the room, and the projected view of the game.
"""

from __future__ import annotations

from mneme.engine import projection, text
from mneme.engine.feed import RECENT, Viewer
from mneme.server import wire
from mneme.server.room import Room

_KINDS = {"bot": "a bot", "person": "away", "empty": "an empty seat"}


def table_text(room: Room, viewer: Viewer) -> str:
    """Everything about a table that this viewer may read now; of the story, the newest lines."""
    parts = [room_text(room.message(viewer))]
    sitting = room.table.sitting
    if sitting is not None:
        parts.append(text.render(sitting.game, projection.view(sitting, viewer, RECENT)))
    return "\n\n".join(parts) + "\n"


def room_text(room: wire.Room) -> str:
    """The table apart from its game."""
    lines = [room.title]
    if room.paused:
        lines.append("The table has paused. It goes on when everyone who is here agrees.")
    if room.state == "open":
        lines.append("The game has not begun.")
        lines += [_seat_text(room, seat) for seat in room.seats]
    lines += [f"Not at this table: {line}" for line in room.lines]
    lines += [f"Not in detail: {veil}" for veil in room.veils]
    lines += [f"Asked of the table: {motion.text}" for motion in room.motions]
    return "\n".join(lines)


def _seat_text(room: wire.Room, seat: wire.SeatInfo) -> str:
    words = ["here" if seat.here else _KINDS[seat.kind]]
    if seat.seat == room.host:
        words.append("the host")
    if seat.seat == room.you:
        words.append("you")
    return f"  {seat.name or seat.seat}: {', '.join(words)}"
