"""The other checks are tested too: every fault planted here must be found, and told so that it can be repeated."""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable
from typing import Any

import pytest

from mneme.engine.errors import BadFile, Refused
from mneme.engine.play import Play
from mneme.engine.prompts import Ack, Form, Number, Option, Pick, Seat, Wire, Words
from mneme.engine.state import Noun, Public
from mneme.engine.windows import Questions
from tests.conformance import checks
from tests.conformance.games import TWO_MASKS, again
from tests.conformance.kit import Case, Endless, Listed, Run, Told
from tests.conformance.players import RESTLESS, TALKATIVE, Stuck
from tests.conformance.tiny import Rules, TinyTable, tiny
from tests.engine import two_masks
from tests.engine.two_masks import Masks

Patch = pytest.MonkeyPatch
MASKS = Case(TWO_MASKS, 3, {})


def game_of(rules: Rules, **changes: Any) -> Run:
    """A random game of some tiny rules."""
    listed = Listed(game=tiny(rules, **changes), seats=(2,), most_decisions=200)
    return Run(Case(listed, 2, {}), TALKATIVE, "0")


class Tally(Noun):
    count: Public[int] = 0


async def two_numbers(table: TinyTable) -> None:
    """An honest game."""
    tally = table.put("tally", Tally())
    for seat in table.seats:
        tally.count += await table.ask(seat, Number("number", "Which number?", 1, 3, default=1))
        table.tell(f"It is {tally.count} now.")


ONE_GAME_CHECKS: list[Callable[[Run], object]] = [
    checks.check_a_whole_game,
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


@pytest.mark.parametrize("check", ONE_GAME_CHECKS, ids=lambda check: check.__name__)
def test_an_honest_game_passes(check: Callable[[Run], object]) -> None:
    check(game_of(two_numbers))


# Random play.


def test_a_crash_is_found_and_can_be_seen_again(monkeypatch: Patch) -> None:
    def contest(_table: Masks, stakes: dict[Seat, int]) -> Seat:
        return max(stakes, key=lambda seat: 1 / stakes[seat])

    monkeypatch.setattr(two_masks, "contest", contest)
    run = Run(MASKS, TALKATIVE, "4")
    with pytest.raises(ZeroDivisionError) as crash, Told(run):
        checks.check_a_whole_game(run)
    said = "".join(traceback.format_exception(crash.value))
    assert f'again("two-masks", 3, {{}}, "talkative", "4", {run.steps})' in said
    with pytest.raises(ZeroDivisionError):
        again("two-masks", 3, {}, "talkative", "4", run.steps)
    assert not again("two-masks", 3, {}, "talkative", "4", run.steps - 1).sitting.over


def test_a_stuck_game_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Play, "pending", lambda _play, _seat: iter(()))
    with pytest.raises(Stuck):
        checks.check_a_whole_game(game_of(two_numbers))


def test_an_endless_game_is_found() -> None:
    async def round_in_circles(table: TinyTable) -> None:
        while True:
            await table.ask("a", Ack("go", "Go on."))

    with pytest.raises(Endless):
        checks.check_a_whole_game(game_of(round_in_circles))


def test_a_lost_coin_is_found(monkeypatch: Patch) -> None:
    honest = two_masks.contest

    def contest(table: Masks, stakes: dict[Seat, int]) -> Seat:
        teller = honest(table, stakes)
        table.player[teller].coins -= 1
        return teller

    monkeypatch.setattr(two_masks, "contest", contest)
    with pytest.raises(AssertionError):
        checks.check_a_whole_game(Run(MASKS, TALKATIVE, "0"))


def test_a_value_changed_in_place_is_found() -> None:
    class Purses(Noun):
        coins: Public[dict[Seat, int]]

    async def in_place(table: TinyTable) -> None:
        purses = table.put("purses", Purses(coins={"a": 1}))
        await table.ask("a", Ack("go", "Go on."))
        purses.coins["a"] = 2

    with pytest.raises(AssertionError):
        checks.check_nothing_changes_in_place(game_of(in_place))


def test_an_empty_chair_without_a_legal_answer_is_found() -> None:
    async def bad_default(table: TinyTable) -> None:
        await table.ask("a", Number("number", "Which number?", 1, 3, default=0))

    with pytest.raises(Refused):
        checks.check_every_prompt(game_of(bad_default))


def test_a_form_whose_parts_look_the_same_is_found() -> None:
    async def which_is_which(table: TinyTable) -> None:
        parts = Number("bread", "How many?", 0, 3), Number("roses", "How many?", 0, 3)
        await table.ask("a", Form("wishes", "What do you want?", parts))

    with pytest.raises(AssertionError, match="cannot be told apart"):
        checks.check_every_prompt(game_of(which_is_which))


# Determinism and replay.


def counting_outside_the_table() -> Rules:
    """Rules that remember how often they have been played."""
    lives = itertools.count()

    async def rules(table: TinyTable) -> None:
        table.put("tally", Tally(count=next(lives)))
        for _ in range(9):
            await table.ask_all("go", {seat: Ack("go", "Go on.") for seat in table.seats})

    return rules


