"""Exact odds against the ledger's numbers, brute force, and an independent dice library. (ledger 9.2, 9.3)"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.games.schizonauts.dice import Pool, Roles, Side, largest_pool, narrator, partitions, roles
from mneme.games.schizonauts.dice import judge as read_judge
from mneme.games.schizonauts.lengths import LENGTHS, Length, allegiance_deck, named_length
from mneme.games.schizonauts.odds import (
    Cards,
    RoleOdds,
    best_split,
    endangers_judge,
    expected_coin,
    other_thief_odds,
    own_thief_odds,
    reveal_odds,
    role_chances,
    role_odds,
    split_chances,
    split_odds,
    true_thief_odds,
)

ACTOR, VISITOR = Side.ACTOR, Side.VISITOR

small_pools = st.lists(st.sampled_from(["1d6", "1d8", "1d10", "1d12"]), min_size=1, max_size=5).map(
    lambda dice: Pool.parse("+".join(dice))
)


def pool(text: str) -> Pool:
    return Pool.parse(text)


# ---- before the roll -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actor", "visitor", "narrates", "judges", "both", "visitor_both"),
    [
        ("1d6", "1d6", "7/12", "5/12", "0", "0"),
        ("2d6", "1d6", "161/216", "125/216", "35/108", "0"),
        ("1d6", "2d6", "55/216", "91/216", "0", "35/108"),
        ("1d8", "2d6", "127/288", "91/288", "0", "35/144"),
        ("3d6", "3d6", "3971/7776", "3805/7776", "29/243", "29/243"),
        ("1d8+1d6", "3d6", "655/1296", "3479/10368", "371/5184", "797/3456"),
        ("1d8+2d6", "1d12+1d6", "4129/10368", "14335/20736", "1997/10368", "2137/20736"),
        ("4d6", "3d6", "173483/279936", "167927/279936", "40097/139968", "65/972"),
        ("1d8+2d6", "3d6", "6563/10368", "14063/31104", "679/3888", "29/324"),
        ("2d8", "3d6", "1087/1728", "3929/13824", "149/1728", "797/4608"),
        ("1d10+1d6", "3d6", "979/1620", "3929/12960", "149/1620", "797/4320"),
        ("1d12", "3d6", "169/288", "49/288", "0", "35/144"),
    ],
)
def test_the_oracle_table(actor: str, visitor: str, narrates: str, judges: str, both: str, visitor_both: str) -> None:
    """SZ-ROLE-01, -02, ledger 9.3; the seventh row is example E18."""
    odds = role_odds(pool(actor), pool(visitor))
    assert odds.narrator == Fraction(narrates)
    assert odds.judge == Fraction(judges)
    assert odds.both == Fraction(both)
    assert odds.opposite.both == Fraction(visitor_both)


def test_the_opposite_tells_the_visitors_story() -> None:
    odds = role_odds(pool("1d8"), pool("2d6"))
    assert odds.opposite.narrator == 1 - odds.narrator
    assert odds.opposite.judge == 1 - odds.judge
    assert odds.opposite.opposite == odds


def counted_by_hand(actor: Pool, visitor: Pool) -> RoleOdds[Fraction]:
    """Throw every roll there is and read it with the explained run-off."""
    tally: Counter[Roles] = Counter()
    faces = [range(1, size + 1) for size in actor.sizes + visitor.sizes]
    for thrown in product(*faces):
        dice = thrown[: actor.dice], thrown[actor.dice :]
        tally[Roles(narrator(*dice).winner, read_judge(*dice).winner)] += 1
    in_order = [(ACTOR, ACTOR), (ACTOR, VISITOR), (VISITOR, ACTOR), (VISITOR, VISITOR)]
    return RoleOdds(*(Fraction(tally[Roles(*held)], tally.total()) for held in in_order))


@pytest.mark.parametrize(
    ("actor", "visitor"),
    [("1d12", "1d6"), ("1d8+1d6", "2d6"), ("3d6", "1d10"), ("1d6", "1d12+1d8"), ("2d6", "1d8+1d6")],
)
def test_counting_agrees_with_throwing_every_roll(actor: str, visitor: str) -> None:
    """SZ-ROLE-01..03: the face-by-face count of 12.3 is the same as reading all rolls."""
    assert role_odds(pool(actor), pool(visitor)) == counted_by_hand(pool(actor), pool(visitor))


class IcepoolRunOff(icepool.MultisetEvaluator):  # type: ignore[misc]
    """The two run-offs in another library's terms: faces from high to low, dice of both sides on each."""

    def next_state(self, state: Any, order: int, _face: int, actor: int, visitor: int) -> Any:
        if order > 0:
            raise icepool.UnsupportedOrder
        high, low, above = state or (None, None, (0, 0))
        if actor != visitor:
            more, fewer = (ACTOR, VISITOR) if actor > visitor else (VISITOR, ACTOR)
            ran_out = above[1 if fewer is VISITOR else 0] == 0
            high, low = high or more, fewer if ran_out else more
        return high, low, (above[0] + actor, above[1] + visitor)

    def final_outcome(self, final_state: Any, *_: Any) -> tuple[str, str]:
        high, low, _above = final_state
        return (high or ACTOR).value, (low or VISITOR).value


