"""Ledger 2.9: coins that sway a conflict."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.lost_days.kit import Court


def examples(madness: int = 0, **options: Any) -> Court:
    """EX-6: Cate 3, 4, 5, 5 against Hugo 2, 3, 4, 4, no stake. Cate brought it; Martin looks on."""
    game = Court("cate", "hugo", "martin", king="martin", **options)
    game.lay("cate", purse=4, madness=madness, values=(4, 0, 0, 0))
    game.lay("hugo", purse=4, values=(4, 0, 0, 0))
    game.lay("martin", purse=4)
    game.to_scene("cate")
    using = {"cate": game.cards("cate")[:1], "hugo": game.cards("hugo")[:1]}
    game.fight("cate", "face/hugo", dice=[3, 4, 5, 5, 2, 3, 4, 4], using=using)
    return game


def test_examples_six_and_seven() -> None:
    """LD-INF-01, LD-INF-02, LD-INF-04, LD-INF-07, LD-INF-12, LD-Q31, EX-6, EX-7: the loser first, coins to the bank."""
    game = examples()
    assert (game.conflict.leader, game.conflict.margin) == ("first", 2)
    assert game.who("influence") == ["hugo"]
    before = game.coins()
    game.spends("hugo", "reroll_second", 6, die=0)
    assert (game.conflict.leader, game.conflict.margin) == ("second", 1)
    game.act("hugo", "end_turn")
    assert game.who("influence") == ["martin"]  # clockwise, bystanders too
    game.act("martin", "end_turn")
    game.spends("cate", "reroll_second", 1, die=0)
    assert (game.conflict.leader, game.conflict.margin) == ("first", 2)
    game.act("cate", "end_turn")
    game.act("hugo", "end_turn")
    game.spends("martin", "reroll_first", 6, die=2)
    assert game.conflict.dice == {"first": (3, 4, 6, 5), "second": (1, 3, 4, 4)}
    assert (game.conflict.leader, game.conflict.margin) == ("first", 2)
    assert game.coins() == before - 3
    assert game.purses() == [3, 3, 3]


def test_example_eight() -> None:
    """LD-INF-09, LD-INF-10, LD-Q34, EX-8: a madness coin of the opposing elf, spent by the side against it."""
    game = examples(madness=1)
    for name in ("hugo", "martin"):
        assert game.who("influence") == [name]
        sources = [option.key for option in game.field(name, "extra_die_first", "source").options]
        assert ("their_madness" in sources) is (name == "hugo")
        if name == "hugo":
            game.spends("hugo", "reroll_first", 4, source="their_madness", die=2)
            game.act("hugo", "end_turn")
    assert game.conflict.dice["first"] == (3, 4, 4, 5)
    assert game.conflict.margin == 1
    assert game.elf("cate").madness == 0
    assert game.table.course.flows["madness spent"] == -1
    assert game.elf("hugo").purse == 4


def test_every_coin_leaves_its_trace() -> None:
    """LD-INF-04, LD-INF-07, LD-INF-12: whose, from where to where, which die, what it was and is."""
    game = examples(madness=1)
    game.spends("hugo", "reroll_first", 4, source="their_madness", die=2)
    game.spends("hugo", "extra_die_second", 6)
    hugo = game.seat_of["hugo"]
    assert game.view(None).state["conflict"]["coins"] == [
        {"by": hugo, "source": "their_madness", "landed": "bank", "effect": "reroll", "side": "first", "die": 2,
         "was": 5, "now": 4},
        {"by": hugo, "source": "purse", "landed": "bank", "effect": "extra", "side": "second", "die": 4,
         "was": 0, "now": 6},
    ]  # fmt: skip


def test_it_is_seen_which_dice_count() -> None:
    """LD-ROLL-03, LD-ROLL-04, LD-INF-12: the dice set aside as equal, and those that make the margin."""
    game = examples()  # 3, 4, 5, 5 against 2, 3, 4, 4
    assert (game.conflict.matched, game.conflict.counting) == ({"first": (), "second": ()}, (2, 3))
    game.spends("hugo", "reroll_second", 5, die=0)  # 5, 3, 4, 4: one 5 on each side is set aside
    assert game.conflict.matched == {"first": (2,), "second": (0,)}
    assert (game.conflict.leader, game.conflict.margin, game.conflict.counting) == ("first", 1, (3,))


def test_it_is_seen_who_has_let_it_be() -> None:
    """LD-INF-03: since the last coin."""
    game = examples()
    game.act("hugo", "end_turn")
    assert game.conflict.passed == (game.seat_of["hugo"],)
    game.spends("martin", "extra_die_first", 2)
    game.act("martin", "end_turn")
    assert not game.conflict.passed


def test_a_draw_starts_with_the_challenger() -> None:
    """LD-INF-01, LD-Q29."""
    game = Court("cate", "hugo", "martin", king="martin")
    game.to_scene("cate")
    game.fight("cate", "face/hugo", dice=[])
    assert game.conflict.leader == "none"
    assert game.who("influence") == ["cate"]


def test_circuits_repeat_until_all_let_it_be() -> None:
    """LD-INF-03, LD-Q31: passing shuts nobody out; a coin opens another whole circuit."""
    game = examples()
    game.act("hugo", "end_turn")
    game.act("martin", "end_turn")
    game.spends("cate", "extra_die_first", 2)
    game.act("cate", "end_turn")
    order = []
    while game.who("influence"):
        order.append(game.who("influence")[0])
        game.act(order[-1], "end_turn")
    assert order == ["hugo", "martin", "cate"]


def test_a_table_may_go_round_once() -> None:
    """LD-Q31: the option single_circuit."""
    game = examples(influence="single_circuit")
    game.spends("hugo", "reroll_second", 6)
    order = []
    while game.who("influence"):
        order.append(game.who("influence")[0])
        game.act(order[-1], "end_turn")
    assert order == ["hugo", "martin", "cate"]


def test_empty_purses_pass_by_themselves() -> None:
    """LD-INF-03."""
    game = examples()
    game.lay("martin", purse=0)
    game.act("hugo", "end_turn")
    assert game.who("influence") == ["cate"]


def test_either_side_may_be_chosen_and_a_die_again() -> None:
    """LD-INF-04, LD-INF-05, LD-Q32: rerolls need a die, an extra die needs none; the same die may go again."""
    game = Court("cate", "hugo", "martin", king="martin")
    game.lay("cate", values=(1, 0, 0, 0))
    game.to_scene("cate")
    game.fight("cate", "face/hugo", dice=[3], using={"cate": game.cards("cate")[:1]})
    assert set(game.may("hugo")) >= {"reroll_first", "extra_die_first", "extra_die_second"}
    assert "reroll_second" not in game.may("hugo")
    game.spends("hugo", "reroll_first", 2)
    game.spends("hugo", "reroll_first", 1)
    game.spends("hugo", "extra_die_second", 5)
    assert game.conflict.dice == {"first": (1,), "second": (5,)}


def test_coins_come_from_the_purse_alone() -> None:
    """LD-INF-06, LD-Q33: never off memories."""
    game = examples()
    game.lay("hugo", purse=1)
    game.spends("hugo", "reroll_second", 2)
    assert "reroll_second" not in game.may("hugo")
    assert game.who("influence") == ["martin"]  # nothing left to spend, so the turn is over
    assert game.values("hugo") == [4, 0, 0, 0]


def test_coins_land_on_the_stake() -> None:
    """LD-INF-07, LD-INF-10, LD-STAKE-02, EX-13: three coins make 2 into 5, and the owner keeps it."""
    game = Court("cate", "hugo", "martin", king="martin")
    game.lay("hugo", values=(2, 0, 0, 0))
    game.lay("cate", madness=1)
    stake = game.cards("hugo")[0]
    game.to_scene("cate")
    game.fight("cate", "face/hugo", stake.noun_key, dice=[5, 4])
    game.spends("cate", "extra_die_first", 2)
    game.act("cate", "end_turn")
    game.spends("hugo", "reroll_first", 1)
    assert stake.coins == 4
    game.spends("hugo", "reroll_first", 2, source="their_madness")
    assert stake.coins == 4  # madness goes to the bank
    game.act("hugo", "end_turn")
    game.spends("martin", "extra_die_second", 3)
    game.settle()
    assert stake.coins == 5
    assert stake in game.cards("hugo")


def test_every_coin_is_told() -> None:
    """LD-INF-08, LD-INF-12: a snippet for each, and who leads after it."""
    game = examples()
    game.chance.dice = [6]
    game.act("hugo", "reroll_second", source="purse", die="0", how="A name is dropped.")
    assert "A name is dropped." in game.told()
    assert game.told().endswith("leads by 1.")


def test_what_a_coin_did_is_told_in_whole_sentences() -> None:
    """LD-INF-08, LD-INF-09: whose coin, and what it turned; a coin off a card shows what slips in that mind."""
    game = examples(madness=2)
    cate, hugo = game.elf("cate").name, game.elf("hugo").name
    assert f"what slips in {cate}'s mind" in game.field("hugo", "extra_die_first", "how").text
    their_madness = game.field("hugo", "extra_die_first", "source").options[1]
    assert their_madness.note == f"2 there; it goes to the bank, and {cate} is further from the line"
    game.spends("hugo", "reroll_first", 4, source="their_madness", die=2)
    assert f"{hugo} spends a coin off {cate}'s card. {cate}'s 5 becomes a 4. {cate} leads by 1." in game.told()
    game.spends("hugo", "extra_die_second", 3, source="their_madness")
    assert f"{hugo} spends a coin off {cate}'s card. {hugo} gets one more die: a 3." in game.told()
    game.spends("hugo", "reroll_second", 2, die=0)
    assert f"{hugo}'s coin rolls {hugo}'s 2 again: still a 2." in game.told()
    game.spends("hugo", "reroll_second", 6, die=0)
    assert f"{hugo}'s coin turns {hugo}'s 2 into a 6. {hugo} leads by 1." in game.told()
    assert game.field("hugo", "extra_die_first", "how").text == "How do you sway events?"  # only the purse is left


def test_the_runner_spends_the_challenger_s_madness_and_not_the_other_way() -> None:
    """LD-INF-11, LD-Q34: the king who merely runs the opposition is not in it."""
    game = Court("cate", "hugo", "martin", king="hugo")
    game.lay("cate", madness=1, values=(1, 0, 0, 0))
    game.lay("hugo", madness=1)
    game.to_scene("cate")
    game.fight("cate", "opposition", dice=[6, 2, 2, 2], using={"cate": game.cards("cate")[:1]})
    assert "their_madness" in [option.key for option in game.field("hugo", "extra_die_first", "source").options]
    game.act("hugo", "end_turn")
    game.act("martin", "end_turn")
    assert [option.key for option in game.field("cate", "extra_die_first", "source").options] == ["purse"]


def test_influence_comes_to_an_end() -> None:
    """LD-INF-13: however freely it is spent, coins run out."""
    spender = random.Random(3)
    game = examples(plain={"influence": lambda _name, menu: menu.random(spender)})
    game.settle()
    assert not game.table.course.in_conflict


@pytest.mark.parametrize("allowed", [True, False])
def test_bribes(allowed: bool) -> None:
    """LD-Q51: the option bribes_in_influence; a bribe is no coin of influence."""
    game = examples(bribes_in_influence=allowed)
    assert ("bribe" in game.may("hugo")) is allowed
    if allowed:
        game.act("hugo", "bribe", to=game.seat_of["martin"], coins=3)
        assert game.purses() == [4, 1, 7]
        assert game.conflict.coins == ()
