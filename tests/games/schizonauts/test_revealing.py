"""Revealing an allegiance card: who may, what it brings, and when. (Ledger 2.13)"""

from __future__ import annotations

import re
from typing import Any

import pytest

from mneme.games.schizonauts.content import KEYS
from tests.games.schizonauts.kit import Fate, Night

EDITIONS = ("game_chef", "revised")
GAME_CHEF, REVISED = EDITIONS


def scene(cards: str = "TAA", aptitude: str = "violence", rounds: int = 1, **options: Any) -> Night:
    """Ada acts and Ben visits; overlap ratings are 2, full ratings 5, and Ada's key does not fit.

    Ada's overlap holds one memory of this aptitude, The Wet Coat; Ben answers with violence.
    """
    plain = {"visitor_aptitude": "violence"}
    game = Night("ada", "ben", "cyd", rounds=rounds, plain=plain, **options)
    for name, card in zip(game.seat_of, cards, strict=True):
        game.rate(name, overlap=2, thief=5, agent=5)
        game.deal(name, card)
    misfit = "knowledge" if aptitude != "knowledge" else "intimacy"
    game.lay("ada", keys=tuple(key.id for key in KEYS.values() if key.aptitude == misfit)[:rounds])
    for memory in game.memories("ada", "overlap"):
        memory.struck = True
    game.write("ada", "overlap", aptitude, "The Wet Coat")
    game.invite("ben")
    return game


def reveals(game: Night, name: str) -> list[str]:
    return [act for act in game.may(name) if act.startswith("reveal_")]


def face_up(game: Night) -> list[tuple[str, ...]]:
    return [game.sheet(name).allegiance.up for name in game.seat_of]


# -- who may turn which card


@pytest.mark.parametrize("edition", EDITIONS)
def test_actor_and_visitor_may_each_turn_one_of_their_cards(edition: str) -> None:
    """SZ-RVL-01: a face-down card of their own, for all to see."""
    game = scene("TAA", edition=edition)
    assert (reveals(game, "ada"), reveals(game, "ben")) == (["reveal_thief"], ["reveal_agent"])
    game.act("ben", "reveal_agent")
    game.act("ada", "reveal_thief")
    assert face_up(game) == [("thief",), ("agent",), ()]
    assert {"ada turns up a thief card.", "ben turns up an agent card."} <= set(game.story("cyd"))


def test_the_side_of_a_card_is_named_only_when_its_act_is_opened() -> None:
    """SZ-EG-04: what stands on the screen keeps the secret, and whoever holds both kinds can tell them apart."""
    assert scene("TAA").choice("ada", "reveal_thief").label == "Turn up one of my cards"
    game = scene("TAA")
    game.deal("ada", "TTA")
    labels = {side: game.choice("ada", f"reveal_{side}").label for side in ("agent", "thief")}
    assert labels == {"agent": "Turn up my leftmost card", "thief": "Turn up my rightmost card"}
    assert game.seen("ada")["sheet/a"]["allegiance"]["faces"] == ["agent", "thief", "thief"]
    assert game.choice("ada", "reveal_agent").fields[0].text.startswith("It is an agent. ")
    assert not any(side in game.prompt("ada", "beside").note for side in ("thief", "agent"))


def test_a_reveal_says_what_it_brings() -> None:
    """SZ-RVL-02, -03: the memory's die, and what the full rating has over the overlap's 2."""
    game = scene("TAA")
    none, *named = game.choice("ada", "reveal_thief").fields[0].options
    assert none.key == "none"
    assert named
    assert all(re.fullmatch(r"\w+, 4 more d6 at full rating", option.note) for option in named)
    assert "full rating" in game.prompt("ada", "beside").note


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_reveal_each_scene(edition: str) -> None:
    """SZ-RVL-01, SZ-AMB-29: once for each player in a scene, in both editions; and again in the next."""
    game = scene("TAA", edition=edition)
    game.deal("ada", "TTA")
    assert reveals(game, "ada") == ["reveal_agent", "reveal_thief"]
    game.act("ada", "reveal_thief")
    assert reveals(game, "ada") == []
    game.refused("ada", {"act": "reveal_agent"}, "scene")
    game.scene_of("ben")
    game.invite("ada")
    assert reveals(game, "ada") == ["reveal_agent", "reveal_thief"]


