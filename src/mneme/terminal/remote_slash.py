"""What can be typed at a table on a server, beside the commands of every table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from mneme.client import NotDone
from mneme.engine.errors import MnemeError
from mneme.engine.prompts import Seat
from mneme.server import wire
from mneme.terminal import slash
from mneme.terminal.desk import Desk
from mneme.terminal.people import Leave
from mneme.terminal.reader import as_number
from mneme.terminal.remote_room import free_seats, limits_text, seating
from mneme.terminal.screen import Screen
from mneme.terminal.showing import joined

if TYPE_CHECKING:
    from mneme.terminal.remote import RemoteTable, RemoteTerminal

MOMENT = 5.0  # seconds that the table may take to show what it has agreed to


class Place(Protocol):
    """Where somebody is: in the lobby, or in the game."""

    table: RemoteTable
    screen: Screen
    side: Desk


class Command(Struct, frozen=True):
    """One command: how it is typed, what it does, and whether there is a use for it before the game begins."""

    usage: str
    does: str
    run: Callable[[Place, str], None]
    early: bool = False


def obey(terminal: RemoteTerminal, line: str) -> None:
    """Carry out a line that begins with a slash, during the game."""
    word, rest = _split(line)
    if word == "help":
        _say_help(terminal, [*_of_every_table(), *COMMANDS.values()])
    elif word == "sheet" and not rest and terminal.table.room.you is None:
        terminal.screen.say("Type whose sheet you want to see, such as /sheet Ines.", "refusal")
    elif word in COMMANDS:
        _run(terminal, COMMANDS[word], rest)
    else:
        slash.obey(terminal, line)


def obey_in_the_lobby(lobby: Place, line: str) -> None:
    """Carry out a line that begins with a slash, before the game begins."""
    word, rest = _split(line)
    command = COMMANDS.get(word)
    if word == "help":
        _say_help(lobby, [known for known in COMMANDS.values() if known.early])
    elif command is not None and command.early:
        _run(lobby, command, rest)
    elif command is not None or word in slash.COMMANDS:
        lobby.screen.say(f"There is a use for /{word} when the game has begun.", "refusal")
    else:
        lobby.screen.say(f"There is no command /{word}. /help lists them.", "refusal")


def _split(line: str) -> tuple[str, str]:
    word, _, rest = line[1:].partition(" ")
    return word.lower(), rest.strip()


def _run(place: Place, command: Command, rest: str) -> None:
    try:
        command.run(place, rest)
    except MnemeError as problem:
        place.screen.say(str(problem), "refusal")


def _of_every_table() -> list[slash.Command]:
    return [command for word, command in slash.COMMANDS.items() if word not in COMMANDS]


def _say_help(place: Place, commands: list[Command | slash.Command]) -> None:
    for command in commands:
        place.screen.say(f"{command.usage}: {command.does}", "option")


# ---- who is there ------------------------------------------------------------------------------------------


def show_who(place: Place, rest: str) -> None:
    place.screen.say(seating(place.table.room))


def show_links(place: Place, rest: str) -> None:
    """The way back for this person, and the way in for others."""
    client = place.table.client
    if place.table.room.you is not None:
        place.screen.say("The way back to your seat; keep it to yourself:")
        place.screen.say(str(client.link), "verbatim")
    if client.invitation is not None:
        place.screen.say("The way in for others:")
        place.screen.say(str(client.invitation), "verbatim")


def invite(place: Place, rest: str) -> None:
    """The invitation, or a new one where it is not known here any more."""
    client = place.table.client
    if client.invitation is None:
        client.new_invitation()
        place.screen.say("This is a new invitation; an older one opens nothing any more.", "quiet")
    place.screen.say("Whoever has this link can sit down here:")
    place.screen.say(str(client.invitation), "verbatim")


def rename(place: Place, rest: str) -> None:
    place.table.do(wire.Rename, name=rest)
    place.screen.say("That is your name from now on.", "quiet")


def _seat_called(place: Place, name: str) -> Seat:
    """The one seat whose name begins like this."""
    seats = [info for info in place.table.room.seats if info.name]
    wanted = name.casefold()
    same = [info.seat for info in seats if info.name.casefold() == wanted]
    like = same or [info.seat for info in seats if info.name.casefold().startswith(wanted)]
    if len(like) != 1 or not name:
        raise MnemeError(f"Name one of {joined(info.name for info in seats)}.")
    return like[0]


# ---- the host ----------------------------------------------------------------------------------------------


def start(place: Place, rest: str) -> None:
    """Begin; `/start bots` puts bots on the empty seats first."""
    if rest not in ("", "bots"):
        raise MnemeError("Type /start, or /start bots to put bots on the empty seats.")
    place.table.client.start(fill=rest == "bots")
    live = place.table.live
    live.wait_until(lambda: live.view is not None, MOMENT)  # so that the next line is not typed to the lobby


def put_bot(place: Place, rest: str) -> None:
    """A bot for an empty seat, or for somebody who is away."""
    if rest:
        seat = _seat_called(place, rest)
    else:
        free = free_seats(place.table.client.lobby())
        if not free:
            raise MnemeError("No seat is empty; name somebody who is away, such as /bot Ines.")
        seat = free[0]
    place.table.client.put_bot(seat)
    place.screen.say("A bot keeps that seat.", "quiet")


def take_bot(place: Place, rest: str) -> None:
    bots = [info.seat for info in place.table.client.lobby().seats if info.kind == "bot"]
    if not bots:
        raise MnemeError("No bot sits at this table.")
    place.table.client.take_bot(_seat_called(place, rest) if rest else bots[-1])
    place.screen.say("The bot gets up.", "quiet")


def close_seat(place: Place, rest: str) -> None:
    free = free_seats(place.table.client.lobby())
    if not free:
        raise MnemeError("No seat is empty.")
    place.table.client.close_seat(free[-1])


# ---- agreeing ----------------------------------------------------------------------------------------------


def agree(place: Place, rest: str) -> None:
    """Agree to what is proposed: to go on, before anything else."""
    open_now = [motion.kind for motion in place.table.room.motions if not motion.yours]
    if not open_now:
        raise MnemeError("There is nothing to agree to just now.")
    kind = "resume" if "resume" in open_now else open_now[0]
    place.table.do(wire.Agree, kind=kind)
    left = next((motion.missing for motion in place.table.room.motions if motion.kind == kind), 0)
    if left:
        place.screen.say(f"You agree. {left} {'has' if left == 1 else 'have'} still to.", "quiet")


def decline(place: Place, rest: str) -> None:
    kinds = [motion.kind for motion in place.table.room.motions if motion.kind in ("rewind", "reveal")]
    if not kinds:
        raise MnemeError("There is nothing to decline just now.")
    place.table.do(wire.Decline, kind=kinds[0])


def rewind(place: Place, rest: str) -> None:
    """Ask the table to go back to an earlier moment; it does when all have agreed."""
    moments = place.table.moments(place.table.room.you)[-slash.MOMENTS :]
    count = _choose(place, [f"{moment.label}." for moment in moments], [moment.beat for moment in moments])
    if count is None:
        place.screen.say("The table stays where it is.")
        return
    place.table.rewind(count)


def strike(place: Place, rest: str) -> None:
    """Ask to take a passage out of the story. Nothing of it is quoted, and nobody learns who asked. (ux X3)"""
    moments = place.table.moments(None)[-slash.MOMENTS :][::-1]
    lines = [f"{'1 step' if steps == 1 else f'{steps} steps'} back." for steps in range(1, len(moments) + 1)]
    count = _choose(place, lines, [moment.beat for moment in moments])
    if count is None:
        place.screen.say("The story stays as it is.")
        return
    place.table.rewind(count, struck=True)
    place.screen.say("The table is asked in a moment. Nobody learns who wanted it; agree as the others do.", "quiet")


def _choose(place: Place, lines: list[str], counts: list[int]) -> int | None:
    """One of several moments by its number; an empty line is no."""
    place.screen.say("Where shall the table go back to? Dice and cards fall anew from there.", "question")
    for number, line in enumerate(lines, start=1):
        place.screen.say(f"  {number}. {line}", "option")
    while line := place.side.ask("A number, or leave it empty to stay: "):
        number = as_number(line) or 0
        if 1 <= number <= len(counts):
            return counts[number - 1]
        place.screen.say(f"Type a number, 1 to {len(counts)}.", "refusal")
    return None


# ---- safety ------------------------------------------------------------------------------------------------


def pause(place: Place, rest: str) -> None:
    """Stop the table for everyone. It shows a moment later, so that nobody can tell who it was. (ux X1, X2)"""
    place.table.send(wire.Pause)
    place.screen.say("The table pauses in a moment. Nobody learns who asked for it.", "quiet")


def set_line(place: Place, rest: str) -> None:
    _set_limit(place, "line", rest)


def set_veil(place: Place, rest: str) -> None:
    _set_limit(place, "veil", rest)


def _set_limit(place: Place, kind: str, text: str) -> None:
    if not text:
        raise MnemeError(f"Type what it is about, such as /{kind} spiders.")
    place.table.do(wire.Limit, kind=kind, text=text)
    place.screen.say("Everyone reads it in a moment. Nobody learns whose it is.", "quiet")


def withdraw(place: Place, rest: str) -> None:
    """Take back a line or a veil of one's own."""
    for kind in ("line", "veil"):
        try:
            place.table.do(wire.Unlimit, kind=kind, text=rest)
        except NotDone as refusal:
            if kind == "veil" or refusal.code != "illegal":
                raise
        else:
            place.screen.say("Withdrawn.", "quiet")
            return


