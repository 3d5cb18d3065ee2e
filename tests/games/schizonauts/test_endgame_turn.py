"""The endgame turn: visitor, key, memory, question and dice, and what becomes of the key. (Ledger 2.12)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.schizonauts.content import KEYS
from tests.games.schizonauts.kit import Night

EDITIONS = ("game_chef", "revised")


def key_of(aptitude: str, bonus: int) -> str:
    return next(key.id for key in KEYS.values() if (key.aptitude, key.bonus) == (aptitude, bonus))


def only_memory(game: Night, name: str, aptitude: str, text: str = "The Wet Coat") -> str:
    """The overlap of this sheet holds one memory, of this aptitude."""
    for memory in game.memories(name, "overlap"):
        memory.struck = True
    return game.write(name, "overlap", aptitude, text)


# -- the visitor


def test_the_actor_invites_anybody_else() -> None:
    """SZ-EG-30: any other player, and never oneself."""
    game = Night("ada", "ben", "cyd", "dov")
    assert game.invited("ada") == ["ben", "cyd", "dov"]
    assert game.prompt("ada").rule == "SZ-EG-30"
    game.refused("ada", game.seat_of["ada"])
    game.invite("cyd")
    assert (game.actor, game.visitor) == ("ada", "cyd")


def test_the_same_visitor_may_come_again() -> None:
    """SZ-EG-30: repeats are allowed, in the next round and by the next actor."""
    game = Night("ada", "ben", "cyd", rounds=2)
    game.invite("cyd")
    game.scene_of("ben")
    assert game.invited("ben") == ["cyd", "ada"]
    game.invite("cyd")
    game.until_true(lambda: game.table.course.round == 2)
    assert game.invited("ada") == ["ben", "cyd"]


def test_the_dead_are_still_invited() -> None:
    """SZ-EG-30, SZ-DEATH-04: a dead character's player can be a visitor."""
    game = Night("ada", "ben", "cyd")
    game.lay("ben", alive=False)
    assert game.invited("ada") == ["ben", "cyd"]
    game.invite("ben")
    assert game.visitor == "ben"


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_chooses_a_character_any_more(edition: str) -> None:
    """SZ-EG-30: each plays the one merged person."""
    game = Night("ada", "ben", "cyd", edition=edition)
    assert game.rest().isdisjoint({"first_character", "visit"})


# -- the key


def test_the_actor_uses_a_key_from_the_hand() -> None:
    """SZ-EG-31: one of the actor's own, and nobody else's."""
    game = Night("ada", "ben", "cyd", rounds=2)
    game.invite("ben")
    hand = game.sheet("ada").hand
    assert game.choices("ada", "eg_key") == list(hand)
    game.refused("ada", game.sheet("ben").hand[0], "eg_key")
    game.say("ada", hand[1], "eg_key")
    assert game.scene.key == hand[1]


def test_the_last_key_is_used_without_asking() -> None:
    """SZ-EG-31: a hand of one leaves no choice."""
    game = Night("ada", "ben", "cyd")
    game.invite("ben")
    assert game.asked("ada")[0] == "scene"
    assert (game.scene.key,) == game.sheet("ada").hand


