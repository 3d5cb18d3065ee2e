"""A table on a server, for the line client: the same readers and screens, with the others far away.

All that is said on the screen is said by the thread of the keyboard. The connection's own thread only rings a bell;
then the typing rests, the news is told, and the typing goes on where it was.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from mneme import games
from mneme.client import Client, Connection, Receipt
from mneme.client.connection import ENDED
from mneme.engine.errors import MnemeError
from mneme.engine.game import Game
from mneme.engine.prompts import Prompt, Seat, Wire
from mneme.engine.text import line_text
from mneme.engine.view import ShownPrompt, View
from mneme.server import wire
from mneme.terminal.chair import Moment
from mneme.terminal.desk import Desk
from mneme.terminal.people import Leave, Moved, Person
from mneme.terminal.remote_room import Sentence, away, changes, name_of, seating
from mneme.terminal.remote_slash import obey, obey_in_the_lobby
from mneme.terminal.screen import Screen
from mneme.terminal.table import BACKLOG, MARK, Terminal, introduce
from mneme.terminal.wakeful import Attentive, Keyboard

CATCH_UP = 40  # lines told to somebody who comes back; the rest is a command away
LABEL_MOST = 60
GLANCE = 0.25  # seconds between two looks at the connection while an answer is on its way

_LOST = "The connection is gone. Your seat is kept; this comes back by itself, and nothing you sent is lost."
_BACK = "The connection is back."
_NOTHING_ASKED = "Nothing is asked of you just now. /say speaks to the table; /help lists the rest."


class RemoteChair:
    """A person's seat at a table on a server; the seat is empty for somebody who only looks on."""

    def __init__(self, table: RemoteTable, seat: Seat) -> None:
        self.seat = seat
        self._table = table

    def view(self) -> View:
        view = self._table.live.view
        if view is None:
            raise MnemeError("The game has not begun yet.")
        return view

    def answer(self, shown: ShownPrompt, value: Wire) -> None:
        self._table.do(wire.Answer, prompt=shown.prompt.name, prompt_id=shown.id, value=value)

    def take_back(self) -> None:
        for shown in self.view().prompts:
            if shown.given is not UNSET:
                self._table.do(wire.Retract, prompt=shown.prompt.name)
                return
        self._table.do(wire.TakeBack)

    def talk(self, mode: str, text: str, speaker: str = "") -> None:
        self._table.do(wire.Talk, mode=mode, text=text, speaker=speaker)


