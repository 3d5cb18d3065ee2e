"""The people at one keyboard: what each has heard, and what each may do beside what is asked."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from mneme.engine.prompts import Choice, Menu
from mneme.engine.story import Line
from mneme.engine.view import ShownPrompt, View
from mneme.terminal.chair import Chair
from mneme.terminal.desk import Desk


class Moved(Exception):
    """The table is no longer where it was when the question was put; look again."""


class Leave(Exception):
    """Somebody wants to stop here for today."""


class Offer(Struct, frozen=True):
    """Something a person may do beside what is asked: an act, or another answer to a question still open."""

    shown: ShownPrompt
    choice: Choice | None = None

    @property
    def label(self) -> str:
        if self.choice is not None:
            return self.choice.label.rstrip(".")
        return f"Change your answer to “{self.shown.prompt.text}”"

    @property
    def name(self) -> tuple[str, str]:
        """What makes it the same offer the next time."""
        return self.shown.prompt.name, self.choice.key if self.choice else ""


def offers_in(view: View) -> list[Offer]:
    """What a seat may do beside what it must, flat, in the order of the prompts."""
    offers: list[Offer] = []
    for shown in view.prompts:
        if shown.must:
            continue
        if isinstance(shown.prompt, Menu):
            offers += [Offer(shown, choice) for choice in shown.prompt.choices]
        else:
            offers.append(Offer(shown))
    return offers


class Person:
    """Somebody at this keyboard: their chair, the lines they have heard and the offers they know of."""

    def __init__(self, chair: Chair, desk: Desk) -> None:
        self.chair = chair
        self.desk = desk  # what they are being asked is theirs alone
        self.name = chair.view().names.get(chair.seat, "")  # whoever only looks on has none
        self.heard: list[Line] = []
        self._last_seen: set[tuple[str, str]] = set()
        self._seen_here: set[tuple[str, str]] = set()
        self._place = ""

    def news(self, view: View) -> list[Line]:
        """The lines they have not heard; from now on they have. A line is not news for being undone since."""
        now = _plain(view.lines)
        common = 0
        while common < min(len(now), len(self.heard)) and now[common] == self.heard[common]:
            common += 1
        self.heard = now
        return view.lines[common:]

    def has_news(self, view: View) -> bool:
        """Whether there is something in the story that they have not heard."""
        known = len(self.heard)
        if any(line.text for line in view.lines[known:]):
            return True
        return _plain(view.lines[:known]) != self.heard[: len(view.lines)]

    @property
    def is_asked(self) -> bool:
        return any(shown.must for shown in self.chair.view().prompts)

    def sees(self, view: View) -> list[Offer]:
        """What they may do; from now on they know of it."""
        offers = offers_in(view)
        self._last_seen = {offer.name for offer in offers}
        for prompt in (shown.prompt for shown in view.prompts if shown.must):
            if isinstance(prompt, Menu):
                self._last_seen |= {(prompt.name, choice.key) for choice in prompt.choices}
        self._seen_here = self._seen_at(view.place) | self._last_seen
        self._place = view.place
        return offers

    def notices_new_offers(self) -> bool:
        """Whether they may do something that they could not do a moment ago.

        What only rested for a while is not new, unless another scene has begun; nor is what was on the menu before they
        said that they would wait.
        """
        view = self.chair.view()
        acts = {offer.name for offer in offers_in(view) if offer.choice is not None}
        self._last_seen &= acts
        return not acts <= self._last_seen | self._seen_at(view.place)

    def _seen_at(self, place: str) -> set[tuple[str, str]]:
        return self._seen_here if place == self._place else set()


def _plain(lines: list[Line]) -> list[Line]:
    """Lines as they were before any of them was taken back."""
    return [msgspec.structs.replace(line, undone=False) for line in lines]
