"""Opening a store file: look before touching, make it if it is new, bring it up to date, say what is wrong."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from mneme.store import StoreError

APPLICATION_ID = int.from_bytes(b"Mnem")
WAIT = 2.0  # seconds for another process to finish its transaction

# A small file is read through before it is used (about 1 GB a second). In a large one SQLite finds a damaged page
# when it comes to it, which is early enough: nothing that was read is ever written back.
READ_THROUGH = 256 * 2**20

# Step n leads from version n - 1 to version n. A step that was ever released is never changed.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            key INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            state TEXT NOT NULL,
            public INTEGER NOT NULL,
            body BLOB NOT NULL
        )""",
        "CREATE INDEX tables_by_change ON tables (state, public, changed, name)",
        """CREATE TABLE records (
            id INTEGER PRIMARY KEY,
            key INTEGER NOT NULL,
            number INTEGER NOT NULL,
            previous INTEGER NOT NULL,
            body BLOB NOT NULL
        )""",
        "CREATE TABLE struck (id INTEGER PRIMARY KEY, body BLOB NOT NULL)",
        "CREATE TABLE heads (key INTEGER PRIMARY KEY, number INTEGER NOT NULL, last INTEGER NOT NULL)",
        "CREATE TABLE marks (saved INTEGER NOT NULL, pulse INTEGER NOT NULL)",
        "INSERT INTO marks VALUES (0, 0)",
    ),
)


def open_file(path: Path) -> sqlite3.Connection:
    """A connection to a store file that is whole, ours, and of the present version."""
    inspect(path)
    with trouble(path):
        connection = connect(path)
        try:
            _migrate(connection)
            # Only now: until its tables are there, a new file must show its application id without the help of a log.
            if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
                raise StoreError(f"The store {path} is on a disk that cannot keep a write-ahead log.")
            # What a process left behind that was killed goes into the file, and out of the log.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            sync_folder(path)
        except BaseException:
            connection.close()
            raise
        return connection


def connect(path: Path, options: str = "") -> sqlite3.Connection:
    """Transactions begin and end only where the code says so; the store takes care of threads itself."""
    address = f"{path.absolute().as_uri()}{options}"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=WAIT)


# -- looking


def inspect(path: Path) -> None:
    """Say in one sentence why this file cannot be used, without having changed a byte of it."""
    log, journal = _beside(path, "-wal"), _beside(path, "-journal")
    if not _size_if_writable(path):
        if _size(log):
            raise StoreError(f"The store {path} is damaged: the file is empty or gone, but its log {log.name} is not.")
        return
    # With no log beside it, nobody else has the file open, and SQLite promises to make no files of its own.
    with trouble(path), closing(connect(path, "?mode=ro" if log.exists() else "?immutable=1")) as looking:
        _check_kind(path, looking)
        # With a journal beside it, the file was left in the middle of being made, and SQLite will put that right.
        if not _size(journal) and path.stat().st_size <= READ_THROUGH:
            _check_whole(path, looking)


def _size_if_writable(path: Path) -> int:
    try:
        with path.open("r+b") as file:
            return file.seek(0, os.SEEK_END)
    except FileNotFoundError:
        if not path.parent.is_dir():
            raise StoreError(f"There is no folder {path.parent} to keep the store in.") from None
        return 0
    except IsADirectoryError:
        raise StoreError(f"{path} is a folder; the store needs a file.") from None
    except OSError as problem:
        raise StoreError(f"The store {path} cannot be written to: {problem.strerror}.") from problem


def _check_kind(path: Path, looking: sqlite3.Connection) -> None:
    if _pragma(looking, "application_id") != APPLICATION_ID:
        raise StoreError(f"The file {path} is not a store of Mneme.")
    version = _pragma(looking, "user_version")
    if version > len(MIGRATIONS):
        known = f"it is of version {version}, and this one knows versions up to {len(MIGRATIONS)}"
        raise StoreError(f"The store {path} was written by a newer Mneme: {known}.")


def _check_whole(path: Path, looking: sqlite3.Connection) -> None:
    (found,) = looking.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StoreError(f"The store {path} is damaged: {' '.join(str(found).split())}.")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


# -- making, and bringing up to date


def _migrate(connection: sqlite3.Connection) -> None:
    """Take every step that is still to be taken, in one transaction. A new file is one of version 0."""
    if _pragma(connection, "user_version") == len(MIGRATIONS):
        return
    connection.execute("BEGIN EXCLUSIVE")
    try:
        # Read again: another process may have been faster.
        for step in MIGRATIONS[_pragma(connection, "user_version") :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def roll_back(connection: sqlite3.Connection) -> None:
    """Undo a transaction that failed. After some errors SQLite has already done so, and there is none to undo."""
    with suppress(sqlite3.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")


# -- files


def _beside(path: Path, ending: str) -> Path:
    """A file that SQLite keeps next to the store's own."""
    return path.with_name(path.name + ending)


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def size_on_disk(path: Path) -> int:
    return _size(path) + _size(_beside(path, "-wal"))


def sync_folder(path: Path) -> None:
    """A new file is durable only once its folder is."""
    if os.name == "posix":
        folder = os.open(path.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


# -- what went wrong, in a sentence

_SENTENCES = {
    sqlite3.SQLITE_FULL: "There is no room left for the store {path}; nothing was written.",
    sqlite3.SQLITE_READONLY: "The store {path} or its folder is read-only; nothing was written.",
    sqlite3.SQLITE_BUSY: "Another program is busy with the store {path}; nothing was written.",
    sqlite3.SQLITE_LOCKED: "Another program is busy with the store {path}; nothing was written.",
    sqlite3.SQLITE_CORRUPT: "The store {path} is damaged: {problem}.",
    sqlite3.SQLITE_NOTADB: "The file {path} is not a store of Mneme.",
    sqlite3.SQLITE_CANTOPEN: "The store {path} cannot be opened; see that its folder can be written to.",
}


@contextmanager
def trouble(path: Path) -> Iterator[None]:
    """Turn what disks and files do into a `StoreError`. Wrong use of the database stays what it is: a bug of ours."""
    try:
        yield
    except sqlite3.OperationalError as problem:
        raise _told(path, problem) from problem
    except sqlite3.DatabaseError as problem:
        # The class itself stands for damage; those below it for constraints and wrong calls.
        if type(problem) is not sqlite3.DatabaseError:
            raise
        raise _told(path, problem) from problem
    except OSError as problem:
        raise StoreError(f"The disk of the store {path} refuses: {problem.strerror}.") from problem


def _told(path: Path, problem: sqlite3.Error) -> StoreError:
    primary = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    sentence = _SENTENCES.get(primary, "The disk of the store {path} reports a failure: {problem}.")
    return StoreError(sentence.format(path=path, problem=problem))
