"""The store in memory, for tests: the same promises, except that it ends with the process."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from mneme.store import (
    CLOSED,
    PAGE,
    STATES,
    Conflict,
    Health,
    Mark,
    Record,
    State,
    StoreError,
    Summary,
    check_batch,
    missing_records,
    no_such_table,
    unknown_table,
)
from mneme.store.sqlite import SqliteStore


class Shelf(Struct):
    """What is kept of one table."""

    summary: Summary
    bodies: list[bytes] = []


class MemoryStore:
    """A store in memory. One that is made with the shelves of another goes on where that one was closed."""

    def __init__(self, shelves: dict[str, Shelf] | None = None) -> None:
        self.shelves: dict[str, Shelf] = {} if shelves is None else shelves
        self._closed = False
        self._lock = threading.RLock()

    # -- writing

    def append(self, records: Sequence[Record], summaries: Sequence[Summary] = ()) -> None:
        with self._open():
            self._check(records, summaries)
            self._put(records, summaries)

    def strike(
        self,
        table: str,
        numbers: Collection[int],
        body: bytes,
        records: Sequence[Record] = (),
        summaries: Sequence[Summary] = (),
    ) -> None:
        with self._open():
            self._check(records, summaries)
            if missing := {number for number in numbers if not 1 <= number <= self.last(table)}:
                raise missing_records(table, missing)
            for number in numbers:
                self.shelves[table].bodies[number - 1] = body
            self._put(records, summaries)

    def archive(self, table: str, changed: int) -> None:
        with self._open():
            if table not in self.shelves:
                raise no_such_table(table)
            shelf = self.shelves[table]
            shelf.summary = msgspec.structs.replace(shelf.summary, state="archived", changed=changed)

    def purge(self, table: str) -> None:
        with self._open():
            self.shelves.pop(table, None)

    def _check(self, records: Sequence[Record], summaries: Sequence[Summary]) -> None:
        """Refuse a batch before anything of it is kept."""
        check_batch(records, summaries)
        begun = {summary.table for summary in summaries}
        last: dict[str, int] = {}
        for record in records:
            if record.table not in begun and record.table not in self.shelves:
                raise unknown_table(record)
            before = last.get(record.table, self.last(record.table))
            if record.number != before + 1:
                raise Conflict(record.table, record.number, before)
            last[record.table] = record.number

    def _put(self, records: Sequence[Record], summaries: Sequence[Summary]) -> None:
        for summary in summaries:
            if summary.table in self.shelves:
                self.shelves[summary.table].summary = summary
            else:
                self.shelves[summary.table] = Shelf(summary)
        for record in records:
            self.shelves[record.table].bodies.append(record.body)

    # -- reading

    def load(self, table: str, since: int = 0) -> list[Record]:
        since = max(since, 0)
        with self._open():
            shelf = self.shelves.get(table)
            bodies = shelf.bodies[since:] if shelf else []
        return [Record(table, number, body) for number, body in enumerate(bodies, start=since + 1)]

    def last(self, table: str) -> int:
        with self._open():
            shelf = self.shelves.get(table)
            return len(shelf.bodies) if shelf else 0

    def summary(self, table: str) -> Summary | None:
        with self._open():
            shelf = self.shelves.get(table)
            return shelf.summary if shelf else None

    def tables(
        self,
        *,
        states: Collection[State] = STATES,
        public: bool | None = None,
        after: Mark | None = None,
        most: int = PAGE,
    ) -> list[Summary]:
        with self._open():
            found = [shelf.summary for shelf in self.shelves.values()]
        found = [summary for summary in found if summary.state in states and public in (None, summary.public)]
        found = [summary for summary in found if after is None or summary.mark < after]
        return sorted(found, key=lambda summary: summary.mark, reverse=True)[: max(most, 0)]

    def export(self, table: str) -> Iterator[Record]:
        return iter(self.load(table))

    # -- the rest

    def backup(self, path: Path) -> None:
        """Into a file of SQLite's store: there is no other kind of file."""
        with self._open():
            if path.exists():
                raise StoreError(f"There is a file {path} already; a backup never takes the place of another file.")
            with closing(SqliteStore(path)) as copy:
                records = [record for table in self.shelves for record in self.load(table)]
                copy.append(records, [shelf.summary for shelf in self.shelves.values()])

    def health(self) -> Health:
        return Health(False, CLOSED) if self._closed else Health(True)

    def size(self) -> int:
        with self._open():
            shelves = self.shelves.values()
            return sum(len(shelf.summary.body) + sum(map(len, shelf.bodies)) for shelf in shelves)

    def close(self) -> None:
        self._closed = True

    @contextmanager
    def _open(self) -> Iterator[None]:
        with self._lock:
            if self._closed:
                raise StoreError(CLOSED)
            yield