def test_only_a_card_still_face_down_can_be_turned() -> None:
    """SZ-RVL-01, -06: a card turned earlier gives nothing now."""
    game = scene()
    game.deal("ada", down="A", up="TT")
    game.deal("ben", down="", up="A")
    assert (reveals(game, "ada"), reveals(game, "ben")) == (["reveal_agent"], [])
    game.until("before_the_roll")
    assert (game.pool("ada"), game.pool("ben")) == ("2d6", "2d6")


@pytest.mark.parametrize("edition", EDITIONS)
def test_contributors_turn_no_cards(edition: str) -> None:
    """SZ-AMB-67: only actor and visitor, at every moment of an endgame scene."""
    game = scene(edition=edition)
    while game.table.course.phase == "endgame" and game.table.course.actor == game.seat_of["ada"]:
        assert reveals(game, "cyd") == []
        game.step()


def test_no_card_is_turned_for_show_in_the_final_resolution() -> None:
    """SZ-AMB-67, SZ-CRIS-05: reveals belong to endgame scenes."""
    game = Night("ada", "ben", "cyd")
    game.final(ada=Fate("T", thief=0, agent=3), ben=Fate("A"), cyd=Fate("A"))
    assert game.sheet("cyd").allegiance.down == ("agent",)
    while game.table.course.phase == "final":
        assert not any(reveals(game, name) for name in game.seat_of)
        game.step()


def test_nobody_has_to_reveal() -> None:
    """SZ-RVL-06: a whole endgame can be played with every card face down."""
    game = scene()
    assert not any(pending.must for pending in game.pending("ben") if pending.prompt.name == "beside")
    game.until("reveal_after_roll")
    assert game.prompt("ada", "reveal_after_roll").default == {"act": "let_it_be"}
    game.until_true(lambda: game.table.course.phase == "final")
    assert face_up(game)[1:] == [(), ()]


def test_a_turned_card_stays_face_up() -> None:
    """SZ-RVL-06: for the rest of the game."""
    game = scene("TAA")
    game.act("ben", "reveal_agent")
    game.until_true(lambda: game.table.course.phase == "final")
    assert face_up(game)[1:] == [("agent",), ()]
    game.rest()
    assert face_up(game)[1] == ("agent",)


# -- a memory of that side


def test_a_reveal_may_name_a_memory_that_has_not_bled() -> None:
    """SZ-RVL-02, SZ-AMB-30: on the card's side, un-struck, circle empty; its box does not matter."""
    game = scene("TAA")
    for memory in game.memories("ada", "thief"):
        memory.struck = True
    game.write("ada", "thief", "violence", "The Long Stairs", box=True)
    game.write("ada", "thief", "intimacy", "A Borrowed Name")
    game.write("ada", "thief", "knowledge", "Safe Dials", circle=True)
    game.write("ada", "thief", "knowledge", "Old Maps", struck=True)
    game.write("ada", "agent", "violence", "Friendly Fire")
    assert game.options("ada", "reveal_thief", "memory") == ["No memory", "The Long Stairs", "A Borrowed Name"]
    for other in ("Safe Dials", "Old Maps", "Friendly Fire", "The Wet Coat"):
        answer = {"act": "reveal_thief", "memory": game.memory("ada", other).noun_key}
        game.refused("ada", answer, "beside")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_memory_named_before_the_question_is_the_memory_in_use(edition: str) -> None:
    """SZ-RVL-02, SZ-EG-32: one memory, one die; the choice is final and settles the aptitude."""
    game = scene("TAA", edition=edition)
    stairs = game.write("ada", "thief", "intimacy", "The Long Stairs")
    game.act("ada", "reveal_thief", memory=stairs, rating="overlap")
    assert game.scene.memory == stairs
    assert "use_memory" not in game.may("ada")
    assert "memory_worked_in" not in game.may("ada")
    game.act("ada", "named_worked_in", how="")
    assert game.scene.memory_in
    game.until("before_the_roll")
    assert (game.scene.aptitudes[game.seat_of["ada"]], game.pool("ada")) == ("intimacy", "3d6")


