"""A live place at a table: the view kept up to date, commands carried out once, and a way back by itself.

A thread of its own listens. It adds every frame to the view; where a number is missing it comes back and takes the
full view. A command is kept until the table has answered it, and is sent again after every return: the server knows
its id and carries it out once.
"""

from __future__ import annotations

import random
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from threading import Condition, Thread
from types import TracebackType
from typing import Any, Literal

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from mneme.client.errors import NotDone
from mneme.client.links import Link
from mneme.engine.feed import applied
from mneme.engine.view import View
from mneme.server import wire

State = Literal["connecting", "connected", "reconnecting", "refused", "over"]

ENDED: tuple[State, ...] = ("refused", "over")
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0  # seconds before coming back
BREATHER = 1.0  # seconds before something is said again that was said too fast
PATIENCE = 10.0  # seconds for a server to open the door
FAREWELL = 1.0
LARGEST = 16 * 1024 * 1024  # bytes of one message from a server
LEFT, NOT_YOURS, NO_TABLE = 4000, 4003, 4004  # how a server says goodbye for good

ROOMS_MOST = 200  # kept for somebody who does not look; past that the oldest go

PASSING = ("store", "fault", "limited")  # refusals at the door that may be over in a moment

_NEWER = "This table speaks in a way that this copy of Mneme does not know yet; install a newer one."
_FAULT = "Something went wrong on this side of the table. Nothing was lost; come back by your link."
_GONE = "This link does not open a seat at this table any more."
_TOO_LONG = "That is too long to be sent at once; say it in parts."


class _Gap(Exception):
    """A frame is missing, so the view cannot be trusted any more."""


