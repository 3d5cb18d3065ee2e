"""Random legal games: nothing crashes, nobody is stuck, all come to an end, and every coin is accounted for."""

from __future__ import annotations

import pytest

from tests.conformance import checks
from tests.conformance.games import GAMES, STARTS
from tests.conformance.kit import Listed, Start, Told, starts


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_random_games_come_to_an_end_and_lose_nothing(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_a_whole_game(run)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_interrupted_games_come_to_an_end_and_lose_nothing(start: Start) -> None:
    with Told(run := start.run(interrupted=True)):
        checks.check_a_whole_game(run)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_values_are_replaced_and_never_changed_in_place(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_nothing_changes_in_place(run)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_every_prompt_can_be_answered(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_every_prompt(run)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_every_view_can_be_told_in_words(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_every_view_can_be_told(run)


@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_no_rule_keeps_state_in_its_locals(listed: Listed) -> None:
    changing: set[str] = set()
    for start in starts(listed):
        with Told(run := start.run()):
            changing |= checks.changing_locals(run)
    assert changing - listed.changing_locals == set(), "keep it in a noun, or allow it in the list of games"