@pytest.mark.parametrize(
    ("actor_rolls", "visitor_rolls", "pools"),
    [
        ("violence", "knowledge", ("4d6", "2d6")),  # the actor's key fits
        ("violence", "violence", ("4d6", "2d6")),  # it is not the visitor's, whatever they roll
        ("intimacy", "violence", ("2d6", "2d6")),  # it does not fit the actor
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bonus_is_the_actors_if_it_fits(
    actor_rolls: str, visitor_rolls: str, pools: tuple[str, str], edition: str
) -> None:
    """SZ-EG-31, -33: two overlap dice each, and +2 violence for the actor alone."""
    game = Night("ada", "ben", "cyd", edition=edition, plain={"visitor_aptitude": visitor_rolls})
    game.rate("ada", overlap=2)
    game.rate("ben", overlap=2)
    game.lay("ada", keys=(key_of("violence", 2),))
    only_memory(game, "ada", actor_rolls)
    game.until("before_the_roll")
    assert (game.pool("ada"), game.pool("ben")) == pools


# -- the memory


def test_the_memory_comes_from_the_overlap_and_settles_the_aptitude() -> None:
    """SZ-EG-32: overlap memories are free, and nothing else is offered."""
    game = Night("ada", "ben", "cyd")
    only_memory(game, "ada", "knowledge", "The Blue File")
    game.write("ada", "overlap", "intimacy", "Her Handwriting")
    game.invite("ben")
    assert game.options("ada", "use_memory", "memory") == ["The Blue File", "Her Handwriting"]
    game.act("ada", "use_memory", memory=game.memory("ada", "Her Handwriting").noun_key)
    assert game.scene.aptitudes == {game.seat_of["ada"]: "intimacy"}


def test_an_overlap_choice_may_be_changed_until_the_question() -> None:
    """SZ-EG-32, SZ-AMB-64: another one may take its place, which has to be worked in anew."""
    game = Night("ada", "ben", "cyd")
    first = only_memory(game, "ada", "knowledge", "The Blue File")
    second = game.write("ada", "overlap", "intimacy", "Her Handwriting")
    game.invite("ben")
    game.act("ada", "use_memory", memory=first)
    game.act("ada", "memory_worked_in", how="")
    assert game.options("ada", "use_memory", "memory") == ["Her Handwriting"]
    game.act("ada", "use_memory", memory=second)
    assert (game.scene.memory, game.scene.memory_in) == (second, False)
    assert game.scene.aptitudes[game.seat_of["ada"]] == "intimacy"
    game.until("approve_question")
    assert "use_memory" not in game.may("ada")


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_box_is_ticked_and_a_memory_serves_again(edition: str) -> None:
    """SZ-EG-32, SZ-AMB-61: in either edition the same overlap memory can carry every scene."""
    game = Night("ada", "ben", "cyd", rounds=2, edition=edition)
    memory = only_memory(game, "ada", "knowledge", "The Blue File")
    game.until("bet")
    assert game.scene.memory == memory
    assert not game.memory("ada", "The Blue File").box
    game.until_true(lambda: game.table.course.round == 2 and game.table.scene.visitor != "")
    game.until("scene")
    assert game.options("ada", "use_memory", "memory") == ["The Blue File"]


# -- overlap ratings


def test_without_a_reveal_both_use_overlap_ratings() -> None:
    """SZ-EG-33: full ratings lie idle."""
    game = Night("ada", "ben", "cyd")
    game.rate("ada", overlap=1, thief=5, agent=4)
    game.rate("ben", overlap=3, thief=6, agent=7)
    game.lay("ada", keys=(key_of("violence", 1),))
    only_memory(game, "ada", "intimacy")
    game.until("before_the_roll")
    assert (game.pool("ada"), game.pool("ben")) == ("1d6", "3d6")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("needs", "offered"), [(False, ["violence", "knowledge", "intimacy"]), (True, ["intimacy"])])
def test_a_visitor_names_an_aptitude_without_a_memory(needs: bool, offered: list[str], edition: str) -> None:
    """SZ-EG-33, SZ-AMB-31: free by default; option `visitor_needs_memory` asks for an overlap memory."""
    game = Night("ada", "ben", "cyd", edition=edition, visitor_needs_memory=needs)
    only_memory(game, "ben", "intimacy")
    game.until("visitor_aptitude")
    assert game.choices("ben", "visitor_aptitude") == offered


def test_an_actor_without_an_overlap_memory_of_knowledge_needs_a_reveal_for_it() -> None:
    """SZ-AMB-31: knowledge is not among the free memories; a turned card brings it in."""
    game = Night("ada", "ben", "cyd", cards=["thief", "agent", "agent"])
    only_memory(game, "ada", "intimacy", "Her Handwriting")
    known = game.write("ada", "thief", "knowledge", "Safe Dials")
    game.invite("ben")
    assert game.options("ada", "use_memory", "memory") == ["Her Handwriting"]
    game.refused("ada", {"act": "use_memory", "memory": known}, "scene")
    game.act("ada", "reveal_thief", memory=known)
    assert game.scene.aptitudes[game.seat_of["ada"]] == "knowledge"


# -- the scene


def test_key_and_memory_are_both_the_actors_to_work_in() -> None:
    """SZ-EG-34: the visitor has neither; framing is shared as in flashback."""
    game = Night("ada", "ben", "cyd")
    game.invite("ben")
    game.act("ada", "use_memory", memory=game.memories("ada", "overlap")[0].noun_key)
    assert {"key_worked_in", "memory_worked_in"} <= set(game.may("ada"))
    assert {"key_worked_in", "memory_worked_in"}.isdisjoint(game.may("ben"))
    assert "frame" in game.may("ben")


def test_game_chef_asks_for_both_before_the_question() -> None:
    """SZ-EG-34: no question before key and memory have been seen."""
    game = Night("ada", "ben", "cyd")
    game.invite("ben")
    game.act("ada", "use_memory", memory=game.memories("ada", "overlap")[0].noun_key)
    for worked_in in ("key_worked_in", "memory_worked_in"):
        assert "pose_question" not in game.may("ada")
        refusal = game.refused("ada", {"act": "pose_question", "text": "Who is at the door?"}, "scene")
        assert refusal.sentence.startswith("That cannot be done now.")
        game.act("ada", worked_in, how="")
    assert "pose_question" in game.may("ada")


def test_revised_asks_for_both_before_the_scene_closes() -> None:
    """SZ-EG-34: the question may come first, but the scene cannot end without them."""
    game = Night("ada", "ben", "cyd", edition="revised")
    game.fall(narrator="ada", judge="ben")
    game.invite("ben")
    assert ("frame" in game.may("ada"), "frame" in game.may("ben")) == (True, False)
    game.act("ada", "use_memory", memory=game.memories("ada", "overlap")[0].noun_key)
    game.act("ada", "pose_question", text="Who is at the door?")
    game.until("telling")
    game.act("ada", "answer", text="Nobody.")
    game.act("ben", "price", text="It stays open.")
    for worked_in in ("key_worked_in", "memory_worked_in"):
        assert "close_scene" not in game.may("ada")
        game.act("ada", worked_in, how="")
    assert "close_scene" in game.may("ada")


def test_contributors_are_told_of_their_coin() -> None:
    """SZ-EG-34: contributions are open from the start of the scene, and earn 1 coin here."""
    game = Night("ada", "ben", "cyd")
    game.invite("ben")
    assert "it earns you 1 coin" in game.choice("cyd", "contribute").note
    assert game.options("cyd", "contribute", "to") == ["ada", "ben"]


# -- the key is spent


@pytest.mark.parametrize("rolls", ["violence", "intimacy"])
def test_the_key_is_discarded_whether_or_not_it_helped(rolls: str) -> None:
    """SZ-EG-35: face up to the centre, before anybody is paid; and the next player clockwise acts."""
    game = Night("ada", "ben", "cyd")
    key = key_of("violence", 2)
    game.lay("ada", keys=(key,))
    only_memory(game, "ada", rolls)
    game.until("close_scene")
    assert not game.table.decks.discard
    assert [game.sheet(name).coins for name in game.seat_of] == [0, 0, 0]
    game.until("bet")
    assert game.table.decks.discard == (key,)
    assert (len(game.sheet("ada").hand), game.sheet("ada").keys_held) == (0, 0)
    game.until("visitor")
    assert game.name(game.table.course.actor) == "ben"
    assert [game.sheet(name).coins for name in game.seat_of] == [0, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_endgame_ends_with_empty_hands(edition: str) -> None:
    """SZ-EG-36: as many rounds as cards in hand, starter first, each player once a round."""
    game = Night("ada", "ben", "cyd", rounds=2, edition=edition, plain={"starter": "b"})
    assert [game.sheet(name).keys_held for name in game.seat_of] == [2, 2, 2]
    actors: list[Any] = []

    def final() -> bool:
        course = game.table.course
        if course.phase == "endgame" and (course.round, game.name(course.actor)) not in actors:
            actors.append((course.round, game.name(course.actor)))
        return course.phase == "final"

    game.until_true(final)
    assert actors == [(round_, name) for round_ in (1, 2) for name in ("ben", "cyd", "ada")]
    assert [game.sheet(name).hand for name in game.seat_of] == [(), (), ()]
    assert len(game.table.decks.discard) == 6