class Receipt:
    """A command on its way. `outcome` is None until the table has answered."""

    def __init__(self, connection: Connection, command: str, message: str) -> None:
        self.id = command
        self.message = message
        self.outcome: wire.Done | wire.Refused | None = None
        self._connection = connection

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the answer, however often the connection breaks meanwhile; says whether it has come."""
        return self._connection.wait_until(lambda: self.outcome is not None, seconds)

    def result(self, seconds: float | None = None) -> None:
        """Wait until it is carried out; raises NotDone where it is refused."""
        if not self.wait(seconds):
            raise NotDone("unanswered", "The table has not answered yet; it may still do what you asked for.")
        if isinstance(self.outcome, wire.Refused):
            raise NotDone(self.outcome.code, self.outcome.text, self.outcome.rule)


class Connection:
    """One screen at a table.

    `state` says how it is with the table, `reason` why it was refused. `view` is the last whole view, with the story
    from its first line; `room` the table apart from its game. Both are None until they have come.
    """

    def __init__(self, link: Link, wake: Callable[[], None] = lambda: None, *, look_on: bool = False) -> None:
        self.state: State = "connecting"
        self.reason = ""
        self.view: View | None = None
        self.room: wire.Room | None = None
        self.seen = 0  # lines of the story that this seat had read before
        self.returns = 0  # how often it has come back
        self.wake = wake
        self._sit = wire.Sit(
            table=link.table, token=link.token, invite="" if link.token else link.invite, look_on=look_on
        )
        if look_on:
            self._sit = msgspec.structs.replace(self._sit, token="", invite=link.invite)
        self._address = link.socket
        self._news = Condition()
        self._full: dict[str, Any] = {}
        self._waiting: dict[str, Receipt] = {}  # commands without an answer, in order
        self._rooms: deque[wire.Room] = deque(maxlen=ROOMS_MOST)
        self._nudges: deque[wire.Nudged] = deque(maxlen=20)
        self._resend_at: float | None = None
        self._page_before = 0  # the part of the story that was asked for last
        self._refusal: wire.Refused | None = None  # why we may not come in, if the server has said so
        self._socket: ClientConnection | None = None
        self._was_seated = False
        self._prefix = secrets.token_hex(6)  # no other screen of this seat gives its commands the same ids
        self._count = count(1)
        self._thread = Thread(target=self._run, name="mneme table", daemon=True)
        self._thread.start()

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- saying

    def do(self, kind: type[wire.Command], /, **parts: Any) -> Receipt:
        """Send a command, now or as soon as the table can be reached."""
        command = f"{self._prefix}-{next(self._count)}"
        receipt = Receipt(self, command, _checked(kind(id=command, **parts)))
        with self._news:
            if self.state in ENDED:
                raise NotDone("closed", self.reason or "This place at the table is closed.")
            self._waiting[command] = receipt
            if self.state == "connected":
                self._send(receipt.message)
        return receipt

    def tell(self, kind: type[wire.Said], /, **parts: Any) -> None:
        """Say something that is not answered, and is lost where the table cannot be reached just now."""
        message = _checked(kind(**parts))
        with self._news:
            if self.state == "connected":
                self._send(message)

    @property
    def is_nudged(self) -> bool:
        """Whether a reminder has come that nobody has looked at."""
        return bool(self._nudges)

    def nudges(self) -> list[wire.Nudged]:
        """The reminders that have come since this was last asked."""
        with self._news:
            nudges = list(self._nudges)
            self._nudges.clear()
        return nudges

    def rooms(self) -> list[wire.Room]:
        """Every room that has come since this was last asked, the newest last; a motion may come and go between."""
        with self._news:
            rooms = list(self._rooms)
            self._rooms.clear()
        return rooms

    def wait_until(self, holds: Callable[[], bool], seconds: float | None = None) -> bool:
        """Wait until something holds, or nothing more will come; says whether it holds."""
        with self._news:
            self._news.wait_for(lambda: holds() or self.state in ENDED, seconds)
            return holds()

    def close(self) -> None:
        """Get up from this screen. The seat stays taken."""
        self._end("over", "")
        socket = self._socket
        if socket is not None:
            with suppress(ConnectionClosed, OSError):
                socket.close()
        self._thread.join(2 * FAREWELL)

    # -- coming and going

    def _run(self) -> None:
        failures = 0
        try:
            while self.state not in ENDED:
                self._was_seated, self._refusal = False, None
                with suppress(_Gap, ConnectionClosed, InvalidHandshake, OSError):
                    self._visit()
                failures = 1 if self._was_seated else failures + 1
                self._lost()
                self._rest(failures)
        finally:
            self._end("refused", _FAULT)  # changes nothing, unless a fault of ours has brought us here
            self.wake()

    def _visit(self) -> None:
        """Be at the table until the connection ends, one way or another."""
        try:
            with connect(
                self._address,
                compression=None,
                proxy=None,
                open_timeout=PATIENCE,
                close_timeout=FAREWELL,
                max_size=LARGEST,
            ) as socket:
                self._socket = socket
                socket.send(wire.encode(self._sit).decode())
                self._listen(socket)
        except InvalidStatus as answer:
            # Once it was there, it will be again: a proxy may answer for a server that restarts.
            if self.state == "connecting" and answer.response.status_code in (403, 404):
                self._end("refused", "There is no table to be heard at that address.")
        except ConnectionClosed as closed:
            self._judge(closed.rcvd.code if closed.rcvd else None)
        finally:
            self._socket = None

    def _listen(self, socket: ClientConnection) -> None:
        while self.state not in ENDED:
            try:
                message = socket.recv(timeout=self._until_resend())
            except TimeoutError:
                self._resend()
                continue
            self._hear(message)
            self.wake()

    def _judge(self, code: int | None) -> None:
        """What the way a server said goodbye means for us."""
        refusal = self._refusal
        if code == LEFT:
            self._end("over", "You have left this table.")
        elif code in (NOT_YOURS, NO_TABLE) and (refusal is None or refusal.code not in PASSING):
            self._end("refused", refusal.text if refusal else _GONE)

    def _lost(self) -> None:
        with self._news:
            if self.state == "connected":
                self.state = "reconnecting"
            self._news.notify_all()
        self.wake()

    def _rest(self, failures: int) -> None:
        with self._news:
            self._news.wait_for(lambda: self.state in ENDED, pause_before(failures))

    def _end(self, state: State, reason: str) -> None:
        """Nothing more will come; what waits for an answer learns so."""
        with self._news:
            if self.state not in ENDED:
                self.state, self.reason = state, reason
            for receipt in self._waiting.values():
                receipt.outcome = wire.Refused(id=receipt.id, code="closed", text=reason or "The connection is closed.")
            self._waiting.clear()
            self._news.notify_all()

    # -- sending again

    def _send(self, message: str) -> None:
        socket = self._socket
        if socket is not None:
            with suppress(ConnectionClosed, OSError):  # the listener notices, and everything is sent again
                socket.send(message)

    def _until_resend(self) -> float | None:
        at = self._resend_at
        return None if at is None else max(at - time.monotonic(), 0.0)

    def _resend(self) -> None:
        with self._news:
            self._resend_at, self._page_before = None, 0
            if self._full:
                self._look()
            for receipt in self._waiting.values():
                self._send(receipt.message)

    # -- hearing

    def _hear(self, message: str | bytes) -> None:
        """Take one message. Kinds and fields that are not known are passed over."""
        try:
            told = msgspec.json.decode(message, type=dict[str, Any])
            with self._news:
                self._take(told)
                self._news.notify_all()
        except msgspec.DecodeError:
            self._end("refused", _NEWER)

    def _take(self, told: dict[str, Any]) -> None:
        match told.get("type"):
            case "seated":
                self._seated(msgspec.convert(told, wire.Seated))
            case "room":
                self.room = msgspec.convert(told, wire.Room)
                self._rooms.append(self.room)
            case "view":
                self._full = told
                self._look()
            case "frame":
                if not self._full or told["n"] != self._full["n"] + 1:
                    raise _Gap
                self._full = applied(self._full, told)
                self._look()
            case "page":
                self._turn_back(told)
            case "done":
                self._settle(told["id"], msgspec.convert(told, wire.Done))
            case "refused":
                self._refused(msgspec.convert(told, wire.Refused))
            case "nudged":
                self._nudges.append(msgspec.convert(told, wire.Nudged))

    def _seated(self, seated: wire.Seated) -> None:
        if seated.protocol > wire.PROTOCOL:
            raise msgspec.ValidationError(_NEWER)
        if self.state == "reconnecting":
            self.returns += 1
        else:
            self.seen = seated.seen
        self.state = "connected"
        self._was_seated = True
        self._full = {}
        self._resend()

    def _look(self) -> None:
        """Show the view once the whole story is there; the older part of it is fetched page by page."""
        earlier = self._full["earlier"]
        if earlier and earlier != self._page_before:
            self._page_before = earlier
            self._send(_checked(wire.Earlier(before=earlier)))
        elif not earlier:
            self.view = msgspec.convert(self._full["view"], View)

    def _turn_back(self, page: dict[str, Any]) -> None:
        """Put an older part of the story before what is there of it."""
        if not self._full:
            return
        earlier, first = self._full["earlier"], page["first"]
        if not first < earlier <= page["before"]:
            return  # asked for twice, or the story has changed before it
        view = self._full["view"]
        lines = [*page["lines"][: earlier - first], *view["lines"]]
        self._full = {**self._full, "earlier": first, "view": {**view, "lines": lines}}
        self._look()

    def _settle(self, command: str, outcome: wire.Done | wire.Refused) -> None:
        receipt = self._waiting.pop(command, None)
        if receipt is not None:
            receipt.outcome = outcome

    def _refused(self, refused: wire.Refused) -> None:
        """A refusal without an id is about the way in, or about a message that was not even looked at."""
        if refused.code == "limited" and self.state == "connected":
            self._resend_at = time.monotonic() + BREATHER  # it was said too fast, not in vain
        elif refused.id:
            self._settle(refused.id, refused)
        elif self.state != "connected":
            self._refusal = refused
        else:
            for command in list(self._waiting):
                self._settle(command, refused)


def pause_before(attempt: int) -> float:
    """Seconds before coming back: longer each time, and never all clients at once."""
    return min(FIRST_PAUSE * 2.0 ** (attempt - 1), LONGEST_PAUSE) * random.uniform(0.5, 1.0)


def _checked(message: wire.Said) -> str:
    """A message as it goes over the wire, if the protocol has room for it."""
    encoded = wire.encode(message)
    try:
        wire.decode(encoded)
    except msgspec.ValidationError as problem:
        raise NotDone("malformed", _TOO_LONG) from problem
    if len(encoded) > wire.MOST_BYTES:
        raise NotDone("malformed", _TOO_LONG)
    return encoded.decode()
