"""The hand key, Jokers, awards and damage. (Ledger 2.7, C6 to C10; examples EX-05 to EX-12)"""

from __future__ import annotations

import random
from itertools import product
from math import comb

import pytest

from mneme.games.utopolis import words
from mneme.games.utopolis.hands import (
    DECK,
    FACES,
    HIGH_TO_LOW,
    JOKER,
    Group,
    Key,
    Step,
    award,
    compared,
    damage_level,
    deciding_step,
    rank_class,
    ranked,
    read,
    survivors,
)


def hand(cards: str) -> tuple[str, ...]:
    return tuple(cards.split())


def key(cards: str) -> Key:
    return read(hand(cards)).key


def groups(cards: str) -> tuple[int, int, int]:
    return key(cards)[:3]


def brute(cards: tuple[str, ...]) -> Key:
    """Every identity of every Joker, the best of them: a second way to the same key."""
    natural = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(natural)
    return max(plain_key([*natural, *stand_ins]) for stand_ins in product(FACES, repeat=jokers))


def plain_key(cards: list[str]) -> Key:
    def most(parts: list[str]) -> int:
        count = max((parts.count(part) for part in parts), default=0)
        return count if count > 1 else 0

    values = [card[0] for card in cards]
    colours = ["red" if card[1] in "HD" else "black" for card in cards]
    counts = tuple(values.count(value) for value in HIGH_TO_LOW)
    return most(values), most([card[1] for card in cards]), most(colours), counts


@pytest.mark.parametrize("number", range(60))
def test_the_key_is_the_best_of_all_joker_identities(number: int) -> None:
    """UT-HAND-03, -04, UT-JOK-01..03, UT-R-27, UT-R-30: the closed form against brute force."""
    dice = random.Random(number)
    cards = tuple(dice.sample(FACES, dice.randrange(0, 9))) + (JOKER,) * (number % 3)
    assert read(cards).key == brute(cards)


def test_a_joker_has_one_identity_for_all_steps() -> None:
    """UT-R-30: colour follows the suit that helps most; it is not chosen anew."""
    assert groups("KC 8C 3C QH 5H JD 7D JK") == (2, 4, 4)


@pytest.mark.parametrize(
    ("mine", "theirs", "step", "points"),
    [
        ("9S 9H 9D", "KS KH 2D", Step.VALUE, 1),  # EX-05: three of a kind against a pair
        ("4H 9H JH", "KS 7S 2D", Step.SUIT, 1),  # EX-06
        ("8S 8H 8D KC 5H 3S JD", "AC QC 9C 4C KH 7D 2S", Step.VALUE, 3),  # EX-08
        ("QH QC 9H 6H 3H KS 5D", "TS TD 8S 4S AH 7C 2D", Step.SUIT, 1),  # EX-09
        ("7H 7C KH 9H 4D 2D QS", "JS JD TS 6S 5H 3D AC", Step.COLOUR, 1),  # EX-10
        ("5C 5D KC 9C 8H", "5H 5S KS 9S 7D", Step.HIGH_CARD, 1),  # EX-11
    ],
)
def test_the_books_comparisons(mine: str, theirs: str, step: Step, points: int) -> None:
    """UT-HAND-02, -04, -06, -07, UT-AWD-01, -02, UT-R-35, EX-05, EX-06, EX-08..11."""
    assert key(mine) > key(theirs)
    assert deciding_step(key(mine), key(theirs)) == step
    assert award(key(mine), key(theirs)) == points


def test_equal_values_in_other_suits_are_a_tie() -> None:
    """UT-HAND-08, EX-12: suits have no order, and the tie is not the detective's."""
    assert key("9H 6H 2H") == key("9S 6S 2S")
    assert deciding_step(key("9H 6H 2H"), key("9S 6S 2S")) == Step.TIE
    assert award(key("9H 6H 2H"), key("9S 6S 2S")) == 0


def test_a_joker_beside_an_ace_is_a_second_ace() -> None:
    """UT-JOK-01, EX-07: a copy of a card that is there already."""
    assert groups("AS JK") == (2, 2, 2)


def test_jokers_alone_are_aces() -> None:
    """UT-JOK-06."""
    assert (groups("JK"), rank_class(key("JK")), key("JK")[3][0]) == ((0, 0, 0), 4, 1)
    assert (groups("JK JK"), key("JK JK")[3][0]) == ((2, 2, 2), 2)


def test_only_the_largest_group_counts() -> None:
    """UT-HAND-03, UT-R-27: two pairs are 2, a full house is 3."""
    assert groups("8S 8H 5D 5C")[0] == 2
    assert groups("8S 8H 8C 5D 5C")[0] == 3


def test_the_value_of_a_pair_matters_last() -> None:
    """UT-HAND-06: twos with a longer suit beat Aces."""
    assert key("2H 2S 4H 6H") > key("AH AS 4D 6C")


def test_an_ace_is_never_low() -> None:
    """UT-HAND-02."""
    assert key("AS") > key("KS") > key("2S")


def test_classes() -> None:
    """UT-HAND-05: pair, suit, colour, high card, no hand."""
    assert [rank_class(key(cards)) for cards in ("8S 8H", "8S 5S", "8S 5C", "8S 5H", "")] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("number", range(40))
def test_structural_facts(number: int) -> None:
    """UT-HAND-10: what any hand of a size must hold, and what a single card can never do."""
    cards = tuple(random.Random(number).sample(DECK, 14))
    assert rank_class(read(cards[:3]).key) <= 3
    assert rank_class(read(cards[:5]).key) <= 2
    assert rank_class(read(cards).key) == 1
    assert rank_class(read((JOKER, cards[0])).key) == 1
    assert read(cards[:1]).key < read(cards[1:4]).key


