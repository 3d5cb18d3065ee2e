"""The store in one SQLite file: nothing to install, nothing to look after, any number of tables.

**How records lie in the file.** In the order of arrival, whatever their table: a group commit over fifty tables then
writes one or two pages at the end of the file instead of one page for every table. So that loading a table need not
read the others, every record names the row of the one before it, and a table is read from its last record backwards.
The last row and number of every table, its *head*, are kept in memory, and are saved with every `SAVE_EVERY` records;
opening a file reads the records since then (at most that many) and knows all heads again.

Measured side by side on two shared cores (medians of three; groups of 50 records of 100 bytes, `synchronous=FULL`;
then one table loaded out of 1,000 with 500 records each):

| layout                                      | records a second, 250 tables | 250 active of 100,000 | load   |
|---------------------------------------------|------------------------------|-----------------------|--------|
| no way to find a table at all               | 172,000                      | 186,000               | 31 ms  |
| unique index on table and number            |  89,000                      |  87,000               | 1.0 ms |
| chain, heads saved in every commit          | 156,000                      |  82,000               | 1.3 ms |
| index filled later, 5,000 records at a time | 145,000 (p99 5.3 ms)         | 144,000               | 1.0 ms |
| **chain, heads saved every 5,000 records**  | 181,000 (p99 0.5 ms)         | 171,000               | 1.3 ms |

A summary costs more than a record, because it lies in a page of its own table: with one for every record the
rate falls to half. So a host sends one when what a list of tables shows has changed, not with every answer.

**How text goes away.** Striking and purging overwrite bodies with zeros where they lie, and empty the write-ahead
log. No row ever grows, shrinks or goes: others of its page would move, and SQLite leaves copies of moved rows in the
slack of a page, where no later strike would find them (in 8 of 8 trials with deleted rows, with `secure_delete`).
What takes the place of a struck body is in a table of its own. The room of purged tables is given back by `compact`.

**Who may write.** One connection writes, another one reads. A second process may use the same file at the same time
(to export, say): SQLite's lock keeps the two apart, and each notices what the other has committed.
"""

from __future__ import annotations

import heapq
import os
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import islice, product
from pathlib import Path
from typing import Literal

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
from mneme.store._opening import WAIT, connect, open_file, roll_back, size_on_disk, sync_folder, trouble

SAVE_EVERY = 5_000  # records
MOST_HEADS = 20_000  # in memory; about 4 MB
LONGEST_LOG = 64 * 2**20  # bytes the write-ahead log may keep after it was emptied
LAST_MARK: Mark = (2**63 - 1, "")

_CHAIN = """
    WITH RECURSIVE chain (id, previous, number) AS (
        SELECT id, previous, number FROM records WHERE id = :last AND key = :key AND number > :since
        UNION ALL
        SELECT records.id, records.previous, records.number FROM chain JOIN records ON records.id = chain.previous
        WHERE records.key = :key AND records.number > :since
    )
"""
_BODIES = "SELECT number, coalesce(struck.body, records.body) FROM records LEFT JOIN struck ON struck.id = records.id "
_LOAD = _CHAIN + _BODIES + "WHERE records.id IN (SELECT id FROM chain) ORDER BY records.id"
_ONE = _BODIES + "WHERE records.id = ? AND records.key = ?"
_PLACES = _CHAIN + "SELECT number, id FROM chain"

_INSERT = "INSERT INTO records (id, key, number, previous, body) VALUES (?, ?, ?, ?, ?)"
_TAIL = """
    SELECT records.id, records.key, records.number, tables.name
    FROM records LEFT JOIN tables ON tables.key = records.key WHERE records.id > ? ORDER BY records.id
"""
_FIND = """
    SELECT tables.key, coalesce(heads.number, 0), coalesce(heads.last, 0)
    FROM tables LEFT JOIN heads ON heads.key = tables.key WHERE tables.name = ?
"""
_SUMMARISE = """
    INSERT INTO tables (name, created, changed, state, public, body)
    VALUES (:table, :created, :changed, :state, :public, :body)
    ON CONFLICT (name) DO UPDATE SET
        created = :created, changed = :changed, state = :state, public = :public, body = :body
"""
_SUMMARY = "SELECT name, created, changed, state, public, body FROM tables WHERE name = ?"
_LIST = """
    SELECT name, created, changed, state, public, body FROM tables
    WHERE state = ? AND public = ? AND (changed, name) < (?, ?) ORDER BY changed DESC, name DESC LIMIT ?
"""