def test_a_named_memory_settles_the_visitors_aptitude() -> None:
    """SZ-RVL-02: then nobody asks for it, not even if the question was already before the visitor."""
    game = scene("TAA")
    maps = game.write("ben", "agent", "knowledge", "Old Maps")
    game.until("visitor_aptitude")
    game.act("ben", "reveal_agent", memory=maps, rating="overlap")
    assert game.asked("ben")[0] == "before_the_roll"
    assert (game.scene.aptitudes[game.seat_of["ben"]], game.pool("ben")) == ("knowledge", "3d6")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_named_memory_must_be_worked_in_before_the_scene_closes(edition: str) -> None:
    """SZ-RVL-02: by the player who named it."""
    game = scene("TAA", edition=edition)
    maps = game.write("ben", "agent", "violence", "Old Maps")
    game.fall(narrator="ada", judge="ben")
    game.act("ben", "reveal_agent", memory=maps)
    game.until("telling")
    game.act("ada", "answer", text="It gives way.")
    game.act("ben", "price", text="It was the only bridge.")
    for worked_in in ("key_worked_in", "memory_worked_in"):
        if worked_in in game.may("ada"):
            game.act("ada", worked_in, how="")
    game.until_true(lambda: "price_challenge" not in game.asked("ada"))
    assert "close_scene" not in game.may("ada")
    assert "named_worked_in" not in game.may("ada")
    game.act("ben", "named_worked_in", how="")
    assert "close_scene" in game.may("ada")


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_a_reveal_only_the_overlap_is_remembered(edition: str) -> None:
    """SZ-RVL-04: no memory of either side can be used as it is."""
    game = scene("TAA", edition=edition)
    assert game.options("ada", "use_memory", "memory") == ["The Wet Coat"]
    for side in ("thief", "agent"):
        game.refused("ada", {"act": "use_memory", "memory": game.memories("ada", side)[0].noun_key}, "scene")
    game.write("ada", "agent", "violence", "Friendly Fire")  # the card turned is a thief
    assert "Friendly Fire" not in game.options("ada", "reveal_thief", "memory")


# -- the full rating


@pytest.mark.parametrize(
    ("options", "named", "rating", "pool"),
    [
        ({"edition": GAME_CHEF}, False, "full", "5d6"),
        ({"edition": GAME_CHEF}, False, "overlap", "2d6"),
        ({"edition": GAME_CHEF}, True, "full", "6d6"),
        ({"edition": GAME_CHEF}, True, "overlap", "3d6"),
        ({"edition": REVISED}, False, "full", "2d6"),
        ({"edition": REVISED}, True, "full", "6d6"),
        ({"edition": REVISED}, True, "overlap", "3d6"),
        ({"edition": GAME_CHEF, "reveal_full_rating": "with_memory"}, False, "full", "2d6"),
        ({"edition": GAME_CHEF, "reveal_full_rating": "with_memory"}, True, "full", "6d6"),
        ({"edition": REVISED, "reveal_full_rating": "any"}, False, "full", "5d6"),
    ],
)
@pytest.mark.parametrize("name", ["ada", "ben"])
def test_what_a_reveal_adds(name: str, options: dict[str, Any], named: bool, rating: str, pool: str) -> None:
    """SZ-RVL-02, -03, SZ-AMB-28: overlap 2, full 5; any reveal, or only one with a memory; both may be declined."""
    game = scene("TTA", **options)
    memory = game.write(name, "thief", "violence", "The Long Stairs") if named else "none"
    game.act(name, "reveal_thief", memory=memory, rating=rating)
    game.until("before_the_roll")
    assert game.pool(name) == pool


