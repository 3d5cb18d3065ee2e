"""Payout and bets: what a scene pays, and where every coin goes at once. (Ledger 2.14)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.schizonauts.kit import Night, shown

EDITIONS = ("game_chef", "revised")
GAME_CHEF, REVISED = EDITIONS


def coins(game: Night) -> dict[str, int]:
    """Who holds coins."""
    return {name: game.sheet(name).coins for name in game.seat_of if game.sheet(name).coins}


def bettors(game: Night) -> list[str]:
    """Who is asked to bet just now."""
    return [name for name in game.seat_of if "bet" in game.asked(name)]


def piles(game: Night) -> list[tuple[int, int]]:
    return [game.piles(name) for name in game.seat_of]


def doubled(**options: Any) -> Night:
    """Ada's dice win both roles, against Ben; Cyd contributes."""
    game = Night("ada", "ben", "cyd", **options)
    game.rate("ada", overlap=2)
    game.fall(narrator="ada", judge="ada")
    game.invite("ben")
    game.give("cyd", to="ada")
    return game


# -- payout


def test_e15_lydia_rob_and_deborah_are_paid_and_bet() -> None:
    """SZ-PAY-01, SZ-BET-01..04, example E15: 3, 2, 1 and nothing; the piles end at Rob T2 A2, Lydia T1 A1."""
    game = Night("lydia", "fred", "rob", "deborah")
    game.fall(narrator="lydia", judge="rob")
    game.invite("rob")
    game.give("deborah", to="rob")
    game.until("bet")
    assert coins(game) == {"lydia": 3, "rob": 2, "deborah": 1}
    assert "The bank pays: lydia 3 coins, rob 2 coins, deborah 1 coin." in game.story("fred")
    game.bet("lydia", on="rob", thief=2, agent=1)
    game.bet("rob", on="lydia", thief=1, agent=1)
    game.bet("deborah", on="rob", agent=1)
    assert (game.piles("rob"), game.piles("lydia")) == ((2, 2), (1, 1))
    assert game.name(game.table.course.actor) == "fred"  # nobody asked Fred for coins he never had


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("gives", [(), ("cyd",), ("cyd", "dov")])
def test_a_scene_pays_five_and_one_for_every_die_given(gives: tuple[str, ...], edition: str) -> None:
    """SZ-PAY-01: a pass earns nothing."""
    game = Night("ada", "ben", "cyd", "dov", edition=edition)
    game.fall(narrator="ben", judge="ada")
    game.invite("ben")
    for name in gives:
        game.give(name, to="ada")
    game.until("bet")
    assert coins(game) == {"ada": 2, "ben": 3, **dict.fromkeys(gives, 1)}


def test_one_player_with_both_roles_gets_five() -> None:
    """SZ-PAY-01: in Game Chef one player may narrate and judge."""
    game = doubled()
    game.until("bet")
    assert coins(game) == {"ada": 5, "cyd": 1}


@pytest.mark.parametrize(("role_coin", "paid"), [("holder", {"ada": 3, "cyd": 3}), ("roller", {"ada": 5, "cyd": 1})])
def test_a_role_given_away_is_paid_to_its_holder(role_coin: str, paid: dict[str, int]) -> None:
    """SZ-PAY-01, SZ-AMB-19: revised; Cyd judges and has given a die. Option `role_coin` pays who rolled it."""
    game = doubled(edition=REVISED, role_coin=role_coin)
    game.until("keep_role")
    game.say("ada", {"keep": "narrator", "give_to": game.seat_of["cyd"]})
    game.until("bet")
    assert coins(game) == paid


@pytest.mark.parametrize(
    ("role_coin", "paid"), [("holder", {"ada": 5, "cyd": 1}), ("roller", {"ada": 3, "ben": 2, "cyd": 1})]
)
def test_a_role_lost_to_a_challenge_is_paid_to_its_holder(role_coin: str, paid: dict[str, int]) -> None:
    """SZ-AMB-19: Game Chef; everyone found Ben's price too small, so Ada set it."""
    game = Night("ada", "ben", "cyd", role_coin=role_coin)
    game.fall(narrator="ada", judge="ben")
    game.invite("ben")
    game.give("cyd", to="ada")
    game.until("price_challenge")
    for name in ("ada", "cyd"):
        game.act(name, "too_little")
    game.until("bet")
    assert (game.narrator, game.judge) == ("ada", "ada")
    assert coins(game) == paid


# -- all of it, at once


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_coin_is_bet_before_the_next_turn(edition: str) -> None:
    """SZ-BET-01: neither less nor more, and nothing is carried over."""
    game = Night("ada", "ben", "cyd", edition=edition)
    game.fall(narrator="ada", judge="ben")
    game.until("bet")
    seat = game.seat_of["ben"]
    for thief, agent in ((0, 0), (1, 1), (2, 2), (4, -1)):
        refusal = game.refused("ada", {f"{seat}.thief": thief, f"{seat}.agent": agent}, "bet")
        assert refusal.rule == "SZ-BET-03"
    assert "Coins stay where you put them." in game.prompt("ada", "bet").text
    game.bet("ada", on="ben", thief=3)
    assert coins(game) == {"ben": 2}
    assert game.name(game.table.course.actor) == "ada"
    game.bet("ben", on="ada", agent=2)
    assert coins(game) == {}
    assert game.name(game.table.course.actor) == "ben"


