"""A real server process, and clients that speak to it over sockets."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from mneme.engine.feed import applied
from mneme.engine.view import ShownPrompt

ROOT = Path(__file__).parents[2]
WAIT = 30.0  # nobody waits longer than this; it only ever passes when something is broken
GENEROUS = ("messages=100000", "message_burst=100000", "seat_messages=100000", "seat_burst=100000")
_commands = itertools.count(1)


class ServerProcess:
    """`mneme serve` on a free port of this machine."""

    def __init__(self, data: Path, *arguments: str) -> None:
        limits = [part for limit in GENEROUS for part in ("--limit", limit)]
        command = [sys.executable, "-m", "tests.server.run", "serve", "--port", "0", "--data", str(data)]
        self.process = subprocess.Popen(
            [*command, *limits, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "listens on" not in line:
            self.process.kill()
            raise AssertionError(f"the server did not start: {line} {self.process.communicate()}")
        self.port = int(line.rsplit(":", 1)[1])

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """Without a warning."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """As a system does it; returns the status and what was written on the way."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=WAIT)
        return self.process.returncode, errors

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        try:
            sent = {
                "Content-Type": "application/json",
                **{name.replace("_", "-"): text for name, text in headers.items()},
            }
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            answer = connection.getresponse()
            text = answer.read()
            kind = answer.headers.get("content-type", "")
            return (
                answer.status,
                json.loads(text) if kind.startswith("application/json") else text.decode(),
                dict(answer.headers),
            )
        finally:
            connection.close()

    def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        status, answer, _ = self.request("POST", path, body, **headers)
        assert status == 201, (status, answer)
        return answer

    def lay(self, game: str, names: Sequence[str], **table: Any) -> dict[str, dict[str, str]]:
        """A table with somebody on every seat, which has begun; returns where and with which token each sits."""
        laid = self.post("/api/tables", {"game": game, "seats": len(names), "name": names[0], **table})
        seats = {laid["seat"]: {"table": laid["table"], "token": laid["token"]}}
        for name in names[1:]:
            taken = self.post(f"/api/tables/{laid['table']}/claim", {"name": name, "invite": laid["invite"]})
            seats[taken["seat"]] = {"table": laid["table"], "token": taken["token"]}
        self.post(f"/api/tables/{laid['table']}/start", {}, laid["token"])
        return seats


class Client:
    """One screen. It adds up what it is sent, as every client does."""

    def __init__(self, port: int, **sit: Any) -> None:
        self.raw: list[bytes] = []
        self.full: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.seen = -1
        self.replies: dict[str, dict[str, Any]] = {}
        self.pages = 0
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{port}/live"
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, compression=None, open_timeout=WAIT, proxy=None)
        )
        self.say("sit", **sit)
        while not self.room or (self.room["state"] != "open" and not self.full):
            self.read()

    def say(self, type_: str, **parts: Any) -> None:
        self.socket.send(msgspec.json.encode({"type": type_, **parts}).decode())

    def read(self) -> dict[str, Any]:
        message = self.socket.recv(timeout=WAIT)
        assert isinstance(message, str)
        self.raw.append(message.encode())
        told: dict[str, Any] = msgspec.json.decode(message)
        match told["type"]:
            case "view":
                self.full = told
            case "frame":
                assert told["n"] == self.full["n"] + 1, "a frame is missing"
                self.full = applied(self.full, told)
            case "room":
                self.room = told
            case "seated":
                self.seen = told["seen"]
            case "page":
                self.pages += 1
            case "done" | "refused":
                self.replies[told["id"]] = told
        return told

    def command(self, type_: str, **parts: Any) -> dict[str, Any]:
        """Send a command and wait for what is said to it."""
        command = parts.setdefault("id", f"c{next(_commands)}")
        self.replies.pop(command, None)
        self.say(type_, **parts)
        while command not in self.replies:
            self.read()
        return self.replies[command]

    def sync(self) -> Client:
        """Read all that was sent so far."""
        pages = self.pages
        self.say("earlier", before=0)
        while self.pages == pages:
            self.read()
        return self

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.full["view"]
        return view

    def wanted(self, dice: random.Random) -> dict[str, Any] | None:
        """A legal answer to something that must be answered."""
        asked = [shown for shown in self.view["prompts"] if shown.get("must")]
        if not asked:
            return None
        shown = msgspec.convert(dice.choice(asked), ShownPrompt)
        return {"prompt": shown.prompt.name, "prompt_id": shown.id, "value": shown.prompt.random(dice)}

    def close(self) -> None:
        self._open.close()

    def closed_with(self) -> int:
        """Read until the server closes; returns its code."""
        try:
            while True:
                self.read()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


@contextmanager
def seated(port: int, seats: dict[str, dict[str, str]]) -> Iterator[dict[str, Client]]:
    """Everybody at a table."""
    clients: dict[str, Client] = {}
    try:
        for seat, where in seats.items():
            clients[seat] = Client(port, **where)
        for client in clients.values():
            client.sync()
        yield clients
    finally:
        for client in clients.values():
            client.close()


def play(clients: dict[str, Client], dice: random.Random, most: int) -> int:
    """Let everybody answer what must be answered; returns how many answers were taken."""
    for count in range(most):
        ready = [(client, wanted) for client in clients.values() if (wanted := client.wanted(dice))]
        if not ready:
            return count
        client, wanted = dice.choice(ready)
        told = client.command("answer", **wanted)
        assert told["type"] == "done", told
        for other in clients.values():
            other.sync()
    return most
