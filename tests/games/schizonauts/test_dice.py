"""Pools, trades and the two readings of a roll. (ledger 2.7, 12.2, 12.3)"""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mneme.games.schizonauts.dice import (
    Pool,
    Reading,
    Roles,
    RunOff,
    Side,
    Step,
    judge,
    largest_pool,
    merges,
    narrator,
    partitions,
    reachable,
    reveal_dice,
    roles,
)

ACTOR, VISITOR = Side.ACTOR, Side.VISITOR

rolls = st.lists(st.integers(1, 12), min_size=1, max_size=8)
close_rolls = st.lists(st.integers(1, 3), min_size=1, max_size=6)  # few faces, so that pairs are often equal
pools = st.builds(Pool, st.integers(0, 6), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)).filter(
    lambda pool: pool.dice > 0
)


def pool(text: str) -> Pool:
    return Pool.parse(text)


# ---- pools ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "units", "dice"),
    [
        ("1d6", Pool(d6=1), 1, 1),
        ("1d8+2d6", Pool(d6=2, d8=1), 4, 3),
        ("1d12+1d10+1d8+1d6", Pool(1, 1, 1, 1), 10, 4),
        ("12d6", Pool(d6=12), 12, 12),
    ],
)
def test_a_pool_reads_and_writes_its_dice(text: str, expected: Pool, units: int, dice: int) -> None:
    assert pool(text) == expected
    assert str(expected) == text
    assert (expected.units, expected.dice, len(expected.sizes)) == (units, dice, dice)


@pytest.mark.parametrize("text", ["2d6+1d8", " 1d8 + 2d6 ", "d6+d8+d6", "1d8+1d6+1d6"])
def test_a_pool_may_be_written_loosely(text: str) -> None:
    assert pool(text) == Pool(d6=2, d8=1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write a pool like 1d8"),
        ("3", "Write a pool like 1d8"),
        ("1d6+", "Write a pool like 1d8"),
        ("-1d6", "Write a pool like 1d8"),
        ("٣d6", "Write a pool like 1d8"),
        ("0d6", "at least 1 die"),
        ("1d4", "made of d6, d8, d10 and d12"),
        ("1d20+2d6", "asks for a d20"),
    ],
)
def test_an_unreadable_pool_says_what_would_work(text: str, sentence: str) -> None:
    """SZ-DICE-05: nothing above a d12, and nothing below a d6."""
    with pytest.raises(ValueError, match=sentence):
        pool(text)


def test_sizes_are_listed_largest_first() -> None:
    assert pool("2d6+1d10+1d8").sizes == (10, 8, 6, 6)


# ---- trades --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2d6", "1d8"),
        ("3d6", "1d10"),
        ("4d6", "1d12"),
        ("1d8+1d6", "1d10"),
        ("2d8", "1d12"),
        ("1d10+1d6", "1d12"),
        ("1d8+2d6", "1d12"),
    ],
)
@pytest.mark.parametrize("downgrade", [False, True])
def test_every_listed_upgrade_can_be_made(before: str, after: str, downgrade: bool) -> None:
    """SZ-DICE-04; SZ-AMB-25: the revised book lists d6 only, but larger dice combine in both editions."""
    assert pool(after) in reachable(pool(before), downgrade)


def test_added_dice_mix_with_dice_already_upgraded() -> None:
    """SZ-DICE-04, example E18: Lydia's 1d8+1d6 and a contributed d6 can become 2d8 or 1d12."""
    lydia = pool("1d8+1d6").with_d6(1)
    assert str(lydia) == "1d8+2d6"
    assert [str(each) for each in reachable(lydia, downgrade=False)] == ["1d12", "1d10+1d6", "2d8", "1d8+2d6"]


def test_five_units_never_become_one_die() -> None:
    """SZ-DICE-05, example E18: Fred's 1d12+1d6 has nowhere left to go."""
    fred = pool("4d6")
    assert pool("1d12") in reachable(fred, downgrade=False)
    assert reachable(pool("1d12").with_d6(1), downgrade=False) == (pool("1d12+1d6"),)
    assert min(each.dice for each in reachable(pool("5d6"), downgrade=True)) == 2


