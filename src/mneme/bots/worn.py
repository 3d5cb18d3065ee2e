"""What has been said at a table is worn: a bot rather says something else while there is something else."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

_SLOT = re.compile(r"\{\w+\}")


def fresh(dice: random.Random, choices: Sequence[str], heard: str) -> str:
    """One that has not been heard; when all have, the one heard longest ago. `heard` is what was said, casefolded."""
    shuffled = dice.sample(choices, len(choices))
    unheard = (choice for choice in shuffled if mark(choice) not in heard)
    return next(unheard, "") or min(shuffled, key=lambda choice: heard.rfind(mark(choice)))


@cache
def mark(text: str) -> str:
    """What a text is known by, whatever stands in its slots: its longest piece."""
    return max(_SLOT.split(text), key=len).strip(" .,;:").casefold()
