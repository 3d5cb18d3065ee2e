"""Opening a file: what cannot be used is named in one sentence and not touched; what is old is brought up to date."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from mneme.store import Record, StoreError
from mneme.store import _opening as opening
from mneme.store.sqlite import SqliteStore
from tests.store.conformance import begin, bodies_of, contents


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def filled(path: Path) -> None:
    """A store of several pages."""
    with closing(SqliteStore(path)) as store:
        begin(store, "a", "b", bodies=[b"%04d" % number * 200 for number in range(40)])


def snapshot(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def refusal(path: Path) -> str:
    """Why a file is not opened. Not a byte of it, nor of the files beside it, may change."""
    before = snapshot(path.parent)
    with pytest.raises(StoreError) as refused:
        SqliteStore(path)
    assert snapshot(path.parent) == before
    sentence = str(refused.value)
    assert re.fullmatch(r"[A-Z/].*[^.]\.", sentence), sentence
    assert str(path) in sentence or str(path.parent) in sentence
    return sentence


def edit(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


# Files that cannot be used.


@pytest.mark.parametrize("content", [b"x", b"Dear diary, " * 500, bytes(5_000), b"SQLite format 3\0" + b"\xff" * 5_000])
def test_a_file_of_another_kind(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusal(path) == f"The file {path} is not a store of Mneme."


def test_a_database_of_somebody_else(path: Path) -> None:
    edit(path, "CREATE TABLE records (id INTEGER PRIMARY KEY, body BLOB)")
    assert refusal(path) == f"The file {path} is not a store of Mneme."


def test_a_store_of_a_newer_version(path: Path) -> None:
    filled(path)
    newer = len(opening.MIGRATIONS) + 1
    edit(path, f"PRAGMA user_version = {newer}")
    known = f"it is of version {newer}, and this one knows versions up to {newer - 1}"
    assert refusal(path) == f"The store {path} was written by a newer Mneme: {known}."


def cut_short(content: bytearray) -> None:
    del content[len(content) // 2 :]


def overwritten(content: bytearray) -> None:
    content[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3


def blanked(content: bytearray) -> None:
    content[4096:] = bytes(len(content) - 4096)


def header_scratched(content: bytearray) -> None:
    content[16:24] = b"\xff" * 8


@pytest.mark.parametrize("damage", [cut_short, overwritten, blanked])
def test_a_damaged_store(path: Path, damage: Callable[[bytearray], None]) -> None:
    filled(path)
    content = bytearray(path.read_bytes())
    damage(content)
    path.write_bytes(content)
    assert refusal(path).startswith(f"The store {path} is damaged: ")


def test_a_store_with_a_damaged_header(path: Path) -> None:
    filled(path)
    content = bytearray(path.read_bytes())
    header_scratched(content)
    path.write_bytes(content)
    assert refusal(path) == f"The file {path} is not a store of Mneme."


@pytest.fixture
def crashed(path: Path, tmp_path: Path) -> Path:
    """A store as a process leaves it that was killed: part of it is still in the log."""
    folder = tmp_path / "crashed"
    folder.mkdir()
    filled(path)
    with closing(SqliteStore(path)) as store:
        store.append([Record("a", 41, b"only in the log")])
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", folder)
    return folder / path.name


def test_a_damaged_store_with_a_log_beside_it(crashed: Path) -> None:
    content = bytearray(crashed.read_bytes())
    overwritten(content)
    crashed.write_bytes(content)
    log = crashed.with_name("store.db-wal").read_bytes()
    with pytest.raises(StoreError, match="is damaged: "):
        SqliteStore(crashed)
    assert crashed.read_bytes() == content
    assert crashed.with_name("store.db-wal").read_bytes() == log


def test_a_store_with_a_log_beside_it_is_put_together(crashed: Path) -> None:
    with closing(SqliteStore(crashed)) as store:
        assert bodies_of(store, "a")[40:] == [b"only in the log"]


def test_a_newer_version_that_is_only_in_the_log(path: Path, tmp_path: Path) -> None:
    filled(path)
    newer = tmp_path / "newer"
    newer.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 99")
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", newer)
    before = snapshot(newer)
    with pytest.raises(StoreError, match="written by a newer Mneme: it is of version 99"):
        SqliteStore(newer / path.name)
    assert {name: content for name, content in snapshot(newer).items() if name in before} == before


@pytest.mark.parametrize("lost", [True, False], ids=["lost", "emptied"])
def test_a_log_without_its_store(crashed: Path, lost: bool) -> None:
    crashed.unlink()
    if not lost:
        crashed.touch()
    words = "the file is empty or gone, but its log store.db-wal is not"
    assert refusal(crashed) == f"The store {crashed} is damaged: {words}."


def test_a_folder(path: Path) -> None:
    path.mkdir()
    assert refusal(path) == f"{path} is a folder; the store needs a file."


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "store.db"
    with pytest.raises(StoreError, match=r"^There is no folder .*nowhere to keep the store in\.$"):
        SqliteStore(path)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that everybody may enter; pytest's own are closed to others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@contextmanager
def an_ordinary_person() -> Iterator[None]:
    """The superuser may write anywhere, so a test of permissions steps down for a moment."""
    somebody = 65534
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(somebody)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_file_that_is_read_only(public_folder: Path) -> None:
    path = public_folder / "store.db"
    filled(path)
    path.chmod(0o444)
    with an_ordinary_person():
        assert refusal(path) == f"The store {path} cannot be written to: Permission denied."


def test_a_folder_that_is_read_only(public_folder: Path) -> None:
    path = public_folder / "store.db"
    filled(path)
    path.chmod(0o666)
    public_folder.chmod(0o555)
    with an_ordinary_person():
        assert refusal(path) == f"The store {path} or its folder is read-only; nothing was written."


def test_a_store_that_is_being_migrated_by_another_process(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    edit(path, "PRAGMA user_version = 0")
    monkeypatch.setattr(opening, "WAIT", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"^Another program is busy with the store"):
            SqliteStore(path)
        other.execute("ROLLBACK")


def test_damage_in_a_large_store_is_named_when_it_is_met(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "READ_THROUGH", 0)
    with closing(SqliteStore(path)) as store:
        begin(store, "a", "b", bodies=[b"%04d" % number * 200 for number in range(400)])
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 8192] = b"\xff" * 8192
    path.write_bytes(content)
    damaged = pytest.raises(StoreError, match=r"^The store .* is damaged: .*malformed\.$")
    with closing(SqliteStore(path)) as store, damaged:
        contents(store)
    assert path.read_bytes() == content


# Old files, and new ones.


def version_of(path: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(path)) as connection:
        (kind,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return kind, version


def test_a_new_file_says_what_it_is(path: Path) -> None:
    SqliteStore(path).close()
    assert path.read_bytes()[68:72] == b"Mnem"
    assert version_of(path) == (opening.APPLICATION_ID, len(opening.MIGRATIONS))


def test_a_new_file_says_what_it_is_before_anything_is_in_its_log(path: Path) -> None:
    with closing(SqliteStore(path)):
        assert path.read_bytes()[68:72] == b"Mnem"


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with closing(SqliteStore(path)) as store:
        assert contents(store) == {}


def test_a_name_with_signs_that_mean_something_in_an_address(tmp_path: Path) -> None:
    path = tmp_path / "what? a #store 100%25.db"
    filled(path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_file_of_version_0_is_brought_up_to_date(path: Path) -> None:
    """Such a file has our name on it and none of our tables."""
    edit(path, f"PRAGMA application_id = {opening.APPLICATION_ID}")
    edit(path, "CREATE TABLE notes (words TEXT)")
    edit(path, "INSERT INTO notes VALUES ('left alone')")
    assert version_of(path) == (opening.APPLICATION_ID, 0)
    filled(path)
    assert version_of(path) == (opening.APPLICATION_ID, len(opening.MIGRATIONS))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT words FROM notes").fetchall() == [("left alone",)]


STEPS = (
    ("ALTER TABLE records ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",),
    ("CREATE TABLE moods (name TEXT)", "INSERT INTO moods SELECT DISTINCT mood FROM records"),
)


def test_an_old_store_takes_every_step_and_keeps_what_it_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    with closing(SqliteStore(path)) as store:
        before = contents(store)
    steps = opening.MIGRATIONS + STEPS
    monkeypatch.setattr(opening, "MIGRATIONS", steps)
    for _ in range(2):
        with closing(SqliteStore(path)) as store:
            assert contents(store) == before
    assert version_of(path) == (opening.APPLICATION_ID, len(steps))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM moods").fetchall() == [("calm",)]


def test_a_step_that_fails_undoes_those_before_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    before = snapshot(path.parent)
    with monkeypatch.context() as patch:
        patch.setattr(opening, "MIGRATIONS", (*opening.MIGRATIONS, *STEPS, ("INSERT INTO nowhere VALUES (1)",)))
        with pytest.raises(StoreError, match="no such table: nowhere"):
            SqliteStore(path)
    assert snapshot(path.parent) == before
    with closing(SqliteStore(path)) as store:
        assert len(bodies_of(store, "a")) == 40