@settings(deadline=None)
@given(pools, st.booleans())
def test_trades_are_exact(start: Pool, downgrade: bool) -> None:
    """SZ-DICE-05: every trade keeps the units, and no count falls below nothing."""
    for each in reachable(start, downgrade):
        assert each.units == start.units
        assert min(each) >= 0


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (1, "1d6"),
        (2, "1d8; 2d6"),
        (3, "1d10; 1d8+1d6; 3d6"),
        (4, "1d12; 1d10+1d6; 2d8; 1d8+2d6; 4d6"),
        (5, "1d12+1d6; 1d10+1d8; 1d10+2d6; 2d8+1d6; 1d8+3d6; 5d6"),
        (6, "1d12+1d8; 1d12+2d6; 2d10; 1d10+1d8+1d6; 1d10+3d6; 3d8; 2d8+2d6; 1d8+4d6; 6d6"),
    ],
)
def test_pools_reachable_from_plain_dice(units: int, expected: str) -> None:
    """SZ-DICE-04, table 12.2, in its order."""
    assert "; ".join(map(str, reachable(Pool(d6=units), downgrade=False))) == expected


NUMBER_OF_PARTITIONS = [1, 2, 3, 5, 6, 9, 11, 15, 18, 23, 27, 34, 39, 47, 54, 64, 72, 84, 94, 108]


@pytest.mark.parametrize(("units", "count"), list(enumerate(NUMBER_OF_PARTITIONS, start=1)))
def test_from_plain_dice_both_editions_reach_every_partition(units: int, count: int) -> None:
    """SZ-DICE-04, -06, SZ-AMB-24: whoever waits with upgrading has every pool open, downgrades or not."""
    by_merging = reachable(Pool(d6=units), downgrade=False)
    assert len(by_merging) == len(set(by_merging)) == count
    assert by_merging == reachable(Pool(d6=units), downgrade=True)


def test_eight_dice_of_the_design_notes() -> None:
    """SZ-DICE-04, example E20."""
    eight = reachable(Pool(d6=8), downgrade=False)
    assert {pool("8d6"), pool("4d8"), pool("2d10+2d6"), pool("2d12")} <= set(eight)


def groupings(units: list[int]) -> Iterator[list[int]]:
    """Every way to put dice into groups, as the groups' sums: the definition of 12.2, with no cleverness."""
    if not units:
        yield []
        return
    first, rest = units[0], units[1:]
    for sums in groupings(rest):
        yield [first, *sums]
        for place in range(len(sums)):
            yield [*sums[:place], sums[place] + first, *sums[place + 1 :]]


def grouped(start: Pool) -> set[Pool]:
    units = [1] * start.d6 + [2] * start.d8 + [3] * start.d10 + [4] * start.d12
    return {Pool(*map(sums.count, (1, 2, 3, 4))) for sums in groupings(units) if max(sums) <= 4}


@pytest.mark.parametrize("units", range(1, 8))
def test_upgrades_are_groupings_of_the_dice_in_hand(units: int) -> None:
    """SZ-DICE-04..06 from every state in the middle of trading, against brute force."""
    for start in partitions(units):
        assert set(reachable(start, downgrade=False)) == grouped(start)


@settings(deadline=None)
@given(pools, st.booleans())
def test_the_order_of_pools_is_largest_dice_first(start: Pool, downgrade: bool) -> None:
    found = reachable(start, downgrade)
    keys = [(each.d12, each.d10, each.d8, each.d6) for each in found]
    assert keys == sorted(keys, reverse=True)
    assert start in found


def test_one_merge_at_a_time() -> None:
    """SZ-DICE-04: what a stepper offers from 1d10+2d8+2d6 is each pair that fits in a die."""
    assert [str(each) for each in merges(pool("1d10+2d8+2d6"))] == [
        "1d12+1d10+2d6",
        "1d12+2d8+1d6",
        "2d10+1d8+1d6",
        "1d10+3d8",
    ]
    assert merges(pool("2d12+1d6")) == ()


