"""Chance is fair, repeatable, checkable draw by draw, and never the same again after a rewind."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.engine.chance import Keyed, SeededChance, commitment, seal
from mneme.engine.entries import Answer, Rewind
from mneme.engine.errors import RulesBug
from mneme.engine.log import Sitting
from mneme.engine.prompts import Ack
from mneme.engine.state import Bag, Noun, Public
from tests.conformance.tiny import TinyTable, sit

CHANCE = SeededChance("seed")


# Fairness. The seed is fixed, so these either always pass or never.


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20, 100, 255, 256, 257, 300])
def test_every_face_comes_up_as_often_as_any_other(sides: int) -> None:
    throws = 400 * sides
    counted = Counter(CHANCE.numbers(0, 0, 0, [sides] * throws))
    assert counted.keys() == set(range(sides))
    squares = sum((count - 400) ** 2 / 400 for count in counted.values())
    # Chi-square with `sides - 1` degrees of freedom: its mean plus five standard deviations.
    assert squares < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5


def test_throws_that_follow_each_other_have_nothing_to_do_with_each_other() -> None:
    pairs = Counter(
        (CHANCE.numbers(0, beat, 0, [6])[0], CHANCE.numbers(0, beat + 1, 0, [6])[0]) for beat in range(7_200)
    )
    squares = sum((pairs[a, b] - 200) ** 2 / 200 for a in range(6) for b in range(6))
    assert squares < 35 + 5 * 70**0.5


def test_a_number_is_below_its_bound() -> None:
    for bound in (1, 2, 255, 256, 257, 65_535, 65_536):
        assert all(0 <= number < bound for number in CHANCE.numbers(0, 0, 0, [bound] * 200))


@pytest.mark.parametrize("bound", [0, -1, (1 << 16) + 1])
def test_there_is_no_number_below_nothing(bound: int) -> None:
    with pytest.raises(RulesBug, match="cannot draw"):
        CHANCE.numbers(0, 0, 0, [bound])


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200))
def test_a_key_prepared_once_gives_the_digests_that_anybody_can_check(key: bytes, message: bytes) -> None:
    assert Keyed(key).digest(message) == hmac.digest(key, message, "sha256")


# The same and not the same.

PLACES = st.tuples(st.integers(0, 50), st.integers(0, 500), st.integers(0, 20))


@given(PLACES)
def test_the_same_place_gives_the_same_numbers(place: tuple[int, int, int]) -> None:
    assert SeededChance("seed").numbers(*place, [1000] * 5) == SeededChance("seed").numbers(*place, [1000] * 5)


@given(PLACES, PLACES)
def test_every_place_has_numbers_of_its_own(one: tuple[int, int, int], other: tuple[int, int, int]) -> None:
    same = CHANCE.numbers(*one, [1000] * 8) == CHANCE.numbers(*other, [1000] * 8)
    assert same == (one == other)


def test_more_dice_at_a_place_do_not_change_the_first() -> None:
    assert CHANCE.numbers(0, 3, 0, [6] * 100)[:5] == CHANCE.numbers(0, 3, 0, [6] * 5)


def test_seeds_and_words_make_different_games() -> None:
    chances = [
        SeededChance("seed"),
        SeededChance("another"),
        SeededChance("seed", {"a": "moon"}),
        SeededChance("seed", {"b": "moon"}),
        SeededChance("seed", {"a": "moon", "b": "sun"}),
    ]
    assert len({tuple(chance.numbers(0, 0, 0, [1000] * 8)) for chance in chances}) == len(chances)


def test_words_count_in_any_order() -> None:
    one, other = SeededChance("seed", {"a": "x", "b": "y"}), SeededChance("seed", {"b": "y", "a": "x"})
    assert one.numbers(0, 0, 0, [1000] * 8) == other.numbers(0, 0, 0, [1000] * 8)


# Commitments.


def test_the_commitment_can_be_made_again_by_hand() -> None:
    assert commitment("seed") == hashlib.sha256(b"mneme seed\0seed").hexdigest()
    assert commitment("seed") != commitment("Seed")


def test_the_key_of_the_dice_is_not_the_commitment() -> None:
    assert SeededChance(commitment("seed")).numbers(0, 0, 0, [1000] * 8) != CHANCE.numbers(0, 0, 0, [1000] * 8)


def test_a_seal_binds_an_answer_and_hides_it() -> None:
    salts = [CHANCE.salt(*place) for place in [(0, 1, "a"), (0, 1, "b"), (0, 2, "a"), (1, 1, "a")]]
    assert len(set(salts)) == 4
    seals = {seal(answer, salt) for answer in (b"0", b"1") for salt in salts}
    assert len(seals) == 8
    assert seal(b"1", salts[0]) == hashlib.sha256(salts[0] + b"1").hexdigest()[:32]


# At the table.


class Pot(Noun):
    rolls: Public[tuple[int, ...]] = ()


async def roll_for_ever(table: TinyTable) -> None:
    pot = table.put("pot", Pot())
    for _ in range(20):
        await table.ask("a", Ack("roll", "Roll."))
        pot.rolls += table.roll(3, 1000)


def rolls(sitting: Sitting) -> tuple[int, ...]:
    pot = sitting.table.nouns["pot"]
    assert isinstance(pot, Pot)
    return pot.rolls


def roll(sitting: Sitting) -> tuple[int, ...]:
    sitting.apply(Answer("a", "roll", True))
    return rolls(sitting)[-3:]


def test_a_rewind_never_brings_the_same_dice() -> None:
    sitting = sit(roll_for_ever)
    seen = {roll(sitting)}
    for _ in range(50):
        sitting.apply(Rewind(0))
        seen.add(roll(sitting))
    assert len(seen) == 51


def test_dice_before_the_moment_of_a_rewind_stay() -> None:
    sitting = sit(roll_for_ever)
    first, second = roll(sitting), roll(sitting)
    sitting.apply(Rewind(1))
    assert rolls(sitting) == first
    assert roll(sitting) != second


def test_going_back_further_after_going_back_brings_new_dice_too() -> None:
    sitting = sit(roll_for_ever)
    seen = [roll(sitting), roll(sitting), roll(sitting)]
    sitting.apply(Rewind(2))
    seen.append(roll(sitting))
    sitting.apply(Rewind(0))
    seen += [roll(sitting), roll(sitting), roll(sitting)]
    assert len(set(seen)) == len(seen)


def test_every_use_of_chance_can_be_checked_alone() -> None:
    sitting = sit(roll_for_ever, seed="open")
    roll(sitting)
    sitting.apply(Rewind(0))
    roll(sitting)
    chance = SeededChance("open")
    assert [draw.epoch for draw in sitting.table.draws] == [1]
    for draw in sitting.table.draws:
        assert tuple(chance.numbers(draw.epoch, draw.beat, draw.index, draw.bounds)) == draw.numbers


def test_a_bag_gives_every_card_once() -> None:
    drawn: list[str] = []

    async def empty_the_bag(table: TinyTable) -> None:
        bag = Bag(("moon", "star", "sun"))
        while bag.items:
            card, bag = table.draw(bag, to=None)
            drawn.append(card)
        await table.ask("a", Ack("done", "Done."))

    sit(empty_the_bag)
    assert sorted(drawn) == ["moon", "star", "sun"]


def test_nothing_can_be_drawn_from_an_empty_bag() -> None:
    async def greedy(table: TinyTable) -> None:
        table.draw(Bag(), to=None)

    with pytest.raises(RulesBug, match="empty bag"):
        sit(greedy)


def test_no_more_can_be_drawn_than_there_is() -> None:
    async def greedy(table: TinyTable) -> None:
        table.draw_several(Bag(("moon", "sun")), 3, to=None)

    with pytest.raises(RulesBug, match="a draw of 3 from a bag of 2"):
        sit(greedy)


def test_several_are_drawn_one_after_another() -> None:
    """No two of them are the same, each may be any, and the rest stays in the bag."""
    bag = Bag(tuple("abcde"))
    hands = set()

    async def look(table: TinyTable) -> None:
        drawn, rest = table.draw_several(bag, 3, to=None)
        assert sorted((*drawn, *rest.items)) == list(bag.items)
        hands.add(tuple(drawn))

    for seed in range(60):
        sit(look, seed=str(seed))
    assert len(hands) > 30
    assert {hand[0] for hand in hands} == {hand[2] for hand in hands} == set(bag.items)


def test_an_opening_is_noted_for_those_who_saw_it() -> None:
    async def look(table: TinyTable) -> None:
        bag = Bag(("moon",) * 3)
        table.draw(bag, to=None)
        table.draw(bag, to=("a",))
        table.draw(bag, to=())
        table.throw((4, 6))
        await table.ask("a", Ack("done", "Done."))

    openings = sit(look).table.openings
    assert [(opening.kind, opening.to) for opening in openings] == [("draw", None), ("draw", ("a",)), ("roll", None)]