def counted_by_icepool(actor: Pool, visitor: Pool) -> RoleOdds[Fraction]:
    both_pools = [icepool.Pool([icepool.d(size) for size in each.sizes]) for each in (actor, visitor)]
    outcome: Any = IcepoolRunOff().evaluate(*both_pools)
    in_order = [("actor", "actor"), ("actor", "visitor"), ("visitor", "actor"), ("visitor", "visitor")]
    return RoleOdds(*(Fraction(outcome.quantity(held), outcome.denominator()) for held in in_order))


@settings(max_examples=40, deadline=None)
@given(small_pools, small_pools)
def test_counting_agrees_with_icepool(actor: Pool, visitor: Pool) -> None:
    """SZ-ROLE-01, -02, jointly, on mixed pools."""
    assert role_odds(actor, visitor) == counted_by_icepool(actor, visitor)


@settings(deadline=None)
@given(small_pools, small_pools)
def test_floats_are_the_same_odds(actor: Pool, visitor: Pool) -> None:
    exact = role_odds(actor, visitor)
    assert role_chances(actor, visitor) == tuple(float(chance) for chance in exact)
    assert sum(exact) == 1


@pytest.mark.parametrize("players", [2, 8])
def test_the_largest_pools_are_counted_exactly(players: int) -> None:
    """SZ-AMB-38, ledger 12.2: full endgame pools against each other, beyond any dice supply."""
    actor = largest_pool(players, key=True, reveal=True)
    visitor = largest_pool(players, key=False, reveal=True)
    assert role_odds(actor, visitor) == counted_by_icepool(actor, visitor)


def test_twenty_dice_are_counted_exactly() -> None:
    actor, visitor = pool("20d6"), pool("1d12+1d8+4d6")
    assert role_odds(actor, visitor) == counted_by_icepool(actor, visitor)


def test_odds_need_dice() -> None:
    """SZ-DICE-08: no pool is empty."""
    with pytest.raises(ValueError, match="at least 1 die"):
        role_odds(Pool(), pool("1d6"))


@pytest.mark.parametrize("size", ["1d6", "1d8", "1d10", "1d12"])
@pytest.mark.parametrize("other", ["1d6", "3d6", "1d12+1d8", "2d10+1d6"])
def test_one_die_never_wins_both_roles(size: str, other: str) -> None:
    """Ledger 9.3, from either chair."""
    assert role_odds(pool(size), pool(other)).both == 0
    assert role_odds(pool(other), pool(size)).opposite.both == 0