def test_the_full_rating_is_that_of_the_card() -> None:
    """SZ-RVL-03: a thief card gives the thief's rating, however good the agent's."""
    game = scene("TAA")
    game.rate("ada", overlap=2, thief=3, agent=7)
    game.act("ada", "reveal_thief")
    game.until("before_the_roll")
    assert game.pool("ada") == "3d6"


@pytest.mark.parametrize(
    ("edition", "pool", "note"),
    [(GAME_CHEF, "5d6", "your full rating of that side, without a memory"), (REVISED, "2d6", "a signal, without dice")],
)
def test_a_bare_reveal(edition: str, pool: str, note: str) -> None:
    """SZ-RVL-08, SZ-AMB-70, -28: legal in both editions; in the revised one it is a signal alone. It counts."""
    game = scene("TAA", edition=edition)
    memory = next(part for part in game.choice("ada", "reveal_thief").fields if part.name == "memory")
    assert (memory.default, memory.options[0].note) == ("none", note)
    game.act("ada", "reveal_thief")
    assert game.scene.named == {}
    game.deal("ada", "A", up="T")
    assert reveals(game, "ada") == []
    game.until("before_the_roll")
    assert game.pool("ada") == pool


@pytest.mark.parametrize(("edition", "pool"), [(GAME_CHEF, "5d6"), (REVISED, "2d6")])
def test_a_bled_memory_beside_a_reveal_brings_no_die(edition: str, pool: str) -> None:
    """SZ-AMB-30: it is used from the overlap; the bare reveal gives what a bare reveal gives."""
    game = scene("TAA", edition=edition)
    game.write("ada", "thief", "violence", "The Wet Coat", circle=True)
    assert "The Wet Coat" not in game.options("ada", "reveal_thief", "memory")
    game.act("ada", "use_memory", memory=game.memories("ada", "overlap")[-1].noun_key)
    game.act("ada", "reveal_thief")
    game.until("before_the_roll")
    assert game.pool("ada") == pool


def test_e17_the_bribe_money_is_of_no_use() -> None:
    """SZ-RVL-01..03, SZ-DICE-02, SZ-EG-35, example E17: both roll violence, 4+1 dice against 5."""
    game = Night("lydia", "deborah", "fred", "rob", plain={"visitor_aptitude": "violence"})
    bribe = next(key.id for key in KEYS.values() if key.name == "The Bribe Money")
    game.lay("lydia", keys=(bribe,))
    game.rate("lydia", overlap=2, thief=4)
    game.rate("deborah", overlap=2, agent=5)
    game.deal("lydia", "T")
    game.deal("deborah", "A")
    dad = game.write("lydia", "thief", "violence", "I Killed Kenzie's Dad")
    game.invite("deborah")
    game.act("lydia", "reveal_thief", memory=dad)
    game.act("deborah", "reveal_agent")
    game.until("before_the_roll")
    assert (game.pool("lydia"), game.pool("deborah")) == ("5d6", "5d6")
    game.until("bet")
    assert game.table.decks.discard == (bribe,)


# -- before the roll


@pytest.mark.parametrize("edition", EDITIONS)
def test_dice_revealed_before_the_roll_may_be_traded(edition: str) -> None:
    """SZ-RVL-05: any time in the scene; both locks come off, and the new dice mix with the others."""
    game = scene("TAA", edition=edition)
    stairs = game.write("ada", "thief", "violence", "The Long Stairs")
    game.until("before_the_roll")
    game.act("ben", "lock")
    game.act("ada", "reveal_thief", memory=stairs)
    assert game.scene.locked == ()
    assert game.pool("ada") == "6d6"
    game.act("ada", "trade", pool="1d12+1d8")
    assert game.pool("ada") == "1d12+1d8"


