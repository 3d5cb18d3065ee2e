"""The online table under load, with durable commits and real rules, beside boardgame.io's server in the same run.

Every table plays a game of Schizonauts whose answers were drawn beforehand; an answer counts when its author has the
acknowledgement and every seat that is to see something of it has its frame. The peer keeps everything in memory and
plays a small game with hidden hands, which is as much as its own examples do.

`python -m bench.server --tables 100 [--paced]` puts one load on our server alone.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bench import peer
from bench.figure import Figure, figure
from bench.load import SEATS, Load, Measured, Server, Side, Socket, Table, measure, serving
from mneme.bots.runner import random_game
from mneme.engine.entries import Answer
from mneme.engine.feed import Feed, Public
from mneme.engine.log import Sitting
from mneme.games import find
from mneme.server import tokens
from mneme.server.house import Plan, serve
from mneme.server.limits import Limits
from mneme.server.records import Settings

GAME = "schizonauts"
OPTIONS = {"length": "medium"}
DIFFERENT = 8  # games that are drawn beforehand; tables share them
MANY = 1e9
ROUNDS = 3
CLOSED, PACED = 4.0, 8.0  # seconds of a load


# -- the server's process


def run_server(data: Path, tables: int) -> None:
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
    serve(Plan(data=data, port=0, limits=limits, most_live=100_000), lambda line: print(line, flush=True))


def token(number: int, seat: str) -> str:
    return tokens.digest(f"bench {number} {seat}")[:32]


# -- our dialect


class Step(Struct, frozen=True):
    """One answer, and how many seats get a frame of it."""

    seat: str
    name: str
    value: Any
    frames: int


@cache
def script(number: int) -> list[Step]:
    """A game drawn beforehand, with what each answer shows."""
    played = random_game(find(GAME), len(SEATS), OPTIONS, seed=f"bench {number}")
    names = {seat: f"Name {seat}" for seat in SEATS}
    sitting = Sitting(find(GAME), msgspec.structs.replace(played.header, names=names))
    public = Public(sitting)
    feeds = [Feed(public, seat) for seat in SEATS]
    steps = []
    for entry in played.entries:
        if isinstance(entry, Answer):
            sitting.answer(entry.seat, entry.name, entry.value)
            public.turn()
            shown = sum(feed.frame() is not None for feed in feeds)
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
    prompts: list[Shown] | None = None
    view: Inner | None = None


_decode = msgspec.json.Decoder(Heard).decode
_encode = msgspec.json.Encoder().encode


class OurSocket(Socket):
    path = "/live"

    def __init__(self, table: OurTable, seat: str) -> None:
        super().__init__(table, seat)
        self.prompts: dict[str, str] = {}

    def greet(self) -> None:
        number = self.table.number
        self.say(_encode({"type": "sit", "table": f"t{number}", "token": token(number, self.seat)}))

    def hear(self, message: bytes) -> None:
        heard = _decode(message)
        prompts = heard.view.prompts if heard.view is not None else heard.prompts
        if prompts is not None:
            self.prompts = {shown.prompt.name: shown.id for shown in prompts}
        if heard.type == "view":
            self.is_seated.set_result(None)
        elif heard.type in ("frame", "done"):
            self.table.got()
        elif heard.type == "refused":
            raise SystemExit(f"refused: {message!r}")


class OurTable(Table):
    def __init__(self, load: Load, number: int) -> None:
        super().__init__(load, number)
        self._steps = iter(script(number % DIFFERENT))
        self._sockets: dict[str, OurSocket] = {}
        self._answers = 0

    def sit(self, seat: str) -> OurSocket:
        self._sockets[seat] = socket = OurSocket(self, seat)
        return socket

    def play(self) -> int:
        step = next(self._steps)
        self._answers += 1
        socket = self._sockets[step.seat]
        answer = {"prompt": step.name, "prompt_id": socket.prompts[step.name], "value": step.value}
        socket.say(_encode({"type": "answer", "id": f"c{self._answers}", **answer}))
        return step.frames + 1


@contextmanager
def started(tables: int) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.server", "--serve", folder, "--tables", str(tables)]
        with serving(command) as server:
            yield server


OURS = Side("server", started, OurTable)


# -- figures


def figures() -> Iterator[Figure]:
    """Theirs and ours in turn, so that a slow moment of the machine meets both; then ours alone."""
    theirs = peer.side()
    for tables, paced in ((100, False), (250, True)):
        yield from side_by_side([OURS, theirs] if theirs else [OURS], tables, paced)
    yield from described(OURS, 100, True, [measure(OURS, 100, True, PACED)])
    many = measure(OURS, 1_000, True, PACED)
    yield from described(OURS, 1_000, True, [many])
    yield from memory(OURS, 1_000, many)


def side_by_side(sides: list[Side], tables: int, paced: bool) -> Iterator[Figure]:
    rounds = [[measure(side, tables, paced, PACED if paced else CLOSED) for side in sides] for _ in range(ROUNDS)]
    for place, side in enumerate(sides):
        runs = [one[place] for one in rounds]
        yield from described(side, tables, paced, runs)
        if paced:
            yield from memory(side, tables, runs[0])
    if len(sides) == 1:
        return
    name = f"server against boardgame.io's, {_load(tables, paced)}"
    if paced:
        yield figure(f"{name}: p99", "of its", [our.slow / their.slow for our, their in rounds], bar="0.5 at most")
    else:
        faster = [our.rate / their.rate for our, their in rounds]
        yield figure(f"{name}: answers seen by all", "times", faster, bar="4, aim for 8")


def described(side: Side, tables: int, paced: bool, runs: list[Measured]) -> Iterator[Figure]:
    name = f"{side.name}, {_load(tables, paced)}"
    yield figure(f"{name}: answers seen by all", "answers/s", [one.rate for one in runs])
    yield figure(f"{name}: p50", "ms", [one.middle for one in runs])
    yield figure(f"{name}: p99", "ms", [one.slow for one in runs])
    yield figure(f"{name}: server", "cores", [one.server for one in runs])
    yield figure(f"{name}: load generator", "cores", [one.generator for one in runs])


def memory(side: Side, tables: int, run: Measured) -> Iterator[Figure]:
    """What a table with its four sockets adds to a server that has played at one."""
    alone = measure(side, 1, False, 0.5).played
    name = f"{side.name}, {tables} tables of 4: memory"
    yield figure(f"{name} of a table with its sockets", "KiB", [(run.seated - alone) / tables])
    yield figure(f"{name} of a table with its sockets, after play", "KiB", [(run.played - alone) / tables], bar="300")
    yield figure(f"{name} of a connection", "KiB", [(run.seated - run.laid) / tables / len(SEATS)])


def _load(tables: int, paced: bool) -> str:
    return f"{'paced' if paced else 'closed loop'}, {tables} tables of 4"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--paced", action="store_true")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve is not None:
        run_server(wanted.serve, wanted.tables)
        return
    runs = [measure(OURS, wanted.tables, wanted.paced, wanted.seconds)]
    for one in described(OURS, wanted.tables, wanted.paced, runs):
        print(one.line(), flush=True)


if __name__ == "__main__":
    main()
