"""Ledger 2.8 and 9: comparing dice, and the odds of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from mneme.games.lost_days import odds
from mneme.games.lost_days.dice import compare, gain, strain
from tests.games.lost_days.kit import Court


@pytest.mark.parametrize(
    ("first", "second", "leader", "margin"),
    [
        ([3, 4, 5, 5], [2, 3, 4, 4], "first", 2),  # EX-6
        ([3, 4, 5, 5], [6, 3, 4, 4], "second", 1),  # EX-7, step 1
        ([3, 4, 5, 5], [1, 3, 4, 4], "first", 2),  # EX-7, step 2
        ([3, 4, 6, 5], [1, 3, 4, 4], "first", 2),  # EX-7, step 3
        ([3, 4, 4, 5], [1, 3, 4, 4], "first", 1),  # EX-8
        ([6, 5], [6, 4, 4], "first", 1),  # one matched pair aside
        ([6, 6, 2], [6, 6, 3], "second", 1),
        ([6, 5, 1], [6, 5], "first", 1),  # nothing left on the other side
        ([4, 4], [4, 4], "none", 0),
        ([], [], "none", 0),
        ([], [1, 1, 2], "second", 3),
        ([1], [], "first", 1),
    ],
)
def test_comparing(first: list[int], second: list[int], leader: str, margin: int) -> None:
    """LD-ROLL-03..06, LD-Q27..Q30: highest die, matched dice aside, dice above the other's best, no dice count 0."""
    assert compare(first, second) == (leader, margin)


def test_matched_dice_may_mean_level() -> None:
    """LD-Q28: the option strict looks at the highest dice only."""
    assert compare([6, 5], [6, 4], strict=True) == ("none", 0)
    assert compare([6, 5], [4, 4], strict=True) == ("first", 2)


def test_ones_and_sixes() -> None:
    """LD-STRAIN-04: every die counts, matched ones too."""
    assert (gain([6, 6, 1]), strain([6, 6, 1])) == (2, 1)


REFERENCE_WINS = {  # ledger 9, tie option cancel (LD-Q28)
    1: [0.4167, 0.2546, 0.1736, 0.1259, 0.0948, 0.0733],
    2: [0.7454, 0.4745, 0.3405, 0.2550, 0.1967, 0.1548],
    3: [0.8264, 0.6595, 0.4893, 0.3803, 0.3008, 0.2415],
    4: [0.8741, 0.7450, 0.6197, 0.4946, 0.4025, 0.3300],
    5: [0.9052, 0.8033, 0.6992, 0.5975, 0.4968, 0.4167],
    6: [0.9267, 0.8452, 0.7585, 0.6700, 0.5833, 0.4980],
}
REFERENCE_MARGINS = {
    1: [1.000, 1.000, 1.000, 1.000, 1.000, 1.000],
    2: [1.342, 1.252, 1.195, 1.161, 1.139, 1.123],
    3: [1.916, 1.531, 1.412, 1.335, 1.286, 1.252],
    4: [2.479, 1.923, 1.646, 1.525, 1.443, 1.387],
    5: [3.038, 2.312, 1.942, 1.726, 1.611, 1.530],
    6: [3.597, 2.700, 2.240, 1.965, 1.788, 1.681],
}
REFERENCE_DRAWS = [0.1667, 0.0509, 0.0213, 0.0109, 0.0064, 0.0041]
REFERENCE_STRICT = {
    (1, 1): (0.4167, 0.1667), (2, 2): (0.3897, 0.2207), (3, 3): (0.3523, 0.2954), (4, 4): (0.3150, 0.3700),
    (5, 5): (0.2792, 0.4416), (4, 3): (0.4028, 0.3265), (4, 1): (0.7074, 0.1667),
}  # fmt: skip


@pytest.mark.parametrize("mine", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("theirs", [1, 2, 3, 4, 5])
def test_the_odds_are_the_ledger_s(mine: int, theirs: int) -> None:
    """LD-ROLL-02..05, LD-Q28: exact enumeration against the ledger's table."""
    chances = odds.before_the_roll(mine, theirs)
    assert float(chances.win) == pytest.approx(REFERENCE_WINS[mine][theirs - 1], abs=5e-5)
    assert float(chances.margin) == pytest.approx(REFERENCE_MARGINS[mine][theirs - 1], abs=5e-4)
    assert float(chances.draw) == pytest.approx(REFERENCE_DRAWS[mine - 1] if mine == theirs else 0, abs=5e-5)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (2, 0), (0, 2), (1, 3), (3, 2), (3, 3)])
