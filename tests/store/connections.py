"""Connections that can be looked at, and told to fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar, Literal

import pytest

When = Literal["before", "after"]


class Watched(sqlite3.Connection):
    """Calls a hook before or after every statement, which may raise what a disk or a person might."""

    opened: ClassVar[list[Watched]] = []
    hooks: ClassVar[dict[When, Callable[[str], None]]] = {}

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.opened.append(self)

    def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
        self._call("before", sql)
        cursor = super().execute(sql, *arguments)
        self._call("after", sql)
        return cursor

    def executemany(self, sql: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        self._call("before", sql)
        cursor = super().executemany(sql, rows)
        self._call("after", sql)
        return cursor

    def _call(self, when: When, sql: str) -> None:
        if hook := self.hooks.get(when):
            hook(sql.strip())


def watch(monkeypatch: pytest.MonkeyPatch) -> list[Watched]:
    """From here on every connection is a watched one; the list of them."""
    monkeypatch.setattr(Watched, "opened", [])
    monkeypatch.setattr(Watched, "hooks", {})
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    return Watched.opened


@contextmanager
def meanwhile(hook: Callable[[str], None], when: When = "before") -> Iterator[None]:
    """Have watched connections call this with every statement."""
    Watched.hooks[when] = hook
    try:
        yield
    finally:
        del Watched.hooks[when]


@contextmanager
def failing(statement: str, problem: BaseException, when: When = "before") -> Iterator[None]:
    """Meanwhile no watched connection gets through a statement that begins like this."""

    def fail(sql: str) -> None:
        if sql.startswith(statement):
            raise problem

    with meanwhile(fail, when):
        yield


def disk_error(code: int, words: str) -> sqlite3.OperationalError:
    """An error as SQLite reports it."""
    problem = sqlite3.OperationalError(words)
    problem.sqlite_errorcode = code
    return problem
