"""Ledger 2.10 and 2.11: stake, tribute, gain, strain, in strict order."""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.lost_days.moving import coin_options
from mneme.games.lost_days.settling import default_coins
from tests.games.lost_days.kit import Court


def duel(dice: list[int], stake: int | None = None, king: str = "martin", **options: Any) -> Court:
    """Cate brings it, Hugo answers; 4 dice each from one memory. `stake` is one of Hugo's other memories."""
    game = Court("cate", "hugo", "martin", king=king, **options)
    game.lay("cate", purse=4, values=(4, 2, 0, 1))
    game.lay("hugo", purse=4, values=(4, 2, 0, 1))
    game.to_scene("cate")
    key = "none" if stake is None else game.cards("hugo")[stake].noun_key
    using = {"cate": game.cards("cate")[:1], "hugo": game.cards("hugo")[:1]}
    game.plain["use_stake"] = {"use": "no", "how": ""}
    game.fight("cate", "face/hugo", key, dice=dice, using=using)
    return game


def test_the_order_of_settling() -> None:
    """LD-SET-01..03, LD-Q35: telling, stake, tribute, gain, strain; then the scene goes on."""
    game = duel([6, 6, 5, 1, 4, 4, 1, 2], stake=1)
    seen: list[str] = []
    while game.table.course.in_conflict:
        asked = game.sitting.play.windows[0].name
        if asked != "influence" and asked not in seen:
            seen.append(asked)
            if asked == "pay_tribute":
                assert game.conflict.stake in [card.noun_key for card in game.cards("cate")]  # awarded already
        game.step()
    assert seen == [
        "narrate_outcome", "pay_tribute", "tribute_coins", "narrate_tribute", "place_gain", "place_strain",
    ]  # fmt: skip
    assert "end_scene" in game.may("cate")


def test_a_draw_is_a_stand_off() -> None:
    """LD-SET-04, LD-Q29, LD-ROLL-05: no winner, no tribute, the stake stays; gain and strain still apply; both tell."""
    game = duel([6, 1, 3, 3, 6, 1, 3, 3], stake=1)
    stake = game.table.memory(game.conflict.stake)
    tellers = []
    while game.table.course.in_conflict:
        tellers += game.who("narrate_outcome")
        game.step()
    assert tellers == ["cate", "hugo"]
    assert stake in game.cards("hugo")
    assert game.purses()[:2] == [5, 5]
    assert (game.elf("cate").madness, game.elf("hugo").madness) == (1, 1)


@pytest.mark.parametrize("stake", [None, 1])
def test_a_table_may_favour_things_as_they_are(stake: int | None) -> None:
    """LD-Q29: the option status_quo_side_wins, by 0."""
    game = duel([3, 3, 3, 3, 3, 3, 3, 3], stake=stake, draw_result="status_quo_side_wins")
    game.settle("narrate_outcome")
    assert game.who("narrate_outcome") == ["hugo"]
    assert " wins by 0." in game.prompt("hugo", "narrate_outcome").note
    game.settle()
    assert game.purses()[:2] == [4, 4]


def test_example_nine() -> None:
    """LD-TRIB-01..03, LD-Q36, EX-9: a point of margin is a coin, from a memory if one likes, to the winner's purse."""
    game = duel([3, 4, 4, 5, 1, 3, 4, 4])
    game.settle("pay_tribute")
    game.say("hugo", "coins", "pay_tribute")
    game.say("hugo", [f"{game.cards('hugo')[0].noun_key}#1"], "tribute_coins")
    game.settle()
    assert game.purses()[:2] == [5, 4]


def test_example_ten() -> None:
    """LD-TRIB-02, LD-TRIB-04, LD-Q38, EX-10: any memory settles all of it, with its coins."""
    game = duel([2, 2, 2, 2, 5, 5, 5, 5])
    game.settle("pay_tribute")
    assert game.conflict.margin == 4
    given = game.cards("cate")[1]
    assert {card.noun_key for card in game.cards("cate")} < set(game.choices("cate", "pay_tribute"))
    game.say("cate", given.noun_key, "pay_tribute")
    assert given in game.cards("hugo")
    assert given.coins == 2
    assert game.elf("cate").purse == 4


def test_a_lost_stake_pays_nothing() -> None:
    """LD-TRIB-04, LD-Q35: it is no longer the loser's."""
    game = duel([6, 6, 5, 2, 4, 4, 2, 2], stake=1)
    game.settle("pay_tribute")
    assert game.conflict.stake not in game.choices("hugo", "pay_tribute")


def test_a_worthless_memory_may_be_barred() -> None:
    """LD-Q38: the option tribute_zero_memory=forbidden."""
    for option, barred in (("allowed", False), ("forbidden", True)):
        game = duel([5, 5, 5, 5, 2, 2, 2, 2], tribute_zero_memory=option)
        empty = next(card for card in game.cards("hugo") if card.coins == 0)
        game.settle("pay_tribute")
        assert (empty.noun_key not in game.choices("hugo", "pay_tribute")) is barred