# Not by deleting rows, for the reason given above: in the new table every row is written once, and the old one is
# overwritten with zeros as a whole.
_COMPACT = (
    """CREATE TABLE kept (
        id INTEGER PRIMARY KEY,
        key INTEGER NOT NULL,
        number INTEGER NOT NULL,
        previous INTEGER NOT NULL,
        body BLOB NOT NULL
    )""",
    "INSERT INTO kept SELECT * FROM records WHERE key IN (SELECT key FROM tables) ORDER BY id",
    "DROP TABLE records",
    "ALTER TABLE kept RENAME TO records",
)


class Head(Struct, frozen=True, gc=False):
    """Where a table ends: the number of its last record, and the row it is in. `key` stands for its name."""

    key: int
    number: int
    last: int


class Batch(Struct):
    """What a transaction will have changed once it is committed."""

    newest: int
    heads: dict[str, Head | None] = {}  # None: the table is gone


class SqliteStore:
    """A store in one file. `synchronous="NORMAL"` is faster, and may lose the last moments when the power fails."""

    def __init__(
        self, path: Path | str, *, synchronous: Literal["FULL", "NORMAL"] = "FULL", most_bytes: int | None = None
    ) -> None:
        self.path = Path(path)
        self._closed = False
        self._reading = threading.Lock()  # taken before `_writing` where both are needed
        self._writing = threading.Lock()
        self._heads: dict[str, Head] = {}
        self._newest = 0  # the row of the newest record
        self._saved = 0  # heads up to this row are in the file
        self._seen: int | None = None  # the version of the file that the heads in memory belong to
        self._scrub_due = False
        self._writer = open_file(self.path)
        try:
            with trouble(self.path):
                self._set_up(synchronous, most_bytes)
                self._reader = connect(self.path)
                self._reader.execute("PRAGMA query_only = ON")
        except BaseException:
            self._writer.close()
            raise

    def _set_up(self, synchronous: str, most_bytes: int | None) -> None:
        self._writer.execute(f"PRAGMA synchronous = {synchronous}")
        # Text that was struck or purged is overwritten with zeros, not merely let go.
        self._writer.execute("PRAGMA secure_delete = ON")
        self._writer.execute(f"PRAGMA journal_size_limit = {LONGEST_LOG}")
        if most_bytes is not None:
            (page_size,) = self._writer.execute("PRAGMA page_size").fetchone()
            self._writer.execute(f"PRAGMA max_page_count = {most_bytes // page_size}")

    # -- writing

    def append(self, records: Sequence[Record], summaries: Sequence[Summary] = ()) -> None:
        check_batch(records, summaries)
        with self._transaction() as batch:
            self._put(batch, records, summaries)

    def strike(
        self,
        table: str,
        numbers: Collection[int],
        body: bytes,
        records: Sequence[Record] = (),
        summaries: Sequence[Summary] = (),
    ) -> None:
        check_batch(records, summaries)
        with self._transaction() as batch:
            places = self._places(table, min(numbers, default=1))
            if missing := set(numbers) - places.keys():
                raise missing_records(table, missing)
            struck = [places[number] for number in sorted(set(numbers))]
            self._wipe(struck)
            self._writer.executemany("INSERT OR REPLACE INTO struck VALUES (?, ?)", [(row, body) for row in struck])
            self._put(batch, records, summaries)
        self._scrub()

    def archive(self, table: str, changed: int) -> None:
        with self._transaction() as batch:
            rows = self._writer.execute(_SUMMARY, (table,)).fetchall()
            if not rows:
                raise no_such_table(table)
            put_away = msgspec.structs.replace(_summary(rows[0]), state="archived", changed=changed)
            self._put(batch, (), (put_away,))

    def purge(self, table: str) -> None:
        # A load in another thread must not lose the records under its hands.
        with self._reading, self._transaction() as batch:
            head = self._find(table)
            if head is None:
                return
            places = sorted(self._places(table, 1).values())
            self._wipe(places)
            self._writer.executemany("DELETE FROM struck WHERE id = ?", [(place,) for place in places])
            self._writer.execute("DELETE FROM heads WHERE key = ?", (head.key,))
            self._writer.execute("DELETE FROM tables WHERE key = ?", (head.key,))
            batch.heads[table] = None
        self._scrub()

    def _wipe(self, places: Sequence[int]) -> None:
        for place in places:
            with self._writer.blobopen("records", "body", place) as blob:
                blob.write(bytes(len(blob)))

    def health(self) -> Health:
        """Commits one small page, so it is true of the disk and not only of the file's permissions."""
        try:
            with self._transaction():
                self._writer.execute("UPDATE marks SET pulse = pulse + 1")
        except StoreError as problem:
            return Health(False, str(problem))
        return Health(True)

    def _put(self, batch: Batch, records: Sequence[Record], summaries: Sequence[Summary]) -> None:
        self._writer.executemany(_SUMMARISE, map(msgspec.structs.asdict, summaries))
        heads, rows = batch.heads, []
        for record in records:
            head = heads.get(record.table) or self._find(record.table)
            if head is None:
                raise unknown_table(record)
            if record.number != head.number + 1:
                raise Conflict(record.table, record.number, head.number)
            batch.newest += 1
            rows.append((batch.newest, head.key, record.number, head.last, record.body))
            heads[record.table] = Head(head.key, record.number, batch.newest)
        self._writer.executemany(_INSERT, rows)

    @contextmanager
    def _transaction(self) -> Iterator[Batch]:
        """All that is written inside becomes durable together, and only then is it remembered here."""
        with self._writing, trouble(self.path):
            self._check_open()
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                self._catch_up()
                batch = Batch(self._newest)
                yield batch
                saved = self._save(batch) if batch.newest - self._saved >= SAVE_EVERY else self._saved
                self._writer.execute("COMMIT")
                self._remember(batch, saved)
            except BaseException as problem:
                roll_back(self._writer)
                if not isinstance(problem, StoreError | ValueError):
                    self._seen = None  # nobody knows how far it came: read it from the file
                raise
            if self._scrub_due:
                self._empty_log()

    # -- heads

    def _find(self, table: str) -> Head | None:
        """Where a table ends. Only while writing is locked, and once caught up."""
        if head := self._heads.get(table):
            return head
        rows = self._writer.execute(_FIND, (table,)).fetchall()
        return Head(*rows[0]) if rows else None

    def _catch_up(self) -> None:
        """Read the heads that are not saved yet, if this is the first time or another process has written."""
        (version,) = self._writer.execute("PRAGMA data_version").fetchone()
        if version == self._seen:
            return
        (self._saved,) = self._writer.execute("SELECT saved FROM marks").fetchone()
        self._heads.clear()
        # No row up to `_saved` is given out again, even if none is left there: nobody would look for it.
        self._newest = self._saved
        for row, key, number, name in self._writer.execute(_TAIL, (self._saved,)):
            self._newest = row
            if name is not None:  # else it was purged
                self._heads[name] = Head(key, number, row)
        self._seen = version

    def _save(self, batch: Batch) -> int:
        """Write down every head that has moved since this was last done."""
        heads = {table: head for table, head in self._heads.items() if head.last > self._saved} | batch.heads
        rows = sorted((head.key, head.number, head.last) for head in heads.values() if head)
        self._writer.executemany("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)", rows)
        self._writer.execute("UPDATE marks SET saved = ?", (batch.newest,))
        return batch.newest

    def _remember(self, batch: Batch, saved: int) -> None:
        for table, head in batch.heads.items():
            if head is None:
                self._heads.pop(table, None)
            else:
                self._heads[table] = head
        self._newest = batch.newest
        self._saved = saved
        if saved == batch.newest and len(self._heads) > MOST_HEADS:
            self._heads.clear()

    def _places(self, table: str, first: int) -> dict[int, int]:
        """The rows of a table's records, by number, from `first` on."""
        head = self._find(table)
        return self._walk(self._writer, table, head, first - 1) if head else {}

    def _walk(self, connection: sqlite3.Connection, table: str, head: Head, since: int) -> dict[int, int]:
        since = max(since, 0)
        places = dict(connection.execute(_PLACES, {"last": head.last, "key": head.key, "since": since}).fetchall())
        self._check_complete(table, len(places), head.number - since)
        return places

    def _check_complete(self, table: str, found: int, wanted: int) -> None:
        if found != max(wanted, 0):
            raise StoreError(f"The store {self.path} is damaged: records of table {table} are missing.")

    # -- reading

    def load(self, table: str, since: int = 0) -> list[Record]:
        since = max(since, 0)
        with self._look() as reader:
            head = self._head(table)
            if head is None or head.number <= since:
                return []
            rows = reader.execute(_LOAD, {"last": head.last, "key": head.key, "since": since}).fetchall()
        self._check_complete(table, len(rows), head.number - since)
        if not all(type(body) is bytes for _, body in rows):
            raise StoreError(f"The store {self.path} is damaged: records of table {table} are not ours.")
        return [Record(table, number, body) for number, body in rows]

    def last(self, table: str) -> int:
        head = self._head(table)
        return head.number if head else 0

    def summary(self, table: str) -> Summary | None:
        with self._look() as reader:
            rows = reader.execute(_SUMMARY, (table,)).fetchall()
        return _summary(rows[0]) if rows else None

    def tables(
        self,
        *,
        states: Collection[State] = STATES,
        public: bool | None = None,
        after: Mark | None = None,
        most: int = PAGE,
    ) -> list[Summary]:
        # One short walk along the index for each kind of table, so that a page costs the same in a store of any size.
        kinds = product(set(states), (False, True) if public is None else (public,))
        with self._look() as reader:
            pages = [reader.execute(_LIST, (*kind, *(after or LAST_MARK), max(most, 0))).fetchall() for kind in kinds]
        found = [map(_summary, page) for page in pages]
        return list(islice(heapq.merge(*found, key=lambda summary: summary.mark, reverse=True), max(most, 0)))

    def export(self, table: str) -> Iterator[Record]:
        with self._look() as reader:
            head = self._head(table)
            places = self._walk(reader, table, head, 0) if head else {}
        return self._one_by_one(table, head.key if head else 0, sorted(places.values()))

    def _one_by_one(self, table: str, key: int, places: Sequence[int]) -> Iterator[Record]:
        # No transaction is held open between two records: a slow reader would keep struck text in the log.
        for place in places:
            with self._look() as reader:
                rows = reader.execute(_ONE, (place, key)).fetchall()
            if not rows:
                raise StoreError(f"Table {table} was removed while it was being read.")
            yield Record(table, *rows[0])

    @contextmanager
    def _look(self) -> Iterator[sqlite3.Connection]:
        with self._reading, trouble(self.path):
            self._check_open()
            yield self._reader

    def _head(self, table: str) -> Head | None:
        with self._writing, trouble(self.path):
            self._check_open()
            self._catch_up()
            return self._find(table)

    # -- the file

    def backup(self, path: Path) -> None:
        if path.exists():
            raise StoreError(f"There is a file {path} already; a backup never takes the place of another file.")
        part = path.with_name(path.name + ".part")
        with trouble(path):
            self._check_open()
            try:
                self._copy(part)
                part.rename(path)
            finally:
                part.unlink(missing_ok=True)
            sync_folder(path)

    def _copy(self, part: Path) -> None:
        part.unlink(missing_ok=True)
        with closing(connect(self.path, "?mode=ro")) as source, closing(connect(part)) as target:
            target.execute("PRAGMA journal_mode = OFF")  # a copy that fails is thrown away
            source.backup(target)  # in one step, so as of one moment, however long it takes
        with part.open("r+b") as file:
            os.fsync(file.fileno())

    def compact(self) -> None:
        """Give back the room of purged tables, by writing the whole file anew (some seconds for 100 MB).

        Writing waits meanwhile. It also clears the slack of the pages that hold summaries, where parts of an old one
        can outlast a purge.
        """
        with self._transaction():
            for statement in _COMPACT:
                self._writer.execute(statement)
        with self._writing, trouble(self.path):
            self._check_open()
            self._writer.execute("VACUUM")
        self._scrub()

    def size(self) -> int:
        with trouble(self.path):
            return size_on_disk(self.path)

    def close(self) -> None:
        with self._reading, self._writing, trouble(self.path):
            if not self._closed:
                self._closed = True
                self._reader.close()
                self._writer.close()  # the last one out empties the log into the file

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(CLOSED)

    def _scrub(self) -> None:
        """Let no old page stay behind in the write-ahead log."""
        with self._writing:
            self._scrub_due = True
            if not self._closed:
                self._empty_log()

    def _empty_log(self) -> None:
        """Where a backup still needs the log, or the disk refuses, this is done after the next write or on closing.

        What called for it is committed already, so it is no failure.
        """
        with suppress(sqlite3.OperationalError):
            self._writer.execute("PRAGMA busy_timeout = 0")
            (busy, _, _) = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._scrub_due = bool(busy)
        self._writer.execute(f"PRAGMA busy_timeout = {int(WAIT * 1000)}")


def _summary(row: tuple[str, int, int, State, int, bytes]) -> Summary:
    name, created, changed, state, public, body = row
    return Summary(table=name, created=created, changed=changed, state=state, public=bool(public), body=body)