def test_a_game_that_plays_differently_each_time_is_found() -> None:
    rules = counting_outside_the_table()
    with pytest.raises(AssertionError):
        checks.check_it_plays_the_same_again(game_of(rules), game_of(rules))


@pytest.mark.parametrize("check", [checks.check_the_log_replays, checks.check_take_backs, checks.check_rewinds])
def test_a_log_that_does_not_replay_is_found(check: Callable[[Run], object]) -> None:
    with pytest.raises((AssertionError, BadFile)):
        check(game_of(counting_outside_the_table()))


def test_a_story_that_is_rewritten_is_found() -> None:
    async def forgetful(table: TinyTable) -> None:
        table.tell("Once upon a time.")
        await table.ask("a", Ack("go", "Go on."))
        table.lines.replace([])

    with pytest.raises(AssertionError):
        checks.check_the_story_only_grows(game_of(forgetful))


def test_a_game_that_minds_who_was_first_is_found(monkeypatch: Patch) -> None:
    async def first_come(table: TinyTable) -> None:
        bids = await table.ask_all("bid", {seat: Number("bid", "How much?", 0, 3) for seat in table.seats}, sealed=True)
        table.tell(f"First came {next(iter(bids))}.")

    checks.check_arrival_does_not_matter(game_of(first_come))
    monkeypatch.setattr(Questions, "outcome", lambda window: dict(window.answers))
    with pytest.raises(AssertionError):
        checks.check_arrival_does_not_matter(game_of(first_come))


# Refusals.


def test_an_answer_that_should_be_refused_is_found(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Number, "clean", lambda prompt, wire: wire if wire == prompt.most + 1 else 1)
    with pytest.raises(AssertionError, match="taken"):
        checks.check_refusals(game_of(two_numbers))


def test_a_refusal_that_changes_something_is_found(monkeypatch: Patch) -> None:
    honest = Play.answer

    def answer(play: Play, seat: Seat, name: str, wire: Wire) -> Wire:
        if wire == 4:
            play.table.tell("Somebody tried 4.")
        return honest(play, seat, name, wire)

    monkeypatch.setattr(Play, "answer", answer)
    with pytest.raises(AssertionError):
        checks.check_refusals(game_of(two_numbers))


@pytest.mark.parametrize("sentence", ["", "no", "KeyError: 'x'.", "Choose from ['a']."])
def test_a_refusal_that_helps_nobody_is_found(monkeypatch: Patch, sentence: str) -> None:
    monkeypatch.setattr(Number, "refuse", lambda _prompt, _sentence: raise_refused(sentence))
    with pytest.raises(AssertionError):
        checks.check_refusals(game_of(two_numbers))


def raise_refused(sentence: str) -> None:
    raise Refused("illegal", sentence)


def test_a_crash_on_a_wrong_answer_is_found(monkeypatch: Patch) -> None:
    async def pick_one(table: TinyTable) -> None:
        await table.ask("a", Pick("pick", "Which?", (Option("x", "X"), Option("y", "Y"))))

    monkeypatch.setattr(Pick, "clean", lambda prompt, wire: {option.key: option.key for option in prompt.options}[wire])
    with pytest.raises((KeyError, TypeError)):
        checks.check_refusals(game_of(pick_one))


# Locals.


def test_state_in_a_local_is_found_and_a_loop_variable_is_not() -> None:
    async def count_in_secret(table: TinyTable) -> None:
        total, spoken = 0, []
        for seat in table.seats:
            total += await table.ask(seat, Number("number", "Which number?", 1, 3))
            spoken.append(seat)
            await speak(table, seat)

    async def speak(table: TinyTable, seat: Seat) -> None:
        words = await table.ask(seat, Words("words", "What do you say?"))
        table.tell(words, by=seat)

    assert checks.changing_locals(game_of(count_in_secret)) == {"count_in_secret.total", "count_in_secret.spoken"}


def test_locals_are_watched_where_seats_go_at_their_own_pace() -> None:
    async def own_pace(table: TinyTable) -> None:
        await table.each(table.seats, lambda seat: three_steps(table, seat))

    async def three_steps(table: TinyTable, seat: Seat) -> None:
        steps = 0
        while steps < 3:
            await table.ask(seat, Ack("step", "Take a step."))
            steps += 1

    assert checks.changing_locals(game_of(own_pace)) == {"three_steps.steps"}


# The players.


def test_the_tempers_differ() -> None:
    def notes(temper: Any) -> int:
        entries = Run(MASKS, temper, "0").play().sitting.entries
        return sum(getattr(entry, "name", "") == "notes" for entry in entries)

    assert notes(TALKATIVE) > 5
    kinds = {type(entry).__name__ for entry in Run(MASKS, RESTLESS, "0").play().sitting.entries}
    assert "Retract" in kinds