def test_who_cannot_pay_gives_a_memory() -> None:
    """LD-TRIB-05, LD-Q37: with wealth below the margin it is forced; the crown would be the last to go."""
    game = duel([5, 5, 5, 5, 2, 2, 2, 2])
    game.lay("hugo", purse=0, values=(1, 1, 1, 0))
    game.settle("pay_tribute")
    assert "coins" not in game.choices("hugo", "pay_tribute")
    assert game.prompt("hugo", "pay_tribute").default == game.cards("hugo")[3].noun_key


def test_who_owns_nothing_pays_the_purse() -> None:
    """LD-TRIB-05: the rest is waived."""
    game = duel([5, 5, 5, 5, 2, 2, 2, 2])
    game.lose_all("hugo")
    game.lay("hugo", purse=2)
    game.settle()
    assert game.purses()[:2] == [6, 0]


def test_a_table_may_let_them_pay_what_they_can() -> None:
    """LD-Q37: the option pay_what_you_can; the memories stay."""
    game = duel([5, 5, 5, 5, 2, 2, 2, 2], tribute_short="pay_what_you_can")
    game.lay("hugo", purse=1, values=(1, 0, 0, 0))
    game.settle()
    assert game.purses()[:2] == [6, 0]
    assert len(game.cards("hugo")) == 4


def test_tribute_may_go_onto_memories() -> None:
    """LD-Q36: the option purse_or_memory."""
    game = duel([5, 5, 5, 5, 2, 2, 2, 2], tribute_destination="purse_or_memory")
    game.settle("place_tribute")
    card = game.cards("cate")[2]
    places = {f"coin_{n}": card.noun_key if n < 3 else "purse" for n in range(1, 5)}
    game.say("cate", places, "place_tribute")
    assert card.coins == 2
    assert game.elf("cate").purse == 6


def test_the_winner_tells_what_tribute_is() -> None:
    """LD-TRIB-06, LD-TRIB-07: compulsory between elves, and the winner says its form."""
    game = duel([5, 5, 5, 5, 2, 2, 2, 2])
    cate, hugo = game.elf("cate").name, game.elf("hugo").name
    game.settle("pay_tribute")
    assert game.prompt("hugo", "pay_tribute").text == f"You owe {cate} 4 coins in tribute, or any one memory instead."
    game.settle("narrate_tribute")
    assert game.who("narrate_tribute") == ["cate"]
    assert game.prompt("cate", "narrate_tribute").text == f"{hugo} pays you 4 coins. What form does it take?"


def test_a_memory_given_is_read_before_its_form_is_told() -> None:
    """LD-TRIB-02, LD-TRIB-07."""
    game = duel([5, 5, 5, 5, 2, 2, 2, 2])
    given = game.cards("hugo")[1]
    game.settle("pay_tribute")
    game.say("hugo", given.noun_key, "pay_tribute")
    asked = game.prompt("cate", "narrate_tribute")
    assert asked.text == f"{game.elf('hugo').name} gives you a memory. What form does it take?"
    assert asked.note == given.text


@pytest.mark.parametrize(
    ("madness", "before_gain", "before_strain"),
    [
        (0, "You can lose 3 coins to strain", "Afterwards: 6 coins on your memories, 1 on your card."),
        (6, "You cannot lose a coin to strain", "Afterwards: 6 coins on your memories, 7 on your card. That is past"),
        (8, "You are past the line, unless 1 more coin lies", "Afterwards: 6 coins on your memories, 9 on your card."),
    ],
)
def test_how_near_the_line_it_comes_is_said_beforehand(madness: int, before_gain: str, before_strain: str) -> None:
    """LD-GAIN-01, LD-STRAIN-01, LD-MAD-01: before a gain, what strain one can bear; before strain, what it leaves."""
    game = duel([6, 1, 5, 5, 4, 4, 4, 4])
    game.lay("cate", madness=madness)
    game.settle("place_gain")
    assert game.prompt("cate", "place_gain").note.startswith(before_gain)
    game.settle("place_strain")
    assert game.prompt("cate", "place_strain").note.startswith(before_strain)


def test_example_eleven() -> None:
    """LD-GAIN-01, LD-GAIN-02, LD-Q39, EX-11: each 6 a coin, for both sides, placed one by one, or left."""
    game = duel([6, 6, 4, 4, 6, 5, 4, 4])
    game.settle("place_gain")
    assert game.who("place_gain") == ["cate", "hugo"]
    card = game.cards("cate")[2]
    form = game.prompt("cate", "place_gain")
    assert [field.name for field in form.fields] == ["coin_1", "coin_2", "how"]
    purse = game.elf("cate").purse
    game.say("cate", {"coin_1": "purse", "coin_2": card.noun_key, "how": "A door opens."}, "place_gain")
    game.say("hugo", {"coin_1": "decline"}, "place_gain")
    assert game.elf("cate").purse == purse + 1
    assert card.coins == 1
    assert game.table.course.flows["gain"] == 2
    assert "A door opens." in game.told()


def test_a_gain_may_lie_on_what_was_just_won() -> None:
    """LD-GAIN-01, LD-Q35."""
    game = duel([6, 5, 5, 5, 4, 4, 4, 4], stake=1)
    game.settle("place_gain")
    assert game.conflict.stake in [option.key for option in game.prompt("cate", "place_gain").fields[0].options]


