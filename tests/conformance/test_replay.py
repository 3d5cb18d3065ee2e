"""The log is the only truth: a file of it gives the same table, after take-backs and rewinds too."""

from __future__ import annotations

import pytest

from tests.conformance import checks
from tests.conformance.games import GAMES, STARTS
from tests.conformance.kit import Listed, Start, Told, starts


@pytest.mark.parametrize("interrupted", [False, True], ids=["plain", "interrupted"])
@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_log_replays_to_the_same_table(start: Start, interrupted: bool) -> None:
    with Told(run := start.run(interrupted)):
        checks.check_the_log_replays(run)


@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_a_take_back_leaves_no_trace(listed: Listed) -> None:
    taken_back = 0
    for start in starts(listed):
        with Told(run := start.run()):
            taken_back += checks.check_take_backs(run)
    assert taken_back > 0


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_a_rewind_gives_the_table_as_it_was(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_rewinds(run)