# -- a second memory


def test_a_declared_aptitude_binds_the_visitors_memory() -> None:
    """SZ-AMB-64: once the visitor has declared violence, only a memory of violence can be named."""
    game = scene("TAA")
    for memory in game.memories("ben", "agent"):
        memory.struck = True
    fire = game.write("ben", "agent", "violence", "Friendly Fire")
    maps = game.write("ben", "agent", "knowledge", "Old Maps")
    assert game.options("ben", "reveal_agent", "memory") == ["No memory", "Friendly Fire", "Old Maps"]
    game.until("before_the_roll")
    assert game.options("ben", "reveal_agent", "memory") == ["No memory", "Friendly Fire"]
    game.refused("ben", {"act": "reveal_agent", "memory": maps}, "before_the_roll")
    game.act("ben", "reveal_agent", memory=fire)
    assert game.pool("ben") == "6d6"


def test_the_question_binds_the_actors_memory() -> None:
    """SZ-AMB-64: from then on a revealed memory must share the aptitude, and stands beside the overlap memory."""
    game = scene("TAA")
    for memory in game.memories("ada", "thief"):
        memory.struck = True
    stairs = game.write("ada", "thief", "violence", "The Long Stairs")
    game.write("ada", "thief", "intimacy", "A Borrowed Name")
    game.until("approve_question")
    assert game.options("ada", "reveal_thief", "memory") == ["No memory", "The Long Stairs"]
    coat = game.scene.memory
    game.act("ada", "reveal_thief", memory=stairs)
    assert game.scene.memory == coat
    game.until("before_the_roll")
    assert game.pool("ada") == "6d6"


def test_lydia_drops_her_intimacy_play_for_violence() -> None:
    """SZ-AMB-64, SZ-EG-32: before the question an overlap choice gives way to a revealed memory, for good."""
    game = scene("TAA", aptitude="intimacy")
    coat = game.memories("ada", "overlap")[-1].noun_key
    stairs = game.write("ada", "thief", "violence", "The Long Stairs")
    game.act("ada", "use_memory", memory=coat)
    game.act("ada", "memory_worked_in", how="")
    game.act("ada", "reveal_thief", memory=stairs)
    assert (game.scene.memory, game.scene.memory_in) == (stairs, False)
    assert game.scene.aptitudes[game.seat_of["ada"]] == "violence"
    assert "use_memory" not in game.may("ada")


def test_a_revealed_memory_of_the_same_aptitude_joins_the_overlap_memory() -> None:
    """SZ-AMB-64: both are in use, both must be worked in, and one of them brings a die."""
    game = scene("TAA")
    coat = game.memories("ada", "overlap")[-1].noun_key
    stairs = game.write("ada", "thief", "violence", "The Long Stairs")
    game.act("ada", "use_memory", memory=coat)
    game.act("ada", "reveal_thief", memory=stairs, rating="overlap")
    assert (game.scene.memory, game.scene.named) == (coat, {game.seat_of["ada"]: stairs})
    assert {"memory_worked_in", "named_worked_in"} <= set(game.may("ada"))
    game.until("before_the_roll")
    assert game.pool("ada") == "3d6"


# -- after the roll


