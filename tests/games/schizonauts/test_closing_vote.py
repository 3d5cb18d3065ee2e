"""The closing vote at the end of each flashback turn. (Ledger 2.8)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from tests.games.schizonauts.kit import Flashback, shown

EDITIONS = ("game_chef", "revised")
THREE = ("ada", "ben", "cyd")
FOUR = (*THREE, "dov")


def vote(*names: str, **options: Any) -> Flashback:
    """Ada's two scenes are over."""
    game = Flashback(*names, **options)
    game.until("closing_vote")
    return game


def what_is_seen(game: Flashback, name: str | None) -> tuple[Any, Any]:
    view = shown(game, name)
    return view["state"], view["lines"]


def opened(game: Flashback) -> dict[str, str]:
    """The cards that everyone has seen turned over."""
    return {game.name(seat): card for seat, card in game.table.turn.votes.items()}


# -- the cards


@pytest.mark.parametrize("edition", EDITIONS)
def test_everyone_but_the_actor_votes_on_the_turns_two_scenes(edition: str) -> None:
    """SZ-VOTE-01: thief or agent, and there is no third card and no way around it."""
    game = vote(*FOUR, edition=edition)
    assert [name for name in FOUR if "closing_vote" in game.asked(name)] == ["ben", "cyd", "dov"]
    assert game.choices("ben") == ["thief", "agent"]
    assert "Which side of Jules / Gordon was stronger in these two scenes?" in game.prompt("ben").text
    assert game.prompt("ben").default is UNSET
    game.refused("ben", "neither")


def test_a_card_is_secret_until_all_are_down() -> None:
    """SZ-VOTE-01: nobody else sees what ben voted, nor can tell it from anything that is shown."""
    worlds = []
    for card in ("thief", "agent"):
        game = vote(*FOUR)
        game.say("ben", card)
        worlds.append([what_is_seen(game, name) for name in ("ada", "cyd", "dov", None)])
        assert game.table.turn.bleeder == ""
        assert shown(game, "ben")["prompts"][0]["sealed"]
    assert worlds[0] == worlds[1]


def test_a_card_may_be_changed_until_all_are_down() -> None:
    """SZ-VOTE-01: votes are simultaneous, so an early one is no disadvantage."""
    game = vote(*FOUR)
    for name, card in (("ben", "thief"), ("cyd", "agent"), ("ben", "agent"), ("dov", "thief")):
        game.say(name, card)
    assert game.table.turn.bleeder == "agent"


@pytest.mark.parametrize(("players", "asked"), [(2, False), (3, True), (4, False), (5, True)])
def test_the_actor_lays_a_card_only_where_the_others_could_tie(players: int, asked: bool) -> None:
    """SZ-VOTE-02: with two or four at the table they cannot."""
    game = vote(*(*FOUR, "eva")[:players])
    assert ("tiebreak_vote" in game.asked("ada")) == asked


def test_the_actor_commits_before_any_card_is_turned() -> None:
    """SZ-VOTE-02, SZ-AMB-46: at the same time as the others; the vote waits for it, and it cannot follow theirs."""
    game = vote(*THREE)
    game.say("ben", "thief")
    before = what_is_seen(game, "ada")
    game.say("cyd", "agent")
    assert what_is_seen(game, "ada") == before
    assert game.asked("ada") == ["tiebreak_vote"]
    assert "counts only if the others tie" in game.prompt("ada").text
    game.say("ada", "thief")
    assert game.table.turn.bleeder == "thief"
    assert "tiebreak_vote" not in game.asked("ada")
    (seals,) = (line.facts for line in game.table.lines if line.kind == "sealed")
    assert seals is not None
    assert set(seals["commitments"]) == {game.seat_of[name] for name in THREE}


# -- counting


@pytest.mark.parametrize(
    ("ben", "cyd", "ada", "bleeder"),
    [
        ("thief", "thief", "agent", "thief"),
        ("agent", "agent", "thief", "agent"),
        ("thief", "agent", "agent", "agent"),
        ("thief", "agent", "thief", "thief"),
    ],
)
def test_the_majority_decides_and_on_a_tie_the_actor(ben: str, cyd: str, ada: str, bleeder: str) -> None:
    """SZ-VOTE-03, SZ-AMB-45: a tie is one of agents and thieves; against a majority the actor's card is nothing."""
    game = vote(*THREE)
    game.vote(ben=ben, cyd=cyd, ada=ada)
    assert game.table.turn.bleeder == bleeder