def test_the_odds_are_those_of_every_throw_there_is(mine: int, theirs: int, strict: bool) -> None:
    """LD-ROLL-03..06, LD-Q28: counted one by one."""
    throws = [
        compare(faces[:mine], faces[mine:], strict=strict) for faces in product(range(1, 7), repeat=mine + theirs)
    ]
    won = [margin for leader, margin in throws if leader == "first"]
    chances = odds.before_the_roll(mine, theirs, strict)
    assert chances.win == Fraction(len(won), len(throws))
    assert chances.draw == Fraction(sum(leader == "none" for leader, _ in throws), len(throws))
    assert chances.margin == (Fraction(sum(won), len(won)) if won else 0)


def test_large_pools_have_odds_too() -> None:
    """LD-Q58: no pool is too large to be counted."""
    chances = odds.before_the_roll(30, 30)
    assert 2 * chances.win + chances.draw == 1


def test_the_odds_at_six_dice() -> None:
    chances = odds.before_the_roll(6, 6)
    assert float(chances.win) == pytest.approx(0.4980, abs=5e-5)
    assert float(chances.draw) == pytest.approx(0.0041, abs=5e-5)
    assert float(chances.margin) == pytest.approx(1.681, abs=5e-4)


@pytest.mark.parametrize("pools", REFERENCE_STRICT)
def test_the_strict_odds(pools: tuple[int, int]) -> None:
    """LD-Q28, option strict."""
    chances = odds.before_the_roll(*pools, strict=True)
    assert (float(chances.win), float(chances.draw)) == pytest.approx(REFERENCE_STRICT[pools], abs=5e-5)


def test_the_odds_of_strain_and_doom() -> None:
    """LD-MAD-01: each point of strain moves the balance by 2."""
    assert odds.strain_at_least(1, 1) == Fraction(1, 6)
    assert odds.strain_at_least(2, 1) == Fraction(11, 36)
    assert odds.safe_strain(5, 2) == 1
    assert odds.doom(2, 5, 2) == Fraction(1, 36)
    assert odds.doom(3, 0, 0) == odds.strain_at_least(3, 1)


def test_the_odds_of_a_coin() -> None:
    """LD-INF-04: over the six faces of the die that is rolled."""
    dice = {"first": [3, 4, 5, 5], "second": [2, 3, 4, 4]}
    chances = odds.flips(dice, odds.Coin("second", 0), "second")
    assert chances.win == Fraction(1, 6)  # only a 6 leads; a 5 is matched and loses to the other 5
    assert odds.best_coin({"first": [3], "second": [6]}, "first") == odds.Coin("second", 0)


def test_a_coin_that_cannot_turn_the_lead_is_not_a_gift_to_the_other_side() -> None:
    """Ledger 9: where no coin leads, the best is the one after which the least is lost."""
    dice = {"first": [6, 6, 6, 6], "second": [2]}
    assert not any(odds.flips(dice, odds.Coin("second", die), "second").win for die in (None, 0))
    assert odds.best_coin(dice, "second") == odds.Coin("first", 0)


def staking(show_odds: bool) -> Court:
    """Cate, 4 coins on one memory, reaches for a market memory of 3; Hugo reigns."""
    game = Court("cate", "hugo", "martin", king="hugo", show_odds=show_odds)
    game.lay("cate", values=(4, 0, 0, 0))
    game.lies_in_market(3)
    game.to_scene("cate")
    game.act("cate", "declare_conflict")
    game.say("cate", "opposition", "declare_conflict")
    return game


def test_a_table_may_show_the_odds() -> None:
    """Ledger 9: beside the stake, the memory and the coin, exact; only where the table has asked for them."""
    game = staking(show_odds=True)
    stake = next(option for option in game.prompt("cate", "stake").options if "3 coins" in option.note)
    assert "rolls 4 against 3 and leads 62 times in 100" in stake.note
    game.say("cate", stake.key, "stake")
    game.word()
    first = game.field("cate", "offer_memory", "memory").options[0]
    assert "4 dice against 3: you lead 62 times in 100" in first.note
    game.bring("cate", game.cards("cate")[0])
    game.chance.dice = [5, 4, 2, 2, 6, 3, 3]
    game.done()
    assert game.conflict.leader == "second"
    die = game.field("cate", "reroll_second", "die").options[0]
    assert (die.label, die.note) == ("6", f"{game.elf('cate').name} then leads on 5 of 6 faces")