class RemoteTable:
    """The whole table as one seat knows it. It is kept by the server."""

    def __init__(self, client: Client, live: Connection, screen: Screen, copy: Path | None = None) -> None:
        self.client = client
        self.live = live
        self.game: Game = games.find(self.room.game)
        self.chairs: Sequence[RemoteChair] = [RemoteChair(self, self.room.you or "")]
        self._screen = screen
        self._copy = copy
        self._known = live.rooms()[-1]  # the last room that was looked at
        self._untold: list[Sentence] = changes(None, self._known)
        self._was_lost = False
        self._read = 0

    @property
    def room(self) -> wire.Room:
        """The table apart from its game, as of now."""
        room = self.live.room
        if room is None:
            raise MnemeError(self.live.reason or "The table has not answered yet.")
        return room

    @property
    def commitment(self) -> str:
        return self.room.commitment

    def public(self) -> View:
        """What this seat's view holds for anybody; what lies on the table is not told apart from one's own."""
        view = self.chairs[0].view()
        heard = [line for line in view.lines if line.to is None]
        return msgspec.structs.replace(view, seat=None, state={}, prompts=[], lines=heard, can_take_back=False)

    # -- doing

    def do(self, kind: type[wire.Command], /, **parts: object) -> None:
        """Send a command and wait until it is carried out, however often the connection breaks meanwhile."""
        receipt = self.live.do(kind, **parts)
        while not receipt.wait(GLANCE):
            self.say_how_it_stands()
        receipt.result()

    def send(self, kind: type[wire.Command], /, **parts: object) -> Receipt:
        """Send a command that need not be waited for; where the table cannot be reached, say so. (ux X1)"""
        receipt = self.live.do(kind, **parts)
        if self.live.state != "connected":
            self._screen.say("It is sent as soon as the connection is back.", "quiet")
        return receipt

    def others_act(self) -> bool:
        """The others act by themselves."""
        return True

    def has_read(self, lines: int) -> None:
        """Let the table know how far this seat has read, for the next time it comes back."""
        if self.room.you is not None and lines != self._read:
            self._read = lines
            self.live.tell(wire.Seen, lines=lines)

    # -- going back

    def moments(self, seat: Seat | None) -> list[Moment]:
        """Places in the story to go back to; here a beat is the number of lines heard by then."""
        view = self.chairs[0].view()
        found = [Moment(0, "", "The very beginning")]
        place = ""
        for count, line in enumerate(view.lines[:-1], start=1):
            if line.kind == "chapter":
                place = line.text
            if line.text and not line.undone and line.kind != "talk":
                quoted = f"“{_short(line_text(view, line))}”"
                found.append(Moment(count, place, f"{place}: after {quoted}" if place else f"After {quoted}"))
        return found

    def rewind(self, beat: int, *, struck: bool = False) -> None:
        """Ask the table to go back; it does when all have agreed."""
        self.do(wire.Propose, kind="strike" if struck else "rewind", lines=beat)

    # -- what is new about the table

    def has_news(self) -> bool:
        """Whether something is to be said that is not part of the story."""
        if self._was_lost != (self.live.state == "reconnecting") or self.live.state in ENDED:
            return True
        self._look_round()
        return self.live.is_nudged or bool(self._untold)

    def _look_round(self) -> None:
        """Compare each room with the one before it, so that what came and went at once is told too."""
        for room in self.live.rooms():
            self._untold += changes(self._known, room)
            self._known = room

    def say_news(self) -> None:
        """Say what has happened beside the story. Raises MnemeError when this place at the table is closed."""
        self.say_how_it_stands()
        if self.live.state == "refused":
            raise MnemeError(self.live.reason)
        if self.live.state == "over":
            raise Leave
        for nudge in self.live.nudges():
            self._screen.say(f"{name_of(self.room, nudge.by)} reminds you that the table waits for you.", "question")
        self._look_round()
        untold, self._untold = self._untold, []
        for text, tone in untold:
            self._screen.say(text, tone)

    def say_how_it_stands(self) -> None:
        """One honest line when the connection goes, and one when it is back."""
        lost = self.live.state == "reconnecting"
        if lost != self._was_lost and self.live.state not in ENDED:
            self._was_lost = lost
            self._screen.say(_LOST if lost else _BACK, "quiet")

    # -- keeping

    @property
    def place(self) -> Path:
        """The server keeps every answer; this is where a copy of one's own part goes."""
        return self._copy or Path(f"{self.game.name}-{self.room.table}.json")

    @property
    def comeback(self) -> str:
        looking = "" if self.room.you is not None else " --watch"
        return f"mneme play --join {shlex.quote(str(self.client.link))}{looking}"

    def save(self, path: Path | None = None) -> Path | None:
        """Write all that this seat knows of the game to a file."""
        path = path or self._copy
        if path is None:
            return None
        if path.exists():
            raise MnemeError(f"There is already a file called {path}; choose another name.")
        content = self.client.export("public" if self.room.you is None else "mine")
        try:
            path.write_bytes(content)
        except OSError as problem:
            reason = (problem.strerror or "it is not possible").lower()
            raise MnemeError(f"The game cannot be saved in {path}: {reason}.") from problem
        return path

    def finish(self) -> Path:
        return self.save() or self.place


def _short(text: str) -> str:
    return text.rstrip(".") if len(text) <= LABEL_MOST else text[:LABEL_MOST].rsplit(" ", 1)[0] + " …"


class Lobby:
    """Before the game begins: who is there, and what the host may do about it."""

    def __init__(self, table: RemoteTable, screen: Screen, typed: Attentive) -> None:
        self.table = table
        self.screen = screen
        self.side = Desk(typed, screen, lambda line: obey_in_the_lobby(self, line))
        self._typed = typed

    def wait(self) -> None:
        """Until the game begins. Raises Leave where somebody would rather go."""
        introduce(self.table.game, self.screen)
        self.screen.say()
        self.screen.say(seating(self.table.room))
        self._say_what_can_be_done()
        self._typed.stop, self._typed.look = self._has_news, self._look
        try:
            self._look()
            while True:
                self.side.ask("")
                self._say_what_can_be_done()
        except Moved:
            return

    @property
    def _has_begun(self) -> bool:
        return self.table.live.view is not None

    def _has_news(self) -> bool:
        return self._has_begun or self.table.has_news()

    def _look(self) -> None:
        self.table.say_news()
        if self._has_begun:
            raise Moved

    def _say_what_can_be_done(self) -> None:
        room = self.table.room
        if room.you == room.host:
            words = "Type /start to begin, /bot to put a bot on an empty seat, /help for the rest."
        else:
            words = f"{name_of(room, room.host)} can start the game. Type /help to see what you can do."
        self.screen.say(words, "quiet")


