"""A game as it was seen: every entry, and after it what changed for whom; every view in full when a scene ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET

from mneme.engine.game import Game
from mneme.engine.log import Answer, Digest, Entry, Header, Rename, Retract, Rewind, Sitting, TakeBack, Talk
from mneme.engine.projection import ShownPrompt, View, view
from mneme.engine.prompts import Seat
from mneme.engine.text import line_text, prompt_text, render

Viewer = Seat | None
LINES_OF_A_PROMPT = 12
RULE = "=" * 80


def transcript(game: Game, title: str, header: Header, entries: Sequence[Entry]) -> str:
    """The whole game as text."""
    return "\n".join(_Teller(game, title, header).tell(entries)) + "\n"


class _Teller:
    """Plays a log and keeps, for every viewer, what it has already been told."""

    def __init__(self, game: Game, title: str, header: Header) -> None:
        self._sitting = Sitting.load(game, header, [])
        self._title = title
        self._viewers: tuple[Viewer, ...] = (*header.seats, None)
        self._views: dict[Viewer, View] = {}
        self._chapter: dict[Viewer, int] = dict.fromkeys(self._viewers, 0)

    def tell(self, entries: Sequence[Entry]) -> Iterator[str]:
        yield from self._opening()
        yield from self._changes()
        for number, entry in enumerate(entries, start=1):
            if isinstance(entry, Digest):
                self._sitting.apply(entry)
                continue
            place = self._sitting.table.place
            self._sitting.apply(entry)
            yield ""
            yield f"{number}. {said(entry)}"
            yield from self._changes()
            if self._sitting.table.place != place or self._sitting.over:
                yield from self._full_views()

    def _opening(self) -> Iterator[str]:
        header = self._sitting.header
        yield f"{self._sitting.game.title}: {self._title}"
        yield "Seats: " + ", ".join(f"{seat} {header.names[seat]}" for seat in header.seats)
        yield "Options: " + ", ".join(f"{option}={value}" for option, value in header.options.items())

    def _changes(self) -> Iterator[str]:
        """What is new for everybody since the last entry."""
        views = {viewer: view(self._sitting, viewer) for viewer in self._viewers}
        yield from self._new_lines(views)
        for viewer, shown in views.items():
            yield from self._new_prompts(viewer, shown)
        self._views = views

    def _new_lines(self, views: dict[Viewer, View]) -> Iterator[str]:
        """New lines of the story. Those who hear the same stand together: a - is somebody looking on."""
        heard = [(viewer, self._new_text(viewer, shown)) for viewer, shown in views.items()]
        heard.sort(key=lambda item: item[1])
        for text, group in groupby(heard, key=lambda item: item[1]):
            names = "".join(viewer or "-" for viewer, _ in group)
            yield from (f"   [{names}] {line}" for line in text.splitlines())

    def _new_text(self, viewer: Viewer, shown: View) -> str:
        before = self._views[viewer].lines if viewer in self._views else []
        kept = 0
        while kept < min(len(before), len(shown.lines)) and before[kept] == shown.lines[kept]:
            kept += 1
        gone = f"(the last {len(before) - kept} lines told are gone or changed)\n" if kept < len(before) else ""
        return gone + "\n".join(text for line in shown.lines[kept:] if (text := line_text(shown, line)))

    def _new_prompts(self, viewer: Viewer, shown: View) -> Iterator[str]:
        """Questions that are new; of one that has only been renewed, its sentence."""
        before = self._views[viewer].prompts if viewer in self._views else []
        known = {prompt.id for prompt in before}
        words = [prompt.prompt for prompt in before]
        for prompt in shown.prompts:
            if prompt.id not in known:
                yield f"   {viewer}? " + "\n      ".join(prompt_lines(prompt, prompt.prompt in words))

    def _full_views(self) -> Iterator[str]:
        """Every view in full, with the story since the last time."""
        yield ""
        yield RULE
        for viewer in self._viewers:
            shown = self._views[viewer]
            recent = msgspec.structs.replace(shown, lines=shown.lines[self._chapter[viewer] :])
            self._chapter[viewer] = len(shown.lines)
            yield f"--- {viewer or 'somebody looking on'} ---"
            yield from _tidy(render(self._sitting.game, recent))
        if self._sitting.over:
            yield f"--- result --- {_plain(self._sitting.table.result)}"
        yield RULE


def prompt_lines(shown: ShownPrompt, brief: bool) -> list[str]:
    """A prompt, without the end of a long menu."""
    first, *rest = prompt_text(shown).splitlines()
    more = len(rest) - LINES_OF_A_PROMPT
    signs = [] if shown.must else ["(may)"] if shown.given is UNSET else ["(answered)"]
    ending = [f"  … and {more} more"] if more > 0 else []
    return [" ".join([first, *signs]), *([] if brief else rest[:LINES_OF_A_PROMPT] + ending)]


def _tidy(text: str) -> Iterator[str]:
    """Without empty lines and long menus."""
    lines = [line for line in text.splitlines() if line]
    for _, group in groupby(lines, key=lambda line: line.startswith("  ")):
        block = list(group)
        yield from block[:LINES_OF_A_PROMPT] if block[0].startswith("  ") else block


def said(entry: Entry) -> str:
    """An entry in words."""
    match entry:
        case Answer(seat, name, value):
            return f"{seat} answers {name}: {_plain(value)}"
        case Retract(seat, name):
            return f"{seat} retracts {name}"
        case TakeBack(seat):
            return f"{seat} takes back an answer"
        case Rewind(beat, _, struck):
            return f"the table goes back to beat {beat}" + (" and strikes the passage" if struck else "")
        case Rename(seat, name):
            return f"{seat} is called {name}"
        case Talk(seat, mode, text):
            return f"{seat} talks ({mode}): {text}"
        case Digest():
            return "digest"


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()
