"""Coins, and covering another player. (Ledger 2.3, 2.8)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.know_thyself import GAME, words
from mneme.games.know_thyself.cover import fee, most_gift
from tests.games.know_thyself.kit import Seated


def test_coins_are_told_in_words_that_fit() -> None:
    assert [words.coins(count) for count in (0, 1, 2)] == ["no Coins", "1 Coin", "2 Coins"]


def test_a_lost_coin_is_noticed() -> None:
    """KT-COIN-01: all piles and stakes come to the total, and none is negative."""
    game = Seated("mia", "ada").wake()
    GAME.check(game.table)
    game.table.coins.bank -= 1
    with pytest.raises(AssertionError):
        GAME.check(game.table)


def test_staked_coins_still_belong_to_whoever_staked_them() -> None:
    """KT-COIN-02, KT-AMB-05: they count, but cannot be spent."""
    game = Seated("mia", "ada").wake()
    game.begin("ada", stake=5)
    game.until("keep")
    ada = game.seat_of["ada"]
    assert (game.coins("ada", "master"), game.table.owned(ada), game.table.masters_coins()) == ((7, 15), 12, 20)


def test_players_cannot_give_coins_at_other_times() -> None:
    """KT-COIN-03, KT-COVER-03: nothing on any menu gives Coins away."""
    game = Seated("mia", "ada", "ben").wake()
    assert set(game.may("ada")) == {"move", "start_wager", "wait", "call_the_end", "suggest"}


def test_the_bank_never_pays() -> None:
    """KT-COIN-04, KT-PAY-03: a won Wager leaves it as it was."""
    game = Seated("mia", "ada").wake()
    before = game.coins("bank")
    game.settle("ada", stake=5, cards=["8D", "2S"])
    assert game.coins("bank") == before


def test_all_piles_are_public() -> None:
    """KT-COIN-05."""
    game = Seated("mia", "ada").wake()
    seen = game.seen(None)
    standing = {"to_beat": 20, "winning": [], "to_the_end": 13}
    assert seen["coins"] == {"master": 20, "bank": 3, "total": 35, **standing}
    assert seen[f"guest/{game.seat_of['ada']}"]["coins"] == 12


# KT-COVER-04, -05: fee by gift, and largest gift by what one holds.
FEES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}
MOST = {1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 6: 4}


def test_fees_and_limits() -> None:
    """KT-COVER-04, -05: the ledger's tables, and no larger gift could be paid for."""
    assert {gift: fee(gift) for gift in FEES} == FEES
    assert {held: most_gift(held) for held in MOST} == MOST
    for held in range(60):
        gift = most_gift(held)
        assert gift + fee(gift) <= held < gift + 1 + fee(gift + 1)


def short_of_coins(**options: Any) -> Seated:
    """Ada has 1 Coin and is asked for 4; ben has 12 and cyd 6."""
    game = Seated("mia", "ada", "ben", "cyd", **options).wake()
    game.purse("ada", 1)
    game.purse("cyd", 6)
    game.begin("ada", stake=4)
    game.until("accept")
    return game


def test_a_player_who_cannot_afford_it_may_ask_for_cover() -> None:
    """KT-COVER-01, -10, -06, KT-WAGER-08, KT-AMB-12: from any room, each giver with a fee of their own."""
    game = short_of_coins()
    assert game.choices("ada") == ["ask_for_cover", "back_down"]
    bank = game.coins("bank")[0]
    game.say("ada", "ask_for_cover")
    assert (game.prompt("ben").most, game.prompt("cyd").most) == (8, 4)
    game.say("ben", 1)
    game.say("ben", 2)  # changed before all have answered
    game.say("cyd", 1)
    assert game.coins("ada", "ben", "cyd") == (1, 12, 6)
    game.say("ada", "accept")
    assert game.coins("ada", "ben", "cyd", "bank") == (0, 9, 4, bank + 2)
    assert game.wager.player_side == {game.seat_of["ada"]: 4}