def test_one_for_one_removal_is_the_count_of_values() -> None:
    """UT-HAND-07: a hand with a card left beats a hand with none."""
    assert survivors(key("5C 5D KC 9C 8H"), key("5H 5S KS 9S 7D")) == ("8", "7")
    assert survivors(key("KS"), key("")) == ("K", "")
    assert key("KS") > key("")


def test_the_loser_of_a_step_with_one_card_counts_as_none() -> None:
    """UT-AWD-01, UT-R-35b: a single card is no group, so the award is the whole of mine."""
    assert award(key("8S 8H 2D"), key("KS QH 9D")) == 2


def test_a_high_card_may_be_worth_nothing() -> None:
    """UT-R-35: the other reading."""
    assert award(key("AS"), key("KH"), high_card_award=0) == 0


def test_jokers_count_for_damage_in_their_holders_favour() -> None:
    """UT-JOK-05, UT-R-32: any equally good suit may be Hearts or Clubs."""
    both = read(hand("KH KC JK"))
    assert (both.hearts, both.clubs) == (2, 2)
    spades = read(hand("KS 4S 3H JK"))
    assert (spades.hearts, spades.clubs) == (1, 0)


def test_the_identity_does_not_depend_on_the_other_hand() -> None:
    """UT-JOK-04, UT-R-31: it is the engine's, and the best there is."""
    assert read(hand("4D 4S 9D JK")).identity == "4D"


@pytest.mark.parametrize(("difference", "level"), [(-3, 0), (0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (9, 3)])
def test_damage_thresholds(difference: int, level: int) -> None:
    """UT-DMG-03: 1, 2 and 4; 3 is the same as 2."""
    assert damage_level(difference) == level


@pytest.mark.parametrize(("size", "share"), [(2, 0.8721), (5, 0.4167), (7, 0.1588), (9, 0.0352)])
def test_how_often_no_value_comes_twice(size: int, share: float) -> None:
    """Ledger 9, the exact oracle: hands without Jokers or pairs, counted over dealt hands."""
    exact = comb(13, size) * 4**size / comb(54, size)
    assert exact == pytest.approx(share, abs=0.0001)
    dice = random.Random(5)
    dealt = [read(dice.sample(DECK, size)).key[0] == 0 for _ in range(4_000)]
    assert sum(dealt) / len(dealt) == pytest.approx(exact, abs=0.03)


def test_a_comparison_in_words() -> None:
    """UT-HAND-04: step by step, down to what decides."""
    told = words.compared(read(hand("5C 5D KC 9C 8H")), read(hand("5H 5S KS 9S 7D")), "Krake", "the GM")
    assert told == [
        "Same value: 2 each.",
        "Same suit: 3 each.",
        "Same colour: 3 each.",
        "High card, equal ones set aside: Krake 8, the GM 7. Krake is higher.",
    ]


@pytest.mark.parametrize("number", range(40))
def test_a_hand_laid_open_has_the_groups_of_its_key(number: int) -> None:
    """UT-HAND-02, -03: as many cards as were counted, with one thing in common, the Jokers as what they stand for."""
    dice = random.Random(number)
    held = tuple(dice.sample(DECK, dice.randrange(12)))
    counts, reading = ranked(held, ()), read(held)
    assert (counts.value.count, counts.suit.count, counts.colour.count) == reading.key[:3]
    assert counts.jokers == (reading.identity,) * held.count(JOKER)
    shown = [*(card for card in held if card != JOKER), *counts.jokers]
    colours = ["red" if card[1] in "HD" else "black" for card in shown]
    for group, traits in (
        (counts.value, [card[0] for card in shown]),
        (counts.suit, [card[1] for card in shown]),
        (counts.colour, colours),
    ):
        assert traits.count(group.trait) == group.count
    assert len(counts.high) == len(held)


def test_a_joker_need_not_be_of_the_larger_colour() -> None:
    """UT-HAND-03, UT-JOK-03: the suit comes first, and the Joker stands with it."""
    counts = ranked(hand("2S 4S 6S 8S 3H 5H 7H 9D TD QD JK"), ())
    assert (counts.suit, counts.jokers) == (Group("S", 5), ("QS",))
    assert counts.colour == Group("red", 6)


def test_declared_jokers_stand_for_what_their_owner_said() -> None:
    """UT-R-31: each for its own card."""
    counts = ranked(hand("KS 4H JK JK"), hand("KD 2C"))
    assert counts.jokers == ("KD", "2C")
    assert counts.value == Group("K", 2)


def test_a_single_card_makes_no_group() -> None:
    """UT-HAND-02, UT-R-35b: and no cards make nothing at all."""
    single, empty = ranked(hand("8S"), ()), ranked((), ())
    assert (single.value, single.high) == (Group(), "8")
    assert (empty.colour, empty.high) == (Group(), "")


def test_a_comparison_goes_no_further_than_it_must() -> None:
    """UT-HAND-04, -07: the last step is the one that decides; a tie is equal all the way."""

    def steps(mine: str, theirs: str) -> list[tuple[str, str, str, str]]:
        told = compared(key(mine), key(theirs))
        return [(one.step, one.mine, one.theirs, one.outcome) for one in told]

    assert steps("KS KH 9S", "AS AH 2D") == [("value", "2", "2", "equal"), ("suit", "2", "0", "higher")]
    assert steps("AS TC", "AC 9S")[-1] == ("high card", "T", "9", "higher")
    assert steps("AS", "AS AC")[0] == ("value", "0", "2", "lower")
    assert [outcome for *_, outcome in steps("AS", "AC")] == ["equal"] * 4


def test_a_joker_in_the_high_cards_is_an_ace() -> None:
    """UT-JOK-06: alone it is the highest card there is."""
    assert key("JK") == key("AS")
