"""What a seat does, as the rules receive it."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct


class Act(Struct):
    """Something a seat does. The class's name is its tag in the log and on the wire."""


@cache
def tag(act: type[Act]) -> str:
    """`TakeKey` is `take_key` in the log."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", act.__name__).lower()
