"""Nouns name the audience of every field; hidden things live in hands, bags and secrets."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mneme.engine.errors import RulesBug
from mneme.engine.prompts import Ack, Seat
from mneme.engine.state import (
    EVERYONE,
    Audience,
    Bag,
    BusyNoun,
    Face,
    Hand,
    Noun,
    Own,
    Public,
    Secret,
    fields_of,
    shown_to_all,
)
from tests.conformance.tiny import TinyTable, sit

CARDS = st.lists(st.sampled_from(["moon", "star", "sun"]), max_size=8)


class Coin(Face, frozen=True):
    metal: str
    worth: int


class Chest(Noun):
    owner: Public[Seat]
    coins: Public[tuple[Coin, ...]] = ()
    shares: Public[dict[Seat, int]]
    notes: Own[str] = ""
    scratch: int = 0


def chest(**fields: Any) -> Chest:
    return Chest(owner="a", **({"shares": {}} | fields))


# Nouns.


def test_a_field_names_its_audience_or_has_none() -> None:
    assert Chest.audiences == {"owner": EVERYONE, "coins": EVERYONE, "shares": EVERYONE, "notes": Audience("owner")}


def test_a_field_cannot_be_for_somebody_the_noun_does_not_name() -> None:
    with pytest.raises(RulesBug, match="keeper"):

        class Orphan(Noun):
            letter: Annotated[str, Audience("keeper")] = ""


def test_own_needs_an_owner() -> None:
    with pytest.raises(RulesBug, match="owner"):

        class Ownerless(Noun):
            diary: Own[str] = ""


def test_fields_of_a_noun_that_extends_another_keep_their_audience() -> None:
    class Safe(Chest):
        combination: Own[str] = "0000"

    assert Safe.audiences == Chest.audiences | {"combination": Audience("owner")}
    assert "combination" not in Chest.audiences


def test_a_table_of_defaults_is_not_shared() -> None:
    class Tally(Noun):
        points: Public[dict[str, int]] = {"moon": 0}

    one, other = Tally(), Tally()
    one.points["moon"] = 5
    assert other.points == Tally().points == {"moon": 0}


def test_a_noun_keeps_some_names_for_itself() -> None:
    with pytest.raises(RulesBug, match="noun_touch begins like"):

        class Bell(Noun):
            noun_touch: Public[str] = ""


def test_a_busy_noun_holds_nothing_that_only_some_see() -> None:
    with pytest.raises(RulesBug, match="Purse is busy"):

        class Purse(BusyNoun):
            owner: Public[str]
            coins: Own[int] = 0


def test_nouns_are_the_same_only_if_they_are_the_same_thing() -> None:
    assert chest() != chest()


def test_all_fields_go_into_the_digest() -> None:
    assert fields_of(chest(scratch=3)) == {"owner": "a", "coins": (), "shares": {}, "notes": "", "scratch": 3}


def test_assigning_a_field_touches_the_noun() -> None:
    async def rules(table: TinyTable) -> None:
        noun = table.put("chest/a", chest())
        await table.ask("a", Ack("go", "Go on."))
        noun.scratch = 1
        await table.ask("a", Ack("go", "Go on."))
        table.remove("chest/a")
        await table.ask("a", Ack("go", "Go on."))

    sitting = sit(rules)
    prints = [sitting.table.fingerprint()]
    for _ in range(2):
        sitting.answer("a", "go", True)
        prints.append(sitting.table.fingerprint())
    assert len(set(prints)) == 3
    assert prints[2] == 0


# What is shown.


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("moon", "moon"),
        (3, 3),
        (True, True),
        (None, None),
        ((1, "a"), [1, "a"]),
        ({"a": (1,)}, {"a": [1]}),
        (Coin("gold", 3), {"metal": "gold", "worth": 3}),
        ((Coin("gold", 3),), [{"metal": "gold", "worth": 3}]),
        (Hand(("moon", "sun"), ("star",)), {"down": 2, "up": ["star"]}),
        (Bag(("moon", "sun")), 2),
        ({"a": Hand(("moon",))}, {"a": {"down": 1, "up": []}}),
    ],
)
def test_what_everyone_sees_of_a_public_value(value: object, shown: object) -> None:
    assert shown_to_all(value) == shown


class Smuggler(msgspec.Struct):
    cargo: str


class Trunk(Face, frozen=True):
    inside: Any


@pytest.mark.parametrize(
    "value",
    [
        Smuggler("moon"),
        [1],
        {1, 2},
        object(),
        Secret("moon"),
        (Secret("moon"),),
        {"a": Smuggler("x")},
        Trunk(Secret("x")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_rides_along_in_a_shown_value(value: object) -> None:
    with pytest.raises(RulesBug, match="may not hold"):
        shown_to_all(value)


# Hands, bags, secrets.


@given(CARDS)
def test_a_hand_does_not_tell_in_which_order_its_cards_came(cards: list[str]) -> None:
    hand = Hand()
    for card in cards:
        hand = hand.with_card(card)
    assert hand == Hand(tuple(sorted(cards)))
    assert len(hand) == len(cards)


def test_cards_are_turned_up_in_order() -> None:
    hand = Hand(("moon", "moon", "sun")).turned_up("sun").turned_up("moon")
    assert hand == Hand(("moon",), ("sun", "moon"))
    assert len(hand) == 3


def test_a_card_that_is_not_there_cannot_be_turned_up() -> None:
    with pytest.raises(ValueError, match="not in list"):
        Hand(("moon",)).turned_up("sun")


@given(CARDS.filter(bool), st.data())
def test_a_bag_loses_one_thing_at_a_time(cards: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(cards) - 1))
    bag = Bag(tuple(cards))
    rest = bag.without(place)
    assert sorted((*rest.items, cards[place])) == sorted(cards)
    assert len(rest) == len(bag) - 1


def test_a_secret_is_not_its_value() -> None:
    secret = Secret("moon", ("a",), ("moon", "sun"))
    assert secret.peek() == "moon"
    assert not isinstance(secret, str)
    opened = secret.opened(("b", "a"))
    assert opened == Secret("moon", ("a", "b"), ("moon", "sun"))
    assert secret.known == ("a",)
