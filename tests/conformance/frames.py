"""What the rules keep in locals while they wait.

State belongs into nouns, where it can be seen, saved and asked about (design D2). A local that changes between two
pauses of the same function is state in hiding. The variable of a loop and the parts of an act just received are not:
they are the sentence being spoken.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from types import CodeType, CoroutineType
from typing import Any, TypeAlias

from mneme.engine.play import Play

Waiting: TypeAlias = "CoroutineType[Any, Any, Any]"


def waiting_rules(play: Play) -> Iterator[Waiting]:
    """Every coroutine of the rules that waits now, down the chain of who awaits whom."""
    for outermost in play.coroutines:
        waiting: Any = outermost
        while isinstance(waiting, CoroutineType):
            if waiting.cr_frame is not None and "mneme/engine/" not in waiting.cr_code.co_filename:
                yield waiting
            waiting = waiting.cr_await


class LocalsWatch:
    """Looks at the rules at every pause and remembers which locals have changed since the last one."""

    def __init__(self) -> None:
        self.changed: set[str] = set()
        self._before: dict[Waiting, dict[str, str]] = {}

    def look(self, play: Play) -> None:
        now = {waiting: _locals_of(waiting) for waiting in waiting_rules(play)}
        for waiting, values in now.items():
            before = self._before.get(waiting, values)
            for name in values.keys() & before.keys():
                if values[name] != before[name]:
                    self.changed.add(f"{waiting.cr_code.co_name}.{name}")
        self._before = now


def _locals_of(waiting: Waiting) -> dict[str, str]:
    passing = passing_names(waiting.cr_code)
    values = waiting.cr_frame.f_locals if waiting.cr_frame else {}
    return {name: _fingerprint(value) for name, value in values.items() if name not in passing}


def _fingerprint(value: Any) -> str:
    """Tells plain values and containers by what they hold, and other things by which thing they are."""
    if isinstance(value, str | int | float | bool | type(None)):
        return repr(value)
    if isinstance(value, list | tuple | set | frozenset):
        return type(value).__name__ + ",".join(_fingerprint(part) for part in value)
    if isinstance(value, dict):
        return ",".join(f"{_fingerprint(name)}:{_fingerprint(part)}" for name, part in value.items())
    return f"{type(value).__name__} {id(value)}"


@cache
def passing_names(code: CodeType) -> frozenset[str]:
    """The variables of loops and the parts that a match takes out of an act."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.AsyncFor):
            names |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            names.add(node.name)
    return frozenset(names)