# ---- which pool to roll --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "other", "best", "chances"),
    [
        (4, "3d6", "1d8+2d6", {"1d8+2d6": 0.633, "1d12": 0.587, "4d6": 0.620}),
        (8, "4d6", "4d8", {"4d8": 0.8435, "2d12": 0.8137, "8d6": 0.7734}),
    ],
)
def test_best_pools_for_the_narrator(units: int, other: str, best: str, chances: dict[str, float]) -> None:
    """SZ-AMB-62, ledger 9.3: a moderate split beats the largest dice."""
    splits = split_odds(ACTOR, Pool(d6=units), pool(other), downgrade=False)
    assert best_split(splits, lambda odds: odds.narrator).pool == pool(best)
    found = {str(split.pool): float(split.odds.narrator) for split in splits}
    assert {text: found[text] for text in chances} == pytest.approx(chances, abs=5e-4)


def narrator_chance(own: Pool, opponents: int) -> Fraction:
    return role_odds(own, Pool(d6=opponents)).narrator


PAIRINGS = [(units, opponents) for units in range(2, 9) for opponents in range(1, 6)]


def test_the_largest_dice_are_seldom_best_for_the_narrator() -> None:
    """SZ-AMB-62: best in only 5 of 35 pairings, whatever the design notes hope."""
    wins = 0
    for units, opponents in PAIRINGS:
        largest = partitions(units)[0]
        wins += narrator_chance(largest, opponents) == max(
            narrator_chance(each, opponents) for each in partitions(units)
        )
    assert wins == 5


@pytest.mark.parametrize("units", range(2, 9))
def test_compressing_everything_loses_against_few_dice(units: int) -> None:
    """SZ-AMB-62: against 1 to 3d6 the largest dice are worse than no upgrade (2 units: against 1 or 2d6)."""
    for opponents in (1, 2) if units == 2 else (1, 2, 3):
        assert narrator_chance(partitions(units)[0], opponents) < narrator_chance(Pool(d6=units), opponents)


@pytest.mark.parametrize(("units", "opponents"), PAIRINGS)
def test_plain_dice_are_best_for_the_judge(units: int, opponents: int) -> None:
    """Ledger 9.3: 2 to 8 units against 1 to 5d6."""
    splits = split_odds(ACTOR, Pool(d6=units), Pool(d6=opponents), downgrade=False)
    assert best_split(splits, lambda odds: odds.judge).pool == Pool(d6=units)


def test_a_visitors_splits_use_the_visitors_tie_rules() -> None:
    """SZ-ROLE-01, -02: one d6 each, and the chair alone makes the difference."""
    (acting,) = split_odds(ACTOR, pool("1d6"), pool("1d6"), downgrade=False)
    (visiting,) = split_odds(VISITOR, pool("1d6"), pool("1d6"), downgrade=False)
    assert (acting.odds.narrator, acting.odds.judge) == (Fraction(7, 12), Fraction(5, 12))
    assert (visiting.odds.narrator, visiting.odds.judge) == (Fraction(5, 12), Fraction(7, 12))


@pytest.mark.parametrize(("downgrade", "open_pools"), [(False, 4), (True, 5)])
def test_splits_cover_the_pools_still_open(downgrade: bool, open_pools: int) -> None:
    """SZ-DICE-06: after an early trade only the revised rules still offer 4d6."""
    exact = split_odds(VISITOR, pool("1d8+2d6"), pool("3d6"), downgrade=downgrade)
    rough = split_chances(VISITOR, pool("1d8+2d6"), pool("3d6"), downgrade=downgrade)
    assert len(exact) == open_pools
    assert [split.pool for split in exact] == [split.pool for split in rough]
    assert [tuple(map(float, split.odds)) for split in exact] == [tuple(split.odds) for split in rough]


def test_equal_splits_leave_trades_open() -> None:
    splits = split_odds(ACTOR, pool("4d6"), pool("3d6"), downgrade=False)
    assert best_split(splits, lambda odds: odds.both * 0).pool == pool("4d6")


