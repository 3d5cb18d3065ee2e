"""A load over real sockets: tables of four that play as fast as they can, or once a second each.

What the sockets say is a dialect: `bench/server.py` has ours, `bench/peer.py` boardgame.io's. A move counts when every
seat has what it is to see of it. Paced moves have a time at which they are due, whatever became of the one before, and
are measured from that time on: a server that falls behind cannot hide it. Where there are two cores, the server has one
of them, and the load shares the other with what the server has started.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import uvloop
from msgspec import Struct

SEATS = "abcd"
WARM_UP = 0.25  # of the time that is measured
CORES = os.sched_getaffinity(0) if sys.platform == "linux" else {0}

_HELLO = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Socket(asyncio.Protocol):
    """One seat's socket, with just enough of the protocol. A dialect fills in `path`, `greet` and `hear`."""

    path = "/"

    def __init__(self, table: Table, seat: str) -> None:
        self.table = table
        self.seat = seat
        self.is_seated = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._open = False

    def greet(self) -> None:
        """The socket is open."""
        raise NotImplementedError

    def hear(self, message: bytes) -> None:
        raise NotImplementedError

    def say(self, message: bytes) -> None:
        size = len(message)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + bytes(4) + message)

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(_HELLO.format(path=self.path).encode())

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            self._open, buffer = True, buffer[end + 4 :]
            self.greet()
        self._buffer = self._read(buffer)

    def _read(self, buffer: bytes) -> bytes:
        """Hear every whole text message; returns the rest."""
        at, length = 0, len(buffer)
        while length - at >= 2:
            size, head = buffer[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            if length - at < head + size:
                break
            if buffer[at] == 0x81:
                self.hear(buffer[at + head : at + head + size])
            at += head + size
        return buffer[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        self.table.load.lost += 1


class Table:
    """One table of the load. A dialect fills in `sit` and `play`."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.due = 0.0
        self.missing = 0  # what has still to arrive before the move counts

    def sit(self, seat: str) -> Socket:
        """A socket for a seat."""
        raise NotImplementedError

    def play(self) -> int:
        """Make the next move; says how many messages it will bring."""
        raise NotImplementedError

    def go(self) -> None:
        self.missing = self.play()

    def got(self) -> None:
        """One of the messages has come."""
        self.missing -= 1
        if self.missing == 0:
            self.load.finished(self)


class Load:
    """All tables of a load, on one server."""

    def __init__(self, make_table: Callable[[Load, int], Table], port: int, tables: int, paced: bool) -> None:
        self.lost = 0
        self._port = port
        self._paced = paced
        self._loop = asyncio.get_running_loop()
        self._tables = [make_table(self, number) for number in range(tables)]
        self._waits: list[float] = []
        self._running = False

    async def connect(self) -> None:
        """One after another: the peer's server lays a table when its first seat asks for it."""
        for table in self._tables:
            for seat in SEATS:
                socket = table.sit(seat)
                await self._loop.create_connection(lambda socket=socket: socket, "127.0.0.1", self._port)  # type: ignore[misc]
                await socket.is_seated

    def finished(self, table: Table) -> None:
        now = time.perf_counter()
        self._waits.append(now - table.due)
        if not self._running:
            return
        if self._paced:
            table.due += 1.0
            self._loop.call_later(table.due - now, table.go)
        else:
            table.due = now
            table.go()

    async def run(self, seconds: float) -> tuple[float, list[float]]:
        """Moves a second, and how long each took, in order of length."""
        self._running = True
        start = time.perf_counter()
        for place, table in enumerate(self._tables):
            table.due = start + (place / len(self._tables) if self._paced else 0)
            self._loop.call_later(table.due - time.perf_counter(), table.go)
        await asyncio.sleep(seconds * WARM_UP)
        self._waits = []
        begun = time.perf_counter()
        await asyncio.sleep(seconds)
        rate, waits = len(self._waits) / (time.perf_counter() - begun), sorted(self._waits)
        self._running = False
        if self.lost:
            raise SystemExit(f"{self.lost} sockets were lost")
        return rate, waits


class Server(Struct, frozen=True):
    """A process that listens."""

    port: int
    pid: int


class Side(Struct, frozen=True):
    """Whose server it is, how one is started for so many tables, and what is said to it."""

    name: str
    start: Callable[[int], AbstractContextManager[Server]]
    table: Callable[[Load, int], Table]


class Measured(Struct, frozen=True, kw_only=True):
    """What one load has shown."""

    rate: float  # moves a second
    middle: float  # milliseconds until the last seat has it: for half of the moves,
    slow: float  # and for all but one in a hundred
    server: float  # cores in use
    generator: float
    laid: int  # KiB the server takes up when it begins to listen,
    seated: int  # when everybody sits,
    played: int  # and after play


def measure(side: Side, tables: int, paced: bool, seconds: float) -> Measured:
    """Put a load on a fresh server."""
    with side.start(tables) as server, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_measure(side, server, tables, paced, seconds))


async def _measure(side: Side, server: Server, tables: int, paced: bool, seconds: float) -> Measured:
    load = Load(side.table, server.port, tables, paced)
    laid = memory(server.pid)
    await load.connect()
    seated = memory(server.pid)
    began, busy, own = time.perf_counter(), used(server.pid), time.process_time()
    rate, waits = await load.run(seconds)
    took = time.perf_counter() - began
    return Measured(
        rate=rate,
        middle=1_000 * waits[len(waits) // 2],
        slow=1_000 * waits[len(waits) * 99 // 100],
        server=(used(server.pid) - busy) / took,
        generator=(time.process_time() - own) / took,
        laid=laid,
        seated=seated,
        played=memory(server.pid),
    )


# -- processes


@contextmanager
def serving(command: list[str], environment: dict[str, str] | None = None) -> Iterator[Server]:
    """A server in a process of its own. The first line it prints ends with its port."""
    _stay_on(CORES, 0)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().rsplit(":", 1)[1])
            for pid in (0, *_family(process.pid)):
                _stay_on({min(CORES)} if pid == process.pid else {max(CORES)}, pid)
            yield Server(port, process.pid)
        finally:
            process.terminate()
            process.wait(20)


def memory(pid: int) -> int:
    """KiB that a server takes up."""
    return sum(_memory(process) for process in _family(pid))


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def used(pid: int) -> float:
    """Seconds of processor time a server has had."""
    return sum(_used(process) for process in _family(pid))


def _used(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> list[int]:
    """A process and those it has started."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def _stay_on(cores: set[int], pid: int) -> None:
    if sys.platform == "linux":
        os.sched_setaffinity(pid, cores)
