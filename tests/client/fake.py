"""A server that says what a test tells it to, one script for each connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition, Thread
from types import TracebackType
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from mneme.client import Link
from tests.server.network import WAIT

SEATED = {"type": "seated", "protocol": 1, "you": "a", "seen": 0}
ROOM = {
    "type": "room",
    "table": "tab",
    "game": "two-masks",
    "title": "Two Masks",
    "state": "playing",
    "host": "a",
    "you": "a",
    "seats": [{"seat": "a", "name": "Ada", "kind": "person", "here": True}],
    "options": {},
    "settings": {},
    "commitment": "c0ffee",
}

Script = Callable[["Visit"], None]


def line(text: str) -> dict[str, Any]:
    return {"kind": "told", "text": text}


def view(n: int, *texts: str, earlier: int = 0) -> dict[str, Any]:
    shown = {
        "game": "two-masks",
        "seat": "a",
        "names": {"a": "Ada"},
        "place": "",
        "state": {},
        "waiting": [],
        "waiting_text": "",
        "prompts": [],
        "lines": [line(text) for text in texts],
    }
    return {"type": "view", "n": n, "earlier": earlier, "view": shown}


class Visit:
    """One connection, from the server's side."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket
        self.sit = self.hear()

    def hear(self) -> dict[str, Any]:
        told: dict[str, Any] = msgspec.json.decode(self._socket.recv(WAIT))
        return told

    def tell(self, *messages: dict[str, Any]) -> None:
        for message in messages:
            self._socket.send(msgspec.json.encode(message).decode())

    def close(self, code: int) -> None:
        self._socket.close(code)

    def stay(self) -> None:
        """Until the client goes."""
        self._socket.recv(WAIT)


class FakeServer:
    """Plays its scripts, one for each visit; the last one again for every further visit."""

    def __init__(self, *scripts: Script) -> None:
        self._scripts: Sequence[Script] = scripts
        self._news = Condition()
        self.visits: list[Visit] = []
        self._server = serve(self._receive, "127.0.0.1", 0, compression=None, open_timeout=WAIT)
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def link(self) -> Link:
        port = self._server.socket.getsockname()[1]
        return Link(server=f"http://127.0.0.1:{port}", table="tab", token="t")

    def _receive(self, socket: ServerConnection) -> None:
        try:
            with self._news:
                script = self._scripts[min(len(self.visits), len(self._scripts) - 1)]
                visit = Visit(socket)
                self.visits.append(visit)
                self._news.notify_all()
            script(visit)
        except (ConnectionClosed, TimeoutError):
            return

    def __enter__(self) -> FakeServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join(WAIT)