def show_limits(place: Place, rest: str) -> None:
    place.screen.say(limits_text(place.table.room))


# ---- the others --------------------------------------------------------------------------------------------


def raise_hand(place: Place, rest: str) -> None:
    """Raise your hand to speak, or lower it again."""
    room = place.table.room
    up = not any(info.hand for info in room.seats if info.seat == room.you)
    place.table.live.tell(wire.Hand, up=up)
    place.screen.say("Your hand is up." if up else "Your hand is down.", "quiet")


def nudge(place: Place, rest: str) -> None:
    place.table.do(wire.Nudge, seat=_seat_called(place, rest))
    place.screen.say("Reminded.", "quiet")


def suggest(place: Place, rest: str) -> None:
    """`/suggest Ines: A knock at the door.` Nobody else reads it. (ux N3)"""
    name, colon, text = rest.partition(":")
    if not colon or not text.strip():
        raise MnemeError("Type to whom and what, such as /suggest Ines: A knock at the door.")
    place.table.do(wire.Suggest, to=_seat_called(place, name.strip()), text=text.strip())
    place.screen.say("Offered.", "quiet")


# ---- leaving -----------------------------------------------------------------------------------------------


def save(place: Place, rest: str) -> None:
    path = place.table.save(Path(rest).expanduser() if rest else place.table.place)
    place.screen.say(f"All that you know of the game so far is in {path}", "verbatim")


