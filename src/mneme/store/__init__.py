"""The store: for every table an append-only log of small records. What it has acknowledged it never loses.

A store knows nothing of games, seats or answers; a body is bytes. It has no clock either: times are passed in by
the caller, in milliseconds. Every back end keeps the same promises, and `tests/store/conformance.py` checks them.

The calls are plain, not `async`: a group commit takes less time than handing it to a thread would (the host makes
one on the loop, once a turn). All of them may be made from any thread, so a slow one can have a thread of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Literal, Protocol, TypeAlias, get_args

from msgspec import Struct

from mneme.engine.errors import MnemeError

State = Literal["open", "playing", "over", "archived"]
STATES: tuple[State, ...] = get_args(State)

Mark: TypeAlias = tuple[int, str]  # a place in a listing: when a table last changed, and its name
PAGE = 50


class StoreError(MnemeError):
    """The store could not do what it was asked, and is as it was before."""


class Conflict(StoreError):
    """A record does not follow the last one of its table: somebody else was faster, or one is missing."""

    def __init__(self, table: str, number: int, last: int) -> None:
        super().__init__(f"Record {number} of table {table} cannot be kept; the next one is number {last + 1}.")
        self.table = table
        self.number = number
        self.last = last


class Record(Struct, frozen=True, gc=False):
    """One entry of a table's log. Numbers begin at 1 and leave no gap; they are the lock between two writers."""

    table: str
    number: int
    body: bytes


class Summary(Struct, frozen=True, gc=False, kw_only=True):
    """What a list of tables shows of one of them. The only thing about a table that changes in place."""

    table: str
    created: int
    changed: int
    state: State
    public: bool
    body: bytes = b""

    @property
    def mark(self) -> Mark:
        """Where a listing goes on after this one."""
        return self.changed, self.table


class Health(Struct, frozen=True):
    """Whether something could be written just now, and if not, why not, in one sentence."""

    writable: bool
    problem: str = ""


class Store(Protocol):
    """What every store can do."""

    def append(self, records: Sequence[Record], summaries: Sequence[Summary] = ()) -> None:
        """Keep a batch over any number of tables: all of it or nothing, durable when this returns.

        A record that does not follow the last one of its table is a `Conflict`. A table begins with its summary:
        the first record comes in the same batch as the summary or in a later one.
        """

    def load(self, table: str, since: int = 0) -> list[Record]:
        """The records of a table after number `since`, in order; none for a table that is not known."""

    def last(self, table: str) -> int:
        """The number of the last record of a table, 0 if there is none."""

    def summary(self, table: str) -> Summary | None: ...

    def tables(
        self,
        *,
        states: Collection[State] = STATES,
        public: bool | None = None,
        after: Mark | None = None,
        most: int = PAGE,
    ) -> list[Summary]:
        """One page of tables, the last changed first. `after` is the mark of the last one already seen.

        `(time, "")` is a mark as well: the page then begins with the tables that have not changed since before `time`.
        """

    def strike(
        self,
        table: str,
        numbers: Collection[int],
        body: bytes,
        records: Sequence[Record] = (),
        summaries: Sequence[Summary] = (),
    ) -> None:
        """Put `body` in the place of these records' bodies, for good (design D9: a safety rewind strikes a passage).

        The one exception to append-only. The records keep their numbers, and the old bytes do not stay behind in the
        file. `records` and `summaries` are kept in the same transaction, so that the log never shows a struck passage
        without the entry that struck it.
        """

    def archive(self, table: str, changed: int) -> None:
        """Put a table away: it stays as it is, in the state `archived`."""

    def purge(self, table: str) -> None:
        """Forget a table: its records and its summary are gone for good. One that is not known is no trouble."""

    def export(self, table: str) -> Iterator[Record]:
        """The records a table has at this moment, one by one; others may go on writing meanwhile."""

    def backup(self, path: Path) -> None:
        """Write the whole store, as it is at one moment, to a new file that SQLite's store can open."""

    def health(self) -> Health: ...

    def size(self) -> int:
        """How many bytes the store takes up."""

    def close(self) -> None:
        """Let go of the file. A second time does nothing."""


def check_batch(records: Sequence[Record], summaries: Sequence[Summary]) -> None:
    """Refuse what no caller should ever pass."""
    for record in records:
        if record.number < 1:
            raise ValueError(f"records are numbered from 1, not {record.number}")
    for summary in summaries:
        if not summary.table:
            raise ValueError("a table needs a name")
        if summary.state not in STATES:
            raise ValueError(f"a table is one of {', '.join(STATES)}, not {summary.state!r}")
        summary.table.encode()  # a lone surrogate is no text, and no file could keep it


def unknown_table(record: Record) -> Exception:
    """What is wrong with a record whose table has no summary."""
    if record.number == 1:
        return ValueError(f"table {record.table!r} has no summary; pass one along with its first record")
    return Conflict(record.table, record.number, 0)


def missing_records(table: str, numbers: Collection[int]) -> StoreError:
    listed = ", ".join(map(str, sorted(numbers)))
    return StoreError(f"Table {table} has no record {listed}, so nothing was struck.")


def no_such_table(table: str) -> StoreError:
    return StoreError(f"The store has no table {table}.")


CLOSED = "The store is closed."
