"""The whole server over real sockets with durable commits: `python -m bench.server --tables 100`.

Every table plays a game of Schizonauts whose answers were drawn beforehand; an answer counts when its author has the
acknowledgement and every seat that is to see something of it has its frame. The server runs in a process of its own.
`--paced` lets every table answer once a second instead of as fast as it can.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from bench.figure import figure
from mneme.bots.runner import random_game
from mneme.engine.feed import Feed, Public
from mneme.engine.log import Answer, Sitting
from mneme.games import find
from mneme.server import tokens
from mneme.server.house import Plan, serve
from mneme.server.limits import Limits
from mneme.server.records import Settings

T = TypeVar("T")

GAME = "schizonauts"
SEATS = "abcd"
MANY = 1e9
DIFFERENT = 8  # games that are drawn beforehand; tables share them
OPTIONS = {"length": "medium"}


# -- the server's process


def run_server(data: Path, tables: int, port: int) -> None:
    """A server whose tables are laid with seeds and links that the load knows."""
    from mneme.server import hall as hall_module

    opened = hall_module.Hall.open

    def lay_tables(hall: hall_module.Hall) -> None:
        opened(hall)
        for number in range(tables):
            room, _ = hall.create(
                find(GAME), len(SEATS), OPTIONS, Settings(), name=f"t{number}", seed=f"bench {number % DIFFERENT}"
            )
            for seat in SEATS:
                room.table.claim(token(number, seat), f"Name {seat}", seat, 0)
            room.table.start(0, fill=False)
        hall.flush()

    hall_module.Hall.open = lay_tables  # type: ignore[method-assign,assignment]
    limits = Limits(
        messages=MANY,
        message_burst=MANY,
        seat_messages=MANY,
        seat_burst=MANY,
        sockets=100_000,
        arrivals=MANY,
        arrival_burst=MANY,
    )
    serve(Plan(data=data, port=port, limits=limits, most_live=100_000), lambda line: print(line, flush=True))


def token(number: int, seat: str) -> str:
    return tokens.digest(f"bench {number} {seat}")[:32]


# -- the load


class Step(Struct, frozen=True):
    """One answer, and who gets a frame of it."""

    seat: str
    name: str
    value: Any
    frames: tuple[str, ...]


def script(number: int) -> list[Step]:
    """A game drawn beforehand, with what each answer shows to whom."""
    played = random_game(find(GAME), len(SEATS), OPTIONS, seed=f"bench {number}")
    names = {seat: f"Name {seat}" for seat in SEATS}
    sitting = Sitting(find(GAME), msgspec.structs.replace(played.header, names=names))
    public = Public(sitting)
    feeds = {seat: Feed(public, seat) for seat in SEATS}
    steps = []
    for entry in played.entries:
        if isinstance(entry, Answer):
            sitting.answer(entry.seat, entry.name, entry.value)
            public.turn()
            shown = tuple(seat for seat, feed in feeds.items() if feed.frame() is not None)
            steps.append(Step(entry.seat, entry.name, entry.value, shown))
    return steps


class Named(Struct):
    name: str


class Shown(Struct):
    id: str
    prompt: Named


class Inner(Struct):
    prompts: list[Shown] = []


class Heard(Struct):
    """As much of a message as the load has to understand."""

    type: str
    id: str = ""
    prompts: list[Shown] | None = None
    view: Inner | None = None


_decode = msgspec.json.Decoder(Heard).decode
_encode = msgspec.json.Encoder().encode


class LoadSocket(asyncio.Protocol):
    """One seat's socket, with just enough of the protocol."""

    def __init__(self, table: LoadTable, seat: str) -> None:
        self.table = table
        self.seat = seat
        self.prompts: dict[str, str] = {}
        self.buffer = b""
        self.open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(
            b"GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def say(self, message: dict[str, Any]) -> None:
        text = _encode(message)
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + text)

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data if self.buffer else data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = buffer
                return
            self.open, buffer = True, buffer[end + 4 :]
            self.say({"type": "sit", "table": self.table.name, "token": token(self.table.number, self.seat)})
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
        self.buffer = buffer[at:]

    def hear(self, message: bytes) -> None:
        heard = _decode(message)
        prompts = heard.view.prompts if heard.view is not None else heard.prompts
        if prompts is not None:
            self.prompts = {shown.prompt.name: shown.id for shown in prompts}
        if heard.type in ("frame", "view", "done"):
            self.table.hears(self.seat, heard.type)
        elif heard.type == "refused":
            raise SystemExit(f"refused: {message!r}")

    def connection_lost(self, exc: Exception | None) -> None:
        self.table.load.lost += 1


