"""Final resolution: the last cards, true and preferred allegiance, and identity confirmed. (Ledger 2.16)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from tests.games.schizonauts.kit import Fate, Night

EDITIONS = ("game_chef", "revised")


def held(game: Night) -> list[int]:
    return [len(game.sheet(name).allegiance) for name in game.seat_of]


def confirmed(**options: Any) -> Night:
    """Ada is an agent, as the others hope; her final turn has begun."""
    game = Night("ada", "ben", "cyd", **options)
    game.final(ada=Fate("TAA", thief=1, agent=3), ben=Fate("T", thief=2), cyd=Fate("T", thief=2))
    return game


# -- the last deal


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("players", "rounds", "cards", "left"), [(3, 1, 1, 1), (3, 2, 3, 1), (3, 3, 3, 1), (4, 2, 3, 0), (2, 2, 3, 0)]
)
def test_an_even_number_of_rounds_brings_one_more_card(
    players: int, rounds: int, cards: int, left: int, edition: str
) -> None:
    """SZ-FIN-01, SZ-AMB-04, -05, -65: so nobody's cards can tie; a single card left over is never dealt."""
    game = Night(*"abcd"[:players], rounds=rounds, edition=edition)
    game.until_true(lambda: game.table.course.phase == "final")
    assert held(game) == [cards] * players
    assert len(game.table.decks.allegiance) == left
    game.rest()
    assert len(game.table.decks.allegiance) == left


def test_the_last_card_is_dealt_face_down() -> None:
    """SZ-FIN-01: its owner alone knows it until her final turn."""
    game = Night("ada", "ben", "cyd", rounds=2)
    game.until_true(lambda: game.table.course.phase == "final")
    assert [len(game.sheet(name).allegiance.down) for name in game.seat_of] == [0, 3, 3]  # it is ada's turn
    assert game.seen("ada")["sheet/b"]["allegiance"] == {"down": 3, "up": []}


# -- one round


@pytest.mark.parametrize("edition", EDITIONS)
def test_everyone_has_one_final_turn_and_must_take_it(edition: str) -> None:
    """SZ-FIN-02, SZ-AMB-63: starter first, clockwise; nothing in it may be passed over."""
    game = Night("ada", "ben", "cyd", edition=edition, plain={"starter": "b"})
    game.until_true(lambda: game.table.course.phase == "final")
    actors = []
    while game.table.course.phase == "final":
        name = game.until("say_final")
        actors.append(name)
        assert game.prompt(name, "say_final").default is UNSET
        assert game.asked(name)[0] == "say_final"
        game.say(name, True, "say_final")
    assert actors == ["ben", "cyd", "ada"]
    assert all(game.sheet(name).final for name in game.seat_of)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_coin_and_no_keys_any_more(edition: str) -> None:
    """SZ-FIN-02: nothing is earned or bet, and no key object is in the scene."""
    game = Night("ada", "ben", "cyd", edition=edition)
    game.final(ada=Fate("T", thief=0, agent=3))
    piles = [game.piles(name) for name in game.seat_of]
    game.until("before_the_roll")
    assert game.scene.key == ""
    assert game.choice("cyd", "contribute").note == "it cannot be taken back"
    game.give("cyd", to="ada")
    asked = game.rest()
    assert asked.isdisjoint({"bet", "eg_key", "reveal_after_roll"})
    assert [game.piles(name) for name in game.seat_of] == piles
    assert [game.sheet(name).coins for name in game.seat_of] == [0, 0, 0]


# -- who you are, and who they want you to be


@pytest.mark.parametrize(
    ("down", "up", "true"),
    [("T", "", "thief"), ("AAT", "", "agent"), ("TA", "T", "thief"), ("A", "AT", "agent"), ("", "TTA", "thief")],
)
def test_all_cards_are_turned_up_before_a_visitor_is_chosen(down: str, up: str, true: str) -> None:
    """SZ-FIN-03: the majority of all of them, turned earlier or now, is the true allegiance."""
    game = Night("ada", "ben", "cyd")
    game.final(ada=Fate(down, up=up), ben=Fate("A"), cyd=Fate("A"))
    assert game.asked("ada")[0] in {"visitor", "final_visitor"}
    assert game.sheet("ada").true == true
    allegiance = game.seen(None)["sheet/a"]["allegiance"]
    assert allegiance["down"] == 0
    assert len(allegiance["up"]) == len(down + up)
    assert [game.sheet(name).true for name in ("ben", "cyd")] == ["", ""]


