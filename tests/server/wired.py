"""The real socket protocol without a network: bytes go in, bytes come out, and a standing clock says when."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec

from mneme.engine.feed import Viewer, applied
from mneme.server.limits import Limits
from mneme.server.live import Door, Socket, sockets_for
from tests.server.kit import House

PLAIN = Limits(arrivals=1e9, arrival_burst=1e9)  # everybody here comes from one address, again and again
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class FakeTransport(asyncio.Transport):
    """A line to nobody, which keeps what is written to it."""

    def __init__(self, socket: Socket) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.is_closed = False
        self._socket = socket

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("192.0.2.7", 40_000) if name == "peername" else default

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        assert not self.is_closed, "nothing is written to a closed line"
        self.written.append(bytes(data))

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        if not self.is_closed:
            self.is_closed = True
            self._socket.connection_lost(None)


class Building:
    """A house with the door that sockets come through."""

    def __init__(self, house: House, limits: Limits = PLAIN) -> None:
        self.house = house
        self.door = Door(house.hall, limits)
        self.door.watch()
        self._kind = sockets_for(self.door)

    def connect(self) -> tuple[Socket, FakeTransport]:
        socket = self._kind(None, SimpleNamespace(connections=set()))
        transport = FakeTransport(socket)
        socket.connection_made(transport)
        return socket, transport

    def sit(self, viewer: Viewer, **sit: Any) -> WiredScreen:
        screen = WiredScreen(self, viewer)
        right = self._right(viewer)
        screen.say("sit", table=self.house.name, **right, **sit)
        return screen

    def _right(self, viewer: Viewer) -> dict[str, Any]:
        return {"invite": self.house.invite} if viewer is None else {"token": self.house.tokens[viewer]}


class WiredScreen:
    """A client's end of one socket. It answers pings, unless it has vanished."""

    def __init__(self, building: Building, viewer: Viewer = None, path: str = "/live", **headers: str) -> None:
        self.clock = building.house.clock
        self.viewer = viewer
        self.full: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.told: list[dict[str, Any]] = []
        self.closed: int | None = None
        self.vanished = False
        self._read = 0
        self._taken = 0
        self._socket, self._transport = building.connect()
        self._socket.data_received(handshake(path, headers))
        self.listen()

    @property
    def sent(self) -> list[bytes]:
        """Everything that came, write by write: the handshake, frames with their headers, pings, the goodbye."""
        return self._transport.written

    @property
    def is_open(self) -> bool:
        return not self._transport.is_closed

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.full["view"]
        return view

    def say(self, type_: str, settle: bool = True, **parts: Any) -> dict[str, Any]:
        """Send a message; returns what was answered to its id, if anything."""
        self.send(TEXT, msgspec.json.encode({"type": type_, **parts}))
        if settle:
            self.clock.settle()
        self.listen()
        return self.answer_to(parts.get("id", ""))

    def send(self, opcode: int, payload: bytes) -> None:
        if self.is_open and not self.vanished:
            self.receive(client_frame(opcode, payload))

    def receive(self, data: bytes) -> None:
        """Bytes arrive at the server's end."""
        self._socket.data_received(data)

    def answer_to(self, command: str) -> dict[str, Any]:
        """The newest answer to a command, if there is one."""
        self.listen()
        answers = (told for told in reversed(self.told) if told["type"] in ("done", "refused"))
        return next((told for told in answers if told["id"] == command), {})

    def take(self) -> list[bytes]:
        """What has come since this was last asked."""
        taken, self._taken = self._taken, len(self.sent)
        return self.sent[taken:]

    def listen(self) -> None:
        """Take in what has come; whoever is still there answers pings."""
        while self._read < len(self.sent):
            written = self.sent[self._read]
            self._read += 1
            if not written.startswith(b"HTTP/1.1 "):
                for opcode, payload in server_frames(written):
                    self._take(opcode, payload)

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self.send(PONG, payload)
        elif opcode == CLOSE:
            self.closed = int.from_bytes(payload[:2], "big")
        elif opcode == TEXT:
            self._add_up(msgspec.json.decode(payload))

    def _add_up(self, told: dict[str, Any]) -> None:
        self.told.append(told)
        match told["type"]:
            case "view":
                self.full = told
            case "frame":
                assert told["n"] == self.full["n"] + 1, "a frame is missing"
                self.full = applied(self.full, told)
            case "room":
                self.room = told

    def close(self) -> None:
        """Say goodbye, as a page does that is closed."""
        self.send(CLOSE, (1000).to_bytes(2, "big"))
        self.clock.settle()
        self.listen()
        self._transport.abort()
        self.clock.settle()


def handshake(path: str, headers: dict[str, str]) -> bytes:
    asked = {
        "Host": "table.test",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in asked.items())
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


def client_frame(opcode: int, payload: bytes) -> bytes:
    """A whole message as a client sends it, masked with zeros."""
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 65_536:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


def server_frames(written: bytes) -> Iterator[tuple[int, bytes]]:
    """What the frames of the server say. Every write is one or more whole frames."""
    at = 0
    while at < len(written):
        size, start = written[at + 1], at + 2
        if size >= 126:
            start = at + (4 if size == 126 else 10)
            size = int.from_bytes(written[at + 2 : start], "big")
        opcode, at = written[at] & 0x0F, start + size
        assert at <= len(written), "half a frame in one write"
        yield opcode, written[start:at]