def test_example_twelve() -> None:
    """LD-STRAIN-01, -03 and -04, EX-12: each 1 moves a coin from a memory of one's choice to the card."""
    game = duel([5, 5, 5, 5, 1, 3, 4, 4])
    game.settle("place_strain")
    assert game.who("place_strain") == ["hugo"]
    card = game.cards("hugo")[1]
    game.say("hugo", {"from": [f"{card.noun_key}#1"], "how": "It plays on."}, "place_strain")
    assert (card.coins, game.elf("hugo").madness) == (1, 1)
    assert "It plays on." in game.told()


def test_matched_dice_count_for_strain() -> None:
    """LD-STRAIN-04, LD-ROLL-04."""
    game = duel([6, 1, 1, 1, 6, 1, 1, 1])
    game.settle()
    assert (game.elf("cate").madness, game.elf("hugo").madness) == (3, 3)


@pytest.mark.parametrize(
    ("option", "purse", "madness"), [("purse_then_waive", 0, 3), ("waive", 2, 1), ("purse_then_bank", 0, 4)]
)
def test_strain_without_memory_coins(option: str, purse: int, madness: int) -> None:
    """LD-STRAIN-02, LD-Q40: memories first, then the purse, then nothing; or as the table has ruled."""
    game = duel([1, 1, 1, 1, 1, 1, 1, 1], strain_short=option)
    game.lay("cate", purse=2, values=(1, 0, 0, 0))
    game.settle()
    assert (game.elf("cate").purse, game.elf("cate").madness) == (purse, madness)


def test_bystanders_are_untouched() -> None:
    """LD-STRAIN-05, LD-KING-09: the king looking on pays and takes nothing."""
    game = duel([6, 6, 1, 1, 5, 5, 1, 1])
    before = (game.elf("martin").purse, game.values("martin"))
    game.settle()
    assert (game.elf("martin").purse, game.values("martin")) == before
    assert game.elf("martin").madness == 0


def test_the_winner_takes_the_stake() -> None:
    """LD-STAKE-01, LD-MEM-04: with every coin on it, those of influence too."""
    game = duel([6, 6, 5, 2, 4, 4, 2, 2], stake=1)
    stake = game.table.memory(game.conflict.stake)
    game.spends("hugo", "reroll_second", 2)
    game.settle("pay_tribute")
    assert stake in game.cards("cate")
    assert stake.coins == 3
    assert (stake.life[-1].kind, stake.life[-1].seat) == ("conflict", game.seat_of["cate"])


@pytest.mark.parametrize(("option", "place"), [("market", "market"), ("kept", "owned")])
def test_an_own_memory_lost_to_the_opposition(option: str, place: str) -> None:
    """LD-STAKE-03, LD-STAKE-06, LD-Q22: it goes to the market and never to the king; or by option it stays."""
    game = Court("cate", "hugo", "martin", king="hugo", own_stake_lost_to_opposition=option)
    stake = game.value(game.cards("cate")[1], 2)
    game.to_scene("cate")
    game.fight("cate", "opposition", stake.noun_key, dice=[2, 2, 5, 5])
    game.settle("pay_tribute")
    assert stake.place == place
    assert stake not in game.cards("hugo")


def test_a_tainted_stake_costs_a_madness_coin() -> None:
    """LD-STAKE-07, LD-MAD-09: from the bank, on gaining it."""
    game = Court("cate", "hugo", "martin", king="hugo")
    stake = game.lies_in_market(1)
    game.table.taint(stake)
    game.lay("cate", values=(2, 1, 1, 1))
    game.to_scene("cate")
    game.fight("cate", "opposition", stake.noun_key, dice=[5, 5, 2], using={"cate": game.cards("cate")[:1]})
    game.settle()
    assert game.elf("cate").madness == 1
    assert game.table.course.flows["taint"] == 1


def test_the_crown_pays_last_where_nobody_says_otherwise() -> None:
    """D25: purse first, then the most valuable memory, the crown when nothing else is left."""
    game = Court("cate", "hugo", "martin", king="hugo")
    game.lay("hugo", purse=1, values=(1, 1, 1, 1))
    game.value(game.crown, 6)
    keys = default_coins(game.table, game.seat_of["hugo"], 5)
    assert keys[0] == "purse#1"
    assert sorted(key.partition("#")[0] for key in keys[1:4]) == sorted(
        card.noun_key for card in game.cards("hugo") if card is not game.crown
    )
    assert keys[4] == f"{game.crown.noun_key}#1"


def test_a_coin_is_named_shortly_and_the_crowns_are_marked() -> None:
    """D25: there may be many of them in one question."""
    game = Court("cate", "hugo", "martin", king="hugo")
    game.crown.text = "I remember the crown rolling under the table while everyone looked at me to fetch it."
    options = coin_options(game.table, game.seat_of["hugo"], 3, purse=True)
    crown = next(option for option in options if option.key.startswith(game.crown.noun_key))
    assert (crown.label, crown.note) == ("the crown rolling under the table while …", "coin 1 of 1, the crown")
