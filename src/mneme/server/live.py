"""The socket: our own protocol under uvicorn's `ws=`, one for every screen.

Frames are read by the sans-I/O protocol of `websockets`, but for what nearly always comes: one whole message. What is
sent is written straight to the transport. There is no task and no queue for a socket. A reader that does not read is
dropped and may come back; nobody waits for it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, ClassVar, cast
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from mneme.engine.errors import MnemeError
from mneme.engine.feed import Viewer
from mneme.server import wire
from mneme.server.errors import Denied
from mneme.server.hall import Hall
from mneme.server.limits import Address, Addresses, Bucket, Limits
from mneme.server.post import Post
from mneme.server.postman import MOST_WAITING
from mneme.server.room import Room

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library could not be compiled
    from websockets.utils import apply_mask

PATH = "/live"
SEND_BUFFER = 131_072  # of the kernel: with more, a reader that never reads would go unnoticed for a megabyte
FAREWELL = 1.0  # seconds a closed socket gets to say goodbye
PING_EVERY = 20.0
SILENT = 65.0  # seconds without a sign of life
COOKIE = "mneme_"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_QUIET = logging.getLogger("mneme.socket")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False

_FINAL, _MASKED, _LONGER, _LONGEST = 0x80, 0x80, 126, 127  # in the first two bytes of a frame

_TOO_MUCH = "That was a little fast, so it was not taken. Please try again in a moment."
_NOT_READABLE = "That message cannot be read; see the protocol for what can be said."


class Door:
    """What every socket of a server shares."""

    def __init__(
        self, hall: Hall, limits: Limits | None = None, origins: Collection[str] = (), proxies: Collection[Network] = ()
    ) -> None:
        self.hall = hall
        self.limits = limits or Limits()
        self.addresses = Addresses(self.limits)
        self.origins = frozenset(origins)  # allowed beside the server's own
        self.proxies = tuple(proxies)  # whose word on addresses is taken
        self.post: Post | None = None
        self.sockets: set[Socket] = set()

    def watch(self) -> None:
        """Ping whoever has been silent for a while, and drop whoever stays silent."""
        now = self.hall.clock.elapsed()
        for one in list(self.sockets):
            one.check_alive(now)
        self.hall.clock.later(PING_EVERY / 2, self.watch)


def allowed_origin(origin: str | None, host: str | None, also: Collection[str]) -> bool:
    """A page may speak to us if it is ours, or one the server was told about. A program has no origin."""
    if origin is None or origin in also:
        return True
    return host is not None and urlsplit(origin).netloc.lower() == host.lower()


def client_address(peer: str, forwarded: str | None, proxies: Collection[Network]) -> str:
    """Who is at the other end: the last address that no proxy of ours has added."""
    for address in [*reversed((forwarded or "").split(",")), ""]:
        if not _is_within(peer, proxies) or not address.strip():
            return peer
        peer = address.strip()
    return peer


def _is_within(address: str, networks: Collection[Network]) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def text_frame(payload: bytes) -> bytes:
    """A whole text message as it goes over the wire."""
    size = len(payload)
    if size < 126:
        return b"\x81%c%b" % (size, payload)
    if size < 65_536:
        return b"\x81\x7e%c%c%b" % (size >> 8, size & 0xFF, payload)
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def one_message(data: bytes) -> bytes | None:
    """The text of a message that has come as one whole frame, and nothing else with it; None for anything else."""
    if len(data) < 6 or data[0] != _FINAL | Opcode.TEXT:
        return None
    size, head = data[1] - _MASKED, 2
    if size == _LONGER:
        size, head = int.from_bytes(data[2:4], "big"), 4
    if len(data) != head + 4 + size or size > wire.MOST_BYTES or data[1] == _MASKED | _LONGEST:
        return None
    return apply_mask(data[head + 4 :], data[head : head + 4])


def whole_frames(data: bytes) -> bool:
    """Whether nothing is left over after these frames: no half of one, and no message that goes on in the next."""
    at, end = 0, len(data)
    while end - at >= 6 and data[at] & _FINAL and data[at + 1] & _MASKED:
        size, head = data[at + 1] - _MASKED, 2
        if size == _LONGER:
            size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
        elif size == _LONGEST:
            return False
        at += head + 4 + size
    return at == end


class Named(Struct):
    """As much of a message as has to be read to say which one it is."""

    id: wire.Id


_named = msgspec.json.Decoder(Named)


def id_of(message: bytes | bytearray | memoryview) -> str:
    """The id of a command, if it has one that can be read."""
    try:
        return _named.decode(message).id
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""


class Socket(asyncio.Protocol):
    """One screen."""

    door: ClassVar[Door]
    transport: asyncio.Transport

    def __init__(self, config: Any, server_state: Any, app_state: Mapping[str, Any] | None = None) -> None:
        self._connections: set[Any] = server_state.connections
        self._frames = ServerProtocol(max_size=wire.MOST_BYTES, logger=_QUIET)
        self._open = False
        self._room: Room | None = None
        self._viewer: Viewer = None
        self._cookies: dict[str, str] = {}
        self._address: Address | None = None
        self._parts: list[bytes] = []
        self._in_step = False  # whether all that has come so far was whole messages
        self._bucket: Bucket | None = None
        self._excess = 0
        self._heard = 0.0
        self._post: Post | None = None  # who writes to it, if we do not
        self._number = 0  # by which the post knows it
        self.token = ""

    # -- the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport = cast(asyncio.Transport, transport)
        self._connections.add(self)  # uvicorn calls `shutdown` on these when it stops
        transport.set_write_buffer_limits(high=MOST_WAITING)
        plug = transport.get_extra_info("socket")
        if plug is not None:
            plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._heard = self.door.hall.clock.elapsed()
        self.door.sockets.add(self)
        self.door.hall.counts.sockets += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self._open = False
        self._connections.discard(self)
        self.door.sockets.discard(self)
        if self._post is not None:
            self._post.let_go(self._number)
            self._post = None
        if self._address is not None:
            self._address.sockets -= 1
        self._get_up()

    def eof_received(self) -> None:
        self._frames.receive_eof()

    def data_received(self, data: bytes) -> None:
        self._heard = self.door.hall.clock.elapsed()
        if self._in_step:
            message = one_message(data)
            if message is not None:
                self._hear(message)
                return
            self._in_step = whole_frames(data)
        self._read(data)

    def _read(self, data: bytes) -> None:
        frames = self._frames
        frames.receive_data(data)
        for event in frames.events_received():
            if type(event) is Frame:
                self._take(event)
            elif isinstance(event, Request):
                self._shake_hands(event)
                self._in_step = data.endswith(b"\r\n\r\n")
        self._flush()

    def _flush(self) -> None:
        for data in self._frames.data_to_send():
            if data:
                self._write(data)
            else:
                self._open = False
                self.transport.close()

    def _shake_hands(self, request: Request) -> None:
        frames, headers, door = self._frames, request.headers, self.door
        now = door.hall.clock.elapsed()
        peer = self.transport.get_extra_info("peername")
        name = client_address(peer[0] if peer else "", headers.get("X-Forwarded-For"), door.proxies)
        address = door.addresses.of(name, now)
        if urlsplit(request.path).path != PATH:
            response = frames.reject(404, "There is nothing to listen to here.\n")
        elif not allowed_origin(headers.get("Origin"), headers.get("Host"), door.origins):
            response = frames.reject(403, "This page may not open the table.\n")
        elif address.sockets >= door.limits.sockets or not address.arrivals.take(now):
            door.hall.counts.limited += 1
            response = frames.reject(429, "Too many screens are open from here; close some, or wait a moment.\n")
        elif door.hall.closing:
            response = frames.reject(503, "The server is about to restart; come back in a moment.\n")
        else:
            self._cookies = read_cookies(headers.get_all("Cookie"))
            response = frames.accept(request)
        frames.send_response(response)
        if frames.state is OPEN:
            self._open = True
            self._address = address
            address.sockets += 1
            self._bucket = Bucket(door.limits.messages, door.limits.message_burst, now)

    # -- coming in

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.TEXT and frame.fin:
            self._hear(frame.data)
        elif frame.opcode in (Opcode.TEXT, Opcode.CONT):
            self._parts.append(bytes(frame.data))
            if frame.fin:
                message, self._parts = b"".join(self._parts), []
                self._hear(message)
        elif frame.opcode is Opcode.BINARY:
            self.drop(1003, "text only")

    def _hear(self, message: bytes | bytearray | memoryview) -> None:
        if not self._open:
            return  # dropped; the rest of what it sent still arrives
        room = self._room
        if not self._may_speak(room):
            self.door.hall.counts.limited += 1
            self._refuse(message, "limited", _TOO_MUCH)
            return
        try:
            said = wire.decode(message)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self._refuse(message, "malformed", _NOT_READABLE)
            return
        if room is not None:
            self.door.hall.hear(room, self, self._viewer, said)
        elif isinstance(said, wire.Sit):
            self._sit(said)
        else:
            self.drop(1002, "sit first")

    def _may_speak(self, room: Room | None) -> bool:
        """Whether there is room for one more message, of this socket and of this seat."""
        now, limits = self._heard, self.door.limits
        assert self._bucket is not None
        if self._bucket.take(now):
            if room is None or self._viewer is None:
                return True
            seat = room.buckets.get(self._viewer)
            if seat is None:
                seat = room.buckets[self._viewer] = Bucket(limits.seat_messages, limits.seat_burst, now)
            return seat.take(now)
        return False

    def _refuse(self, message: bytes | bytearray | memoryview, code: str, text: str) -> None:
        """Say no to something that is not looked at further; somebody who does not listen is dropped."""
        self._excess += 1
        if self._excess > self.door.limits.patience:
            self.drop(1008, "too many messages")
        else:
            self.send(wire.encode(wire.Refused(id=id_of(message), code=code, text=text)))

    def _sit(self, sit: wire.Sit) -> None:
        try:
            room = self.door.hall.room(sit.table)
            token = "" if sit.look_on else sit.token or self._cookies.get(sit.table, "")
            viewer = room.table.seat_of(token) if token else None
            if viewer is None:
                self._check_onlooker(room, sit, token)
        except MnemeError as problem:
            code = problem.code if isinstance(problem, Denied) else "fault"
            self.send(wire.encode(wire.Refused(id="", code=code, text=str(problem))))
            self.drop(4004 if code == "no_table" else 4003, code)
            return
        self.token, self._room, self._viewer = token, room, viewer
        self._hand_over()
        room.sit(self, viewer)

    def _check_onlooker(self, room: Room, sit: wire.Sit, token: str) -> None:
        table = room.table
        if sit.token:
            raise Denied("not_seated", "This link does not open a seat at this table any more.")
        if not table.settings.spectators:
            raise Denied("not_seated", "Nobody looks on at this table; take a seat, or ask for a link.")
        if not table.settings.public and not table.is_invited(sit.invite):
            raise Denied("not_seated", "This table is private; ask somebody there for its link.")

    def _get_up(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            room.get_up(self, self._viewer)

    # -- going out

    def _hand_over(self) -> None:
        """From here on the postman writes to this socket, if there is one and nothing is half written."""
        post, plug = self.door.post, self.transport.get_extra_info("socket")
        if post is not None and plug is not None and not self.transport.get_write_buffer_size():
            self._number = post.take(plug, self.pause_writing, self.transport.abort)
            self._post = post if self._number else None

    def _write(self, data: bytes) -> None:
        if self._post is not None:
            self._post.put(self._number, data)
        else:
            self.transport.write(data)

    def send(self, *messages: bytes) -> None:
        if self._open:
            self._write(text_frame(messages[0]) if len(messages) == 1 else b"".join(map(text_frame, messages)))

    def drop(self, code: int, reason: str) -> None:
        """Say goodbye, and do not wait long for an answer."""
        if not self._open:
            return
        self._open = False
        with suppress(InvalidState):  # they may have said goodbye first
            self._frames.send_close(code, reason)
        self._flush()
        self.door.hall.clock.later(FAREWELL, self.transport.abort)
        self._get_up()

    def pause_writing(self) -> None:
        """Too much is waiting to be read at the other end. They may come back and get a full view."""
        self.door.hall.counts.slow += 1
        self.drop(1013, "too slow; come back for a full view")

    def check_alive(self, now: float) -> None:
        silent = now - self._heard
        if silent > SILENT or (self._room is None and silent > PING_EVERY):
            self._open = False
            self.transport.abort()
        elif silent > PING_EVERY and self._open:
            self._frames.send_ping(b"")
            self._flush()

    def shutdown(self) -> None:
        """uvicorn is stopping."""
        self.drop(1012, "restart")


def read_cookies(headers: Collection[str]) -> dict[str, str]:
    """The seat tokens in the cookies, by table."""
    found: dict[str, str] = {}
    for header in headers:
        for part in header.split(";"):
            name, _, value = part.strip().partition("=")
            if name.startswith(COOKIE):
                found[name.removeprefix(COOKIE)] = value
    return found


def sockets_for(door: Door) -> type[Socket]:
    """The class that uvicorn is given for one server."""

    class TableSocket(Socket):
        pass

    TableSocket.door = door
    return TableSocket
