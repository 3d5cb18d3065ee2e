"""What has been said at a table is worn: a bot rather says something else while there is something else."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

_SLOT = re.compile(r"\{\w+\}")


def fresh(dice: random.Random, choices: Sequence[str], heard: str) -> str:
    """One that has not been heard; any, when all have. `heard` is all that was said, in small letters."""
    shuffled = dice.sample(choices, len(choices))
    return next((choice for choice in shuffled if mark(choice) not in heard), shuffled[0])


@cache
def mark(text: str) -> str:
    """What a text is known by, whatever stands in its slots: its longest piece."""
    return max(_SLOT.split(text), key=len).strip(" .,;:").casefold()
