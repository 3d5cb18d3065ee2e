"""A process that writes to a store until it is killed, and says after every call that it has returned.

Batch n is record n of every table, with the summaries; every seventh batch is followed by a strike of three records
that is told of in record n + 1.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mneme.store import Record, Summary
from mneme.store import sqlite as sqlite_store
from mneme.store.sqlite import SqliteStore

TABLES = ("a", "b", "c", "d", "e")
STUB = b"-"


def body(table: str, number: int) -> bytes:
    """Small ones, and now and then one of several pages."""
    return f"<{table}{number}>".encode() * (1 + number * 37 % 50 * (number % 11 == 0) * 30)


def summaries(number: int) -> list[Summary]:
    return [Summary(table=table, created=0, changed=number, state="playing", public=True) for table in TABLES]


def batch(number: int) -> list[Record]:
    return [Record(table, number, body(table, number)) for table in TABLES]


def strikes_after(number: int) -> bool:
    return number > 0 and number % 7 == 0


def write(path: Path) -> None:
    sqlite_store.SAVE_EVERY = 40  # so that every round meets it
    store = SqliteStore(path)
    number = store.last(TABLES[0])
    while True:
        number += 1
        if strikes_after(number - 1):
            store.strike("a", range(number - 3, number), STUB, batch(number), summaries(number))
        else:
            store.append(batch(number), summaries(number))
        os.write(1, b"%d\n" % number)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
