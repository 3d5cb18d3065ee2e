"""What the store in a file does beyond the suite: disks that fail, other processes, and text that must go."""

from __future__ import annotations

import random
import re
import resource
import sqlite3
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

import pytest

from mneme.store import Conflict, Health, Record, StoreError
from mneme.store import sqlite as sqlite_store
from mneme.store.sqlite import SqliteStore
from tests.store.conformance import begin, bodies_of, contents, summary_of
from tests.store.connections import disk_error, failing, meanwhile, watch


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore(path)) as store:
        yield store


def bytes_on_disk(path: Path) -> bytes:
    """Everything in the store's own file and in SQLite's files beside it."""
    return b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))


# Durability.


@pytest.mark.parametrize(("synchronous", "level"), [("FULL", 2), ("NORMAL", 1)])
def test_a_commit_is_as_durable_as_was_asked(
    path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: Literal["FULL", "NORMAL"], level: int
) -> None:
    watched = watch(monkeypatch)
    with closing(SqliteStore(path, synchronous=synchronous)):
        writer = watched[0]
        assert writer.execute("PRAGMA synchronous").fetchone() == (level,)
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writer.execute("PRAGMA secure_delete").fetchone() == (1,)


def test_a_commit_is_durable_unless_asked_otherwise(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = watch(monkeypatch)
    with closing(SqliteStore(path)):
        assert watched[0].execute("PRAGMA synchronous").fetchone() == (2,)


def test_closing_leaves_one_file(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"one"])
    assert [file.name for file in path.parent.iterdir()] == ["store.db"]


# A disk that is full or broken.


def test_a_full_store_refuses_a_batch_and_keeps_the_rest(path: Path) -> None:
    with closing(SqliteStore(path, most_bytes=100_000)) as store:
        begin(store, "a", "b", bodies=[b"one"])
        before = contents(store)
        large = [Record("b", 2, b"small"), Record("a", 2, bytes(200_000))]
        for _ in range(2):
            with pytest.raises(StoreError, match=r"^There is no room left for the store .*; nothing was written\.$"):
                store.append(large, [summary_of("a", changed=5)])
            assert contents(store) == before
        store.append([Record("a", 2, b"fits")])
    with closing(SqliteStore(path)) as store:
        assert bodies_of(store, "a") == [b"one", b"fits"]
        store.append([Record("a", 3, bytes(200_000))])
        assert store.last("a") == 3