@pytest.mark.parametrize(("named", "dice"), [(False, 3), (True, 4)])
def test_e16_a_reveal_after_the_roll(named: bool, dice: int) -> None:
    """SZ-RVL-05, example E16: overlap knowledge 2, agent knowledge 5: three more d6, and one for a memory."""
    game = scene("AAA", aptitude="knowledge")
    maps = game.write("ada", "agent", "knowledge", "Old Maps")
    game.write("ada", "agent", "violence", "Friendly Fire")
    game.throw(2, 2, 4, 4, 6, 6, 6, 6)
    assert game.until("reveal_after_roll") == "ada"
    assert "Friendly Fire" not in game.options("ada", "reveal_agent", "memory")
    assert "Old Maps" in game.options("ada", "reveal_agent", "memory")
    game.act("ada", "reveal_agent", memory=maps if named else "none")
    assert game.scene.rolls[game.seat_of["ada"]] == (2, 2, *[6] * dice)
    game.until("telling")
    assert game.narrator == "ada"
    assert "trade" not in game.may("ada")


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({"edition": GAME_CHEF}, True),
        ({"edition": REVISED}, False),
        ({"edition": GAME_CHEF, "reveal_after_roll": False}, False),
        ({"edition": REVISED, "reveal_after_roll": True}, True),
    ],
)
def test_only_game_chef_reveals_after_the_roll(options: dict[str, Any], asked: bool) -> None:
    """SZ-RVL-05, SZ-AMB-27: option `reveal_after_roll`."""
    game = scene("TAA", **options)
    game.until("reveal_after_roll", "telling", "keep_role")
    assert (game.asked("ada")[:1] == ["reveal_after_roll"]) == asked


def test_after_the_roll_actor_and_visitor_take_turns() -> None:
    """SZ-AMB-27: the actor first; a reveal gives the other one more chance; roles wait for both to let it be."""
    game = scene("TAA")
    game.until("reveal_after_roll")
    game.act("ada", "let_it_be")
    assert (game.asked("ada")[:1], game.asked("ben")[:1]) == (["notes"], ["reveal_after_roll"])
    game.act("ben", "reveal_agent")
    assert len(game.scene.rolls[game.seat_of["ben"]]) == 5
    assert game.scene.narrator == ""
    assert game.asked("ada")[0] == "reveal_after_roll"
    game.act("ada", "reveal_thief")
    assert game.scene.narrator != ""  # neither can reveal again


def test_both_let_it_be() -> None:
    """SZ-AMB-27: two passes in succession end it."""
    game = scene("TAA")
    game.until("reveal_after_roll")
    game.act("ada", "let_it_be")
    game.act("ben", "let_it_be")
    assert game.scene.narrator != ""


def test_more_dice_can_cost_the_price() -> None:
    """SZ-AMB-60: Ben judges because his single 2 ran out first; a 6 beside it takes that away. He is warned."""
    for reveals_it, judge in ((False, "ben"), (True, "ada")):
        game = scene("TAA")
        game.rate("ben", overlap=1, agent=2)
        game.throw(2, 5, 2, 6)
        game.until("reveal_after_roll")
        game.act("ada", "let_it_be")
        assert "More dice can cost you the judge's role." in game.prompt("ben").text
        game.act("ben", "reveal_agent" if reveals_it else "let_it_be")
        game.until("telling")
        assert game.judge == judge


# -- the dead


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_dead_turn_cards_for_show(edition: str) -> None:
    """SZ-RVL-07, -08, SZ-AMB-37: no memory, no rating, no dice; it still counts as the one reveal."""
    game = scene("TAA", edition=edition)
    game.lay("ada", alive=False)
    game.deal("ada", "TA")
    choice = game.choice("ada", "reveal_thief")
    assert (choice.fields, choice.note) == ((), "for show: the dead gain no dice")
    memory = game.memories("ada", "thief")[0].noun_key
    game.refused("ada", {"act": "reveal_thief", "memory": memory}, "beside")
    game.act("ada", "reveal_thief")
    assert face_up(game)[0] == ("thief",)
    assert reveals(game, "ada") == []
    game.until("before_the_roll")
    assert game.pool("ada") == "2d6"


def test_the_dead_are_not_asked_after_the_roll() -> None:
    """SZ-RVL-07: there is nothing to gain there."""
    game = scene("TAA")
    game.lay("ada", alive=False)
    assert game.until("reveal_after_roll") == "ben"
    game.act("ben", "let_it_be")
    assert game.scene.narrator != ""