def leave(place: Place, rest: str) -> None:
    """Get up: at once, and without a reason. (ux X8)"""
    place.table.do(wire.Leave)
    place.table.live.wait_until(lambda: False, MOMENT)  # until the table has closed this place
    raise Leave


def go(place: Place, rest: str) -> None:
    raise Leave


COMMANDS = {
    "rewind": Command("/rewind", "ask the table to go back to an earlier moment.", rewind),
    "agree": Command("/agree", "agree to what is proposed, or that a paused table goes on.", agree, early=True),
    "decline": Command("/decline", "say no to what is proposed. No reason is asked.", decline),
    "x": Command("/x", "stop the table for everyone, without a name or a reason.", pause, early=True),
    "strike": Command("/strike", "ask to go back and take the passage out of the story.", strike),
    "line": Command("/line WORDS", "name something that shall not happen at this table.", set_line, early=True),
    "veil": Command("/veil WORDS", "name something that shall not be told in detail.", set_veil, early=True),
    "withdraw": Command("/withdraw WORDS", "withdraw a line or a veil of your own.", withdraw, early=True),
    "limits": Command("/limits", "the lines and veils of this table.", show_limits, early=True),
    "who": Command("/who", "who sits at the table, and who is away.", show_who, early=True),
    "hand": Command("/hand", "raise your hand to speak, or lower it.", raise_hand, early=True),
    "nudge": Command("/nudge NAME", "remind somebody the table waits for.", nudge),
    "suggest": Command("/suggest NAME: TEXT", "offer words to somebody the table waits for.", suggest),
    "name": Command("/name NAME", "be called something else.", rename, early=True),
    "link": Command("/link", "the way back to your seat.", show_links, early=True),
    "invite": Command("/invite", "as the host: the link for others.", invite, early=True),
    "start": Command("/start", "as the host: begin; /start bots fills the empty seats.", start, early=True),
    "bot": Command("/bot NAME", "as the host: a bot for an empty seat, or for somebody away.", put_bot, early=True),
    "unbot": Command("/unbot NAME", "as the host: take a bot out again.", take_bot, early=True),
    "close": Command("/close", "as the host: take an empty seat away.", close_seat, early=True),
    "save": Command("/save FILE", "write all that you know of the game to a file.", save),
    "leave": Command("/leave", "get up; a bot keeps your seat until you come back.", leave, early=True),
    "quit": Command("/quit", "close this screen; your seat is kept.", go, early=True),
}
