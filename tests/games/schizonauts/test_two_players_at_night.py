"""Endgame and final resolution for two: what has to give way when there is nobody else. (Ledger 11)"""

from __future__ import annotations

import pytest

from tests.games.schizonauts.kit import Fate, Night

EDITIONS = ("game_chef", "revised")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_scene_pays_exactly_five(edition: str) -> None:
    """SZ-PAY-01, ledger 11: there are no contributors, and so no coin for them."""
    game = Night("ada", "ben", edition=edition)
    assert game.visitor == "ben"  # nobody else could be invited
    game.fall(narrator="ben", judge="ada")
    game.until("bet")
    assert not any("contribute" in game.may(name) for name in game.seat_of)
    assert (game.sheet("ada").coins, game.sheet("ben").coins) == (2, 3)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_two_players_always_end_on_opposite_sides(rounds: int, edition: str) -> None:
    """SZ-EG-02, SZ-FIN-01, ledger 11: the deck is dealt out, so the hands complete each other."""
    for seed in range(4):
        game = Night("ada", "ben", rounds=rounds, edition=edition, seed=str(seed))
        game.rest()
        assert {game.sheet("ada").true, game.sheet("ben").true} == {"thief", "agent"}
        assert len(game.table.decks.allegiance) == 0


@pytest.mark.parametrize("shown", ["", "A"])
def test_a_crisis_has_only_one_visitor(shown: str) -> None:
    """SZ-AMB-33, ledger 11: the other player, however they look."""
    game = Night("ada", "ben")
    game.final(ada=Fate("A", thief=3), ben=Fate("" if shown else "T", up=shown))
    assert (game.scene.kind, game.visitor) == ("crisis", "ben")


def test_a_sheet_nobody_bet_on_is_in_crisis() -> None:
    """SZ-FIN-04, -05, ledger 11: all coins on a sheet come from the one other player, and none may have come."""
    game = Night("ada", "ben")
    game.final(ada=Fate("T"), ben=Fate("A", thief=5, agent=5))
    assert (game.sheet("ada").preferred, game.scene.kind) == ("agent", "crisis")


@pytest.mark.parametrize(("coins", "survivors"), [((5, 4), ("a",)), ((4, 5), ("b",)), ((5, 5), ())])
def test_one_of_two_escapes_the_worst(coins: tuple[int, int], survivors: tuple[str, ...]) -> None:
    """SZ-TALLY-03, SZ-AMB-49, ledger 11: on equal totals nobody does."""
    game = Night("ada", "ben")
    game.final(ada=Fate("T", thief=coins[0]), ben=Fate("A", agent=coins[1]))
    game.rest()
    assert game.table.course.survivors == survivors
