"""Strangers who answer anything legal, each in a way of its own.

Random play finds little when everybody plays alike: people who show all their cards at once leave no secrets to
betray, and people who never change their minds never try a retraction. So there are several tempers.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct

from mneme.engine.entries import Answer, Retract
from mneme.engine.errors import Refused
from mneme.engine.log import Sitting
from mneme.engine.play import Pending
from mneme.engine.prompts import Menu, Prompt, Seat, Wire, Words
from mneme.engine.view import View
from mneme.engine.windows import PASS

Asked = tuple[Seat, Pending]


class Temper(Struct, frozen=True):
    """How somebody plays who knows no game. All are chances between 0 and 1."""

    name: str
    chatter: float  # to do what merely may be done
    passes: float  # to pass where one can
    revises: float  # to change or take back an answer while it is open
    leans: float  # to take the answer that an empty chair would give


TALKATIVE = Temper("talkative", chatter=0.4, passes=0.1, revises=0.05, leans=0.0)
SECRETIVE = Temper("secretive", chatter=0.05, passes=0.9, revises=0.1, leans=0.3)
RESTLESS = Temper("restless", chatter=0.2, passes=0.4, revises=0.4, leans=0.1)
TEMPERS = (TALKATIVE, SECRETIVE, RESTLESS)

# Legal almost everywhere, and awkward for code that formats, encodes or compares carelessly.
AWKWARD = ("{names}", "%s", "<b>", "a,b", "Zoë", "“so”", "🌒", "null", "x" * 20, "\u05d0", "ﬁn", "'")


class Stuck(AssertionError):
    """The game is not over, and nobody is asked anything."""


class Stranger:
    """Keeps one seat of a table as any bot would: from its view alone."""

    def __init__(self, temper: Temper, dice: random.Random) -> None:
        self._temper = temper
        self._dice = dice

    def answer(self, view: View) -> tuple[str, Wire] | None:
        musts = [shown.prompt for shown in view.prompts if shown.must]
        mays = [shown.prompt for shown in view.prompts if not shown.must and shown.given is UNSET]
        given = [shown.prompt for shown in view.prompts if shown.given is not UNSET]
        asked = musts
        if given and self._dice.random() < self._temper.revises:
            asked = given
        elif mays and self._dice.random() < self._temper.chatter:
            asked = mays
        if not asked:
            return None
        prompt = self._dice.choice(asked)
        return prompt.name, some_answer(prompt, self._temper, self._dice)


def next_move(sitting: Sitting, temper: Temper, dice: random.Random) -> Answer | Retract:
    """What somebody at the table does next. Raises Stuck when the rules wait for nobody."""
    musts, mays, given = asked_of_all(sitting)
    if given and dice.random() < temper.revises:
        return _second_thought(given, temper, dice)
    if mays and dice.random() < temper.chatter:
        return _answer_one(mays, temper, dice)
    if not musts:
        raise Stuck("The game is not over, and nobody is asked anything.")
    return _answer_one(musts, temper, dice)


def asked_of_all(sitting: Sitting) -> tuple[list[Asked], list[Asked], list[Asked]]:
    """What must be answered, what may be done, and what has been answered but can still be changed."""
    musts: list[Asked] = []
    mays: list[Asked] = []
    given: list[Asked] = []
    for seat in sitting.table.seats:
        for pending in sitting.play.pending(seat):
            kind = musts if pending.must else mays if pending.given is UNSET else given
            kind.append((seat, pending))
    return musts, mays, given


def _answer_one(asked: Sequence[Asked], temper: Temper, dice: random.Random) -> Answer:
    seat, pending = dice.choice(asked)
    return Answer(seat, pending.prompt.name, some_answer(pending.prompt, temper, dice))


def _second_thought(given: Sequence[Asked], temper: Temper, dice: random.Random) -> Answer | Retract:
    seat, pending = dice.choice(given)
    if dice.random() < 0.4:
        return Retract(seat, pending.prompt.name)
    return Answer(seat, pending.prompt.name, some_answer(pending.prompt, temper, dice))


def some_answer(prompt: Prompt[Any], temper: Temper, dice: random.Random) -> Wire:
    """A legal answer, as this temper would give it."""
    if prompt.default is not UNSET and dice.random() < temper.leans:
        return prompt.default
    if isinstance(prompt, Menu) and _can_pass(prompt) and dice.random() < temper.passes:
        return {"act": PASS}
    if isinstance(prompt, Words) and dice.random() < 0.2:
        return _awkward_words(prompt, dice)
    return prompt.random(dice)


def _can_pass(menu: Menu) -> bool:
    return any(choice.key == PASS for choice in menu.choices)


def _awkward_words(prompt: Words, dice: random.Random) -> str:
    words = dice.choice(AWKWARD) + str(dice.randrange(1000))
    try:
        return prompt.clean(words)
    except Refused:
        return prompt.random(dice)
