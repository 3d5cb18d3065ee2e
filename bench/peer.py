"""boardgame.io beside us in the same run: its bare reducer on one core, and its server, over a small game with hidden
hands.

The peer is installed into a scratch folder (`BENCH_PEER`, by default under the system's temporary folder), never
into the project. Where Node or the registry is missing, the figures are left out and a line says so.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import msgspec

from bench import engine
from bench.figure import Figure, figure
from bench.load import SEATS, Load, Server, Side, Socket, Table, serving

HERE = Path(__file__).parent / "peer"
PACKAGE = "boardgame.io@0.50.2"
CARDS = 5  # in a hand
NOTE = "I slip the letter under the door and whisper the old name of the river, then wait."

_STATE = re.compile(rb'"_stateID":(\d+)')


def figures() -> Iterator[Figure]:
    """Their moves a second, and how many times that each of our games does: medians of interleaved runs."""
    if not installed():
        return
    evenings = (engine.SCHIZONAUTS, *engine.OTHERS)
    rounds = [(bare_reducer(), [next(engine.play(evening)) for evening in evenings]) for _ in range(3)]
    yield rounds[1][0]
    for place, evening in enumerate(evenings):
        ratios = [ours[place].value / theirs.value for theirs, ours in rounds]
        yield figure(
            f"random play against boardgame.io's bare reducer: {evening}", "times", ratios, bar="5, aim for 20"
        )


# -- installing


def scratch() -> Path:
    return Path(os.environ.get("BENCH_PEER", Path(tempfile.gettempdir()) / "mneme-bench-peer"))


def installed() -> bool:
    """Install the peer if it is not there yet; says whether it is there now."""
    try:
        _install(scratch())
    except (OSError, subprocess.SubprocessError) as problem:
        print(msgspec.json.encode({"figure": "boardgame.io", "left_out": str(problem)}).decode(), flush=True)
        return False
    return True


def _install(folder: Path) -> None:
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}\n')
        command = ["npm", "install", "--no-fund", "--no-audit", "--silent", PACKAGE]
        subprocess.run(command, cwd=folder, check=True, timeout=300)
    subprocess.run(["node", "--version"], check=True, capture_output=True, timeout=60)


def environment() -> dict[str, str]:
    return {**os.environ, "NODE_PATH": str(scratch() / "node_modules"), "NODE_ENV": "production", "RUNS": "3"}


# -- the bare reducer


def bare_reducer() -> Figure:
    output = subprocess.run(
        ["node", str(HERE / "engine.js")], env=environment(), check=True, capture_output=True, timeout=300
    ).stdout
    first = msgspec.json.decode(output.splitlines()[0])
    runs = [float(first[name]) for name in ("median", "min", "max")]
    return figure("boardgame.io, bare reducer", "moves/s", runs)


# -- its server


class PeerSocket(Socket):
    """Its dialect: socket.io over engine.io, each with a digit before the message."""

    path = "/socket.io/?EIO=4&transport=websocket"
    table: PeerTable

    def greet(self) -> None:
        """The other end speaks first."""

    def hear(self, message: bytes) -> None:
        if message.startswith(b'42/courier,["update"'):
            self.table.state = max(self.table.state, *map(int, _STATE.findall(message)))
            self.table.got()
        elif message.startswith(b'42/courier,["sync"'):
            self.is_seated.set_result(None)
        elif message == b"2":  # are you there?
            self.say(b"3")
        elif message.startswith(b"0"):
            self.say(b"40/courier,")
        elif message.startswith(b"40"):
            self.call("sync", self.table.name, self.player, None, len(SEATS))

    @property
    def player(self) -> str:
        return str(SEATS.index(self.seat))

    def call(self, *arguments: object) -> None:
        self.say(b"42/courier," + msgspec.json.encode(arguments))


class PeerTable(Table):
    def __init__(self, load: Load, number: int) -> None:
        super().__init__(load, number)
        self.name = f"t{number}"
        self.state = 0
        self._sockets: list[PeerSocket] = []
        self._moves = 0

    def sit(self, seat: str) -> PeerSocket:
        socket = PeerSocket(self, seat)
        self._sockets.append(socket)
        return socket

    def play(self) -> int:
        socket = self._sockets[self._moves % len(SEATS)]
        self._moves += 1
        card = self._moves % CARDS
        payload = {"type": "play", "args": [card, NOTE], "playerID": socket.player, "credentials": None}
        socket.call("update", {"type": "MAKE_MOVE", "payload": payload}, self.state, self.name, socket.player)
        return len(SEATS)


def start(tables: int) -> AbstractContextManager[Server]:
    """Its server lays a table when the first seat asks for it, so it need not be told how many there will be."""
    return serving(["node", str(HERE / "server.js")], environment())


def side() -> Side | None:
    return Side("boardgame.io's server, in memory", start, PeerTable) if installed() else None
