"""Endgame ground rules and allegiance: what is said when the night begins, and who may say what. (Ledger 2.11)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.schizonauts.kit import Night, Seated

EDITIONS = ("game_chef", "revised")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "essential",
    [
        "after the theft, in the 12 hours from sundown to sunrise",
        "Nobody breaches the gates of PALACE for good, or makes them safe for good, until the final resolution is over",
        "Nobody can make you turn up an allegiance card",
        "Only the actor's and the visitor's characters are in the scene",
        "every schizonaut is the agent",
    ],
)
def test_the_ground_rules_are_told_before_the_first_scene(essential: str, edition: str) -> None:
    """SZ-EG-20: when, the gates, no forced reveal, who is present, how everyone looks."""
    game = Night("ada", "ben", "cyd", edition=edition)
    for name in game.seat_of:
        told = game.story(name)
        (rules,) = (place for place, line in enumerate(told) if essential in line)
        assert rules < next(place for place, line in enumerate(told) if line.startswith("Endgame, round 1"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_sides_learn_what_they_are_after(edition: str) -> None:
    """SZ-EG-22: agents find and stop the turned; thieves breach PALACE and look like agents."""
    game = Night("ada", "ben", "cyd", edition=edition)
    for name in game.seat_of:
        told = "\n".join(game.story(name))
        assert "If you are an agent: find out which colleagues have been turned, and stop them." in told
        assert "If you are a thief: breach PALACE with allies you cannot see, and look like an agent" in told


# -- the dominant persona


def test_most_of_your_cards_say_who_you_are() -> None:
    """SZ-EG-21: told to the owner and to nobody else; it moves nothing before the final resolution."""
    game = Night("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    assert "Your new allegiance card: thief. By your cards you are a thief." in game.story("ada")
    assert [game.seen(name)["sheet/a"].get("dominant") for name in ("ada", "ben", None)] == [
        "By your cards you are a thief.",
        None,
        None,
    ]
    assert not any("you are a thief." in line for name in ("ben", "cyd") for line in game.story(name))
    assert [game.sheet(name).true for name in game.seat_of] == ["", "", ""]
    game.until_true(lambda: game.table.course.phase == "final")
    assert [game.sheet(name).true for name in game.seat_of] == ["thief", "", ""]


@pytest.mark.parametrize(
    ("edition", "essential"),
    [("game_chef", "not even you know which side you are on"), ("revised", "act for either side, or for both")],
)
def test_even_cards_leave_it_open(edition: str, essential: str) -> None:
    """SZ-EG-21: on a tie Game Chef leaves it undetermined; the revised rules let you pursue both goals."""
    cards = ["thief", "agent", "agent", "agent", "agent", "thief"]
    game = Night("ada", "ben", "cyd", rounds=2, edition=edition, cards=cards)
    game.until_true(lambda: game.table.course.round == 2)
    told = {name: [line for line in game.story(name) if line.startswith("Your new")][-1] for name in game.seat_of}
    assert essential in told["ada"]
    assert told["ben"].endswith("By your cards you are an agent.")
    assert essential in told["cyd"]


# -- talk about cards


TALK = {True: "You may claim any allegiance, true or false", False: "Do not talk about your face-down cards"}


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({"edition": "game_chef"}, True),
        ({"edition": "revised"}, False),
        ({"edition": "game_chef", "allegiance_claims": False}, False),
        ({"edition": "revised", "allegiance_claims": True}, True),
    ],
)
def test_claims_are_free_or_forbidden(options: dict[str, Any], allowed: bool) -> None:
    """SZ-EG-23, SZ-AMB-35: the table is reminded which holds; notes are passed only where claims are allowed."""
    game = Night("ada", "ben", "cyd", **options)
    told = "\n".join(game.story("ben"))
    assert TALK[allowed] in told
    assert TALK[not allowed] not in told
    assert all(("pass_note" in game.may(name)) == allowed for name in game.seat_of)


def test_a_note_is_for_two() -> None:
    """SZ-EG-23: true or false, it goes to one other player, and nothing official comes of it."""
    game = Night("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    before = game.sitting.digest()
    game.act("ada", "pass_note", to=game.seat_of["ben"], text="I am an agent, like you.")
    note = "A note from ada to ben: I am an agent, like you."
    assert [note in game.story(name) for name in ("ada", "ben", "cyd", None)] == [True, True, False, False]
    assert game.sitting.digest() == before
    assert game.options("ada", "pass_note", "to") == ["ben", "cyd"]
    game.refused("ada", {"act": "pass_note", "to": game.seat_of["ada"], "text": "Remember."}, "notes")


def test_notes_wait_for_the_cards() -> None:
    """SZ-EG-23: there is nothing to claim before the endgame."""
    game = Seated("ada", "ben", "cyd", length="custom", rounds=1)
    game.until("closing_vote")
    assert not any("pass_note" in game.may(name) for name in game.seat_of)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_is_shown_to_one_player_alone(edition: str) -> None:
    """SZ-EG-23: a card is turned up before everyone, or not at all."""
    game = Night("ada", "ben", "cyd", edition=edition, cards=["thief", "agent", "agent"])
    game.invite("ben")
    assert [part.name for part in game.choice("ada", "reveal_thief").fields] == ["memory", "rating"]  # not to whom
    game.act("ada", "reveal_thief")
    assert all("ada turns up a thief card." in game.story(name) for name in ("ben", "cyd", None))