# ---- coin ----------------------------------------------------------------------------------------------


def test_expected_coin() -> None:
    """Ledger 9.2: 2d6 against 1d6, with the roles of a double win kept, and with the judge's given away."""
    odds = role_odds(pool("2d6"), pool("1d6"))
    assert expected_coin(odds, "keep") == Fraction(3 * 161 + 2 * 125, 216)
    assert expected_coin(odds, "give_away") == Fraction(3 * 161 + 2 * (125 - 70), 216)


@settings(deadline=None)
@given(small_pools, small_pools)
def test_the_bank_pays_five_for_the_two_roles(actor: Pool, visitor: Pool) -> None:
    """SZ-PAY-01: what is kept adds up to 5; what is given away is the judge's 2 of every double win."""
    odds = role_odds(actor, visitor)
    assert expected_coin(odds, "keep") + expected_coin(odds.opposite, "keep") == 5
    given_away = 2 * (odds.both + odds.opposite.both)
    assert expected_coin(odds, "give_away") + expected_coin(odds.opposite, "give_away") == 5 - given_away


# ---- after the roll ------------------------------------------------------------------------------------


def test_a_reveal_after_the_roll() -> None:
    """SZ-RVL-05, ledger 9.3: 3, 4 against 5, 2 and three more d6; example E16 gives the three."""
    assert roles([3, 4], [5, 2]) == Roles(VISITOR, VISITOR)
    odds = reveal_odds([3, 4], [5, 2], ACTOR, 3)
    assert odds.narrator == odds.judge == Fraction(19, 27)
    assert (odds.both, odds.neither) == (Fraction(4, 9), Fraction(1, 27))


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("dice", [0, 1, 3])
def test_a_reveal_agrees_with_throwing_every_die(side: Side, dice: int) -> None:
    """SZ-RVL-05: each face of each added die counts the same, for either participant."""
    actor, visitor = [5, 2, 6], [6, 2]
    thrown = list(product(range(1, 7), repeat=dice))
    held = [roles([*actor, *added], visitor) if side is ACTOR else roles(actor, [*visitor, *added]) for added in thrown]
    odds = reveal_odds(actor, visitor, side, dice)
    assert odds.narrator == Fraction(sum(each.narrator is side for each in held), len(thrown))
    assert odds.judge == Fraction(sum(each.judge is side for each in held), len(thrown))
    assert odds.both == Fraction(held.count(Roles(side, side)), len(thrown))


def test_added_dice_can_cost_the_judge() -> None:
    """SZ-AMB-60: 2 beats 2, 5 by running out; a second die keeps the role only if it shows 4 or less."""
    assert roles([2], [2, 5]).judge is ACTOR
    assert reveal_odds([2], [2, 5], ACTOR, 1).judge == Fraction(4, 6)
    assert endangers_judge([2], [2, 5], ACTOR, 1)
    assert not endangers_judge([1], [2, 5], ACTOR, 1)
    assert not endangers_judge([3], [2, 5], ACTOR, 1)
    assert endangers_judge([2, 5], [2], VISITOR, 1)


def test_a_reveal_reads_only_real_rolls() -> None:
    with pytest.raises(ValueError, match="from 1 to 12"):
        reveal_odds([13], [2], ACTOR, 1)


# ---- allegiance ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "own", "other"), [(3, "13/18", "17/42"), (4, "8/11", "14/33")])
def test_allegiance_from_one_thief_card(players: int, own: str, other: str) -> None:
    """SZ-EG-02, ledger 9.3: hands of 2, one thief card of your own, nothing face up."""
    deck = allegiance_deck(players, hand=2)
    thief = Cards(thieves=1)
    assert own_thief_odds(deck, thief, Cards()) == Fraction(own)
    assert other_thief_odds(deck, thief, Cards(), Cards()) == Fraction(other)


