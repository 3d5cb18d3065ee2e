"""Utopolis through the suite's checks: random games, determinism, replay, refusals, secrecy, conservation, locals."""

from __future__ import annotations

import pytest

from mneme.games import utopolis
from tests.conformance import checks
from tests.conformance.kit import Case, Listed, Start, Told
from tests.conformance.players import RESTLESS, SECRETIVE, TALKATIVE, Temper
from tests.conformance.worlds import KINDS

OTHERWISE = {
    "new_talent_from_zero": False,
    "raises_per_scene": "one_raise",
    "intervene_until": "before_draw",
    "purchase_before_test": False,
    "talents_per_conflict": "any",
    "spends_after_reveal": True,
    "opening_clue_type": "free",
    "detective_tie": "scene_player",
    "joker_identity": "owner_declares",
    "joker_counts_for_damage": "ignore",
    "high_card_award": 0,
    "reexplain_cap": "one",
    "item_multi_type": True,
    "arrest_vote": "majority",
    "tests_use_damage": True,
    "robot_defeat_narrator": "gm",
    "arrest_escape_decider": "gm",
    "deck_empty": "recycle",
    "tests_per_scene": "per_trigger",
    "joker_colour": "redraw",
    "tokens_in_test": "none",
    "fragment_rotation": "players_and_gm",
    "consumed_tests": "continue",
    "rival_plays_robot": "no_hinder_or_intervene",
    "leaving": "removed",
}

LISTED = Listed(game=utopolis.GAME, seats=(3, 4, 5), options=({}, OTHERWISE), most_decisions=40_000)


def start(seats: int, temper: Temper, number: int, **options: object) -> Start:
    return Start(Case(LISTED, seats, options), temper, number)


STARTS = [
    start(3, TALKATIVE, 1),
    start(4, SECRETIVE, 2),
    start(5, RESTLESS, 3),
    start(3, SECRETIVE, 4, **OTHERWISE),
    start(5, TALKATIVE, 5, **OTHERWISE),
    start(2, RESTLESS, 6, players="one"),
    start(6, SECRETIVE, 17, players="five_or_more"),
    start(4, SECRETIVE, 8, deck_empty="stop", leaving="removed"),
]


@pytest.mark.parametrize("begun", STARTS, ids=str)
def test_random_games_come_to_an_end_and_lose_nothing(begun: Start) -> None:
    with Told(run := begun.run(interrupted=begun.number % 2 == 0)):
        checks.check_a_whole_game(run)


@pytest.mark.parametrize("begun", STARTS, ids=str)
def test_prompts_views_and_story_hold(begun: Start) -> None:
    with Told(run := begun.run()):
        checks.check_every_prompt(run)
    with Told(run := begun.run()):
        checks.check_every_view_can_be_told(run)
    with Told(run := begun.run()):
        checks.check_the_story_only_grows(run)
    with Told(run := begun.run()):
        checks.check_nothing_changes_in_place(run)


@pytest.mark.parametrize("begun", STARTS, ids=str)
def test_the_same_seed_and_answers_give_the_same_table(begun: Start) -> None:
    with Told(run := begun.run()):
        checks.check_it_plays_the_same_again(run, begun.run())
    with Told(run := begun.run()):
        checks.check_arrival_does_not_matter(run)
    with Told(run := begun.run(interrupted=True)):
        checks.check_the_log_replays(run)


def test_take_backs_leave_no_trace() -> None:
    taken_back = 0
    for begun in STARTS:
        with Told(run := begun.run()):
            taken_back += checks.check_take_backs(run)
    assert taken_back > 0


@pytest.mark.parametrize("begun", STARTS, ids=str)
def test_a_rewind_gives_the_table_as_it_was(begun: Start) -> None:
    with Told(run := begun.run()):
        checks.check_rewinds(run)


@pytest.mark.parametrize("begun", STARTS, ids=str)
def test_wrong_answers_are_refused_and_change_nothing(begun: Start) -> None:
    with Told(run := begun.run()):
        checks.check_refusals(run)


def test_no_rule_keeps_state_in_its_locals() -> None:
    changing: set[str] = set()
    for begun in STARTS:
        with Told(run := begun.run()):
            changing |= checks.changing_locals(run)
    assert changing - LISTED.changing_locals == set()


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_can_tell_two_worlds_apart(kind: str) -> None:
    starts = STARTS[:5]
    differing = sum(KINDS[kind](begun.case, begun.temper, begun.number) for begun in starts)
    assert differing > len(starts)
