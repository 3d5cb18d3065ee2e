"""A bot that does anything the rules allow: for tests, for fuzzing, and for the seat nobody wants."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from msgspec import UNSET

from mneme.engine.prompts import Wire
from mneme.engine.view import ShownPrompt, View


class RandomLegal:
    """Answers what must be answered with anything legal; now and then does what it merely may."""

    def __init__(self, dice: random.Random, optional: float = 0.1) -> None:
        self._dice = dice
        self._optional = optional

    def avoid(self, more: Iterable[str]) -> None:
        """Nothing changes: where words are asked for it gives a letter and a number, and means nothing by them."""

    def answer(self, view: View) -> tuple[str, Wire] | None:
        musts = [shown for shown in view.prompts if shown.must]
        mays = [shown for shown in view.prompts if not shown.must and shown.given is UNSET]
        if mays and self._dice.random() < self._optional:
            return self._any_of(mays)
        return self._any_of(musts) if musts else None

    def _any_of(self, prompts: Sequence[ShownPrompt]) -> tuple[str, Wire]:
        prompt = prompts[int(self._dice.random() * len(prompts))].prompt
        return prompt.name, prompt.random(self._dice)