def test_a_trade_is_binding_only_in_the_first_edition() -> None:
    """SZ-DICE-06, SZ-AMB-24: the revised rules undo trades before the roll, Game Chef does not."""
    assert reachable(pool("1d12"), downgrade=False) == (pool("1d12"),)
    assert reachable(pool("1d12"), downgrade=True) == partitions(4)
    assert pool("4d6") not in reachable(pool("1d8+2d6"), downgrade=False)
    assert pool("4d6") in reachable(pool("1d8+2d6"), downgrade=True)


def test_undoing_and_trading_again_combines_larger_dice() -> None:
    """SZ-AMB-25: 2d8 for 1d12 is the same as undoing both and trading 4d6."""
    undone = reachable(pool("2d8"), downgrade=True)
    assert pool("4d6") in undone
    assert pool("1d12") in reachable(pool("4d6"), downgrade=True)
    assert pool("1d12") in reachable(pool("2d8"), downgrade=False)


# ---- how many dice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
def test_the_largest_pools(players: int) -> None:
    """SZ-AMB-38, ledger 12.2: what a scene can bring together, whatever the books advise to buy."""
    contributors = players - 2
    assert largest_pool(players, key=False, reveal=False) == Pool(d6=8 + contributors)  # actor, crisis
    assert largest_pool(players, key=True, reveal=False) == Pool(d6=10 + contributors)  # visitor
    assert largest_pool(players, key=True, reveal=True) == Pool(d6=11 + contributors)  # endgame actor
    assert largest_pool(players, key=False, reveal=True) == Pool(d6=9 + contributors)  # endgame visitor


def test_dice_supplies_are_no_limit() -> None:
    """SZ-AMB-38: a pool may hold more of each size than the revised list buys for a player (10/5/3/2)."""
    largest = largest_pool(8, key=True, reveal=True)
    legal = reachable(largest, downgrade=True)
    assert [max(counts) for counts in zip(*legal, strict=True)] == [17, 8, 5, 4]


@pytest.mark.parametrize(("memory", "expected"), [(False, 3), (True, 4)])
def test_dice_of_a_reveal_after_the_roll(memory: bool, expected: int) -> None:
    """SZ-RVL-05, example E16: overlap knowledge 2, full knowledge 5."""
    assert reveal_dice(overlap=2, full=5, memory=memory) == expected


# ---- reading the roll ----------------------------------------------------------------------------------


def test_lydia_and_fred() -> None:
    """SZ-ROLE-01..03, SZ-AMB-23, example E19: Lydia acts with 5, 2, 5 and Fred visits with 7, 2."""
    told, priced = narrator([5, 2, 5], [7, 2]), judge([5, 2, 5], [7, 2])
    assert told.winner is VISITOR
    assert told.steps == (Step(Reading.DECIDED, 5, 7),)
    assert priced.winner is ACTOR
    assert priced.steps == (Step(Reading.SET_ASIDE, 2, 2), Step(Reading.DECIDED, 5, 7))


@pytest.mark.parametrize(
    ("actor", "visitor", "winner", "last"),
    [
        ([6], [5], ACTOR, Step(Reading.DECIDED, 6, 5)),
        ([1, 4], [6], VISITOR, Step(Reading.DECIDED, 4, 6)),
        ([6, 3], [6, 2], ACTOR, Step(Reading.DECIDED, 3, 2)),
        ([6, 3, 1], [3, 6], ACTOR, Step(Reading.RAN_OUT, 1, None)),
        ([6], [1, 6], VISITOR, Step(Reading.RAN_OUT, None, 1)),
        ([6, 3], [3, 6], ACTOR, Step(Reading.ALL_EQUAL, None, None)),
    ],
)
def test_the_narrator(actor: list[int], visitor: list[int], winner: Side, last: Step) -> None:
    """SZ-ROLE-01, SZ-AMB-22: higher wins, dice left win, and a full tie is the actor's, in both editions."""
    runoff = narrator(actor, visitor)
    assert (runoff.winner, runoff.steps[-1]) == (winner, last)


