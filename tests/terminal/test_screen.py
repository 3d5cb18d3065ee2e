"""What reaches the screen: plain lines, quiet styling, a readable pace, and nothing left behind."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

from mneme.engine.story import Line
from mneme.engine.view import View
from mneme.terminal.desk import Tone
from mneme.terminal.screen import CLEAR, LONGEST_PAUSE, STYLES, Screen, safe, tone_of

VIEW = View(
    game="two-masks",
    seat="a",
    names={"a": "Ines"},
    place="",
    state={},
    waiting=[],
    waiting_text="",
    prompts=[],
    lines=[],
)
ESCAPE = "\x1b"


def screen(
    *, terminal: bool = False, styled: bool = False, pace: float = 0.0, wait: Callable[[float], bool] | None = None
) -> tuple[Screen, io.StringIO]:
    stream = io.StringIO()
    return Screen(stream, terminal=terminal, styled=styled, pace=pace, wait=wait or (lambda seconds: False)), stream


def test_without_styling_a_line_is_a_line() -> None:
    page, stream = screen()
    for tone in STYLES:
        page.say("What is your mask called?", tone)
    assert stream.getvalue() == "What is your mask called?\n" * len(STYLES)


def test_plain_lines_are_never_broken() -> None:
    page, stream = screen()
    page.say("word " * 200)
    assert stream.getvalue().count("\n") == 1


@pytest.mark.parametrize("tone", STYLES)
def test_styling_adds_no_character_that_is_read(tone: Tone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    page, stream = screen(styled=True)
    page.say("[undone] Ines: [bold]hello[/bold] :smile: 12", tone)
    assert re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue()) == "[undone] Ines: [bold]hello[/bold] :smile: 12\n"


def test_styling_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    page, stream = screen(styled=True)
    page.say("What is your mask called?", "question")
    assert ESCAPE in stream.getvalue()


def test_a_long_option_hangs_under_its_first_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    page, stream = screen(styled=True)
    page.say("  12. Take another card (you can still win, but only partly)", "option")
    assert stream.getvalue() == "  12. Take another card (you can still\n      win, but only partly)\n"


def test_what_is_there_to_be_copied_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    page, stream = screen(styled=True)
    page.say("Come back with: mneme play --load " + "folder/" * 20, "verbatim")
    assert stream.getvalue().count("\n") == 1


def test_an_empty_line_stays_an_empty_line() -> None:
    page, stream = screen(styled=True)
    page.say()
    page.say("one\n\ntwo")
    assert stream.getvalue() == "\none\n\ntwo\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("déjà vu — “so”", "déjà vu — “so”"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("\x1b[2Jgone", "[2Jgone"),
        ("\x1b]0;title\x07", "]0;title"),
        ("back\x08space\r\x7f\x9b", "backspace"),
        ("left\u202eright", "leftright"),
        ("half \ud800", "half "),
    ],
)
def test_text_cannot_command_the_terminal(text: str, shown: str) -> None:
    assert safe(text) == shown
    page, stream = screen()
    page.say(text)
    assert stream.getvalue() == shown + "\n"


def test_a_terminal_is_wiped_with_what_has_scrolled_away() -> None:
    page, stream = screen(terminal=True)
    page.cover()
    assert stream.getvalue() == CLEAR == "\x1b[2J\x1b[3J\x1b[H"


def test_anywhere_else_the_page_is_turned() -> None:
    page, stream = screen()
    page.cover()
    assert stream.getvalue() == "\f\n"


# ---- the story ---------------------------------------------------------------------------------------------


class Clock:
    """Somebody who waits, or who presses Enter instead."""

    def __init__(self, *, hurried: bool = False) -> None:
        self.waited: list[float] = []
        self._hurried = hurried

    def __call__(self, seconds: float) -> bool:
        self.waited.append(seconds)
        return self._hurried


def lines(*texts: str) -> list[Line]:
    return [Line("fact", text) for text in texts]


def test_the_pace_lies_between_the_lines_and_follows_their_length() -> None:
    clock = Clock()
    page, _ = screen(pace=0.1, wait=clock)
    page.tell(VIEW, lines("ten chars!", "x" * 500))
    page.tell(VIEW, lines("and one more"))
    assert clock.waited == [pytest.approx(1.0), LONGEST_PAUSE]


def test_nobody_waits_before_a_question_or_after_it() -> None:
    clock = Clock()
    page, _ = screen(pace=0.1, wait=clock)
    page.tell(VIEW, lines("one"))
    page.settle()
    page.tell(VIEW, lines("two"))
    assert clock.waited == []


def test_who_hurries_once_sees_the_rest_at_once() -> None:
    clock = Clock(hurried=True)
    page, stream = screen(pace=0.1, wait=clock)
    page.tell(VIEW, lines("one", "two", "three", "four"))
    assert len(clock.waited) == 1
    assert stream.getvalue() == "one\ntwo\nthree\nfour\n"
    page.settle()
    page.tell(VIEW, lines("five", "six"))
    assert len(clock.waited) == 2


def test_an_instant_pace_never_waits() -> None:
    clock = Clock()
    screen(wait=clock)[0].tell(VIEW, lines("one", "two"))
    screen(pace=0.1, wait=clock)[0].tell(VIEW, lines("one", "two"), paced=False)
    assert clock.waited == []


def test_lines_without_words_are_passed_over_and_chapters_stand_apart() -> None:
    page, stream = screen()
    page.tell(
        VIEW, [Line("fact", "So."), Line("sealed", ""), Line("chapter", "Scene 1"), Line("told", "It rains.", "a")]
    )
    assert stream.getvalue() == "So.\n\n— Scene 1 —\nInes: It rains.\n"


@pytest.mark.parametrize(
    ("line", "tone"),
    [
        (Line("fact", "So."), "story"),
        (Line("chapter", "Scene 1"), "chapter"),
        (Line("note", "Psst.", to=("a",)), "private"),
        (Line("fact", "Not so.", undone=True), "quiet"),
    ],
)
def test_the_tone_of_a_line(line: Line, tone: Tone) -> None:
    assert tone_of(line) == tone
