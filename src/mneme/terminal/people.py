"""The people at one keyboard: what each has heard, and what each may do beside what is asked."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from mneme.engine.projection import ShownPrompt, View
from mneme.engine.prompts import Choice, Menu
from mneme.engine.table import Line
from mneme.terminal.chair import Chair


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
    """Somebody at this keyboard: their chair, the lines they have heard and the offers they have seen."""

    def __init__(self, chair: Chair) -> None:
        self.chair = chair
        self.name = chair.view().names[chair.seat]
        self.heard: list[Line] = []
        self.seen: set[tuple[str, str]] = set()

    def news(self, view: View) -> list[Line]:
        """The lines they have not heard; from now on they have. A line is not news for being undone since."""
        now = [msgspec.structs.replace(line, undone=False) for line in view.lines]
        common = 0
        while common < min(len(now), len(self.heard)) and now[common] == self.heard[common]:
            common += 1
        self.heard = now
        return view.lines[common:]

    @property
    def is_asked(self) -> bool:
        return any(shown.must for shown in self.chair.view().prompts)

    @property
    def has_new_offers(self) -> bool:
        """Whether they may do something that they could not do when they last looked."""
        acts = {offer.name for offer in offers_in(self.chair.view()) if offer.choice is not None}
        return not acts <= self.seen
