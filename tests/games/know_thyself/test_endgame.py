"""When it is time, and the Master's Suite. (Ledger 2.17)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.know_thyself import GAME, words
from mneme.games.know_thyself.content import SKETCHES
from mneme.games.know_thyself.endgame import enough_to_win
from mneme.games.know_thyself.triggers import check_for_the_end
from tests.games.know_thyself.kit import Seated


def triggers(game: Seated) -> tuple[str, ...]:
    check_for_the_end(game.table)
    return game.table.course.triggers


def in_the_suite(*names: str, coins: dict[str, int], master: int, **options: Any) -> Seated:
    """All are in the Master's Suite, with these Coins."""
    game = Seated("mia", *(names or ("ada", "ben")), plain={"end_early": "yes"}, **options).wake()
    game.act("mia", "call_the_end")
    game.until("blinding_light")
    for name, count in coins.items():
        game.purse(name, count)
    game.masters_pile(master)
    return game


# -- triggers


def test_no_coins_and_no_help() -> None:
    """KT-END-01, -05: looked at after covering."""
    game = Seated("mia", "ada", "ben", plain={"cover_zero": 0}).wake()
    game.purse("ada", 2)
    game.settle("ada", cards=["3D", "9S"])
    assert game.table.course.triggers == ("coins",)
    assert any("no Coins and no help" in line for line in game.story())


@pytest.mark.parametrize(("guests", "least"), [(2, 16), (3, 24), (4, 32)])
def test_the_masters_pile(guests: int, least: int) -> None:
    """KT-END-02, example EX-10: strictly below 8 for each guest."""
    game = Seated("mia", *[f"guest {number}" for number in range(guests)]).wake()
    game.masters_pile(least)
    assert triggers(game) == ()
    game.masters_pile(least - 1)
    assert triggers(game) == ("master",)


@pytest.mark.parametrize(
    ("boxes", "met"), [({"D": 5, "H": 4}, True), ({"D": 5, "H": 3}, False), ({"D": 4, "H": 4, "C": 4}, False)]
)
def test_nine_memories_with_five_on_one(boxes: dict[str, int], met: bool) -> None:
    """KT-END-03, KT-INVOKE-07: by the same guest; ticked Memories count."""
    game = Seated("mia", "ada", "ben").wake()
    game.remember("ben", "S", 5)
    for suit, count in boxes.items():
        game.remember("ada", suit, count, invoked=True)
    assert (triggers(game) == ("memories",)) is met


@pytest.mark.parametrize(
    ("votes", "ends"),
    [
        ({"mia": "yes", "ben": "yes", "cyd": "no"}, True),
        ({"mia": "no", "ben": "yes", "cyd": "yes"}, False),
        ({"mia": "yes", "ben": "no", "cyd": "no"}, False),
    ],
)
def test_an_early_call(votes: dict[str, str], ends: bool) -> None:
    """KT-END-04: the Master and a majority of the players."""
    game = Seated("mia", "ada", "ben", "cyd").wake()
    game.act("ada", "call_the_end")
    for name, vote in votes.items():
        game.say(name, vote)
    assert (game.table.course.triggers == ("early",)) is ends
    assert ("call_the_end" in game.may("ada")) is False


def test_a_wager_in_progress_is_finished_first() -> None:
    """KT-END-05, KT-AMB-11: Memory, payment and Edge stand; several triggers are reported, the end comes once."""
    game = Seated("mia", "ada").wake()
    game.masters_pile(9)
    game.remember("ada", "S", 8)
    game.begin("ada", cards=["8D", "2S"])
    game.until("edge_change")
    assert not game.table.course.triggers
    game.until("blinding_light")
    assert game.table.course.triggers == ("master", "memories")
    assert len(game.memories("ada")) == 9
    assert game.asked("mia") == ["blinding_light"]


# -- the suite


def test_everyone_is_brought_to_the_masters_suite() -> None:
    """KT-END-06, KT-NAME-05, KT-AMB-15, KT-FX-07: named; nothing but the end from here on."""
    game = in_the_suite(coins={}, master=20)
    assert {game.guest(name).room for name in ("ada", "ben")} == {"masters_suite"}
    assert "masters_suite" in game.table.palace.true_names
    assert game.may("ada") == []
    other = in_the_suite(coins={}, master=20, name_master_suite=False)
    assert "masters_suite" not in other.table.palace.true_names