def test_odds_are_not_shown_unasked() -> None:
    """Ledger 9: off by default."""
    game = staking(show_odds=False)
    assert not any("in 100" in option.note for option in game.prompt("cate", "stake").options)
    game.say("cate", game.at("market")[0].noun_key, "stake")
    game.word()
    assert "in 100" not in str(game.prompt("cate", "offer_memory"))
    game.done()
    assert "faces" not in str(game.prompt(game.who("influence")[0], "influence"))


def test_both_roll_at_once_in_the_open() -> None:
    """LD-ROLL-01, LD-ROLL-02: one throw, public, read at once."""
    game = Court("cate", "hugo", "martin", king="hugo")
    game.lay("cate", values=(2, 0, 0, 0))
    game.to_scene("cate")
    game.fight("cate", "opposition", dice=[6, 5, 4, 4, 1], using={"cate": game.cards("cate")[:1]})
    seen = game.view(None).state["conflict"]
    assert seen["dice"] == {"first": [6, 5], "second": [4, 4, 1]}
    assert (seen["leader"], seen["margin"]) == ("first", 2)


def test_coins_on_the_stake_add_no_dice_now() -> None:
    """LD-ROLL-07, LD-Q59: a pool is fixed at the roll."""
    game = Court("cate", "hugo", "martin", king="hugo")
    card = game.lies_in_market(2)
    game.to_scene("cate")
    game.fight("cate", "opposition", card.noun_key, dice=[3, 3])
    game.spends("cate", "extra_die_first", 2)
    assert card.coins == 3
    assert game.conflict.dice == {"first": (2,), "second": (3, 3)}


def test_a_table_may_give_everyone_one_die() -> None:
    """LD-Q30: the option min_dice=1, for either side."""
    game = Court("cate", "hugo", "martin", king="hugo", min_dice=1, bare_market_seed=0)
    card = game.lies_in_market(0)
    game.to_scene("cate")
    game.fight("cate", "opposition", card.noun_key, dice=[3, 4])
    assert game.conflict.dice == {"first": (3,), "second": (4,)}


def test_odds_wait_until_the_other_side_can_bring_nothing_more() -> None:
    """Ledger 9: before that nobody knows how many dice there will be."""
    game = Court("cate", "hugo", "martin", king="hugo", show_odds=True)
    game.lay("cate", values=(4, 0, 0, 0))
    game.lay("martin", values=(3, 2, 0, 0))
    game.to_scene("cate")
    game.declare("cate", "face/martin")
    game.word()
    assert "0 dice for you, and they can still bring 5" in game.choice("cate", "done").note
    assert "4 dice for you, and they can still bring 5" in game.field("cate", "offer_memory", "memory").options[0].note
    game.act("cate", "done")
    assert "no dice on either side: a stand-off" in game.choice("martin", "done").note
    game.bring("martin", game.cards("martin")[0])
    assert "3 dice against 0: you lead 100 times in 100" in game.choice("martin", "done").note


def test_odds_that_are_the_same_for_every_stake_are_told_once() -> None:
    """Ledger 9: between two elves the stake brings nobody dice."""
    game = Court("cate", "hugo", "martin", king="hugo", show_odds=True)
    game.to_scene("cate")
    game.act("cate", "declare_conflict")
    game.say("cate", game.sides("face/martin"), "declare_conflict")
    asked = game.prompt("cate", "stake")
    assert "rolls 4 against 4" in asked.note
    assert not any("in 100" in option.note for option in asked.options)


def test_a_stake_says_whose_it_is_and_what_an_opposition_does_with_it() -> None:
    """LD-STAKE-05, LD-Q26: your own goes to the market if you lose it to the opposition."""
    game = staking(show_odds=False)
    asked = game.prompt("cate", "stake")
    notes = {option.key: option.note for option in asked.options}
    own, market = game.cards("cate")[0].noun_key, game.at("market")[0].noun_key
    assert "If the opposition wins, a memory that somebody holds goes to the market." in asked.note
    assert notes[own].startswith("yours, 4 coins")
    assert notes[market].startswith("in the market, 3 coins")
