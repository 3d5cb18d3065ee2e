"""Keyboards that can be interrupted: plain lines, and the line editor behind a pseudo-terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import pytest

from mneme.terminal.wakeful import Attentive, PlainKeyboard
from tests.client.kit import Puppet, lay
from tests.server.network import ROOT, WAIT, ServerProcess

CONTROLS = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])")


class Pipe:
    """A plain keyboard at the end of a pipe."""

    def __init__(self) -> None:
        near, self._far = os.pipe()
        self._typed = os.fdopen(near, encoding="utf-8")
        self._ended = False
        self.shown = io.StringIO()
        self.keyboard = PlainKeyboard(self._typed, self.shown)

    def type(self, text: bytes) -> None:
        os.write(self._far, text)

    def end(self) -> None:
        if not self._ended:
            self._ended = True
            os.close(self._far)

    def close(self) -> None:
        """Read to the end, so that nobody reads any more when the pipe is taken away."""
        self.end()
        with suppress(EOFError):
            while True:
                self.keyboard.read("", never)
        self._typed.close()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe()
    yield made
    made.close()


def never() -> bool:
    return False


def test_plain_lines_come_one_by_one_whatever_pieces_they_arrive_in(pipe: Pipe) -> None:
    for piece in (b"on", b"e\ntwo\r\nthr", b"ee\n", b"last"):
        pipe.type(piece)
    pipe.end()
    assert [pipe.keyboard.read("> ", never) for _ in range(4)] == ["one", "two", "three", "last"]
    with pytest.raises(EOFError):
        pipe.keyboard.read("> ", never)
    assert pipe.shown.getvalue() == "> \n" * 5


def test_a_letter_in_two_pieces_is_one_letter(pipe: Pipe) -> None:
    tick = "✓".encode()
    pipe.type(tick[:1])
    pipe.type(tick[1:] + b"\n")
    assert pipe.keyboard.read("", never) == "✓"


def test_news_comes_before_what_was_typed_and_nothing_typed_is_lost(pipe: Pipe) -> None:
    pipe.type(b"later\n")
    assert pipe.keyboard.read("? ", lambda: True) is None
    assert pipe.keyboard.read("? ", never) == "later"
    assert pipe.keyboard.forget() == ""  # a script means what it says
    assert pipe.shown.getvalue() == "? \n? \n"


def test_a_bell_interrupts_whoever_waits(pipe: Pipe) -> None:
    rung, looked = Event(), Event()
    typed = Attentive(pipe.keyboard)

    def look() -> None:
        rung.clear()
        looked.set()
        pipe.type(b"answer\n")

    def ring() -> None:
        rung.set()
        pipe.keyboard.wake()

    typed.stop, typed.look = rung.is_set, look
    ringer = Thread(target=ring)
    ringer.start()
    assert typed.read("> ") == "answer"
    assert looked.is_set()
    ringer.join()


def test_a_pause_ends_when_somebody_types(pipe: Pipe) -> None:
    assert not pipe.keyboard.pause(0.0)
    pipe.type(b"\n")
    assert pipe.keyboard.pause(WAIT)
    assert pipe.keyboard.read("", never) == "", "a script is not hurried out of its lines"


# The editor.


class Window:
    """A terminal window in which a command runs."""

    def __init__(self, master: int) -> None:
        self._master = master
        self._shown = b""
        self._looked = 0

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def sees(self, text: str) -> None:
        """Wait for something that was not there when this was last asked, whatever colours it comes in."""
        while (place := self._text.find(text, self._looked)) < 0:
            data = self._read()
            assert data, f"{text!r} is not in:\n{self._text}"
            self._shown += data
        self._looked = place + len(text)

    @property
    def _text(self) -> str:
        return CONTROLS.sub("", self._shown.decode(errors="ignore"))

    def ends(self) -> None:
        while self._read():
            pass

    def _read(self) -> bytes:
        ready, _, _ = select.select([self._master], [], [], WAIT)
        try:
            assert ready, f"nothing comes any more after:\n{self._text}"
            return os.read(self._master, 65_536)
        except OSError:  # how Linux tells that the program has gone
            return b""


@contextmanager
def window(*arguments: str) -> Iterator[Window]:
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 100))
    tty.setraw(slave)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.run", "play", "--pace", "instant", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", "PYTHONPATH": str(ROOT)},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    try:
        yield Window(master)
    finally:
        process.kill()
        process.wait()
        os.close(master)


def test_news_takes_a_half_written_line_off_the_screen_and_puts_it_back(server: ServerProcess) -> None:
    host, guest = lay(server, "two-masks", 2)
    ben = Puppet(guest).begin()
    ben.sees("mask called")
    with window("--join", str(host.link)) as screen:
        screen.sees("mask called?")
        screen.type("/say half")
        screen.sees("/say half")
        ben.type("/say Hello.")
        screen.sees("Ben: Hello.")
        screen.sees("/say half")
        screen.type(" and half\r")
        screen.sees("Ada: half and half")
        ben.sees("Ada: half and half")
        screen.type("\x04")
        screen.sees("Your seat is kept")
        screen.ends()
    ben.leave()
