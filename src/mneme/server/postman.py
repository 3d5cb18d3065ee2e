"""The postman: a process of its own that writes to sockets what the server hands it, so that the server need not.

To write to four screens costs the kernel as much time as the rules take to work out what is written; here it happens on
another core. The postman knows sockets by numbers and bytes by their length. It decides nothing and keeps nothing: what
it is handed is already in the store, and where it cannot write, the screen comes back for a full view.

It is run as a file and imports nothing of Mneme, so that it is small. `server/post.py` is the other end of its link.
"""

from __future__ import annotations

import selectors
import signal
import socket
import struct
import sys
import time
from collections import deque

HEAD = struct.Struct("<II")  # which socket, and how many bytes follow; or one of these:
TAKE = 0xFFFF_FFFF  # a socket to write to comes with it
LET_GO = 0xFFFF_FFFE  # the server has closed its side of this one
REPORT = struct.Struct("<I")  # back to the server: this socket does not read what it is sent
MOST_WAITING = 65_536  # bytes that may wait for a reader
AT_ONCE = 131_072
FAREWELL = 1.0  # seconds in which last words are written when the server is gone


class Recipient:
    """One socket, and what waits to be written to it."""

    __slots__ = ("is_slow", "plug", "waiting")

    def __init__(self, plug: socket.socket) -> None:
        self.plug = plug
        self.waiting = b""
        self.is_slow = False

    def write(self, data: bytes | memoryview) -> None:
        """Write as much as goes, and keep the rest."""
        if self.is_slow:
            return
        if self.waiting:
            self.waiting += data
            return
        try:
            sent = self.plug.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # it is broken, as the server will notice too
        if sent < len(data):
            self.waiting = bytes(data[sent:])


class Postman:
    """Carries what comes over the link to where it belongs."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._recipients: dict[int, Recipient] = {}
        self._taken: deque[int] = deque()  # sockets that have come, but not yet their numbers
        self._unread = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(link, selectors.EVENT_READ)

    def run(self) -> None:
        """Until the server is gone and nothing waits any more, or time is up."""
        until = float("inf")
        while len(self._selector.get_map()) and time.monotonic() < until:
            for key, _ in self._selector.select(FAREWELL if until < float("inf") else None):
                if key.fileobj is not self._link:
                    self._go_on(key.data)
                elif not self._read():
                    until = time.monotonic() + FAREWELL
                    self._selector.unregister(self._link)

    def _read(self) -> bool:
        """Read what has come over the link; says whether the server is still there."""
        data, plugs, _, _ = socket.recv_fds(self._link, AT_ONCE, 1)
        self._taken.extend(plugs)
        self._unread = self._carry(self._unread + data if self._unread else data)
        return bool(data)

    def _carry(self, data: bytes) -> bytes:
        """Write every whole piece where it belongs; returns the rest."""
        at, end, view = 0, len(data), memoryview(data)
        while end - at >= HEAD.size:
            number, size = HEAD.unpack_from(data, at)
            start = at + HEAD.size
            if size == TAKE:
                self._recipients[number] = Recipient(socket.socket(fileno=self._taken.popleft()))
                size = 0
            elif size == LET_GO:
                self._let_go(number)
                size = 0
            elif end - start < size:
                break
            else:
                self._write(number, view[start : start + size])
            at = start + size
        return data[at:]

    def _write(self, number: int, data: memoryview) -> None:
        recipient = self._recipients[number]
        was_waiting = bool(recipient.waiting)
        recipient.write(data)
        if recipient.waiting:
            self._wait_for(number, recipient, was_waiting)

    def _wait_for(self, number: int, recipient: Recipient, was_waiting: bool) -> None:
        """Some of it must wait. Where it is too much, the server is told, and nothing more is written."""
        if not was_waiting:
            self._selector.register(recipient.plug, selectors.EVENT_WRITE, number)
        if len(recipient.waiting) > MOST_WAITING:
            recipient.is_slow = True
            self._forget_waiting(recipient)
            self._link.send(REPORT.pack(number))

    def _go_on(self, number: int) -> None:
        """A socket can be written to again, unless what came over the link in the meantime has ended its waiting."""
        recipient = self._recipients.get(number)
        if recipient is not None and recipient.waiting:
            waiting = recipient.waiting
            self._forget_waiting(recipient)
            self._write(number, memoryview(waiting))

    def _let_go(self, number: int) -> None:
        recipient = self._recipients.pop(number)
        if recipient.waiting:
            self._forget_waiting(recipient)
        recipient.plug.close()

    def _forget_waiting(self, recipient: Recipient) -> None:
        self._selector.unregister(recipient.plug)
        recipient.waiting = b""


def main() -> None:
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)  # the server hears them; when it is gone, the link ends
    Postman(socket.socket(fileno=int(sys.argv[1]))).run()


if __name__ == "__main__":
    main()