@pytest.mark.parametrize(
    ("actor", "visitor", "winner", "last"),
    [
        ([5], [6], ACTOR, Step(Reading.DECIDED, 5, 6)),
        ([6, 2], [1], VISITOR, Step(Reading.DECIDED, 2, 1)),
        ([2, 3], [2, 4], ACTOR, Step(Reading.DECIDED, 3, 4)),
        ([2, 3, 9], [3, 2], VISITOR, Step(Reading.RAN_OUT, 9, None)),
        ([2], [7, 2], ACTOR, Step(Reading.RAN_OUT, None, 7)),
        ([2, 3], [3, 2], VISITOR, Step(Reading.ALL_EQUAL, None, None)),
    ],
)
def test_the_judge(actor: list[int], visitor: list[int], winner: Side, last: Step) -> None:
    """SZ-ROLE-02, SZ-AMB-22: lower wins, running out wins, a full tie is the visitor's, in both editions."""
    runoff = judge(actor, visitor)
    assert (runoff.winner, runoff.steps[-1]) == (winner, last)


def test_a_pair_set_aside_for_the_narrator_counts_for_the_judge() -> None:
    """SZ-ROLE-03, SZ-AMB-23: without the 5s the actor would have run out and judge; with them 2 is lower."""
    assert narrator([5], [5, 2]).steps[0] == Step(Reading.SET_ASIDE, 5, 5)
    assert judge([5], [5, 2]).winner is VISITOR


def test_a_run_off_points_at_the_dice_as_they_lie() -> None:
    told = narrator([2, 9, 4], [9, 4])
    assert told.actor_order == (1, 2, 0)
    assert told.visitor_order == (0, 1)
    priced = judge([2, 9, 2], [2])
    assert priced.actor_order == (0, 2, 1)


def book_winner(actor: list[int], visitor: list[int], *, highest: bool) -> Side:
    """The two rules with real dice: find the die, compare, put both away, look again."""
    actor, visitor = list(actor), list(visitor)
    find = max if highest else min
    while actor and visitor:
        mine, yours = find(actor), find(visitor)
        if mine != yours:
            return ACTOR if (mine > yours) == highest else VISITOR
        actor.remove(mine)
        visitor.remove(yours)
    if not actor and not visitor:
        return ACTOR if highest else VISITOR
    return ACTOR if bool(actor) == highest else VISITOR


@settings(deadline=None)
@given(rolls | close_rolls, rolls | close_rolls)
def test_every_roll_is_read_as_the_book_reads_it(actor: list[int], visitor: list[int]) -> None:
    """SZ-ROLE-01..03: explained and quick readings both agree with dice moved by hand."""
    expected = Roles(book_winner(actor, visitor, highest=True), book_winner(actor, visitor, highest=False))
    assert Roles(narrator(actor, visitor).winner, judge(actor, visitor).winner) == expected
    assert roles(actor, visitor) == expected


@settings(deadline=None)
@given(close_rolls, close_rolls)
def test_steps_set_equal_pairs_aside_until_one_decides(actor: list[int], visitor: list[int]) -> None:
    """SZ-ROLE-01, -02: all steps but the last are equal pairs, and the last never is."""
    for runoff in (narrator(actor, visitor), judge(actor, visitor)):
        *aside, last = runoff.steps
        assert all(step.reading is Reading.SET_ASIDE and step.actor == step.visitor for step in aside)
        assert last.reading is not Reading.SET_ASIDE
        for number, step in enumerate(aside):
            assert step.actor == actor[runoff.actor_order[number]]
            assert step.visitor == visitor[runoff.visitor_order[number]]


@pytest.mark.parametrize("read", [narrator, judge])
@pytest.mark.parametrize(
    ("actor", "visitor", "sentence"),
    [
        ([], [1], "at least 1 die"),
        ([1], [], "at least 1 die"),
        ([0], [1], "from 1 to 12; 0 is not one"),
        ([1], [13], "from 1 to 12; 13 is not one"),
    ],
)
def test_impossible_rolls_are_refused(
    read: Callable[[list[int], list[int]], RunOff], actor: list[int], visitor: list[int], sentence: str
) -> None:
    """SZ-DICE-05, -08: no pool is empty and no die is larger than a d12."""
    with pytest.raises(ValueError, match=sentence):
        read(actor, visitor)


@pytest.mark.parametrize("side", Side)
def test_the_other_side(side: Side) -> None:
    assert side.other is not side
    assert side.other.other is side