class LoadTable:
    def __init__(self, load: Load, number: int, steps: list[Step]) -> None:
        self.load = load
        self.number = number
        self.name = f"t{number}"
        self.steps = steps
        self.at = 0
        self.sockets: dict[str, LoadSocket] = {}
        self.missing = 0
        self.seated = 0
        self.due = 0.0

    def hears(self, seat: str, kind: str) -> None:
        if kind == "view":
            self.seated += 1
            if self.seated == len(SEATS):
                self.load.ready()
            return
        self.missing -= 1
        if self.missing == 0:
            self.load.finished(self)

    def go(self) -> None:
        if self.at >= len(self.steps):
            self.load.exhausted += 1
            return
        step = self.steps[self.at]
        self.at += 1
        self.missing = len(step.frames) + 1
        socket = self.sockets[step.seat]
        socket.say(
            {
                "type": "answer",
                "id": f"c{self.at}",
                "prompt": step.name,
                "prompt_id": socket.prompts[step.name],
                "value": step.value,
            }
        )


class Load:
    def __init__(self, port: int, tables: int, paced: bool) -> None:
        self.port = port
        self.paced = paced
        self.loop = asyncio.get_running_loop()
        scripts = [script(number) for number in range(min(DIFFERENT, tables))]
        self.tables = [LoadTable(self, number, scripts[number % DIFFERENT]) for number in range(tables)]
        self.waits: list[float] = []
        self.exhausted = self.lost = self._ready = 0
        self.everybody = asyncio.Event()
        self.running = False

    def ready(self) -> None:
        self._ready += 1
        if self._ready == len(self.tables):
            self.everybody.set()

    async def connect(self) -> None:
        for table in self.tables:
            for seat in SEATS:
                table.sockets[seat] = LoadSocket(table, seat)
                await self.loop.create_connection(lambda s=table.sockets[seat]: s, "127.0.0.1", self.port)  # type: ignore[misc]
        await self.everybody.wait()

    def finished(self, table: LoadTable) -> None:
        self.waits.append(time.perf_counter() - table.due)
        if not self.running:
            return
        if self.paced:
            table.due += 1.0
            self.loop.call_later(table.due - time.perf_counter(), table.go)
        else:
            table.due = time.perf_counter()
            table.go()

    async def run(self, seconds: float) -> tuple[float, list[float]]:
        self.running = True
        start = time.perf_counter()
        for number, table in enumerate(self.tables):
            table.due = start + (number / len(self.tables) if self.paced else 0)
            self.loop.call_later(table.due - time.perf_counter(), table.go)
        await asyncio.sleep(seconds / 4)  # everything is warm after that
        self.waits = []
        begun = time.perf_counter()
        await asyncio.sleep(seconds)
        rate = len(self.waits) / (time.perf_counter() - begun)
        waits = sorted(self.waits)
        self.running = False
        return rate, waits


def memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def used(pid: int) -> float:
    """Seconds of processor time a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, pid: int, before: int, tables: int, paced: bool, seconds: float) -> None:
    load = Load(port, tables, paced)
    await load.connect()
    seated = memory(pid) - before
    cpu, server = time.process_time(), used(pid)
    rate, waits = await load.run(seconds)
    busy = (used(pid) - server) / (seconds * 1.25)
    how = "paced" if paced else "closed loop"
    name = f"server, {how}, {tables} tables of 4"
    print(figure(f"{name}: answers seen by all", "answers/s", [rate]).line())
    for share in (50, 99):
        value = waits[min(len(waits) - 1, len(waits) * share // 100)] * 1000
        print(figure(f"{name}: p{share}", "ms", [value]).line())
    print(figure(f"{name}: memory of a fresh table with its sockets", "KiB", [seated / tables]).line())
    print(
        figure(
            f"{name}: memory of a table after play, with its sockets", "KiB", [(memory(pid) - before) / tables]
        ).line()
    )
    print(figure(f"{name}: load of the server", "cores", [busy]).line())
    print(figure(f"{name}: load of the generator", "cores", [(time.process_time() - cpu) / (seconds * 1.25)]).line())
    if load.lost or load.exhausted:
        print(f"lost {load.lost} sockets, {load.exhausted} tables ran out of answers", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--paced", action="store_true")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--profile", type=Path, help="Write a profile of the server here.")
    wanted = parser.parse_args()
    if wanted.serve is not None:
        _pin(0)
        if wanted.profile:
            import cProfile

            cProfile.runctx("run_server(wanted.serve, wanted.tables, 0)", globals(), locals(), str(wanted.profile))
        else:
            run_server(wanted.serve, wanted.tables, 0)
        return
    _pin(1)
    with started(1) as (port, server):
        alone = run(weigh(port, server.pid))
    with started(wanted.tables, wanted.profile) as (port, server):
        run(measure(port, server.pid, alone, wanted.tables, wanted.paced, wanted.seconds))


@contextmanager
def started(tables: int, profile: Path | None = None) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server in a process of its own, and its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.server", "--serve", folder, "--tables", str(tables)]
        if profile:
            command += ["--profile", str(profile)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                yield int(server.stdout.readline().rsplit(":", 1)[1]), server
            finally:
                server.terminate()
                server.wait(20)


def run(work: Coroutine[Any, Any, T]) -> T:
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


async def weigh(port: int, pid: int) -> int:
    """What a server with one table takes up: nearly all of it is the program."""
    load = Load(port, 1, paced=False)
    await load.connect()
    await load.run(1.0)
    return memory(pid)


def _pin(core: int) -> None:
    """Server and load each on a core of their own, where there are two."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(0, {core})


if __name__ == "__main__":
    main()
