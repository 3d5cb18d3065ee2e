"""Where typed lines come from."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from mneme.terminal.keyboard import LineEditor, PlainLines, keyboard, wait_for_enter


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_plain_lines_from_a_pipe_keep_the_page_in_order() -> None:
    """A pipe does not show the Enter that ended the line, so it is written."""
    shown = io.StringIO()
    typed = PlainLines(io.StringIO("fox\r\n\nlast"), shown, echoes=False)
    assert [typed.read("> "), typed.read("? "), typed.read("> ")] == ["fox", "", "last"]
    assert shown.getvalue() == "> \n? \n> \n"
    with pytest.raises(EOFError):
        typed.read("> ")


def test_plain_lines_from_a_terminal_add_nothing() -> None:
    shown = io.StringIO()
    assert PlainLines(io.StringIO("fox\n"), shown, echoes=True).read("> ") == "fox"
    assert shown.getvalue() == "> "


@pytest.mark.parametrize(
    ("typed", "terminal", "plain", "term", "kind"),
    [
        (Terminal(), True, False, "xterm", LineEditor),
        (Terminal(), True, True, "xterm", PlainLines),
        (Terminal(), True, False, "dumb", PlainLines),
        (Terminal(), False, False, "xterm", PlainLines),
        (io.StringIO(), False, False, "xterm", PlainLines),
    ],
    ids=["terminal", "plain", "dumb terminal", "output to a file", "pipe"],
)
def test_the_editor_is_for_real_terminals(
    typed: TextIO, terminal: bool, plain: bool, term: str, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    assert type(keyboard(typed, io.StringIO(), terminal=terminal, plain=plain)) is kind


def edited(*keys: str) -> list[str]:
    """What the editor returns for these keystrokes, one line after the other."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        lines = []
        for strokes in keys:
            pipe.send_text(strokes)
            lines.append(LineEditor().read("> "))
        return lines


UP, HOME, CUT, PASTE, TO_THE_END = "\x1b[A", "\x01", "\x17", "\x19", "\x0b"


def test_a_line_can_be_edited() -> None:
    assert edited("ox" + HOME + "f\r") == ["fox"]


def test_the_next_person_finds_no_history() -> None:
    assert edited("my secret\r", UP + "\r") == ["my secret", ""]


def test_the_next_person_finds_nothing_to_paste() -> None:
    assert edited("my secret" + HOME + TO_THE_END + "\r", PASTE + "\r") == ["", ""]
    assert edited("secret" + CUT + "\r", PASTE + "\r") == ["", ""]


def test_the_editor_ends_with_the_input_and_with_an_interruption() -> None:
    with pytest.raises(EOFError):
        edited("\x04")
    with pytest.raises(KeyboardInterrupt):
        edited("\x03")


def test_enter_ends_a_pause_and_is_not_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as typed, os.fdopen(writing, "w") as fingers:
        monkeypatch.setattr(sys, "stdin", typed)
        assert wait_for_enter(0.0) is False
        fingers.write("\n")
        fingers.flush()
        assert wait_for_enter(60.0) is True
        assert wait_for_enter(0.0) is False
