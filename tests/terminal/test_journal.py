"""The file a running game is kept in: on file before it is told, and readable after any kind of end."""

from __future__ import annotations

import stat
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from mneme.engine.entries import Answer, Entry, Header, Rewind, Talk
from mneme.engine.errors import BadFile, MnemeError
from mneme.terminal import journal
from mneme.terminal.journal import Heading, Journal, is_journal

HEADER = Header(
    game="two-masks", rules=1, options={"scenes": 1}, seats=("a", "b"), names={"a": "Ines", "b": "Ben"}, seed="s"
)
HEADING = Heading(header=HEADER, people=("a",))
ENTRIES: list[Entry] = [
    Answer("a", "face", "fox"),
    Talk("a", "say", "hello — you"),
    Answer("a", "favour", "b"),
    Rewind(1),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "evening.journal"


def written(path: Path) -> Path:
    kept = Journal.begin(path, HEADING, ENTRIES[:1])
    kept.append(ENTRIES[1:])
    kept.close()
    return path


def test_what_is_appended_is_on_file_at_once(path: Path) -> None:
    kept = Journal.begin(path, HEADING)
    for number, entry in enumerate(ENTRIES, start=1):
        kept.append([entry])
        assert journal.read(path, path.read_bytes())[:2] == (HEADING, ENTRIES[:number])
    kept.close()


def test_a_journal_goes_on_where_it_ended(path: Path) -> None:
    kept, entries = Journal.resume(written(path))
    assert (kept.heading, entries) == (HEADING, ENTRIES)
    kept.append([Answer("b", "face", "owl")])
    kept.close()
    assert journal.read(path, path.read_bytes())[1] == [*ENTRIES, Answer("b", "face", "owl")]


@pytest.mark.parametrize("cut", range(1, 30))
def test_a_line_cut_off_in_the_middle_was_heard_by_nobody_and_is_dropped(path: Path, cut: int) -> None:
    whole = written(path).read_bytes()
    before_last = whole[: whole.rstrip(b"\n").rfind(b"\n") + 1]
    path.write_bytes((before_last + b'["answer","a","face","foxglove"]\n')[: len(before_last) + cut])
    kept, entries = Journal.resume(path)
    assert entries == ENTRIES[:-1]
    kept.append([ENTRIES[-1]])
    kept.close()
    assert path.read_bytes() == whole


def test_only_the_owner_may_read_it(path: Path) -> None:
    """It holds everybody's secrets."""
    assert stat.S_IMODE(written(path).stat().st_mode) == 0o600


def test_a_file_that_exists_is_never_written_over(path: Path) -> None:
    before = written(path).read_bytes()
    with pytest.raises(MnemeError, match=r"^The game cannot be kept in .*: file exists\.$"):
        Journal.begin(path, HEADING)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(MnemeError, match=r"^The game cannot be kept in .*evening\.journal: "):
        Journal.begin(tmp_path / "file" / "evening.journal", HEADING)


def test_two_windows_cannot_write_the_same_journal(path: Path) -> None:
    kept, _ = Journal.resume(written(path))
    with pytest.raises(MnemeError, match=r"is open in another window\.$"):
        Journal.resume(path)
    kept.close()
    Journal.resume(path)[0].close()


@pytest.mark.parametrize("written_before_it_failed", [0, 5, 60])
def test_a_full_disk_spoils_nothing(path: Path, written_before_it_failed: int) -> None:
    """What could not be kept is not there at all, and can be kept later."""

    class Full(FileIO):
        def write(self, data: Any, /) -> int:
            return super().write(data[:written_before_it_failed])

    kept = Journal.begin(path, HEADING, ENTRIES[:1])
    before = path.read_bytes()
    full = Journal(path, HEADING, Full(path, "ab"))
    with pytest.raises(MnemeError, match=r"^The game could not be kept in .*: no space left on device\.$"):
        full.append(ENTRIES[1:])
    assert path.read_bytes() == before
    full.close()
    kept.append(ENTRIES[1:])
    kept.close()
    assert journal.read(path, path.read_bytes())[1] == ENTRIES


def test_a_rewritten_journal_holds_nothing_of_what_was_struck(path: Path) -> None:
    kept, _ = Journal.resume(written(path))
    kept.rewrite([ENTRIES[0]])
    assert b"favour" not in path.read_bytes()
    with pytest.raises(MnemeError, match="another window"):
        Journal.resume(path)
    kept.append([ENTRIES[3]])
    kept.close()
    assert journal.read(path, path.read_bytes())[:2] == (HEADING, [ENTRIES[0], ENTRIES[3]])
    assert list(path.parent.iterdir()) == [path]


def test_a_journal_that_is_done_with_goes_away(path: Path) -> None:
    kept = Journal.begin(path, HEADING)
    kept.remove()
    assert not path.exists()


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]\n", b"fox\n", b'{"format": "mneme-game"}\n', b"\xff\xfe\n"])
def test_other_files_are_recognised(data: bytes, tmp_path: Path) -> None:
    assert not is_journal(data)
    path = tmp_path / "other"
    path.write_bytes(data)
    with pytest.raises(BadFile, match=r"^The file .*other is not a kept game\.$"):
        Journal.resume(path)
    assert path.read_bytes() == data


def test_a_journal_is_recognised_by_its_first_line(path: Path) -> None:
    assert is_journal(written(path).read_bytes())


def test_a_damaged_line_is_named(path: Path) -> None:
    lines = written(path).read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"[]\n", *lines[3:]]))
    with pytest.raises(BadFile, match=r"^Line 3 of .*evening\.journal cannot be read\.$"):
        Journal.resume(path)


def test_another_version_is_named(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(written(path.with_name("x")).read_bytes().replace(b'"version":1', b'"version":2', 1))
    with pytest.raises(BadFile, match=r"was kept by another version of Mneme; this one reads version 1\.$"):
        Journal.resume(path)


def test_people_who_have_no_seat_are_not_believed(path: Path) -> None:
    written(path).write_bytes(path.read_bytes().replace(b'"people":["a"]', b'"people":["q"]'))
    with pytest.raises(BadFile, match="is not a kept game"):
        Journal.resume(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"^The file .*gone cannot be opened: no such file or directory\.$"):
        Journal.resume(tmp_path / "gone")