def test_the_questions_one_after_the_other() -> None:
    """KT-END-07..09: all answer one before the next; the name is required and written down."""
    game = in_the_suite(coins={}, master=20)
    game.until("end_name")
    assert game.prompt("ada").text == "What is your name?"
    game.refused("ada", "")
    game.say("ada", "Gregory")
    assert "end_why" not in game.asked("ada")
    game.say("ben", "Jerry")
    assert game.asked("ada") == game.asked("ben") == ["end_why"]
    assert game.prompt("ada").text == "Why are you here?"
    game.until("end_wager")
    assert game.prompt("ben").text == "What was your wager?"
    assert (game.guest("ada").name, game.guest("ben").name) == ("Gregory", "Jerry")


def test_a_name_given_with_a_full_stop_fits_into_a_sentence() -> None:
    game = in_the_suite(coins={}, master=20)
    game.until("end_name")
    game.say("ada", "Nobody you invited.")
    game.say("ben", "Jerry M.")
    game.until("end_wager")
    assert game.guest("ada").name == "Nobody you invited."
    assert [game.table.called(game.seat_of[name]) for name in ("ada", "ben")] == ["Nobody you invited", "Jerry M."]


@pytest.mark.parametrize(("coins", "won"), [(11, True), (10, False), (9, False)])
def test_winning_is_having_more_than_the_master(coins: int, won: bool) -> None:
    """KT-END-10, -14: as many is losing."""
    game = in_the_suite("ada", coins={"ada": coins}, master=10)
    game.finish()
    assert game.guest("ada").won is won
    assert game.sitting.table.result["guests"][game.seat_of["ada"]]["won"] is won


def test_a_share_of_the_pile_by_option() -> None:
    """KT-AMB-06: rounded up."""
    for coins, won in ((11, True), (10, False)):
        game = in_the_suite(coins={"ada": coins, "ben": 0}, master=19, reckoning="share")
        game.finish()
        assert game.guest("ada").won is won


def test_a_last_wager_for_the_losing() -> None:
    """KT-END-11: 1 to all you have, once; not for winners, nor without Coins."""
    game = in_the_suite("ada", "ben", "cyd", coins={"ada": 12, "ben": 0, "cyd": 25}, master=20)
    game.until("last_wager")
    stake = game.field("ada", "stake_all", "stake")
    assert (stake.least, stake.most) == (1, 12)
    assert game.asked("ben") == game.asked("cyd") == []
    game.cards = ["9S", "3D"]
    game.act("ada", "stake_all", stake=4)
    assert "stake_all" not in game.may("ada")


@pytest.mark.parametrize(
    ("master", "player", "change"),
    [("3S", "9D", 4), ("9S", "3D", -4), ("9S", "9D", -4), ("AS", "AD", -4), ("KS", "AD", 4)],
)
def test_the_last_wager_is_one_card_each(master: str, player: str, change: int) -> None:
    """KT-END-12, KT-FX-07, KT-CARD-03, KT-AMB-17: the Master's first; a tie is his; no Memory comes of it."""
    game = in_the_suite("ada", coins={"ada": 12}, master=20)
    game.until("last_wager")
    game.cards = [master, player]
    game.act("ada", "stake_all", stake=4)
    assert game.coins("ada", "master") == (12 + change, 20 - change)
    assert game.memories("ada") == []
    assert (game.guest("ada").last_wager, game.guest("ada").last_cards) == (4, (player, master))


def test_a_pass_lapses_when_the_masters_pile_changes() -> None:
    """KT-END-13, KT-AMB-19: also somebody who was winning before may be losing now."""
    game = in_the_suite("ada", "ben", "cyd", coins={"ada": 10, "ben": 10, "cyd": 21}, master=20)
    game.until("last_wager")
    game.act("ben", "pass")
    assert game.asked("ben") == game.asked("cyd") == []
    game.cards = ["9S", "3D"]
    game.act("ada", "stake_all", stake=4)
    assert "stake_all" in game.may("ben")
    assert "stake_all" in game.may("cyd")
    game.act("ben", "pass")
    game.act("cyd", "pass")
    assert game.asked("ben") == ["epilogue"]


@pytest.mark.parametrize("coins", range(1, 41))
def test_the_smallest_stake_that_would_win(coins: int) -> None:
    """Ledger 9.1, O7: floor((M - c) / 2) + 1, if one has as many."""
    game = in_the_suite("ada", coins={"ada": coins}, master=40)
    wanted = (40 - coins) // 2 + 1
    assert enough_to_win(game.table, game.seat_of["ada"]) == (wanted if wanted <= coins else 0)


def enough(game: Seated) -> list[int]:
    """What everyone sees of the last stakes that would do."""
    return [game.seen(None)[f"guest/{game.seat_of[name]}"]["enough"] for name in ("ada", "ben", "cyd")]


