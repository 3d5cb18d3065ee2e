"""Every store there is, through the suite that every store must pass."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from mneme.store import Store
from mneme.store import sqlite as sqlite_store
from mneme.store.memory import MemoryStore, Shelf
from mneme.store.sqlite import SqliteStore
from tests.store.conformance import Conformance, Places


class InMemory:
    """A place that lasts as long as the test."""

    def __init__(self) -> None:
        self.shelves: dict[str, Shelf] = {}

    def open(self) -> Store:
        return MemoryStore(self.shelves)


class InFile:
    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self) -> Store:
        return SqliteStore(self.path)


class TestMemory(Conformance):
    @pytest.fixture
    def places(self) -> Places:
        return InMemory


class TestSqlite(Conformance):
    @pytest.fixture
    def places(self, tmp_path: Path) -> Places:
        numbers = count()
        return lambda: InFile(tmp_path / f"store{next(numbers)}.db")

    def test_any_course_of_events_while_heads_are_saved_all_the_time(
        self, places: Places, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What happens once in thousands of records, happening all the time."""
        monkeypatch.setattr(sqlite_store, "SAVE_EVERY", 3)
        monkeypatch.setattr(sqlite_store, "MOST_HEADS", 1)
        self.test_any_course_of_events_ends_as_in_a_plain_dictionary(places)