def test_a_store_fills_to_the_last_record_and_loses_none(path: Path) -> None:
    with closing(SqliteStore(path, most_bytes=80_000)) as store:
        begin(store, "a")
        records = ([Record("a", number, b"%d" % number * 100)] for number in range(1, 1_000))
        with pytest.raises(StoreError, match="no room left"):
            deque(map(store.append, records))
        kept = store.last("a")
        assert kept > 50
    with closing(SqliteStore(path)) as store:
        assert bodies_of(store, "a") == [b"%d" % number * 100 for number in range(1, kept + 1)]


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """The system refuses to let any file of this process grow beyond this size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_refuses_is_told_and_nothing_is_lost(path: Path, store: SqliteStore) -> None:
    begin(store, "a", "b", bodies=[b"one"])
    before = contents(store)
    log = path.with_name("store.db-wal")
    with no_file_beyond(log.stat().st_size + 5_000):
        with pytest.raises(StoreError, match=re.escape(str(path))):
            store.append([Record("b", 2, b"small"), Record("a", 2, bytes(50_000))])
        assert contents(store) == before
        store.health()  # fills what little room there is, or fails; neither may do harm
        assert contents(store) == before
    assert store.health() == Health(True)
    store.append([Record("a", 2, bytes(50_000))])
    store.close()
    with closing(SqliteStore(path)) as again:
        assert again.last("a") == 2
        assert again.last("b") == 1


def test_health_says_what_is_wrong_with_the_disk(path: Path, store: SqliteStore) -> None:
    begin(store, "a")
    with no_file_beyond(path.with_name("store.db-wal").stat().st_size):
        health = store.health()
    assert not health.writable
    assert str(path) in health.problem
    assert store.health() == Health(True)


FAULTS = {
    "read or write": (disk_error(sqlite3.SQLITE_IOERR | 3 << 8, "disk I/O error"), "reports a failure: disk I/O error"),
    "full": (disk_error(sqlite3.SQLITE_FULL, "database or disk is full"), "no room left"),
    "read-only": (disk_error(sqlite3.SQLITE_READONLY, "attempt to write a readonly database"), "is read-only"),
    "busy": (disk_error(sqlite3.SQLITE_BUSY, "database is locked"), "Another program is busy"),
    "system": (OSError(5, "Input/output error"), "refuses: Input/output error"),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("statement", ["BEGIN", "INSERT INTO tables", "INSERT INTO records", "UPDATE marks", "COMMIT"])
def test_a_fault_anywhere_in_an_append_leaves_the_store_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, statement: str, fault: str
) -> None:
    monkeypatch.setattr(sqlite_store, "SAVE_EVERY", 3)
    watch(monkeypatch)
    problem, words = FAULTS[fault]
    with closing(SqliteStore(path)) as store:
        begin(store, "a", "b", bodies=[b"one"])
        before = contents(store)
        records = [Record("b", 2, b"two"), Record("a", 2, b"two")]
        with failing(statement, problem), pytest.raises(StoreError, match=words):
            store.append(records, [summary_of("a", changed=5), summary_of("c")])
        assert contents(store) == before
        store.append([Record("a", 2, b"after all")])
    with closing(SqliteStore(path)) as store:
        assert bodies_of(store, "a") == [b"one", b"after all"]
        assert bodies_of(store, "b") == [b"one"]


@pytest.mark.parametrize("statement", ["DELETE FROM struck", "DELETE FROM tables", "COMMIT"])
def test_a_fault_in_a_purge_purges_nothing(path: Path, monkeypatch: pytest.MonkeyPatch, statement: str) -> None:
    watch(monkeypatch)
    with closing(SqliteStore(path)) as store:
        begin(store, "a", "b", bodies=[b"one", b"two"])
        before = contents(store)
        with failing(statement, FAULTS["read or write"][0]), pytest.raises(StoreError):
            store.purge("a")
        assert contents(store) == before


def test_who_is_interrupted_just_after_a_commit_goes_on_behind_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch(monkeypatch)
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"one"])
        with failing("COMMIT", KeyboardInterrupt(), when="after"), pytest.raises(KeyboardInterrupt):
            store.append([Record("a", 2, b"two")])
        store.append([Record("a", 3, b"three")])
        assert bodies_of(store, "a") == [b"one", b"two", b"three"]


def test_a_purge_waits_for_those_who_are_reading(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch(monkeypatch)
    purges: list[threading.Thread] = []
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"one", b"two"])

        def purge(sql: str) -> None:
            if sql.startswith("WITH") and not purges:
                purges.append(threading.Thread(target=store.purge, args=("a",)))
                purges[0].start()
                purges[0].join(0.1)  # long enough for a purge that does not wait

        with meanwhile(purge):
            assert bodies_of(store, "a") == [b"one", b"two"]
            purges[0].join()
        assert store.load("a") == []


def test_a_bug_is_not_called_a_fault_of_the_disk(store: SqliteStore) -> None:
    begin(store, "a")
    with pytest.raises(sqlite3.Error):
        store.append([Record("a", 1, None)])  # type: ignore[arg-type]
    assert store.last("a") == 0
    store.append([Record("a", 1, b"one")])


# Heads.


def test_a_store_that_was_not_closed_knows_all_its_tables(path: Path, tmp_path: Path, store: SqliteStore) -> None:
    """The heads of the last records are nowhere but in the records; a copy of the files is what a crash leaves."""
    begin(store, "a", "b", "c", bodies=[b"one", b"two"])
    store.purge("c")
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for file in tmp_path.glob("store.db*"):
        (crashed / file.name).write_bytes(file.read_bytes())
    with closing(SqliteStore(crashed / path.name)) as again:
        assert contents(again) == contents(store)
        again.append([Record("a", 3, b"three")])
        assert bodies_of(again, "a") == [b"one", b"two", b"three"]


@pytest.mark.parametrize("save_every", [1, 2, 3, 5, 8])
def test_rows_of_a_purged_table_are_not_given_out_where_nobody_would_look(
    path: Path, monkeypatch: pytest.MonkeyPatch, save_every: int
) -> None:
    monkeypatch.setattr(sqlite_store, "SAVE_EVERY", save_every)
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"one"])
        begin(store, "b", bodies=[b"x"] * 6)
        store.purge("b")
        store.compact()
    for number in range(2, 9):
        with closing(SqliteStore(path)) as store:
            store.append([Record("a", number, b"%d" % number)])
    with closing(SqliteStore(path)) as store:
        assert bodies_of(store, "a") == [b"one", *(b"%d" % number for number in range(2, 9))]


@pytest.mark.parametrize("save_every", [2, 5_000])
def test_two_processes_notice_each_other(path: Path, monkeypatch: pytest.MonkeyPatch, save_every: int) -> None:
    """Two stores on one file stand for two processes: they share nothing but the file."""
    monkeypatch.setattr(sqlite_store, "SAVE_EVERY", save_every)
    with closing(SqliteStore(path)) as one, closing(SqliteStore(path)) as two:
        begin(one, "a", "b", bodies=[b"one"])
        assert two.last("a") == 1
        two.append([Record("a", 2, b"two")])
        with pytest.raises(Conflict):
            one.append([Record("a", 2, b"too late")])
        one.append([Record("a", 3, b"three"), Record("b", 2, b"two")])
        assert bodies_of(two, "a") == [b"one", b"two", b"three"]
        two.strike("a", [1], b"-")
        two.purge("b")
        begin(two, "c", "b", bodies=[b"new"])
        with pytest.raises(Conflict):
            one.append([Record("b", 3, b"too late")])
        one.append([Record("b", 2, b"newer")])
        assert contents(one) == contents(two)
        assert bodies_of(one, "a") == [b"-", b"two", b"three"]
        assert bodies_of(two, "b") == [b"new", b"newer"]


def test_records_that_are_missing_are_noticed(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"one", b"two", b"three", b"four"])
    with closing(sqlite3.connect(path)) as tampering, tampering:
        tampering.execute("DELETE FROM records WHERE number = 2")
    with closing(SqliteStore(path)) as store:
        assert [record.number for record in store.load("a", since=2)] == [3, 4]
        for read in (store.load, store.export, store.purge):
            with pytest.raises(StoreError, match="is damaged: records of table a are missing"):
                read("a")


def test_records_that_something_else_has_written_are_noticed(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"one", b"two"])
    with closing(sqlite3.connect(path)) as tampering, tampering:
        tampering.execute("UPDATE records SET body = 'text' WHERE number = 2")
    with closing(SqliteStore(path)) as store, pytest.raises(StoreError, match="records of table a are not ours"):
        store.load("a")


# Text that must go.


class Diary:
    """Writes secrets into a store, and knows which of them must have gone."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.written = 0
        self.live: dict[str, list[bytes]] = {}
        self.gone: set[bytes] = set()

    def write(self, store: SqliteStore) -> None:
        chance, records, summaries = self.chance, [], []
        for table in chance.sample("abcdefghijkl", chance.randint(1, 6)):
            if table not in self.live:
                self.live[table] = []
                summaries.append(summary_of(table))
            for _ in range(chance.randint(1, 4)):
                self.written += 1
                self.live[table].append(b"<secret %06d>" % self.written)
                body = self.live[table][-1] * chance.choice([1, 2, 5, 30, 300])
                records.append(Record(table, len(self.live[table]), body))
        store.append(records, summaries)

    def strike(self, store: SqliteStore) -> None:
        table = self.chance.choice(sorted(self.live))
        secrets = self.live[table]
        numbers = self.chance.sample(range(1, len(secrets) + 1), self.chance.randint(1, len(secrets)))
        store.strike(table, numbers, b"-" * self.chance.choice([1, 10, 200, 3_000]))
        for number in numbers:
            self.gone.add(secrets[number - 1])
            secrets[number - 1] = b""

    def purge(self, store: SqliteStore) -> None:
        table = self.chance.choice(sorted(self.live))
        store.purge(table)
        self.gone.update(self.live.pop(table))


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_was_struck_or_purged_is_left_in_any_file(path: Path, store: SqliteStore, seed: int) -> None:
    diary = Diary(seed)
    for step in range(120):
        diary.write(store)
        if step % 4 == 3:
            diary.strike(store)
        if step % 15 == 14:
            diary.purge(store)
            found = set(re.findall(rb"<secret \d{6}>", bytes_on_disk(path)))
            assert found == {secret for secrets in diary.live.values() for secret in secrets if secret}
    assert len(diary.gone) > 100


