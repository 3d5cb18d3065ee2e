"""Lost Days through the suite every game goes through: random games, determinism, replay, refusals, secrecy."""

from __future__ import annotations

from typing import Any

import pytest

from mneme.engine.entries import Answer
from mneme.engine.log import Sitting
from mneme.games.lost_days import GAME
from mneme.games.lost_days.nouns import LostDays
from tests.conformance import checks
from tests.conformance.kit import Case, Listed, Start, Told, Viewer, names_the_seat
from tests.conformance.players import TEMPERS
from tests.conformance.worlds import KINDS

VARIANTS: tuple[dict[str, Any], ...] = (
    {"leaving": "seat_is_kept"},
    {},
    {
        "leaving": "seat_is_kept", "next_selector": "left_of_winner", "min_bid": 1, "tie_compare": "strict",
        "draw_result": "status_quo_side_wins", "influence": "single_circuit", "bare_market_seed": 0,
        "relevance": "opponent_with_appeal", "stake_veto": True, "tribute_short": "pay_what_you_can",
        "tribute_zero_memory": "forbidden", "tribute_destination": "purse_or_memory", "strain_short": "purse_then_bank",
        "madness_test": "every_coin", "write_out": "immediate", "taint": "from_market_only",
        "nonking_opposition_winnings": "collects", "own_stake_lost_to_opposition": "kept", "scene_order": "alternate",
        "market_threshold": 4, "bribes_in_influence": True, "min_dice": 1, "destitute_exit": "no",
        "show_odds": True,
    },
)  # fmt: skip


def concerns(sitting: Sitting, seat: Viewer, answer: Answer) -> bool:
    """Besides what names a seat outright: an offer of a trade has its partner in the act."""
    act = answer.value.get("act", "") if isinstance(answer.value, dict) else ""
    return names_the_seat(sitting, seat, answer) or act == f"propose_trade_{seat}"


LOST_DAYS = Listed(
    game=GAME,
    seats=(3, 4, 5),
    options=VARIANTS,
    most_decisions=20_000,
    concerns=concerns,
    # Whose turn it is in a round of turns, and what was just done: the nouns show both.
    changing_locals=frozenset(
        {
            "create_memories.number",
            "read_out.seat",
            "read_out.cards",
            "read_out.note",
            "read_out.text",
            "raises.seat",
            "raises.act",
            "auctions.waiting",
            "tell_the_story.anchor",
            "cycle.framer",
            "play_scene.seat",
            "play_scene.act",
            "bring_memories.seat",
            "bring_memories.act",
            "tell_the_outcome.side",
            "interrupts.king",
            "departures.leavers",
            "departures.seat",
        }
    ),
)

STARTS = [
    Start(Case(LOST_DAYS, seats, options), TEMPERS[(number + seats) % len(TEMPERS)], number)
    for number, options in enumerate(VARIANTS)
    for seats in LOST_DAYS.seats
]


@pytest.mark.parametrize("interrupted", [False, True], ids=["plain", "interrupted"])
@pytest.mark.parametrize("start", STARTS, ids=str)
def test_random_games_come_to_an_end_and_lose_nothing(start: Start, interrupted: bool) -> None:
    with Told(run := start.run(interrupted)):
        checks.check_a_whole_game(run)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_every_prompt_and_view_holds(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_every_prompt(run)
    with Told(run := start.run()):
        checks.check_every_view_can_be_told(run)
    with Told(run := start.run()):
        checks.check_nothing_changes_in_place(run)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_it_is_a_function_of_seed_and_answers(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_it_plays_the_same_again(run, start.run())
    with Told(run := start.run()):
        checks.check_the_story_only_grows(run)
    with Told(run := start.run()):
        assert checks.check_arrival_does_not_matter(run) > 4


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_the_log_is_the_only_truth(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_the_log_replays(run)
    with Told(run := start.run()):
        checks.check_take_backs(run)
    with Told(run := start.run()):
        checks.check_rewinds(run)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_wrong_answers_are_refused_and_change_nothing(start: Start) -> None:
    with Told(run := start.run()):
        checks.check_refusals(run)


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_can_tell_two_worlds_apart(kind: str) -> None:
    """Sealed drafts and bids, and offers between two, change no byte of what others get."""
    differing = sum(KINDS[kind](start.case, start.temper, start.number) for start in STARTS)
    assert differing > len(STARTS)


def test_no_rule_keeps_state_in_its_locals() -> None:
    changing: set[str] = set()
    for start in STARTS:
        with Told(run := start.run()):
            changing |= checks.changing_locals(run)
    assert changing - LOST_DAYS.changing_locals == set()


GIVES = {"setup", "round coin", "crown coin", "market seed", "gain", "taint", "strain from the bank"}
TAKES = {"influence", "madness spent", "tribute to the bank", "player left"}


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_only_the_ledger_s_events_change_the_coins(start: Start) -> None:
    """Ledger 2.17: after every answer, each event has moved coins the way the table of flows says, and no other has."""
    players = start.case.seats
    with Told(run := start.run()):
        for sitting in run:
            table = sitting.table
            assert isinstance(table, LostDays)
            flows = table.course.flows
            assert all(flows[event] > 0 for event in flows.keys() & GIVES)
            assert all(flows[event] < 0 for event in flows.keys() & TAKES)
            assert flows.keys() <= GIVES | TAKES
            assert flows.get("crown coin", 0) in (0, 1)
            assert flows.get("setup", 0) in (0, 11 * players)
            assert flows.get("round coin", 0) <= 4 * players
