"""Flashback, the second half of a turn, and how turn and flashback end. (Ledger 2.6)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.schizonauts.content import KEYS
from tests.games.schizonauts.kit import Flashback, Seated

EDITIONS = ("game_chef", "revised")
LYDIAS_TABLE = ("Lydia", "Fred", "Rob", "Deborah")
CHAIN = ("The Meat Cleaver", "The Bribe Money", "The Hotel Fob", "The Slow Watch")


def second_half(*names: str, visitor: str = "ben", **options: Any) -> Flashback:
    """A table where the actor is about to invite the second visitor, or that one to step in."""
    game = Flashback(*names, **options)
    game.open_scene(visitor, playing="thief")
    game.until_true(lambda: game.scene.half == 2)
    return game


# -- the other character, another visitor


@pytest.mark.parametrize("first", ["thief", "agent"])
def test_the_other_character_has_the_second_scene(first: str) -> None:
    """SZ-FB-30: nobody is asked."""
    game = Flashback("ada", "ben", "cyd", "dov")
    game.open_scene("ben", playing=first)
    game.until_true(lambda: game.scene.half == 2)
    assert game.scene.actor_as == {"thief": "agent", "agent": "thief"}[first]
    assert game.asked("ada") == ["visitor"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_second_visitor_is_somebody_else(edition: str) -> None:
    """SZ-FB-31."""
    game = second_half("ada", "ben", "cyd", "dov", edition=edition)
    assert [game.name(seat) for seat in game.choices("ada", "visitor")] == ["cyd", "dov"]
    assert game.refused("ada", game.seat_of["ben"]).rule == "SZ-FB-31"


def test_with_three_players_the_second_visitor_goes_without_saying() -> None:
    """SZ-FB-31, ledger 11: only the order of the two visitors is a choice."""
    game = second_half("ada", "ben", "cyd")
    assert (game.asked("ada"), game.asked("cyd")) == ([], ["visit"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_two_players_the_same_visitor_comes_again_and_keeps_the_key(edition: str) -> None:
    """SZ-FB-31, SZ-AMB-16, ledger 11: also in the revised edition, which forgets them."""
    game = second_half("ada", "ben", edition=edition)
    key = game.table.turn.key
    game.say("ben", {"visiting_character": "thief"}, "visit")
    assert (game.visitor, game.scene.key) == ("ben", key)


# -- the key object goes on


def test_the_key_passes_to_the_second_visitor() -> None:
    """SZ-FB-32: the same card; nothing leaves the chain; the first visitor may now contribute."""
    game = second_half("ada", "ben", "cyd")
    key, chain = game.table.turn.key, game.chain
    form: Any = game.prompt("cyd", "visit")
    assert [field.name for field in form.fields] == ["visiting_character"]
    game.say("cyd", {"visiting_character": "agent"}, "visit")
    assert (game.scene.key, game.chain) == (key, chain)
    assert "key_worked_in" in game.may("cyd")
    assert [name for name in game.seat_of if "contribute" in game.may(name)] == ["ben"]


def test_no_second_card_can_be_taken() -> None:
    """SZ-FB-32."""
    game = second_half("ada", "ben", "cyd")
    answer = {"visiting_character": "agent", "key_from_chain": game.table.decks.chain[0]}
    assert game.refused("cyd", answer, "visit").sentence == "The parts of this answer are: visiting_character."


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_of_the_first_scene_holds_again(edition: str) -> None:
    """SZ-FB-33: own choice of character, the bonus, a new memory on the other side, the same gate."""
    game = Flashback("ada", "ben", "cyd", edition=edition)
    game.lay_chain("The Fire Axe", "The Bribe Money", "The One-Time Pad")
    game.open_scene("ben", playing="thief", key="The Fire Axe")
    game.until_true(lambda: game.scene.half == 2)
    game.open_scene("cyd", visiting="thief")
    assert (game.scene.visitor_as, game.scene.key_in, game.scene.memory, game.scene.given) == ("thief", False, "", {})
    game.to_the_dice("Daughter Kenzie", "violence")
    assert game.memory("ada", "Daughter Kenzie").box
    assert (game.pool("ada"), game.pool("cyd")) == ("4d6", "5d6")  # Gordon's intimacy; Jules's violence and the axe


def test_example_e7_the_second_half_of_lydias_turn() -> None:
    """E7 (SZ-FB-31..33): not Fred again; Rob gets the cleaver from him, and no card leaves the chain."""
    game = Flashback(*LYDIAS_TABLE)
    game.lay_chain(*CHAIN)
    game.open_scene("Fred", playing="thief", key="The Meat Cleaver")
    game.until_true(lambda: game.scene.half == 2)
    chain = game.chain
    game.refused("Lydia", game.seat_of["Fred"])
    game.open_scene("Rob")
    assert KEYS[game.scene.key].name == "The Meat Cleaver"
    assert game.chain == chain
    game.to_the_dice("Daughter Kenzie", "violence")
    assert game.memory("Lydia", "Daughter Kenzie").box
    assert game.scene.aptitudes == {game.seat_of["Lydia"]: "intimacy", game.seat_of["Rob"]: "violence"}
    assert (game.pool("Lydia"), game.pool("Rob")) == ("4d6", "3d6")  # the cleaver's die is Rob's now


# -- the end of the turn


def test_example_e8_the_cleaver_ends_in_lydias_hand() -> None:
    """E8 (SZ-FB-34): when the second scene is over, not before."""
    game = Flashback(*LYDIAS_TABLE)
    game.lay_chain(*CHAIN)
    game.open_scene("Fred", key="The Meat Cleaver")
    game.until_true(lambda: game.scene.half == 2)
    assert game.sheet("Lydia").keys == ()
    game.until("close_scene")
    assert game.sheet("Lydia").keys == ()
    game.until("closing_vote")
    assert [KEYS[card].name for card in game.sheet("Lydia").keys] == ["The Meat Cleaver"]
    assert "Lydia keeps The Meat Cleaver for the endgame." in game.story()


def test_a_hand_is_not_used_for_the_rest_of_flashback() -> None:
    """SZ-FB-34: neither ada nor a visitor is ever offered a card that lies in a hand."""
    game = Flashback("ada", "ben", "cyd", length="very_short")
    game.until_true(lambda: game.table.course.round == 2)
    game.say("ada", "agent")
    game.say("ada", game.seat_of["ben"])
    form: Any = game.prompt("ben", "visit")
    offered = {option.key for option in form.fields[1].options}
    held = {card for name in game.seat_of for card in game.sheet(name).keys}
    assert len(held) == 3
    assert not offered & held


def test_vote_then_bleed_then_the_next_player() -> None:
    """SZ-FB-35."""
    game = Flashback("ada", "ben", "cyd")
    game.until("close_scene")
    game.until_true(lambda: game.scene.half == 2)
    game.until("closing_vote")
    assert game.scene.step == "aftermath"
    game.vote(ben="thief", cyd="thief", ada="agent")
    assert game.asked("ben") == game.asked("cyd") == ["bleed_memory"]
    game.until("new_recipient_memory")
    game.step()
    assert (game.actor, game.asked("ben")) == ("ben", ["first_character"])


def test_key_hands_lie_open() -> None:
    """SZ-AMB-54: every card was seen when it was taken, so nothing is hidden by turning it over."""
    game = Flashback("ada", "ben", "cyd")
    game.until("closing_vote")
    for looking in ("ben", None):
        assert game.seen(looking)[f"sheet/{game.seat_of['ada']}"]["keys"] == [game.table.turn.key]


def test_by_another_ruling_hands_are_hidden() -> None:
    """SZ-AMB-54: with `hide_hands` others see how many; ada sees which."""
    game = Flashback("ada", "ben", "cyd", hide_hands=True)
    game.until("closing_vote")
    (key,) = game.sheet("ada").hand
    sheet = f"sheet/{game.seat_of['ada']}"
    for looking in ("ben", None):
        shown = game.seen(looking)[sheet]
        assert (shown["keys"], shown["keys_held"], "keys_hidden" in shown) == ([], 1, False)
    assert game.seen("ada")[sheet]["keys_hidden"] == [key]


# -- the end of flashback


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (3, 1), (3, 2), (5, 1)])
def test_flashback_ends_with_the_last_card_of_the_chain(edition: str, players: int, rounds: int) -> None:
    """SZ-FB-36, SZ-AMB-01: an empty deck ends nothing; the last turn has its vote and its bleed."""
    names = ("ada", "ben", "cyd", "dov", "eva")[:players]
    game = Seated(*names, edition=edition, length="custom", rounds=rounds)
    for _ in range(players * rounds):
        game.until("first_character")
        assert game.table.decks.chain  # with cards in the chain it goes on, deck or no deck
        game.step()
    game.until_true(lambda: game.table.course.phase == "interlude")
    assert game.table.decks.chain == ()
    assert [len(game.sheet(name).keys) for name in names] == [rounds] * players
    assert [len(game.memories(name, "overlap")) for name in names] == [rounds] * players


def test_the_last_turn_is_complete_before_the_interlude() -> None:
    """SZ-FB-36, SZ-AMB-01: the chain is empty as soon as the last visitor has taken the card, and play goes on."""
    game = Flashback("ada", "ben", "cyd", length="custom", rounds=1)
    game.until_true(lambda: game.actor == "cyd" and game.table.decks.chain == ())
    for step in ("close_scene", "closing_vote", "bleed_memory", "new_recipient_memory"):
        game.until(step)
        assert game.table.course.phase == "flashback"
    game.step()
    assert game.table.course.phase == "interlude"
