"""The odds against the ledger's reference values, and against counting. (Ledger 9)"""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import pytest

from mneme.games.utopolis import odds
from mneme.games.utopolis.hands import DECK, deciding_step, read

THEIRS = (5, 7, 8, 9, 10, 12)
REFERENCE = {  # per cent, 400,000 deals a cell
    1: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    2: (5.6, 2.2, 1.2, 0.5, 0.2, 0.0),
    3: (15.0, 5.5, 3.0, 1.6, 1.0, 0.5),
    4: (31.0, 11.4, 6.7, 4.1, 2.7, 1.7),
    5: (50.0, 21.1, 13.4, 8.5, 6.2, 3.7),
    6: (65.9, 34.6, 23.6, 15.6, 11.6, 7.0),
    7: (78.9, 49.9, 36.5, 25.6, 19.2, 11.5),
    8: (86.6, 63.6, 50.1, 37.6, 28.8, 17.2),
    9: (91.5, 74.4, 62.5, 50.1, 39.4, 24.2),
    10: (93.9, 80.8, 71.3, 60.5, 50.0, 32.3),
    11: (95.3, 85.5, 78.3, 69.6, 59.7, 41.2),
    13: (97.0, 90.8, 86.4, 80.9, 74.4, 58.6),
}


@pytest.mark.parametrize("mine", REFERENCE)
def test_hands_before_the_draw(mine: int) -> None:
    """Ledger 9, P_pre: every cell of the reference table."""
    for theirs, per_cent in zip(THEIRS, REFERENCE[mine], strict=True):
        assert odds.before_the_draw(mine, theirs) * 100 == pytest.approx(per_cent, abs=0.45)


def test_the_table_is_what_counting_gives() -> None:
    """Counted anew with few deals it is the same within chance."""
    again = odds.count_table(1_500, "another seed")
    differences = [
        abs(a - b) for mine, row in zip(odds.table(), again, strict=True) for a, b in zip(mine, row, strict=True)
    ]
    assert max(differences) < 0.06
    assert len(odds.table()) == odds.MOST_MINE + 1


def test_two_hands_share_a_deck_fairly() -> None:
    """Of two hands of one size each is as likely to be higher; the rest are ties, which the detective loses."""
    for size in range(2, 13):
        assert 0.48 < odds.before_the_draw(size, size) <= 0.505


def test_very_large_hands_are_looked_up_as_the_largest() -> None:
    assert odds.before_the_draw(40, 40) == odds.before_the_draw(odds.MOST_MINE, odds.MOST_THEIRS)


def test_my_hand_against_few_unseen_cards_is_counted() -> None:
    """Ledger 9, P_own: brute force over all hands of 1 and 2 cards."""
    mine = ("9H", "4S")
    unseen = odds.unseen_cards(mine)
    for size in (1, 2):
        hands = list(combinations(unseen, size))
        expected = sum(read(mine).key > read(hand).key for hand in hands) / len(hands)
        assert odds.against_unseen(mine, size, unseen) == expected


def test_my_hand_against_many_unseen_cards_is_sampled_the_same_every_time() -> None:
    mine = ("9H", "9S", "9D", "KC", "KD", "4S", "2S")
    unseen = odds.unseen_cards(mine)
    assert odds.against_unseen(mine, 7, unseen) == odds.against_unseen(mine, 7, unseen)
    assert odds.against_unseen(mine, 7, unseen) > 0.6


def test_help_and_complications_raise_the_chance() -> None:
    """Ledger 9, gain_help and gain_complicate."""
    mine = ("9H", "9S", "KC", "QD", "4S", "2S", "7D")
    unseen = odds.unseen_cards(mine)
    now = odds.against_unseen(mine, 8, unseen)
    assert odds.one_card_more(mine, 8, unseen) > now
    assert odds.against_unseen(mine, 7, unseen) > now


def test_a_second_deck_does_not_upset_what_is_unseen() -> None:
    assert "AS" not in odds.unseen_cards(["AS"], ["AS"])
    assert len(odds.unseen_cards(["AS", "JK"])) == 52


