"""Know Thyself through the checks that every game must pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import msgspec
import pytest

from mneme.engine.projection import view
from mneme.games.know_thyself import GAME
from mneme.games.know_thyself.nouns import KnowThyself
from tests.conformance import checks
from tests.conformance.checks import OFTEN, looks_at
from tests.conformance.kit import Case, Listed, Run, Start, Told, cases
from tests.conformance.players import RESTLESS, SECRETIVE, TALKATIVE, Temper
from tests.conformance.test_secrecy import demand_part_of
from tests.conformance.worlds import KINDS

LISTED = Listed(
    game=GAME,
    seats=(2, 3, 4, 7),
    options=(
        {},
        {"variant": "hardcore", "suit_map": "A", "edge_change": "per_wager", "cover_gm_edge": True},
        {"variant": "extra", "leaving": "retire", "visit_rule": "once_per_room", "cover_cap": "shortfall"},
        {"toll": "off", "master_start_per_pc": "rest", "reckoning": "share", "displace_scope": "game"},
    ),
    most_decisions=20_000,
)

# Plays long games: small stakes, accepted Wagers, many Memories.
STEADY = Temper("steady", chatter=0.1, passes=0.5, revises=0.05, leans=0.9)
TEMPERS = (STEADY, TALKATIVE, SECRETIVE, RESTLESS)

STARTS = [
    Start(case, TEMPERS[(number + number // 4) % len(TEMPERS)], number) for number, case in enumerate(cases(LISTED))
]
EVERY_NUMBER = [Start(Case(LISTED, seats, {}), STEADY, seats) for seats in GAME.seats]

CHECKS: list[Callable[[Run], object]] = [
    checks.check_nothing_changes_in_place,
    checks.check_every_prompt,
    checks.check_every_view_can_be_told,
    checks.check_the_story_only_grows,
    checks.check_arrival_does_not_matter,
    checks.check_the_log_replays,
    checks.check_take_backs,
    checks.check_rewinds,
    checks.check_refusals,
]


@pytest.mark.parametrize("start", STARTS + EVERY_NUMBER, ids=str)
def test_random_games_come_to_an_end_and_lose_nothing(start: Start) -> None:
    """KT-COIN-01: every Coin and every card is accounted for after every answer."""
    with Told(run := start.run()):
        checks.check_a_whole_game(run)


@pytest.mark.parametrize("start", STARTS[::3], ids=str)
def test_interrupted_games_come_to_an_end_and_lose_nothing(start: Start) -> None:
    with Told(run := start.run(interrupted=True)):
        checks.check_a_whole_game(run)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_what_holds_for_every_game(check: Callable[[Run], object]) -> None:
    for start in STARTS[::5]:
        with Told(run := start.run()):
            check(run)


def test_steady_games_go_deep() -> None:
    """The games that the checks above look at have Wagers with cards, Memories and Edges in them."""
    tables = [cast(KnowThyself, start.run().play().sitting.table) for start in EVERY_NUMBER]
    assert sum(table.course.wagers for table in tables) > 20
    assert {trigger for table in tables for trigger in table.course.triggers} - {"early"}


def test_the_same_seed_and_answers_give_the_same_bytes() -> None:
    for start in STARTS[2::5]:
        with Told(run := start.run()):
            checks.check_it_plays_the_same_again(run, start.run())


def test_no_rule_keeps_state_in_its_locals() -> None:
    changing: set[str] = set()
    for start in STARTS[::2]:
        with Told(run := start.run()):
            changing |= checks.changing_locals(run)
    assert changing == set()


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_can_tell_two_worlds_apart(kind: str) -> None:
    differing = 0
    for start in STARTS:
        # The first kind compares every step of a game, so it plays the short ones.
        if kind != "other secrets" or (start.case.seats < 7 and start.temper is not STEADY):
            differing += KINDS[kind](start.case, start.temper, start.number)
    assert differing > len(STARTS)


@pytest.mark.parametrize("start", STARTS[::4], ids=str)
def test_somebody_looking_on_sees_only_what_everybody_sees(start: Start) -> None:
    with Told(run := start.run()):
        for sitting in looks_at(run, OFTEN):
            public = msgspec.to_builtins(view(sitting, None))
            for seat in sitting.table.seats:
                demand_part_of(public, msgspec.to_builtins(view(sitting, seat)))