def test_cover_that_is_too_little_moves_nothing() -> None:
    """KT-COVER-07: and the player must back down."""
    game = short_of_coins()
    game.say("ada", "ask_for_cover")
    game.say("ben", 1)
    game.say("cyd", 1)
    assert game.coins("ada", "ben", "cyd") == (1, 12, 6)
    assert game.asked("mia")[0] == "retreat"


def test_the_receiver_may_still_back_down() -> None:
    """KT-COVER-07: nothing moves then either."""
    game = short_of_coins()
    game.say("ada", "ask_for_cover")
    game.say("ben", 8)
    game.say("cyd", 0)
    game.say("ada", "back_down")
    assert game.coins("ada", "ben", "cyd") == (1, 12, 6)


def test_gifts_may_be_capped_at_what_is_missing() -> None:
    """KT-COVER-05, KT-AMB-12: no limit by default; with `cover_cap` all gifts together."""
    game = short_of_coins(cover_cap="shortfall")
    game.say("ada", "ask_for_cover")
    assert game.prompt("ben").most == 3
    game.say("ben", 2)
    game.say("cyd", 3)
    game.say("ada", "accept")
    assert game.coins("ada", "ben", "cyd") == (0, 9, 4)


def lose_everything(**options: Any) -> Seated:
    """Ada stakes her last 2 Coins and loses; ben and cyd may help."""
    game = Seated("mia", "ada", "ben", "cyd", **options).wake()
    game.purse("ada", 2)
    game.begin("ada", stake=2, cards=["3D", "9S"])
    game.until("cover_zero")
    return game


def test_a_player_at_zero_is_covered_before_the_end_is_checked() -> None:
    """KT-COVER-02, -09, -10, KT-END-01: every pledge is carried out and the receiver is not asked."""
    game = lose_everything()
    assert game.table.course.receiver == game.seat_of["ada"]
    game.say("ben", 3)
    game.say("cyd", 1)
    assert game.coins("ada", "ben", "cyd") == (4, 7, 10)
    game.until("explore")
    assert not game.table.course.triggers


def test_uncovered_is_the_end() -> None:
    """KT-COVER-02, KT-END-01."""
    game = lose_everything()
    game.say("ben", 0)
    game.say("cyd", 0)
    game.until("blinding_light")
    assert game.table.course.triggers == ("coins",)


def test_a_giver_may_empty_himself_and_is_next() -> None:
    """KT-COVER-08: in window B at once."""
    game = lose_everything()
    game.purse("ben", 3)
    game.say("ben", 2)
    game.say("cyd", 0)
    assert game.table.course.receiver == game.seat_of["ben"]
    assert {name for name in ("ada", "cyd") if "cover_zero" in game.asked(name)} == {"ada", "cyd"}


def test_a_giver_emptied_for_a_wager_waits_for_its_end() -> None:
    """KT-COVER-08, KT-AMB-39: a receiver who has won may pay him back."""
    game = Seated("mia", "ada", "ben").wake()
    game.purse("ada", 1)
    game.purse("ben", 3)
    game.begin("ada", stake=3, cards=["9D", "3S"])
    game.until("accept")
    game.say("ada", "ask_for_cover")
    game.say("ben", 2)
    game.say("ada", "accept")
    assert game.coins("ben") == (0,)
    assert "cover_zero" not in game.asked("ada")
    game.until("cover_zero")
    assert (game.coins("ada"), game.wager.step) == ((6,), 12)
    game.say("ada", 2)
    game.until("explore")
    assert game.coins("ada", "ben") == (3, 2)


def test_nobody_able_to_give_closes_the_window_at_once() -> None:
    """KT-COVER-10, KT-AMB-28: a single guest has nobody; trigger 1 comes at once."""
    game = Seated("mia", "ada").wake()
    game.purse("ada", 2)
    game.settle("ada", cards=["3D", "9S"])
    assert game.table.course.triggers == ("coins",)


def test_the_master_never_gives() -> None:
    """KT-COVER-03: only other players are asked."""
    game = lose_everything()
    assert "cover_zero" not in game.asked("mia")