@pytest.mark.parametrize(
    ("mine", "theirs", "redraw", "muse"), [(7, 7, 0.333, 0.488), (9, 7, 0.416, 0.435), (5, 7, 0.158, 0.366)]
)
def test_last_chances_after_losing(mine: int, theirs: int, redraw: float, muse: float) -> None:
    """Ledger 9, P_muse and P_redraw: averaged over lost deals they come to the reference values."""
    dice, cards = random.Random(f"{mine} against {theirs}"), list(DECK)
    chances: list[tuple[float, float]] = []
    while len(chances) < 120:
        dice.shuffle(cards)
        hand, highest, pile = cards[:mine], read(cards[-theirs:]).key, cards[mine:-theirs]
        if read(hand).key <= highest:
            pairs = odds.with_the_muse(hand, highest, pile)
            chances.append((odds.after_a_redraw(mine, highest, pile), pairs))
    assert sum(first for first, _ in chances) / len(chances) == pytest.approx(redraw, abs=0.08)
    assert sum(second for _, second in chances) / len(chances) == pytest.approx(muse, abs=0.08)


def test_a_test_is_red_or_black_or_a_choice() -> None:
    """Ledger 9, P_test_fail: 26 in 54 each, and the better of the two with a Joker."""
    flaw, fear = 1 - odds.before_the_draw(3, 5), 1 - odds.before_the_draw(6, 5)
    expected = 26 / 54 * (flaw + fear) + 2 / 54 * fear
    assert odds.failing_a_test(3, 6) == pytest.approx(expected)
    assert odds.failing_a_test(3, 6, more=2) < expected
    assert odds.failing_a_test(3, 6, fewer=1) < expected
    assert odds.failing_a_test(5, 5) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("hand", ["8S 8H 8D KC 5H 3S JD", "KS 7S 2D 9H", "8S 8H KC KH 5H 3S JD 4C 9D"])
@pytest.mark.parametrize("theirs", [5, 8, 10])
def test_a_chance_that_is_looked_up_is_about_right(hand: str, theirs: int) -> None:
    """Ledger 9, P_own and P_redraw: beside a deal of what is left."""
    mine = hand.split()
    key, dice, pile = read(mine).key, random.Random(hand), [card for card in DECK if card not in mine]
    dealt = [read(dice.sample(pile, theirs)).key for _ in range(3_000)]
    assert odds.held_against(key, theirs) == pytest.approx(sum(key > other for other in dealt) / 3_000, abs=0.1)
    assert odds.to_beat(theirs, key) == pytest.approx(sum(other > key for other in dealt) / 3_000, abs=0.1)


def test_dice_and_verdicts() -> None:
    """Ledger 9, P_reroll and P_arrest."""
    assert odds.reroll(6, 1) == 1
    assert odds.reroll(2, 2) == pytest.approx(5 / 9)
    assert [odds.arrest(count) for count in (0, 3, 6)] == [0, 0.5, 1]


def test_the_gms_view() -> None:
    """Ledger 9, GM view: ties are the GM's, and each point helps."""
    assert odds.gm_beats(7, 0) == 1 - odds.before_the_draw(7, 7)
    assert odds.gm_beats(9, 0) < odds.gm_beats(9, 2) < odds.gm_beats(9, 6)


def test_what_decides_seven_against_seven() -> None:
    """Ledger 9: value 56, suit 26, colour 9, high card 9 in 100; a pair is missing as often as the formula says."""
    dice, cards, steps, pairless = random.Random(7), list(DECK), [], 0
    for _ in range(4_000):
        dice.shuffle(cards)
        mine, theirs = read(cards[:7]).key, read(cards[7:14]).key
        steps.append(str(deciding_step(mine, theirs)))
        pairless += not mine[0]
    for step, per_cent in (("value", 56), ("suit", 26), ("colour", 9), ("high card", 9)):
        assert steps.count(step) / 40 == pytest.approx(per_cent, abs=3)
    assert pairless / 4_000 == pytest.approx(comb(13, 7) * 4**7 / comb(54, 7), abs=0.02)