@pytest.mark.parametrize(
    ("options", "tied", "shown"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"edition": "revised"}, False, True),
        ({"edition": "revised"}, True, True),
        ({"actor_vote_shown": "always"}, False, True),
        ({"edition": "revised", "actor_vote_shown": "on_tie"}, False, False),
    ],
)
def test_whether_the_actors_card_is_shown(options: dict[str, Any], tied: bool, shown: bool) -> None:
    """SZ-VOTE-03: in Game Chef only if it is needed, in the revised edition always (`actor_vote_shown`)."""
    game = vote(*THREE, **options)
    game.vote(ben="thief", cyd="agent" if tied else "thief", ada="agent")
    expected = {"ben": "thief", "cyd": "agent" if tied else "thief"}
    assert opened(game) == expected | ({"ada": "agent"} if shown else {})
    (line,) = (line.text for line in game.table.lines if line.kind == "vote")
    assert ("ada says agent" in line) == shown


def test_a_card_that_is_not_needed_stays_unknown() -> None:
    """SZ-VOTE-03: in Game Chef nobody can tell what ada had laid down."""
    worlds = []
    for card in ("thief", "agent"):
        game = vote(*THREE)
        game.vote(ben="thief", cyd="thief", ada=card)
        worlds.append([without_seals(game, name) for name in ("ben", "cyd", None)])
    assert worlds[0] == worlds[1]


def without_seals(game: Flashback, name: str | None) -> tuple[Any, Any]:
    """What somebody sees, but for the seals that bind each card to who laid it."""
    state, lines = what_is_seen(game, name)
    return state, [line for line in lines if line["kind"] != "sealed"]


def test_example_e9_the_agent_bleeds() -> None:
    """E9 (SZ-VOTE-01..04): Fred says thief, Rob and Deborah agent; of four players the actor needs no card."""
    game = vote("Lydia", "Fred", "Rob", "Deborah")
    assert game.asked("Lydia") == []
    game.vote(Fred="thief", Rob="agent", Deborah="agent")
    assert game.table.turn.bleeder == "agent"
    assert (
        "The cards turn over: Fred says thief, Rob says agent, Deborah says agent. Agent Gordon bleeds." in game.story()
    )


@pytest.mark.parametrize(("bleeder", "recipient"), [("thief", "agent"), ("agent", "thief")])
def test_the_winner_bleeds_into_the_other(bleeder: str, recipient: str) -> None:
    """SZ-VOTE-04: a memory of the bleeder goes over, and the recipient gains one."""
    game = vote(*FOUR)
    before = {side: game.remembered("ada", side) for side in ("thief", "agent")}
    game.vote(ben=bleeder, cyd=bleeder, dov=bleeder)
    game.until("new_recipient_memory")
    game.say("ada", {"aptitude": "violence", "text": "Somebody else's scar"})
    (echo,) = game.remembered("ada", "overlap")
    assert echo in before[bleeder]
    assert game.remembered("ada", bleeder) == before[bleeder]
    assert game.remembered("ada", recipient) == [*before[recipient], "Somebody else's scar"]


def test_the_cards_come_back() -> None:
    """SZ-VOTE-04: in the next turn everyone has both again, ada included."""
    game = vote(*FOUR)
    game.vote(ben="thief", cyd="thief", dov="thief")
    game.until("first_character")
    game.until("closing_vote")
    assert [game.choices(name) for name in ("ada", "cyd", "dov")] == [["thief", "agent"]] * 3


@pytest.mark.parametrize("card", ["thief", "agent"])
def test_with_two_players_one_vote_decides(card: str) -> None:
    """SZ-VOTE-03, ledger 11: there is nothing for the actor to break."""
    game = vote("ada", "ben")
    game.vote(ben=card)
    assert game.table.turn.bleeder == card
