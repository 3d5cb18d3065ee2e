"""Bots at a table: to the end of the game, or until a person is needed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from mneme.bots import Bot
from mneme.bots.random_legal import RandomLegal
from mneme.bots.runner import NAMES, Endless, Runner, needed_seats, random_game, random_play, run
from mneme.engine.entries import Answer, Digest
from mneme.engine.errors import BadOptions
from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat, Wire
from mneme.engine.view import View
from tests.engine.two_masks import GAME


class Scripted:
    """A bot that answers by prompt name, and remembers what it was shown."""

    def __init__(self, answers: Mapping[str, Wire]) -> None:
        self.answers = answers
        self.shown: list[View] = []

    def answer(self, view: View) -> tuple[str, Wire] | None:
        self.shown.append(view)
        for shown in view.prompts:
            if shown.must and shown.prompt.name in self.answers:
                return shown.prompt.name, self.answers[shown.prompt.name]
        return None


class Shy:
    """A bot that never does anything."""

    def answer(self, view: View) -> tuple[str, Wire] | None:
        return None


class Chatty:
    """A bot that passes notes for ever."""

    def answer(self, view: View) -> tuple[str, Wire] | None:
        notes = any(shown.prompt.name == "notes" for shown in view.prompts)
        others = [seat for seat in view.names if seat != view.seat]
        return ("notes", {"act": "note", "to": others[0], "text": "psst"}) if notes else None


def lay(seed: str = "run", seats: int = 3, **options: Any) -> Sitting:
    return Sitting.lay(GAME, NAMES[:seats], options, seed)


def legal(seats: str, optional: float = 0.1) -> dict[Seat, Bot]:
    return {seat: RandomLegal(random.Random(seat), optional) for seat in seats}


@pytest.mark.parametrize("stakes", ["seen", "unseen"])
@pytest.mark.parametrize("seats", [2, 5])
def test_bots_play_to_the_end(seats: int, stakes: str) -> None:
    sitting = lay(seats=seats, stakes=stakes)
    runner = run(sitting, legal("abcde"[:seats]), random.Random(1))
    assert sitting.over
    assert runner.fallbacks == 0
    assert runner.decisions == sum(isinstance(entry, Answer) for entry in sitting.entries)
    assert runner.step() == []


def test_the_same_chance_plays_the_same_game() -> None:
    def play() -> Sitting:
        sitting = lay()
        run(sitting, legal("abc"), random.Random(3))
        return sitting

    assert play().entries == play().entries


def test_a_bot_is_shown_its_own_view_and_nothing_else() -> None:
    bots = {seat: Scripted({"face": f"Face-{seat}"}) for seat in "abc"}
    run(lay(), bots, random.Random(1), until=lambda sitting: sitting.table.beat == 3)
    for seat, bot in bots.items():
        assert bot.shown
        assert {view.seat for view in bot.shown} == {seat}


def test_they_stop_when_only_a_person_is_awaited() -> None:
    sitting = lay()
    run(sitting, legal("bc", optional=0), random.Random(1))
    assert needed_seats(sitting) == ["a"]
    assert not any(isinstance(entry, Answer) and entry.seat == "a" for entry in sitting.entries)


def test_they_do_not_answer_twice_where_it_is_hidden_who_has() -> None:
    sitting = lay(stakes="unseen")
    run(sitting, legal("abc", 0), random.Random(1), until=lambda table: table.play.sealed)
    before = len(sitting.entries)
    run(sitting, legal("bc", 0), random.Random(2))
    assert sitting.play.awaited() == ["a", "b", "c"]  # as everyone sees it
    assert needed_seats(sitting) == ["a"]
    assert len([entry for entry in sitting.entries[before:] if isinstance(entry, Answer)]) == 2


def test_beside_a_person_they_do_what_they_may() -> None:
    sitting = lay()
    run(sitting, legal("abc", 0), random.Random(1), until=lambda table: table.table.place == "Scene 1")
    for seat in "bc":
        sitting.answer(seat, "boasting", {"act": "pass"})
    run(sitting, legal("bc", 0.5), random.Random(2))
    assert needed_seats(sitting) == ["a"]
    assert any(isinstance(entry, Answer) and entry.name == "notes" for entry in sitting.entries)


def test_they_stop_when_told_to() -> None:
    sitting = lay()
    run(sitting, legal("abc"), random.Random(1), until=lambda table: table.table.beat >= 4)
    assert sitting.table.beat == 4


def test_every_awaited_seat_has_the_same_chance_to_go_first() -> None:
    first = Counter[str]()
    for seed in range(300):
        (entry, *_) = Runner(lay(), legal("abc"), random.Random(seed)).step()
        assert isinstance(entry, Answer)
        first[entry.seat] += 1
    assert all(70 < first[seat] < 130 for seat in "abc")


def test_a_refused_answer_is_made_up_for_and_counted() -> None:
    sitting = lay()
    bots: dict[Seat, Bot] = {**legal("ab"), "c": Scripted({"face": "two words", "stake": 99})}
    runner = run(sitting, bots, random.Random(1))
    assert sitting.over
    # Its face and three stakes are refused, and it has nothing to say to the other questions.
    assert runner.fallbacks > 4
    assert runner.decisions == sum(isinstance(entry, Answer) for entry in sitting.entries)


def test_no_table_gets_stuck_on_shy_bots() -> None:
    sitting = lay()
    runner = run(sitting, {seat: Shy() for seat in "abc"}, random.Random(1))
    assert sitting.over
    assert runner.fallbacks == runner.decisions


def test_shy_bots_leave_the_word_to_a_person() -> None:
    sitting = lay()
    assert run(sitting, {seat: Shy() for seat in "ab"}, random.Random(1)).decisions == 0


def test_bots_that_go_on_for_ever_are_stopped() -> None:
    sitting = lay()
    run(sitting, legal("abc"), random.Random(1), until=lambda table: table.table.place == "Scene 1")
    with pytest.raises(Endless, match=r"^After 25 answers of the bots the game is not over"):
        run(sitting, {seat: Chatty() for seat in "abc"}, random.Random(1), most=25)


def test_a_step_returns_what_must_be_kept() -> None:
    sitting = lay()
    runner = Runner(sitting, legal("abc"), random.Random(1))
    kept = [entry for _ in range(40) for entry in runner.step()]
    assert kept == sitting.entries
    assert any(isinstance(entry, Digest) for entry in kept)


# -- without views


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_random_game_reaches_its_end_and_is_a_game_like_any_other(seats: int) -> None:
    sitting = random_game(GAME, seats, {"scenes": 2}, seed="r")
    assert sitting.over
    GAME.check(sitting.table)
    assert Sitting.load(GAME, sitting.header, sitting.entries).digest() == sitting.digest()


def test_random_games_differ_by_their_seed_alone() -> None:
    assert random_game(GAME, 3, seed="1").entries == random_game(GAME, 3, seed="1").entries
    assert random_game(GAME, 3, seed="1").entries != random_game(GAME, 3, seed="2").entries


def test_random_games_go_everywhere() -> None:
    done = Counter[str]()
    for seed in range(20):
        for entry in random_game(GAME, 3, seed=str(seed)).entries:
            if isinstance(entry, Answer):
                done[entry.value["act"] if isinstance(entry.value, dict) else entry.name] += 1
    assert done.keys() == {"face", "favour", "boast", "turn", "pass", "note", "stake", "told", "unmask"}


def test_a_random_game_is_bounded() -> None:
    with pytest.raises(Endless):
        random_game(GAME, 3, seed="1", most=10)


def test_a_random_game_is_laid_like_any_other() -> None:
    with pytest.raises(BadOptions):
        random_game(GAME, 9)


def test_without_a_log_the_same_game_is_played() -> None:
    kept = random_game(GAME, 3, seed="5").entries
    assert random_play(GAME, 3, seed="5") == sum(isinstance(entry, Answer) for entry in kept)