class _GoesOn(Exception):
    """A paused table goes on."""


class RemoteTerminal(Terminal):
    """One person at a keyboard, at a table far away."""

    def __init__(self, table: RemoteTable, screen: Screen, typed: Attentive, *, introduced: bool) -> None:
        resumed = not introduced and bool(table.chairs[0].view().lines)
        super().__init__(table, table, screen, typed, resumed=resumed)
        self.table = table
        self.keyboard: Keyboard = typed.keyboard
        self._introduced = introduced
        self._idle = False  # whether nothing is being asked or done at this keyboard
        self._holds_an_answer = False  # until a paused table goes on
        self._waits_said = ""
        typed.stop, typed.look = self.has_news, self.look

    def _obey(self, line: str) -> None:
        idle, self._idle = self._idle, False
        try:
            obey(self, line)
        finally:
            self._idle = idle

    # -- hearing

    def hear(self) -> View:
        view = super().hear()
        self.table.has_read(len(view.lines))
        return view

    def has_news(self) -> bool:
        """Whether the typing should rest for a moment."""
        if self.table.has_news() or (self._holds_an_answer and not self.table.room.paused):
            return True
        view = self.person.chair.view()
        return self.person.has_news(view) or self._has_moved(view) or self._waits_anew(view)

    def look(self) -> None:
        """Tell what is new; then the typing goes on, unless the table has moved on meanwhile."""
        self.table.say_news()
        view = self.person.chair.view()
        # At once: a pause for reading would swallow what is being typed.
        self.screen.tell(view, self.person.news(view), paced=False)
        self.table.has_read(len(view.lines))
        if self._holds_an_answer and not self.table.room.paused:
            raise _GoesOn
        if self._has_moved(view):
            if self.person.desk.asking:
                self.screen.say("The table has moved on.", "quiet")
            if typed := self.keyboard.forget().strip():
                self.screen.say(f"You had begun to write: {typed}", "quiet")
            raise Moved
        if self._idle:
            self._say_whom_we_wait_for(view)
        self.person.desk.remind()

    def _has_moved(self, view: View) -> bool:
        """Whether what is being asked is asked no longer, or something is asked while nothing was."""
        asking = self.person.desk.asking
        if asking:
            return all(shown.prompt != asking[0] for shown in view.prompts)
        return self._idle and (view.over or self._is_asked(view))

    def _is_asked(self, view: View) -> bool:
        return not self.table.room.paused and any(shown.must for shown in view.prompts)

    # -- turns

    def _who_is_next(self) -> Person | None:
        self.table.say_news()
        person = self.people[0]
        return person if self._is_asked(person.chair.view()) else None

    def turn(self) -> None:
        self._waits_said = ""
        super().turn()

    def send(self, prompt: Prompt[Any], value: Wire) -> None:
        """Give an answer. While the table is paused it is held back, so that nothing written is lost."""
        if self.table.room.paused:
            self.screen.say("The table is paused. Your answer waits, and is given when it goes on.", "quiet")
            self._wait_for_the_table_to_go_on()
        super().send(prompt, value)

    def _wait_for_the_table_to_go_on(self) -> None:
        self._holds_an_answer = True
        try:
            while True:
                self.side.ask("")
        except _GoesOn:
            return
        finally:
            self._holds_an_answer = False

    def linger(self) -> None:
        """The table has moved on before the question was shown; there is nothing to stop for."""

    def wait_for_others(self) -> None:
        """Nothing is asked: hear what comes, talk, and do what may be done, until something is asked."""
        view = self.hear()
        if self.person.notices_new_offers():
            self._list_offers(view)
        self._say_whom_we_wait_for(view)
        self._idle = True
        try:
            while True:
                self.side.ask("")
                self.screen.say(_NOTHING_ASKED, "quiet")
        finally:
            self._idle = False

    def _waits_anew(self, view: View) -> bool:
        return self._idle and self._waiting_text(view) not in ("", self._waits_said)

    def _waiting_text(self, view: View) -> str:
        """Whom the table waits for, and who of them is away; nothing while it is paused. (ux U2)"""
        if self.table.room.paused or not view.waiting_text or view.over:
            return ""
        return f"{view.waiting_text} {away(self.table.room, view.waiting)}".strip()

    def _say_whom_we_wait_for(self, view: View) -> None:
        text = self._waiting_text(view)
        if text and text != self._waits_said:
            self._waits_said = text
            self.screen.say(text, "quiet")

    # -- beginning and end

    def _welcome(self) -> None:
        say, game = self.screen.say, self.table.game
        if self.table.live.seen:
            say(f"Welcome back to {game.title}.", "title")
        elif not self._introduced:
            introduce(game, self.screen)
        say()
        say(seating(self.table.room))
        mark = self.table.commitment[:MARK]
        say(f"The seed of all chance is sealed; its mark is {mark}. The finished game lets you check it.", "quiet")
        say("Type /help at any time to see what else you can do. The table keeps every answer.", "quiet")
        self.hand_to(self.people[0])

    def _remind_of_the_story(self, person: Person) -> None:
        """What happened since they were last here (ux A3); to somebody new, how it stands."""
        view, seen = person.chair.view(), self.table.live.seen
        lines = [line for line in person.news(view)[seen:] if line.text]
        most = CATCH_UP if seen else BACKLOG
        self.screen.say()
        if seen:
            self.screen.say("Since you left:" if lines else "Nothing has happened since you left.", "chapter")
        else:
            self.screen.say("This is how it stands:", "chapter")
        if len(lines) > most:
            self.screen.say(f"Much has happened; /story {len(lines)} tells all of it. The last of it:", "quiet")
        self.screen.tell(view, lines[-most:], paced=False)
        self.table.has_read(len(view.lines))

    def _ending(self) -> None:
        self.table.say_news()
        self._tell_the_end(self.hear())
        copy = self.table.save()
        self.screen.say()
        self.screen.say("The table keeps the story. Thank you for playing.")
        if copy is not None:
            self.screen.say(f"All that you know of it is in {copy}", "verbatim")

    def _farewell(self) -> None:
        say_goodbye(self.table, self.screen)


