"""The file a running game is kept in: one line for the table, then one for each entry, only ever added to.

An entry is on file before anybody hears of it. A line that was cut off when the machine stopped was heard by
nobody, so it is dropped when the journal is opened again. When the game is over, its game file takes over.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from mneme.engine.entries import Entry, Header
from mneme.engine.errors import BadFile, MnemeError
from mneme.engine.prompts import Seat

FORMAT = "mneme-journal"
VERSION = 1


class Heading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line: what the table is laid with, and which seats are people at this keyboard."""

    format: str = FORMAT
    version: int = VERSION
    header: Header
    people: tuple[Seat, ...]


_entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encode = msgspec.json.Encoder().encode


class Journal:
    """A journal that is being written."""

    def __init__(self, path: Path, heading: Heading, file: FileIO) -> None:
        self.path = path
        self.heading = heading
        self._file = file

    @classmethod
    def begin(cls, path: Path, heading: Heading, entries: Iterable[Entry] = ()) -> Journal:
        """A new journal; a file that exists is never written over."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = path.open("xb", buffering=0)
            path.chmod(0o600)  # it holds everybody's secrets
        except OSError as problem:
            raise MnemeError(f"The game cannot be kept in {path}: {_reason(problem)}.") from problem
        journal = cls(path, heading, file)
        journal._hold()
        journal._write([heading, *entries])
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple[Journal, list[Entry]]:
        """Open a journal to go on where it ends."""
        try:
            file = path.open("r+b", buffering=0)
        except OSError as problem:
            raise BadFile(f"The file {path} cannot be opened: {_reason(problem)}.") from problem
        try:
            heading, entries, length = read(path, file.read())
        except BadFile:
            file.close()
            raise
        journal = cls(path, heading, file)
        journal._hold()
        file.truncate(length)
        return journal, entries

    def append(self, entries: Iterable[Entry]) -> None:
        """Add entries, and come back when they are on file."""
        self._write(entries)

    def rewrite(self, entries: Iterable[Entry]) -> None:
        """Put these in place of all entries, so that nothing of a struck passage stays in the file."""
        fresh = self.path.with_name(self.path.name + ".new")
        fresh.unlink(missing_ok=True)
        Journal.begin(fresh, self.heading, entries).close()
        fresh.replace(self.path)
        self._file.close()
        self._file = self.path.open("ab", buffering=0)
        self._hold()

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """The game has another file now."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _write(self, lines: Iterable[Any]) -> None:
        """All of it or nothing: half a line would spoil whatever is written after it."""
        data = b"".join(_encode(line) + b"\n" for line in lines)
        length = self._file.seek(0, os.SEEK_END)
        try:
            if self._file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file.fileno())
        except OSError as problem:
            self._file.truncate(length)
            raise MnemeError(f"The game could not be kept in {self.path}: {_reason(problem)}.") from problem

    def _hold(self) -> None:
        """Two windows on one journal would write over each other."""
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as problem:
                self._file.close()
                raise MnemeError(f"The game in {self.path} is open in another window.") from problem


def is_journal(data: bytes) -> bool:
    """Whether a file is one of ours, by its first line."""
    try:
        first = msgspec.json.decode(data.split(b"\n", 1)[0])
    except msgspec.DecodeError:
        return False
    return isinstance(first, dict) and first.get("format") == FORMAT


def read(path: Path, data: bytes) -> tuple[Heading, list[Entry], int]:
    """What a journal holds, and how many bytes of it are whole lines."""
    length = data.rfind(b"\n") + 1
    lines = data[:length].splitlines()
    if not lines:
        raise BadFile(f"The file {path} is not a kept game.")
    return (_heading(path, lines[0]), [_read_entry(path, n, line) for n, line in enumerate(lines[1:], 2)], length)


def _heading(path: Path, line: bytes) -> Heading:
    try:
        heading = msgspec.json.decode(line, type=Heading)
    except msgspec.DecodeError as problem:
        raise BadFile(f"The file {path} is not a kept game.") from problem
    if heading.format != FORMAT or not set(heading.people) <= set(heading.header.seats):
        raise BadFile(f"The file {path} is not a kept game.")
    if heading.version != VERSION:
        raise BadFile(f"The file {path} was kept by another version of Mneme; this one reads version {VERSION}.")
    return heading


def _read_entry(path: Path, number: int, line: bytes) -> Entry:
    try:
        return _entry.decode(line)
    except msgspec.DecodeError as problem:
        raise BadFile(f"Line {number} of {path} cannot be read.") from problem


def _reason(problem: OSError) -> str:
    return (problem.strerror or "it is not possible").lower()
