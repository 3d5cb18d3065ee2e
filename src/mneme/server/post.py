"""The server's end of the link to its postman (`server/postman.py`), who writes to sockets in a process of its own.

Not every server has one: it takes a second core, and a system where a socket can be handed to another process. And not
every socket is given to it. Whoever has none writes as ever.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

from mneme.server import postman
from mneme.server.postman import HEAD, LET_GO, REPORT, TAKE

AT_ONCE = 128  # pieces that are handed over together: sooner, and the postman is woken too often
MOST_UNSENT = 16 << 20  # bytes that may wait for the postman before it is given up
PATIENCE = 2.0  # seconds for it to end

logger = logging.getLogger("mneme")


class Post:
    """Hands over what is to be written."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._link, self._process = _postman()
        self._link.setblocking(False)
        self._pieces: list[bytes] = []
        self._unsent = b""
        self._is_due = False
        self._numbers = 0
        self._taken: dict[int, tuple[Callable[[], None], Callable[[], None]]] = {}  # what to call when slow, when lost
        self.is_open = True
        loop.add_reader(self._link, self._read)

    def take(self, plug: socket.socket, when_slow: Callable[[], None], when_lost: Callable[[], None]) -> int:
        """Give a socket to the postman; returns its number, or 0 where that cannot be just now.

        `when_slow` is called when too much waits there to be read, `when_lost` when the postman is gone.
        """
        self.flush()
        if self._unsent or not self.is_open:
            return 0
        number = self._numbers + 1
        try:
            socket.send_fds(self._link, [HEAD.pack(number, TAKE)], [plug.fileno()])
        except OSError:
            return 0
        self._numbers = number
        self._taken[number] = when_slow, when_lost
        return number

    def put(self, number: int, data: bytes) -> None:
        """Write this to a socket, after all that was put before."""
        self._pieces += (HEAD.pack(number, len(data)), data)
        if len(self._pieces) >= 2 * AT_ONCE:
            self.flush()
        elif not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._flush_due)

    def let_go(self, number: int) -> None:
        """Our side of this socket is closed."""
        if self._taken.pop(number, None) is not None:
            self._pieces.append(HEAD.pack(number, LET_GO))
            self.flush()

    def _flush_due(self) -> None:
        self._is_due = False
        self.flush()

    def flush(self) -> None:
        """Hand over what has been put so far, as much as goes."""
        pieces, self._pieces = self._pieces, []
        if not self.is_open or not (pieces or self._unsent):
            return
        waited, data = bool(self._unsent), b"".join((self._unsent, *pieces))
        try:
            sent = self._link.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._lose()
            return
        self._unsent = data[sent:]
        if len(self._unsent) > MOST_UNSENT:
            self._lose()
        elif self._unsent and not waited:
            self._loop.add_writer(self._link, self.flush)
        elif waited and not self._unsent:
            self._loop.remove_writer(self._link)

    def _read(self) -> None:
        """The postman reports sockets that do not read, or is gone."""
        try:
            reports = self._link.recv(REPORT.size * 1_024)
        except BlockingIOError:
            return
        except OSError:
            reports = b""
        if not reports:
            self._lose()
        for (number,) in REPORT.iter_unpack(reports):
            if number in self._taken:
                self._taken[number][0]()

    def _lose(self) -> None:
        """Nobody knows what was still written: the sockets break, and whoever was there comes back for a full view."""
        logger.error("postman lost")
        self._process.kill()
        lost = list(self._taken.values())
        self._end()
        for _, when_lost in lost:
            when_lost()

    def close(self) -> None:
        """Hand over the last words."""
        if self.is_open:
            self._link.settimeout(PATIENCE)
            with suppress(OSError):
                self._link.sendall(b"".join((self._unsent, *self._pieces)))
            self._end()

    def _end(self) -> None:
        self.is_open = False
        self._loop.remove_reader(self._link)
        self._loop.remove_writer(self._link)
        self._link.close()
        self._taken, self._unsent = {}, b""
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _postman() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """A new one, and our end of the link to it."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-I", "-S", postman.__file__, str(theirs.fileno())]
    try:
        process = subprocess.Popen(
            command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
    except OSError:
        ours.close()
        raise
    finally:
        theirs.close()
    return ours, process


def start(loop: asyncio.AbstractEventLoop) -> Post | None:
    """A postman, where it helps and can be."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores < 2 or not hasattr(socket, "send_fds"):
        return None
    try:
        return Post(loop)
    except OSError:
        logger.warning("no postman", exc_info=True)
        return None