def test_allegiance_by_dealing_every_way() -> None:
    """Ledger 9.2: 3 players, hands of 3; you hold thief and agent, others show a thief and two agents."""
    deck = allegiance_deck(players=3, hand=3)
    own, shown, hers = Cards(1, 1), Cards(1, 2), Cards(1, 0)
    unseen = ["thief"] * 3 + ["agent"] * 2
    mine = [drawn.count("thief") >= 1 for drawn in combinations(unseen, 1)]
    theirs = [drawn.count("thief") >= 1 for drawn in combinations(unseen, 2)]
    assert own_thief_odds(deck, own, shown) == Fraction(sum(mine), len(mine))
    assert other_thief_odds(deck, own, shown, hers) == Fraction(sum(theirs), len(theirs))


def test_a_secured_majority_is_certain() -> None:
    deck = allegiance_deck(players=4, hand=5)
    assert own_thief_odds(deck, Cards(thieves=3), Cards()) == 1
    assert own_thief_odds(deck, Cards(agents=3), Cards()) == 0


def test_with_two_players_the_other_is_your_opposite() -> None:
    """Ledger 11.4: once all cards are dealt, each can compute the other."""
    deck = allegiance_deck(players=2, hand=3)
    assert other_thief_odds(deck, Cards(2, 1), Cards(), Cards()) == 0
    assert other_thief_odds(deck, Cards(1, 2), Cards(), Cards()) == 1


def test_more_cards_than_the_deck_are_refused() -> None:
    deck = allegiance_deck(players=2, hand=1)
    with pytest.raises(ValueError, match="1 thieves and 1 agents"):
        own_thief_odds(deck, Cards(thieves=1), Cards(thieves=1))
    with pytest.raises(ValueError, match="There are 2 players"):
        true_thief_odds(deck, [Cards()] * 3)


@pytest.mark.parametrize(
    ("players", "expected"), [(4, ["0", "9/77", "59/77", "9/77", "0"]), (3, ["0", "1/2", "1/2", "0"])]
)
def test_number_of_true_thieves(players: int, expected: list[str]) -> None:
    """SZ-EG-02, ledger 9.3: hands of 3."""
    assert true_thief_odds(allegiance_deck(players, hand=3)) == tuple(map(Fraction, expected))


@pytest.mark.parametrize("players", LENGTHS)
@pytest.mark.parametrize("length", Length)
def test_players_never_all_share_an_allegiance(players: int, length: Length) -> None:
    """SZ-EG-02, ledger 11: at most D / (H + 1) on one side, so never everybody and never nobody."""
    deck = named_length(players, length).allegiance
    most = deck.cards // (deck.held + 1)
    odds = true_thief_odds(deck)
    assert sum(odds) == 1
    assert [count for count, chance in enumerate(odds) if chance] == list(range(players - most, most + 1))
    assert most <= players - 1
    assert odds == odds[::-1]


def test_true_thieves_with_known_cards_agree_with_dealing() -> None:
    """Ledger 9.2: each player's chance from the joint count is the hypergeometric one."""
    deck = allegiance_deck(players=4, hand=2)
    odds = true_thief_odds(deck, [Cards(thieves=1)])
    expected = own_thief_odds(deck, Cards(thieves=1), Cards()) + 3 * other_thief_odds(
        deck, Cards(thieves=1), Cards(), Cards()
    )
    assert sum(count * chance for count, chance in enumerate(odds)) == expected


def test_one_card_each_splits_evenly() -> None:
    """Ledger 11: with hands of 1 an even table has exactly half thieves; an odd table leaves 1 card out."""
    assert true_thief_odds(allegiance_deck(6, hand=1))[3] == 1
    seven = true_thief_odds(allegiance_deck(7, hand=1))
    assert seven[3] == seven[4] == Fraction(comb(7, 3), comb(8, 4))
