"""A whole server: store, hall, sockets and HTTP on one port, from the first line it prints to the last commit."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import logging
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import FrameType
from typing import Any, Literal, TextIO

import msgspec
import uvicorn
from msgspec import Struct

from mneme.engine.errors import MnemeError
from mneme.server import post
from mneme.server.app import list_games, make_app
from mneme.server.hall import Hall, LoopClock
from mneme.server.limits import Limits
from mneme.server.live import Door, Network, sockets_for
from mneme.store.sqlite import SqliteStore

STORE = "tables.db"
GOODBYE = 5  # seconds for open requests to end

Say = Callable[[str], None]


class Plan(Struct, frozen=True, kw_only=True):
    """How a server is to run."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8100
    synchronous: Literal["FULL", "NORMAL"] = "FULL"
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    https: bool = False
    limits: Limits = Limits()
    most_live: int = 5_000
    idle: float = 600.0

    @property
    def is_public(self) -> bool:
        """Whether other machines can reach it."""
        try:
            return not ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host != "localhost"


class JsonLines(logging.Formatter):
    """One JSON object a line. It never holds a token, a name or a word that somebody wrote."""

    SAFE = ("table", "problem", "address")

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": self.formatTime(record), "level": record.levelname.lower(), "message": record.getMessage()}
        line |= {name: str(getattr(record, name)) for name in self.SAFE if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _where(trace: Any) -> str:
    """The place of a fault, without the values that were there."""
    places = []
    while trace is not None:
        places.append(f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " ".join(places[-8:])


def log_to(stream: TextIO) -> None:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    for name in ("mneme", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(logging.INFO if name == "mneme" else logging.WARNING)
        logger.propagate = False


class Server(uvicorn.Server):
    """uvicorn, which says when it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[int], None]) -> None:
        super().__init__(config)
        self._listening = listening

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in good order and end as a program that did what it was told; a second Ctrl-C does not wait."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for plug in server.sockets:
                self._listening(plug.getsockname()[1])
                return


def serve(plan: Plan, say: Say, show: Say | None = None) -> None:
    """Run a server until it is told to stop. `show` gets the address for a browser on this machine."""
    _run(_serve(plan, say, show))


def _run(main: Coroutine[Any, Any, None]) -> None:
    if sys.platform == "win32":
        asyncio.run(main)
        return
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main)


async def _serve(plan: Plan, say: Say, show: Say | None) -> None:
    store = open_store(plan)
    try:
        clock = LoopClock(asyncio.get_running_loop())
        hall = Hall(store, clock, most_live=plan.most_live, idle=plan.idle)
        door = Door(hall, plan.limits, plan.origins, _networks(plan.proxies))
        hall.open()
        door.watch()
        door.post = post.start(asyncio.get_running_loop())
        list_games.fn()  # read every game's texts now, not when the first visitor waits for them
        # Nothing of the program itself will ever be garbage, and tables are let go by name: look seldom.
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        config = uvicorn.Config(
            make_app(door, secure=plan.https),
            host=plan.host,
            port=plan.port,
            ws=sockets_for(door),
            http="httptools",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=GOODBYE,
            lifespan="off",
        )
        try:
            await Server(config, lambda port: _announce(plan, port, say, show)).serve()
        finally:
            hall.close()
            if door.post is not None:
                door.post.close()
    finally:
        store.close()


def open_store(plan: Plan) -> SqliteStore:
    try:
        plan.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        reason = (problem.strerror or "it is not possible").lower()
        raise MnemeError(f"The folder {plan.data} cannot be made: {reason}.") from problem
    return SqliteStore(plan.data / STORE, synchronous=plan.synchronous)


def _networks(proxies: tuple[str, ...]) -> list[Network]:
    try:
        return [ipaddress.ip_network(proxy) for proxy in proxies]
    except ValueError as problem:
        raise MnemeError(f"A proxy is given as an address or a network: {problem}.") from problem


def _announce(plan: Plan, port: int, say: Say, show: Say | None) -> None:
    host = f"[{plan.host}]" if ":" in plan.host else plan.host
    say(f"Mneme listens on http://{host}:{port}")
    if show is not None:
        here = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(host, host)
        show(f"http://{here}:{port}/")
    say(f"Tables are kept in {plan.data / STORE}")
    if not plan.is_public:
        say("Only this machine can reach it. Add --host 0.0.0.0 to let others in.")
        return
    say("Other machines can reach it.")
    if not plan.https:
        say("The links to seats travel unencrypted. Put a proxy with https in front, and add --https.")