@pytest.mark.parametrize("edition", EDITIONS)
def test_actor_and_visitor_bet_on_each_other(edition: str) -> None:
    """SZ-BET-02: never on oneself, never on anybody outside the scene."""
    game = Night("ada", "ben", "cyd", edition=edition)
    game.fall(narrator="ada", judge="ben")
    game.until("bet")
    assert [slot.label for slot in game.prompt("ada", "bet").slots] == ["ben, thief side", "ben, agent side"]
    for other in ("ada", "cyd"):
        game.refused("ada", {f"{game.seat_of[other]}.thief": 3}, "bet")
    game.bet("ada", on="ben", thief=3)
    assert [slot.label for slot in game.prompt("ben", "bet").slots] == ["ada, thief side", "ada, agent side"]
    game.refused("ben", {f"{game.seat_of['ben']}.agent": 2}, "bet")


# -- what a contributor may do


SPLITS = [
    ({"edition": GAME_CHEF}, "four_piles"),
    ({"edition": REVISED}, "one_target"),
    ({"edition": GAME_CHEF, "contributor_split": "one_target"}, "one_target"),
    ({"edition": REVISED, "contributor_split": "four_piles"}, "four_piles"),
]


@pytest.mark.parametrize(("options", "split"), SPLITS)
def test_a_contributor_with_three_coins(options: dict[str, Any], split: str) -> None:
    """SZ-BET-02, -03, SZ-AMB-43: over all four piles, or on both sides of one sheet; actor and visitor alone."""
    game = doubled(role_double="give_away", **options)
    game.until("keep_role")
    game.say("ada", {"keep": "narrator", "give_to": game.seat_of["cyd"]})
    game.until("bet")
    game.bet("ada", on="ben", thief=3)
    assert coins(game) == {"cyd": 3}
    a, b, c = game.seat_of.values()
    if split == "four_piles":
        game.refused("cyd", {f"{c}.thief": 3}, "bet")
        game.say("cyd", {f"{a}.thief": 1, f"{a}.agent": 1, f"{b}.agent": 1}, "bet")
        assert piles(game) == [(1, 1), (3, 1), (0, 0)]
    else:
        game.refused("cyd", {"on": c, "coins": {"thief": 3, "agent": 0}}, "bet")
        game.refused("cyd", {f"{a}.thief": 2, f"{b}.thief": 1}, "bet")
        game.refused("cyd", {"on": a, "coins": {"thief": 1, "agent": 1}}, "bet")
        game.say("cyd", {"on": a, "coins": {"thief": 2, "agent": 1}}, "bet")
        assert piles(game) == [(2, 1), (3, 0), (0, 0)]


# -- the order


@pytest.mark.parametrize("edition", EDITIONS)
def test_bets_go_round_from_the_actor(edition: str) -> None:
    """SZ-BET-04, SZ-AMB-44: actor, visitor, then clockwise from the actor; one at a time, before everyone."""
    game = Night("ada", "ben", "cyd", "dov", "eve", edition=edition)
    game.scene_of("ben")
    for name in game.seat_of:
        game.lay(name, piles={"thief": 0, "agent": 0})
    game.invite("dov")
    for name in ("ada", "cyd", "eve"):
        game.give(name, to="ben")
    game.fall(narrator="dov", judge="ben")
    game.until("bet")
    order = []
    while game.name(game.table.course.actor) == "ben":
        (bettor,) = bettors(game)
        order.append(bettor)
        game.step()
        assert any(line.startswith(f"{bettor} puts") for line in game.story("ada"))
    assert order == ["ben", "dov", "cyd", "eve", "ada"]


def test_sealed_bets_are_opened_together() -> None:
    """SZ-AMB-44, option `bet_order`: all are asked at once, and no coin is seen before the last is placed."""

    def ada_bets(**sides: int) -> Night:
        game = doubled(bet_order="simultaneous")
        game.fall(narrator="ada", judge="ben")
        game.until("bet")
        assert bettors(game) == ["ada", "ben", "cyd"]
        game.bet("ada", on="ben", **sides)
        return game

    game, otherwise = ada_bets(thief=3), ada_bets(agent=3)
    assert all(shown(game, name) == shown(otherwise, name) for name in ("ben", "cyd", None))
    assert shown(game, "ada")["prompts"][0]["sealed"]
    game.say("cyd", {"a.agent": 1}, "bet")
    assert piles(game) == [(0, 0), (0, 0), (0, 0)]
    game.bet("ben", on="ada", agent=2)
    assert piles(game) == [(0, 3), (3, 0), (0, 0)]
    assert coins(game) == {}


# -- what a bet is


def test_a_bet_says_what_you_hope_for_and_stays() -> None:
    """SZ-BET-05: piles are public, add up from scene to scene, and never come back."""
    game = Night("ada", "ben", "cyd")
    game.lay("ada", piles={"thief": 1, "agent": 4})
    game.fall(narrator="ada", judge="ben")
    game.invite("ben")
    game.until("bet")
    assert "on ben's sheet. On which side do you hope ben is?" in game.prompt("ada", "bet").text
    game.bet("ada", on="ben", thief=3)
    game.bet("ben", on="ada", agent=2)
    assert game.piles("ada") == (1, 6)
    assert game.seen(None)["sheet/a"]["piles"] == {"thief": 1, "agent": 6}
    game.until_true(lambda: game.table.course.phase == "final")
    totals = sum(map(sum, piles(game)))
    game.rest()
    assert sum(map(sum, piles(game))) == totals == 5 * 3 + 5
    assert coins(game) == {}
