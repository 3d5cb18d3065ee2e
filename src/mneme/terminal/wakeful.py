"""Keyboards that can be interrupted: at a table far away something may happen while somebody types."""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import Any, Protocol, TextIO

from mneme.terminal.keyboard import wait_for_enter
from mneme.terminal.screen import sleep

Stop = Callable[[], bool]


class Keyboard(Protocol):
    """Where lines come from."""

    def read(self, invitation: str, stop: Stop) -> str | None:
        """One line, or None as soon as `stop` holds. Raises EOFError when there are no more."""

    def wake(self) -> None:
        """Look again whether to stop. May be called from any thread."""

    def forget(self) -> str:
        """Drop what was typed to a question that is gone; it is handed out, so that nobody's words are lost."""

    def pause(self, seconds: float) -> bool:
        """Let somebody read; says whether they would rather have the rest at once."""


class Attentive:
    """A keyboard for the line client: whenever there is news, it is told before the typing goes on."""

    def __init__(self, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        self.stop: Stop = lambda: False
        self.look: Callable[[], None] = lambda: None

    def read(self, invitation: str) -> str:
        while (line := self.keyboard.read(invitation, self.stop)) is None:
            self.look()
        return line


class PlainKeyboard:
    """Lines as a terminal or a pipe gives them. They are read by a thread, which no news has to wait for."""

    def __init__(self, typed: TextIO, shown: TextIO) -> None:
        self._shown = shown
        self._descriptor = typed.fileno()
        self._echoes = typed.isatty()
        self._encoding = typed.encoding
        self._news = Condition()
        self._lines: deque[str] = deque()
        self._ended = False
        Thread(target=self._listen, name="mneme keyboard", daemon=True).start()

    def _listen(self) -> None:
        """Read from the descriptor itself: a thread that waits in Python's own buffer would hold up the exit."""
        decoder = codecs.getincrementaldecoder(self._encoding)("replace")
        text = ""
        while data := _some(self._descriptor):
            *lines, text = (text + decoder.decode(data)).split("\n")
            self._add(lines)
        self._add([text] if text else [], ended=True)

    def _add(self, lines: list[str], *, ended: bool = False) -> None:
        with self._news:
            self._lines += [line.rstrip("\r") for line in lines]
            self._ended = ended
            self._news.notify_all()

    def read(self, invitation: str, stop: Stop) -> str | None:
        self._show(invitation)
        with self._news:
            self._news.wait_for(lambda: stop() or self._lines or self._ended)
            stopped = stop()
            line = self._lines.popleft() if self._lines and not stopped else None
        if line is None or not self._echoes:
            # A terminal shows the Enter that was pressed; a pipe does not, and nobody pressed it for the news.
            self._show("\n" if invitation or line is not None else "")
        if line is None and not stopped:
            raise EOFError
        return line

    def _show(self, text: str) -> None:
        self._shown.write(text)
        self._shown.flush()

    def wake(self) -> None:
        with self._news:
            self._news.notify_all()

    def forget(self) -> str:
        """Only what a person types: a script has been written beforehand, and means what it says."""
        if not self._echoes:
            return ""
        with self._news:
            typed = " ".join(self._lines)
            self._lines.clear()
        if sys.platform != "win32":
            import termios

            termios.tcflush(self._descriptor, termios.TCIFLUSH)
        return typed

    def pause(self, seconds: float) -> bool:
        with self._news:
            hurried = self._news.wait_for(lambda: bool(self._lines), seconds)
            if hurried and self._echoes:
                self._lines.clear()
        return hurried


def _some(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4_096)
    except OSError:  # the terminal is gone
        return b""


class _Woken(Exception):
    """There is news."""


class EditorKeyboard:
    """Lines edited at a terminal. News takes the half-written line off the screen and puts it back below."""

    def __init__(self) -> None:
        # Asking a terminal where its cursor is serves menus that we do not have, and some terminals never answer.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
        self._draft = ""
        self._stop: Stop = lambda: False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._session: Any = None

    def read(self, invitation: str, stop: Stop) -> str | None:
        from prompt_toolkit import PromptSession

        self._stop = stop
        self._session = session = PromptSession[str]()
        draft, self._draft = self._draft, ""
        try:
            return session.prompt(invitation, default=draft, pre_run=self._begin)
        except _Woken:
            return None
        finally:
            self._loop = None

    def _begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.call_soon(self._check)  # what came before the editor was there

    def _check(self) -> None:
        app = self._session.app
        if app.is_running and not app.is_done and self._stop():
            self._draft = self._session.default_buffer.text
            app.erase_when_done = True
            app.exit(exception=_Woken())

    def wake(self) -> None:
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the editor has just been closed
                loop.call_soon_threadsafe(self._check)

    def forget(self) -> str:
        draft, self._draft = self._draft, ""
        return draft

    def pause(self, seconds: float) -> bool:
        return sleep(seconds) if sys.platform == "win32" else wait_for_enter(seconds)


def wakeful(typed: TextIO, shown: TextIO, *, terminal: bool, plain: bool) -> Keyboard:
    """The keyboard that suits these streams."""
    if terminal and not plain and os.environ.get("TERM", "dumb") != "dumb":
        return EditorKeyboard()
    return PlainKeyboard(typed, shown)
