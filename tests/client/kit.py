"""Terminals at a server in threads of their own, each with somebody who types."""

from __future__ import annotations

import io
import random
import socket
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Thread
from types import TracebackType
from typing import Any, TypeVar

import msgspec

from mneme.client import Client, Connection, NotDone
from mneme.engine.prompts import Prompt
from mneme.engine.view import View
from mneme.server import wire
from mneme.server.records import Played, Settings, decode
from mneme.store.sqlite import SqliteStore
from mneme.terminal import remote
from mneme.terminal.remote import Lobby, RemoteTable, RemoteTerminal
from mneme.terminal.screen import Screen
from mneme.terminal.wakeful import Attentive, Stop
from tests.server.network import WAIT, ServerProcess
from tests.terminal.kit import Person

NAMES = ("Ada", "Ben", "Cleo", "Dov")
AT_ONCE = Settings(pace=0.0)

Cord = TypeVar("Cord", bound="Threaded")


class Threaded:
    """Something that runs beside the test; what goes wrong there is raised where it is joined."""

    def __init__(self) -> None:
        self.problem: BaseException | None = None
        self._thread = Thread(target=self._run, daemon=True)

    def begin(self: Cord) -> Cord:
        self._thread.start()
        return self

    def _run(self) -> None:
        try:
            self.work()
        except BaseException as problem:  # noqa: BLE001  # handed to the test
            self.problem = problem

    def work(self) -> None:
        raise NotImplementedError

    def join(self) -> None:
        self._thread.join(4 * WAIT)
        assert not self._thread.is_alive(), "it never ends"
        if self.problem is not None:
            raise self.problem


class TypingPerson:
    """A keyboard at which somebody answers whatever is asked, and waits while nothing is."""

    def __init__(self, seed: object, commands: Sequence[str] = ()) -> None:
        self.person = Person(seed, commands, 0.05)
        self._news = Condition()

    def read(self, invitation: str, stop: Stop) -> str | None:
        if invitation:
            return None if stop() else self.person.read(invitation)
        with self._news:
            assert self._news.wait_for(stop, 4 * WAIT), "nothing ever happens here"
        return None

    def wake(self) -> None:
        with self._news:
            self._news.notify_all()

    def forget(self) -> str:
        return ""

    def pause(self, seconds: float) -> bool:
        return False


class Player(Threaded):
    """A terminal client that plays a game to its end."""

    def __init__(self, client: Client, seed: object, commands: Sequence[str] = ()) -> None:
        super().__init__()
        self.client = client
        self.stream = io.StringIO()
        self.live: Connection | None = None
        self.connected = Event()
        self._keyboard = TypingPerson(seed, commands)

    def work(self) -> None:
        screen, keyboard = Screen(self.stream), self._keyboard
        with self.client.connect(keyboard.wake) as self.live:
            live = self.live
            self.connected.set()
            assert live.wait_until(lambda: live.room is not None, WAIT)
            table, typed = RemoteTable(self.client, live, screen), Attentive(keyboard)
            if live.view is None:
                Lobby(table, screen, typed).wait()
            terminal = RemoteTerminal(table, screen, typed, introduced=True)

            def asking() -> Sequence[Prompt[Any]]:
                return terminal.person.desk.asking

            keyboard.person.asked = asking
            terminal.run()

    def hears(self, lines: int) -> None:
        """Wait until so much of the story has been told."""
        assert self.connected.wait(WAIT)
        live = self.live
        assert live is not None
        assert live.wait_until(lambda: live.view is not None and len(live.view.lines) > lines, WAIT)

    @property
    def text(self) -> str:
        return self.stream.getvalue()