@pytest.mark.parametrize("way", ["strike", "purge"])
def test_text_is_not_copied_when_its_neighbours_go(path: Path, store: SqliteStore, way: str) -> None:
    """Where rows grow, shrink or go, SQLite would move others, and leave a copy of them behind."""
    chance = random.Random(3)
    tables = [f"table {index}" for index in range(60)]
    begin(store, *tables)
    for number in range(1, 16):
        secrets = [f"<{table}, {number}>".encode() * chance.choice([1, 2, 5, 9, 30, 300]) for table in tables]
        store.append([Record(table, number, secret) for table, secret in zip(tables, secrets, strict=True)])
    for table in chance.sample(tables, 60):
        if way == "purge":
            store.purge(table)
        else:
            store.strike(table, range(1, 16), b"-" * chance.choice([200, 3_000]))
        assert f"<{table}, ".encode() not in bytes_on_disk(path)


def test_struck_text_stays_no_longer_than_a_backup_needs_it(path: Path, store: SqliteStore) -> None:
    begin(store, "a", bodies=[b"<secret>", b"two"])
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT body FROM records").fetchall()
        store.strike("a", [1], b"-")
        assert bodies_of(store, "a") == [b"-", b"two"]
        store.append([Record("a", 3, b"three")])
        assert b"<secret>" in bytes_on_disk(path)
        reader.execute("COMMIT")
    store.append([Record("a", 4, b"four")])
    assert b"<secret>" not in bytes_on_disk(path)