def say_goodbye(table: RemoteTable, screen: Screen) -> None:
    """To somebody who goes before the end."""
    screen.say()
    if table.room.you is None:
        screen.say("You look on no longer.")
    elif table.live.state == "over" and table.room.state == "open":
        screen.say("Your seat is free again.")
        return
    elif table.live.state == "over":
        screen.say("A bot keeps your seat. It is yours again when you come back.")
    else:
        screen.say("Your seat is kept, and the table knows that you are away.")
    screen.say(f"Come back with: {table.comeback}", "verbatim")


def say_the_way_back(client: Client, screen: Screen) -> None:
    """The link of a seat that was just taken, before anything else can go wrong."""
    screen.say("This link is your seat. Keep it to yourself; it brings you back from anywhere:")
    screen.say(str(client.link), "verbatim")
    if client.invitation is not None:
        screen.say("And this one is for the others:")
        screen.say(str(client.invitation), "verbatim")
    screen.say()


def play(client: Client, keyboard: Keyboard, screen: Screen, copy: Path | None = None) -> None:
    """An evening at a table on a server, from the lobby to the end."""
    with client.connect(keyboard.wake) as live:
        live.wait_until(lambda: live.room is not None and (live.room.state == "open" or live.view is not None))
        table = RemoteTable(client, live, screen, copy)
        if table.room.state not in ("open", "playing"):
            raise MnemeError(f"This game of {table.game.title} is over; there is nothing left to play at this table.")
        typed = Attentive(keyboard)
        introduced = live.view is None
        try:
            if introduced:
                Lobby(table, screen, typed).wait()
            RemoteTerminal(table, screen, typed, introduced=introduced).run()
        except (Leave, EOFError, KeyboardInterrupt):
            say_goodbye(table, screen)
