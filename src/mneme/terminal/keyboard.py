"""Where typed lines come from: a line editor at a terminal, plain lines anywhere else."""

from __future__ import annotations

import os
import select
import sys
from typing import TextIO

from mneme.terminal.desk import Input


class PlainLines:
    """Lines from a stream, with nothing between the person and the screen reader."""

    def __init__(self, typed: TextIO, shown: TextIO, *, echoes: bool) -> None:
        self._typed = typed
        self._shown = shown
        self._echoes = echoes

    def read(self, invitation: str) -> str:
        self._shown.write(invitation)
        self._shown.flush()
        line = self._typed.readline()
        if not self._echoes:
            # A terminal shows the Enter that was pressed; a pipe does not.
            self._shown.write("\n")
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


class LineEditor:
    """Lines edited at a terminal. Each starts afresh: the next person finds no history and no clipboard."""

    def __init__(self) -> None:
        # Asking a terminal where its cursor is serves menus that we do not have, and some terminals never answer.
        os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")

    def read(self, invitation: str) -> str:
        from prompt_toolkit import prompt

        return prompt(invitation)


def keyboard(typed: TextIO, shown: TextIO, *, terminal: bool, plain: bool) -> Input:
    """The input that suits these streams."""
    if terminal and not plain and os.environ.get("TERM", "dumb") != "dumb":
        return LineEditor()
    return PlainLines(typed, shown, echoes=typed.isatty())


def wait_for_enter(seconds: float) -> bool:
    """Pause at a terminal; Enter ends the pause and says that no more are wanted.

    What was typed meanwhile is dropped, so that it cannot answer a question nobody has read yet.
    """
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    if ready:
        os.read(sys.stdin.fileno(), 4_096)
    return bool(ready)