@pytest.mark.parametrize(
    ("card", "thief", "agent", "preferred", "kind"),
    [
        ("T", 4, 3, "thief", "confirmation"),
        ("T", 3, 4, "agent", "crisis"),
        ("A", 3, 4, "agent", "confirmation"),
        ("A", 4, 3, "thief", "crisis"),
        ("T", 2, 2, "agent", "crisis"),
        ("A", 2, 2, "thief", "crisis"),
        ("T", 0, 0, "agent", "crisis"),
        ("A", 0, 0, "thief", "crisis"),
    ],
)
def test_more_coins_say_what_the_others_prefer(card: str, thief: int, agent: int, preferred: str, kind: str) -> None:
    """SZ-FIN-04, -05: equal piles prefer the opposite of the truth; truth and preference agree or clash."""
    game = Night("ada", "ben", "cyd")
    game.final(ada=Fate(card, thief, agent), ben=Fate("A"), cyd=Fate("A"))
    assert game.sheet("ada").preferred == preferred
    assert game.scene.kind == kind
    side = "thief" if card == "T" else "agent"
    assert any(line.startswith(f"ada's cards show 1 {side}. ada's true side is {side}.") for line in game.story("cyd"))
    why = "They prefer" if thief != agent else "so the preferred side is the opposite of the true one:"
    assert any(line.endswith(f"{why} {preferred}.") for line in game.story("cyd"))


# -- identity confirmation


def test_e21_lydia_is_confirmed_though_dead() -> None:
    """SZ-FIN-03..05, SZ-CONF-01, -05, SZ-DEATH-04, example E21: 7 coins for the thieves; dead Deborah visits."""
    game = Night("lydia", "fred", "rob", "deborah")
    game.lay("lydia", alive=False)
    game.lay("deborah", alive=False)
    game.final(lydia=Fate("TTT", thief=7, agent=6))
    assert game.scene.kind == "confirmation"
    assert game.invited("lydia") == ["fred", "rob", "deborah"]
    game.invite("deborah")
    game.until("say_final")
    game.say("lydia", True, "say_final")
    assert (game.sheet("lydia").final, game.table.course.scores) == ("thief", {"thief": 7, "agent": 0})


def test_anybody_may_visit_a_confirmation() -> None:
    """SZ-CONF-01: looks do not matter here; only oneself is left out."""
    game = Night("ada", "ben", "cyd")
    game.final(ada=Fate("A", agent=3), ben=Fate("", up="AAA"), cyd=Fate("T"))
    assert game.invited("ada") == ["ben", "cyd"]
    assert game.prompt("ada", "visitor").rule == "SZ-CONF-01"
    game.refused("ada", game.seat_of["ada"], "visitor")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_confirmation_has_no_dice(edition: str) -> None:
    """SZ-CONF-02: the actor narrates, the visitor judges, and the question is written already."""
    game = confirmed(edition=edition)
    game.invite("cyd")
    assert game.scene.question == "Who am I?"
    assert (game.narrator, game.judge) == ("ada", "cyd")
    assert game.asked("ada")[0] == game.asked("cyd")[0] == "telling"
    assert not any("contribute" in game.may(name) for name in game.seat_of)
    game.until("say_final")
    assert game.scene.rolls == {}


def test_the_answer_fits_the_true_allegiance() -> None:
    """SZ-CONF-03: the actor is told so where she answers; the visitor sets the price."""
    game = confirmed()
    game.invite("ben")
    assert game.prompt("ada", "telling").text.startswith("You are an agent. Answer in a way that fits who you are.")
    (text,) = game.choice("ada", "answer").fields
    assert text.text == "Who am I?"
    assert "price" in game.may("ben")
    assert "price" not in game.may("ada")
    game.act("ada", "answer", text="I never left the office.")
    game.refused("ada", {"act": "close_scene"}, "notes")
    assert "close_scene" not in game.may("ada")  # not without a price
    game.act("ben", "price", text="Nobody will ever know.")
    assert "close_scene" in game.may("ada")


@pytest.mark.parametrize("edition", EDITIONS)
def test_this_is_who_i_am(edition: str) -> None:
    """SZ-CONF-04: the actor says the line before the coins are counted."""
    game = confirmed(edition=edition)
    assert game.until("say_final") == "ada"
    prompt: Any = game.prompt("ada", "say_final")
    assert prompt.label == "This is who I am."
    assert game.refused("ada", False, "say_final").rule == "SZ-CONF-04"
    assert game.table.course.scores == {"thief": 0, "agent": 0}
    game.say("ada", True, "say_final")
    assert game.sheet("ada").spoken[-1] == "This is who I am."


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_confirmed_side_scores_its_coins(edition: str) -> None:
    """SZ-CONF-05: only those on the true side; the others count for nobody."""
    game = confirmed(edition=edition)
    game.until("say_final")
    game.say("ada", True, "say_final")
    assert (game.sheet("ada").final, game.table.course.scores) == ("agent", {"thief": 0, "agent": 3})


def after_the_price(game: Night) -> str:
    """What is asked first when answer and price are in."""
    asked = ("price_challenge", "settle_allegiance", "close_scene")
    return next(prompt for prompt in game.asked(game.until(*asked)) if prompt in asked)


def test_a_confirmed_price_is_not_challenged() -> None:
    """SZ-AMB-59: the roles are fixed by rule, so the table may lobby and no more; a crisis is challenged as ever."""
    assert after_the_price(confirmed()) == "close_scene"
    for edition, first in (("game_chef", "price_challenge"), ("revised", "settle_allegiance")):
        game = Night("ada", "ben", "cyd", edition=edition)
        game.final(ada=Fate("T", agent=3), ben=Fate("A"), cyd=Fate("A"))
        assert after_the_price(game) == first
