"""Every way to sit down: all numbers of players, all lengths, both editions, and options at random."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from mneme.bots.runner import random_game
from mneme.engine.game import option_values
from mneme.games.schizonauts import GAME
from mneme.games.schizonauts.lengths import LENGTHS, Length

GAMES = int(os.environ.get("MNEME_GAMES", "1"))
RULINGS = [name for name in GAME.options.__struct_fields__ if name not in {"edition", "length", "rounds", "few_min"}]


def finished(seats: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """A random legal game to its end, with every coin, card and die accounted for there."""
    sitting = random_game(GAME, seats, options, seed)
    assert sitting.over
    GAME.check(sitting.table)
    result: dict[str, Any] = sitting.table.result
    return result


@pytest.mark.parametrize("edition", ["game_chef", "revised"])
@pytest.mark.parametrize("length", [*Length])
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_every_size_and_edition_come_to_an_end(seats: int, length: Length, edition: str) -> None:
    """SZ-SETUP-01, -04: and endgame pays out exactly what the table of lengths says."""
    key_cards = LENGTHS[seats][length]
    for game in range(GAMES):
        result = finished(seats, {"edition": edition, "length": length.value}, f"{seats} {length} {game}")
        coins = sum(result["coins"].values())
        assert 5 * key_cards <= coins <= (5 + seats - 2) * key_cards


@pytest.mark.parametrize("number", range(20 * GAMES))
def test_games_with_any_rulings_come_to_an_end(number: int) -> None:
    """SZ-SETUP-03: a table may set every ruling as it likes."""
    dice = random.Random(number)
    options: dict[str, Any] = {name: dice.choice(option_values(GAME, name)) for name in RULINGS}
    options |= {"edition": dice.choice(["game_chef", "revised"]), "few_min": dice.randint(1, 6)}
    finished(dice.choice(GAME.seats), options, str(number))