def test_struck_text_is_gone_when_the_store_is_closed(path: Path) -> None:
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"<secret>"])
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT body FROM records").fetchall()
            store.strike("a", [1], b"-")
    assert b"<secret>" not in bytes_on_disk(path)


def test_a_fault_while_cleaning_up_is_made_good_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch(monkeypatch)
    with closing(SqliteStore(path)) as store:
        begin(store, "a", bodies=[b"<secret>"])
        with failing("PRAGMA wal_checkpoint", FAULTS["read or write"][0]):
            store.strike("a", [1], b"-")
        assert b"<secret>" in bytes_on_disk(path)
        store.append([Record("a", 2, b"two")])
        assert b"<secret>" not in bytes_on_disk(path)
        assert bodies_of(store, "a") == [b"-", b"two"]


def test_an_export_notices_that_its_table_was_purged(store: SqliteStore) -> None:
    begin(store, "a", "b", bodies=[b"one", b"two", b"three"])
    export, other = store.export("a"), store.export("b")
    assert next(export) == Record("a", 1, b"one")
    assert next(other) == Record("b", 1, b"one")
    store.purge("a")
    store.compact()
    with pytest.raises(StoreError, match=r"^Table a was removed while it was being read\.$"):
        next(export)
    assert [record.body for record in other] == [b"two", b"three"]


def test_compacting_gives_back_the_room_of_purged_tables(path: Path, store: SqliteStore) -> None:
    for index in range(30):
        begin(store, f"keep{index}", f"drop{index}", bodies=[bytes(2_000)] * 5)
    for index in range(30):
        store.purge(f"drop{index}")
    before, size = contents(store), store.size()
    store.compact()
    assert store.size() < size * 0.6
    assert contents(store) == before
    store.append([Record("keep7", 6, b"six")])
    store.close()
    with closing(SqliteStore(path)) as again:
        assert bodies_of(again, "keep7") == [*[bytes(2_000)] * 5, b"six"]
        assert {table: kept for table, kept in contents(again).items() if table != "keep7"} == {
            table: kept for table, kept in before.items() if table != "keep7"
        }


def test_after_compacting_no_old_summary_is_left(path: Path, store: SqliteStore) -> None:
    chance = random.Random(5)
    for turn in range(40):
        tables = chance.sample([f"<table {index}>" for index in range(60)], 20)
        store.append([], [summary_of(table * chance.choice([1, 3, 9]), changed=turn) for table in tables])
    kept = {summary.table for summary in store.tables(most=5)}
    for summary in store.tables(most=1_000):
        if summary.table not in kept:
            store.purge(summary.table)
    store.compact()
    left = {found.decode() for found in re.findall(rb"<table \d+>", bytes_on_disk(path))}
    assert left == {table for name in kept for table in re.findall(r"<table \d+>", name)}
