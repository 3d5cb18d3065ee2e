"""The list of games: each is found by its name, with its bots, and only when it is asked for."""

from __future__ import annotations

import random
import subprocess
import sys
from types import ModuleType

import pytest

from mneme import games
from mneme.bots import Bot
from mneme.bots.random_legal import RandomLegal
from mneme.engine.errors import MnemeError
from mneme.engine.game import Game
from mneme.engine.prompts import Seat
from tests.engine.two_masks import GAME


@pytest.fixture
def two_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")


@pytest.mark.parametrize("name", games.names())
def test_every_game_is_called_what_it_is_listed_as(name: str) -> None:
    game = games.find(name)
    assert isinstance(game, Game)
    assert game.name == name
    assert games.find(name, game.version) is game


def test_listing_the_games_imports_none() -> None:
    code = "import sys; from mneme import games; print(*games.names()); print(*sys.modules, file=sys.stderr)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == list(games.names())
    assert not [module for module in answer.stderr.split() if module.startswith("mneme.games.")]


def test_an_unknown_game_is_answered_with_those_there_are(two_masks: None) -> None:
    with pytest.raises(MnemeError) as caught:
        games.find("chess")
    assert str(caught.value) == f"There is no game called 'chess'; the games are: {', '.join(games.names())}."
    assert "two-masks" in str(caught.value)
    with pytest.raises(MnemeError):
        games.sensible("chess")


def test_other_rules_are_refused_with_the_version_that_is_needed(two_masks: None) -> None:
    with pytest.raises(MnemeError) as caught:
        games.find("two-masks", 3)
    sentence = "This game needs version 3 of the Two Masks rules; this copy of Mneme has version 1."
    assert str(caught.value) == sentence
    assert games.find("two-masks", 1) is GAME


def test_a_game_without_sensible_bots_says_so(two_masks: None) -> None:
    assert games.sensible("two-masks") is None


def test_a_game_brings_its_own_bots(two_masks: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def sit(seat: Seat, dice: random.Random) -> Bot:
        return RandomLegal(dice)

    module = ModuleType("tests.engine.two_masks.bots")
    module.sit = sit  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tests.engine.two_masks.bots", module)
    assert games.sensible("two-masks") is sit


def test_a_bot_that_cannot_be_imported_is_not_hushed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "broken", "tests.engine.no_such_package")
    with pytest.raises(ModuleNotFoundError):
        games.sensible("broken")
