"""The sensible bots: whole cases without help, in every role, within the table's limits."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from mneme.bots import Bot
from mneme.bots.random_legal import RandomLegal
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.games.utopolis import GAME
from mneme.games.utopolis.bots import Sensible, sit
from mneme.games.utopolis.bots.seen import MANNERS

NAMES = ("Ada", "Ben", "Cyd", "Dov", "Eve")
MOST = 4_000


def laid(seats: int, seed: str) -> Sitting:
    return Sitting.lay(GAME, NAMES[:seats], {}, seed)


def play(sitting: Sitting, bots: Mapping[str, Bot]) -> Sitting:
    """Let bots answer in turn until the game is over."""
    for _ in range(MOST):
        if sitting.over:
            return sitting
        for seat, bot in bots.items():
            move = bot.answer(view(sitting, seat))
            if move is not None:
                sitting.answer(seat, *move)
                GAME.check(sitting.table)
                break
        else:
            raise AssertionError("nobody has anything to say")
    raise AssertionError("the game does not end")


def sensible(sitting: Sitting, seed: int) -> dict[str, Bot]:
    return {seat: sit(seat, random.Random(f"{seed}{seat}")) for seat in sitting.table.seats}


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_bots_play_a_whole_case(seats: int, seed: int) -> None:
    sitting = play(sitting := laid(seats, str(seed)), sensible(sitting, seed))
    (case,) = sitting.table.result["cases"].values()
    assert case in {"closed", "discontinued", "escaped"}


def test_most_cases_close() -> None:
    """They collect evidence before they arrest."""
    closed = 0
    for seed in range(8):
        sitting = laid(4, f"closing {seed}")
        closed += list(play(sitting, sensible(sitting, seed)).table.result["cases"].values()) == ["closed"]
    assert closed >= 4


@pytest.mark.parametrize("place", [0, 1])
def test_bots_get_along_with_anybody(place: int) -> None:
    """A stranger as GM, or as a detective among them."""
    sitting = laid(3, "stranger")
    bots = sensible(sitting, 1)
    bots[sitting.table.seats[place]] = RandomLegal(random.Random(3), optional=0.0)
    play(sitting, bots)


def test_a_bot_sees_only_its_seat_and_thinks_the_same_twice() -> None:
    sitting = laid(3, "twice")
    seat = sitting.table.seats[0]
    bot = sit(seat, random.Random(5))
    assert bot.answer(view(sitting, seat)) == bot.answer(view(sitting, seat)) is not None


def test_lines_are_never_crossed() -> None:
    """What a table rules out is not said, wherever it came from."""
    sitting = laid(3, "limits")
    bots = {seat: sit(seat, random.Random(seat), avoid=("glove", "clock")) for seat in sitting.table.seats}
    for bot in bots.values():
        bot.avoid(["song"])
    told = [line.text.lower() for line in play(sitting, bots).table.lines if line.by]
    assert told
    assert not [text for text in told if any(word in text for word in ("glove", "clock", "song"))]


def test_there_are_three_manners() -> None:
    manners = {sit("a", random.Random(number)).manner for number in range(30)}
    assert manners == set(MANNERS)


def test_a_loyal_robot_helps_and_a_meddling_one_hinders() -> None:
    for manner, told in (("loyal", " helps "), ("meddling", " gets in the way ")):
        sitting = laid(4, "manners")
        bots = {seat: Sensible(seat, manner, 7) for seat in sitting.table.seats}
        lines = [line.text for line in play(sitting, bots).table.lines if line.kind == "spend"]
        assert any(told in text for text in lines)
