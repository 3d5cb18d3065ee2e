"""The named rulings of a table."""

from __future__ import annotations

import pytest

from mneme.engine.errors import BadOptions
from mneme.engine.game import read_options
from mneme.games.lost_days import GAME


@pytest.mark.parametrize(
    "chosen",
    [{"min_bid": 2}, {"min_dice": -1}, {"bare_market_seed": 2}, {"market_threshold": 0}, {"market_threshold": 5}],
)
def test_numbers_outside_the_ledger_are_refused(chosen: dict[str, int]) -> None:
    """LD-Q05, LD-Q15, LD-Q30, LD-Q49."""
    with pytest.raises(BadOptions):
        read_options(GAME, 3, chosen)


def test_the_defaults_are_the_ledger_s_rulings() -> None:
    """LD-Q04, LD-Q15, LD-Q17, LD-Q20, LD-Q22, LD-Q24, LD-Q25, LD-Q28, LD-Q29, LD-Q31, LD-Q36..Q38, LD-Q40, LD-Q42,
    LD-Q43, LD-Q45, LD-Q49, LD-Q51, LD-Q63: the first value of each."""
    options = read_options(GAME, 3, {})
    assert {name: getattr(options, name) for name in options.__struct_fields__} == {
        "next_selector": "left_of_selector",
        "min_bid": 0,
        "tie_compare": "cancel",
        "draw_result": "standoff",
        "influence": "circuits",
        "bare_market_seed": 1,
        "relevance": "opponent",
        "stake_veto": False,
        "tribute_short": "memory_forced",
        "tribute_zero_memory": "allowed",
        "tribute_destination": "purse",
        "strain_short": "purse_then_waive",
        "madness_test": "end_of_settlement",
        "write_out": "next_own_scene",
        "taint": "every_gain",
        "nonking_opposition_winnings": "bank",
        "own_stake_lost_to_opposition": "market",
        "scene_order": "cycle_plus_story",
        "market_threshold": 2,
        "bribes_in_influence": False,
        "min_dice": 0,
        "destitute_exit": "may",
        "leaving": "may_leave",
        "show_odds": False,
    }
