"""A game as it was seen: every entry, and after it what changed for whom; every view in full when a scene ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from typing import Any

import msgspec
from msgspec import UNSET

from mneme.engine.entries import Answer, Digest, Entry, Header, Rename, Retract, Rewind, TakeBack, Talk
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Arrange, Form, Menu, Number, Pick, Prompt, Seat, Several, Some, Split
from mneme.engine.text import line_text, prompt_text, render
from mneme.engine.view import ShownPrompt, View

Viewer = Seat | None
RULE = "=" * 80
MOST_KEYS = 12


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
        self._asked: dict[tuple[Viewer, str], str] = {}
        self._explained: dict[str, Viewer] = {}

    def tell(self, entries: Sequence[Entry]) -> Iterator[str]:
        yield from self._opening()
        yield from self._changes()
        for number, entry in enumerate(entries, start=1):
            place = self._sitting.table.place
            self._sitting.apply(entry)
            if isinstance(entry, Digest):
                continue
            yield ""
            yield f"{number}. {said(entry)}"
            yield from self._changes()
            if self._sitting.over or self._sitting.table.place != place:
                yield from self._full_views()

    def _opening(self) -> Iterator[str]:
        header = self._sitting.header
        yield f"{self._sitting.game.title}: {self._title}"
        yield "Seats: " + ", ".join(f"{seat} {header.names[seat]}" for seat in header.seats)
        yield "Options: " + ", ".join(f"{option}={value}" for option, value in header.options.items())

    def _changes(self) -> Iterator[str]:
        """What is new for everybody since the last entry. Those to whom the same is new stand together."""
        views = {viewer: view(self._sitting, viewer) for viewer in self._viewers}
        yield from _together("", {viewer: self._new_lines(viewer, shown) for viewer, shown in views.items()})
        yield from _together("?", {viewer: self._new_prompts(viewer, shown) for viewer, shown in views.items()})
        self._views = views

    def _new_lines(self, viewer: Viewer, shown: View) -> list[str]:
        before = self._views[viewer].lines if viewer in self._views else []
        kept = 0
        while kept < min(len(before), len(shown.lines)) and before[kept] == shown.lines[kept]:
            kept += 1
        gone = [f"(the last {len(before) - kept} lines told are gone or changed)"] if kept < len(before) else []
        return gone + [text for line in shown.lines[kept:] if (text := line_text(shown, line))]

    def _new_prompts(self, viewer: Viewer, shown: View) -> list[str]:
        """Questions that did not stand there before."""
        before = self._views[viewer].prompts if viewer in self._views else []
        known = [(prompt.prompt, _sign(prompt)) for prompt in before]
        new = [prompt for prompt in shown.prompts if (prompt.prompt, _sign(prompt)) not in known]
        return [line for prompt in new for line in self._prompt_lines(viewer, prompt)]

    def _prompt_lines(self, viewer: Viewer, shown: ShownPrompt) -> list[str]:
        """The first question of a name with all it says, later ones with the keys they offer."""
        sentence, *offered = prompt_text(shown).splitlines()
        asked, keys = (viewer, shown.prompt.name), keys_of(shown.prompt)
        known, self._asked[asked] = self._asked.get(asked), keys
        if shown.prompt.name not in self._explained:
            self._explained[shown.prompt.name] = viewer
        if self._explained[shown.prompt.name] == viewer and known is None:
            return [sentence + _sign(shown), *offered]
        return [f"{sentence}{_sign(shown)}" + ("" if keys == known or not keys else f"  < {keys} >")]

    def _full_views(self) -> Iterator[str]:
        """Every view in full: that of somebody looking on, and by how much each seat's differs from it.

        The story and the questions are left out: they have been told above, with those whom they were for.
        """
        texts = {viewer: self._text(viewer) for viewer in self._viewers}
        yield f"\n{RULE}"
        yield from texts[None]
        for seat in self._sitting.header.seats:
            yield f"--- {seat}"
            yield from _difference(texts[None], texts[seat])
        if self._sitting.over:
            yield f"--- result {_plain(self._sitting.table.result)}"
        yield RULE

    def _text(self, viewer: Viewer) -> list[str]:
        shown = msgspec.structs.replace(self._views[viewer], lines=[], prompts=[])
        return [line for line in render(self._sitting.game, shown).splitlines() if line]


def _together(sign: str, news: dict[Viewer, list[str]]) -> Iterator[str]:
    """The same news once, for all who have it; a - is somebody looking on."""
    groups: dict[tuple[str, ...], str] = {}
    for viewer, lines in news.items():
        groups[tuple(lines)] = groups.get(tuple(lines), "") + (viewer or "-")
    for told, names in groups.items():
        yield from (f"   [{names}{sign}] {line}" for line in told)


def _difference(before: list[str], now: list[str]) -> list[str]:
    """What must be taken out of a text, and what put in."""
    if not before:
        return now
    lines = list(unified_diff(before, now, n=0, lineterm=""))[2:]
    return [f"{line[0]} {line[1:]}" for line in lines if not line.startswith("@@")]


def keys_of(prompt: Prompt[Any]) -> str:
    """What a question offers, in one line and without words: the part of it that is file format."""
    match prompt:
        case Pick() | Some() | Arrange():
            return _shortened([option.key for option in prompt.options])
        case Split():
            return f"{prompt.total}: " + _shortened([slot.key for slot in prompt.slots])
        case Number():
            return f"{prompt.least}..{prompt.most}"
        case Several():
            return keys_of(prompt.item)
        case Form():
            return _parts(prompt.fields)
        case Menu():
            return "; ".join(" ".join(filter(None, (act.key, _parts(act.fields)))) for act in prompt.choices)
    return ""


def _parts(fields: Sequence[Prompt[Any]]) -> str:
    return ", ".join(" ".join(filter(None, (field.name, keys_of(field)))) for field in fields)


def _shortened(keys: list[str]) -> str:
    return " ".join(keys[:MOST_KEYS]) + (f" and {len(keys) - MOST_KEYS} more" if len(keys) > MOST_KEYS else "")


def _sign(shown: ShownPrompt) -> str:
    return "" if shown.must else " (may)" if shown.given is UNSET else " (answered)"


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