class Puppet(Threaded):
    """A terminal client whose lines the test types, and whose screen it reads."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client = client
        self._news = Condition()
        self._lines: deque[str] = deque()
        self._left = False
        self._shown = ""
        self._looked = 0
        self.invitation = ""
        self.half_written = ""

    def work(self) -> None:
        remote.play(self.client, self, Screen(_Page(self._show)))

    # -- the keyboard

    def read(self, invitation: str, stop: Stop) -> str | None:
        with self._news:
            self.invitation = invitation
            self._news.notify_all()
            assert self._news.wait_for(lambda: stop() or self._lines or self._left, 4 * WAIT), "nobody types"
            if stop():
                return None
            if self._lines:
                return self._lines.popleft()
        raise EOFError

    def wake(self) -> None:
        with self._news:
            self._news.notify_all()

    def forget(self) -> str:
        written, self.half_written = self.half_written, ""
        return written

    def pause(self, seconds: float) -> bool:
        return False

    # -- the test

    def type(self, *lines: str) -> None:
        with self._news:
            self._lines += lines
            self._news.notify_all()

    def sees(self, text: str) -> str:
        """Wait until something is on the screen that was not there when this was last asked; returns what led to it."""
        with self._news:
            found = self._news.wait_for(lambda: self._shown.find(text, self._looked) >= 0, WAIT)
            assert found, f"{text!r} is not in:\n{self._shown[self._looked :]}"
            start, self._looked = self._looked, self._shown.find(text, self._looked) + len(text)
            return self._shown[start : self._looked]

    @property
    def text(self) -> str:
        with self._news:
            return self._shown

    def leave(self) -> None:
        """Close the screen and wait for the end."""
        with self._news:
            self._left = True
            self._news.notify_all()
        self.join()

    def _show(self, text: str) -> None:
        with self._news:
            self._shown += text
            self._news.notify_all()


class _Page(io.StringIO):
    """A screen that tells somebody what is written on it."""

    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__()
        self._show = show

    def write(self, text: str, /) -> int:
        self._show(text)
        return len(text)


def lay(server: ServerProcess, game: str, people: int, *, start: bool = True, **table: Any) -> list[Client]:
    """A table with people on its first seats; the host comes first."""
    table.setdefault("seats", people)
    host = Client.create(f"http://127.0.0.1:{server.port}", game, name=NAMES[0], **table)
    assert host.invitation is not None
    clients = [host, *(Client.claim(host.invitation, name) for name in NAMES[1:people])]
    if start:
        host.start(fill=True)
    return clients


def answer_something(live: Connection, dice: random.Random) -> bool:
    """Give any legal answer to what must be answered; says whether there was something."""
    assert live.view is not None
    asked = [shown for shown in live.view.prompts if shown.must]
    if not asked:
        return False
    shown = dice.choice(asked)
    value = msgspec.to_builtins(shown.prompt.random(dice))
    try:
        live.do(wire.Answer, prompt=shown.prompt.name, prompt_id=shown.id, value=value).result(WAIT)
    except NotDone as refusal:
        if refusal.code not in ("stale", "not_asked"):  # somebody else was faster, and we had not heard of it
            raise
    return True


def begun(live: Connection) -> Connection:
    """Wait until the game is shown."""
    assert live.wait_until(lambda: live.view is not None, WAIT), live.state
    return live


def first_view(live: Connection) -> View:
    """Wait until the game is shown, and look at it."""
    view = begun(live).view
    assert view is not None
    return view


def play_to_the_end(clients: Sequence[Client], seed: object) -> None:
    """Let everybody at a table answer until the game is over."""
    dice = random.Random(str(seed))
    lives = [client.connect() for client in clients]
    try:
        for live in lives:
            begun(live)
        while not any(live.view and live.view.over for live in lives):
            before = [live.view for live in lives]
            answered = [live for live in lives if answer_something(live, dice)]
            assert answered or lives[0].wait_until(lambda: before != [live.view for live in lives], WAIT)  # noqa: B023
    finally:
        for live in lives:
            live.close()


def commands_kept(data: Path) -> list[str]:
    """The ids of all commands that the one table in a folder has carried out."""
    store = SqliteStore(data / "tables.db")
    try:
        (summary,) = store.tables()
        happenings = [decode(record.body) for record in store.load(summary.table)]
    finally:
        store.close()
    return [happening.id for happening in happenings if isinstance(happening, Played) and happening.id]


class Relay:
    """A wire between a client and a server that can go silent in one direction, or be cut."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.deaf = False  # what the server says is lost
        self._ends: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Relay:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._door.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._ends += [near, far]
                Thread(target=self._pump, args=(near, far, False), daemon=True).start()
                Thread(target=self._pump, args=(far, near, True), daemon=True).start()

    def _pump(self, source: socket.socket, target: socket.socket, from_server: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if not (from_server and self.deaf):
                    target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """All connections end at once, without a goodbye."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