def test_what_would_be_enough_is_on_the_sheet_while_one_may_stake() -> None:
    """Ledger 9.1, O7, KT-END-11, KT-AMB-06: for the losing, by the pile as it stands, and by share where they share."""
    game = in_the_suite("ada", "ben", "cyd", coins={"ada": 18, "ben": 4, "cyd": 25}, master=24)
    assert enough(game) == [0, 0, 0]
    game.until("last_wager")
    assert enough(game) == [4, 0, 0]
    assert "If you win, a stake of 4 is enough." in game.prompt("ada").note
    game.cards = ["9S", "3D"]
    game.act("ada", "stake_all", stake=4)
    assert enough(game) == [0, 0, 2]
    game.until("epilogue")
    assert enough(game) == [0, 0, 0]
    shared = in_the_suite("ada", "ben", "cyd", coins={"ada": 5, "ben": 4, "cyd": 3}, master=30, reckoning="share")
    shared.until("last_wager")
    assert shared.guest("ada").enough == 5


def test_the_standings_follow_every_coin() -> None:
    """KT-END-02, -10, KT-COIN-02: what is staked still counts for whoever staked it; what is paid does not."""
    game = Seated("mia", "ada", "ben").wake()
    game.masters_pile(17)
    game.purse("ada", 18)
    game.begin("ada", stake=4, cards=["8D", "2S"])
    game.until("keep")
    standing = game.seen(None)["coins"]
    assert (standing["to_beat"], standing["winning"], standing["to_the_end"]) == (17, [game.seat_of["ada"]], 2)
    game.until("blinding_light")
    coins = game.table.coins
    assert (coins.master, coins.to_beat, coins.to_the_end) == (13, 13, 0)


def test_an_old_reckoning_is_found_out() -> None:
    """KT-END-10: the invariants would notice a Coin that moved without it."""
    game = Seated("mia", "ada").wake()
    game.table.coins.master -= 1
    game.table.coins.bank += 1
    with pytest.raises(AssertionError, match="since the reckoning"):
        GAME.check(game.table)


def test_the_endings() -> None:
    """KT-END-14, -15: a happy one for winners, an unhappy one for the others, and then it is over."""
    game = in_the_suite(coins={"ada": 30, "ben": 5}, master=20)
    game.until("epilogue")
    assert "You gain what you sought" in game.prompt("ada").text
    assert "What you risked is gone" in game.prompt("ben").text
    game.say("ada", "The door is green.")
    game.say("ben", "")
    assert game.sitting.over
    assert "The door is green." in game.story()
    assert game.table.result["master"] == 20
    assert sum(line.kind == "reckoning" for line in game.table.lines) == 1  # nobody has staked


def test_the_final_reckoning_is_told_after_a_last_wager() -> None:
    """KT-END-14: for all, once more."""
    game = in_the_suite("ada", "ben", coins={"ada": 12, "ben": 21}, master=20)
    game.until("last_wager")
    game.cards = ["9S", "3D"]
    game.act("ada", "stake_all", stake=4)
    game.finish()
    first, final = [line.facts for line in game.table.lines if line.kind == "reckoning"]
    assert first == {"to_beat": 20, "won": [game.seat_of["ben"]]}
    assert final == {"to_beat": 24, "won": []}


def test_the_reckoning_in_words() -> None:
    """KT-END-10, -13, -14: who is winning, who lets it rest, and who has won."""
    game = in_the_suite("ada", "ben", coins={"ada": 12, "ben": 5}, master=20)
    game.until("last_wager")
    game.cards = ["3S", "9D"]
    game.act("ada", "stake_all", stake=5)
    game.act("ben", "pass")
    first, final = [line.text for line in game.table.lines if line.kind == "reckoning"]
    assert first.startswith("There are 20 Coins to beat. ada the Great has 12 Coins and is losing.")
    assert final.startswith("There are 15 Coins to beat. ada the Great has 17 Coins and has won.")
    last = [line.text for line in game.table.lines if line.kind == "last_wager"][-1]
    assert last == "ben the Great lets it rest, and has lost."
    assert words.to_beat(1) == "There is 1 Coin to beat."


def test_where_nobody_can_stake_the_reckoning_is_final() -> None:
    """KT-END-10, -14: then whoever has more has won, and nothing is left open."""
    game = in_the_suite("ada", coins={"ada": 15}, master=14)
    game.until("epilogue")
    (told,) = [line.text for line in game.table.lines if line.kind == "reckoning"]
    assert told == "There are 14 Coins to beat. ada the Great has 15 Coins and has won."


def test_what_is_told_of_the_masters_suite_is_true_there() -> None:
    """KT-FX-07: nothing is decided yet; what is kept on the table stays as stored games know it."""
    game = in_the_suite("ada", coins={}, master=20)
    assert "Here the Master wins ties." in [line.text for line in game.table.lines if line.kind == "reminder"]
    assert game.table.palace.effects["masters_suite"] == SKETCHES["masters_suite"].effect
