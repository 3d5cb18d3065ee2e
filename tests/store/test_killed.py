"""A process may be killed at any moment: what it has acknowledged is there, and nothing is there by half."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from mneme.store.sqlite import SqliteStore
from tests.store.conformance import bodies_of
from tests.store.writer import STUB, TABLES, body, strikes_after

ROOT = Path(__file__).parents[2]
ROUNDS = 20


def write_until_killed(path: Path, chance: random.Random) -> int:
    """The last batch that a process acknowledged before it was killed."""
    command = [sys.executable, "-m", "tests.store.writer", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            acknowledged = [process.stdout.readline() for _ in range(chance.randint(1, 120))]
            time.sleep(chance.random() * 0.002)  # anywhere within a commit
        finally:
            process.kill()
        acknowledged += process.stdout.readlines()
    assert process.returncode == -9, "the process ended before it was killed"
    return max(int(line) for line in acknowledged if line.endswith(b"\n"))


def expected(table: str, last: int) -> list[bytes]:
    """The bodies of a table after batch `last`."""
    bodies = [body(table, number) for number in range(1, last + 1)]
    if table == "a":
        for number in filter(strikes_after, range(1, last)):
            bodies[number - 3 : number] = [STUB] * 3
    return bodies


def test_a_process_that_is_killed_loses_nothing_it_has_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    chance = random.Random(7)
    for _ in range(ROUNDS):
        acknowledged = write_until_killed(path, chance)
        with closing(SqliteStore(path)) as store:
            last = store.last("a")
            assert last in (acknowledged, acknowledged + 1)  # the last one may have been on its way
            for table in TABLES:
                assert bodies_of(store, table) == expected(table, last)
            assert {summary.changed for summary in store.tables()} == {last}
        content = path.read_bytes()
        assert not any(struck in content for struck in struck_by(last))


def struck_by(last: int) -> list[bytes]:
    struck = [number for after in filter(strikes_after, range(1, last)) for number in range(after - 2, after + 1)]
    return [f"<a{number}>".encode() for number in struck]
