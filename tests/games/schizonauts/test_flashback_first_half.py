"""Flashback, the first half of a turn: an invitation, a key object, a memory, a scene. (Ledger 2.5)"""

from __future__ import annotations

from typing import Any

import pytest

from mneme.games.schizonauts.content import KEYS
from tests.games.schizonauts.kit import Flashback, key_card

EDITIONS = ("game_chef", "revised")
LYDIAS_TABLE = ("Lydia", "Fred", "Rob", "Deborah")


def usable(game: Flashback) -> list[str]:
    """The memories the actor may take for this scene."""
    if "use_memory" not in game.may(game.actor):
        return []
    return [option.label for option in game.choice(game.actor, "use_memory").fields[0].options]


def writable(game: Flashback) -> list[str]:
    """The aptitudes in which the actor may write a new memory for this scene."""
    if "write_memory" not in game.may(game.actor):
        return []
    return [option.key for option in game.choice(game.actor, "write_memory").fields[0].options]


def tick(game: Flashback, name: str, side: str, *aptitudes: str) -> None:
    """These sections have been used up in earlier turns."""
    for memory in game.memories(name, side):
        memory.box = memory.box or memory.aptitude in aptitudes


# -- who plays whom


@pytest.mark.parametrize(("first", "second"), [("thief", "agent"), ("agent", "thief")])
def test_the_actor_chooses_whom_to_play_first(first: str, second: str) -> None:
    """SZ-FB-10: thief or agent, and the other one has the second scene."""
    game = Flashback("ada", "ben", "cyd")
    assert game.choices("ada") == ["thief", "agent"]
    game.refused("ada", "overlap")
    game.say("ada", first)
    assert game.scene.actor_as == first
    game.until_true(lambda: game.scene.half == 2)
    assert game.scene.actor_as == second


def test_the_actor_invites_exactly_one_other_player() -> None:
    """SZ-FB-11: never herself; all who are left are contributors."""
    game = Flashback("ada", "ben", "cyd", "dov")
    game.say("ada", "thief")
    assert [game.name(seat) for seat in game.choices("ada", "visitor")] == ["ben", "cyd", "dov"]
    assert game.refused("ada", game.seat_of["ada"]).rule == "SZ-FB-11"
    assert game.refused("ada", [game.seat_of["ben"], game.seat_of["cyd"]]).code == "malformed"
    game.open_scene("cyd")
    assert [name for name in game.seat_of if "contribute" in game.may(name)] == ["ben", "dov"]


def test_the_visitor_chooses_whom_to_come_as() -> None:
    """SZ-FB-12: it is not the actor's choice."""
    game = Flashback("ada", "ben", "cyd")
    game.say("ada", "thief")
    game.say("ada", game.seat_of["ben"])
    assert (game.asked("ada"), game.asked("ben")) == ([], ["visit"])
    form: Any = game.prompt("ben")
    assert [option.key for option in form.fields[0].options] == ["thief", "agent"]
    game.say("ben", {"visiting_character": "thief", "key_from_chain": game.table.decks.chain[0]})
    assert (game.scene.visitor, game.scene.visitor_as) == (game.seat_of["ben"], "thief")


def test_the_visitor_takes_one_key_object_from_the_chain() -> None:
    """SZ-FB-13: any that lies face up, and none that does not; it goes with the choice of character."""
    game = Flashback("ada", "ben", "cyd")
    game.lay_chain("The Fire Axe", "The Bribe Money", "The One-Time Pad")
    game.say("ada", "thief")
    game.say("ada", game.seat_of["ben"])
    form: Any = game.prompt("ben")
    assert [option.label for option in form.fields[1].options] == [
        "The Fire Axe",
        "The Bribe Money",
        "The One-Time Pad",
    ]
    assert form.fields[1].options[1].note == "+2 intimacy"
    refusal = game.refused("ben", {"visiting_character": "agent", "key_from_chain": key_card("The Meat Cleaver")})
    assert "You can pick: The Fire Axe, The Bribe Money, The One-Time Pad" in refusal.sentence
    game.say("ben", {"key_from_chain": key_card("The Bribe Money"), "visiting_character": "agent"})
    assert KEYS[game.scene.key].name == "The Bribe Money"
    assert "The Bribe Money" not in game.chain


def test_no_key_object_is_taken_for_a_visitor_who_has_a_choice() -> None:
    """SZ-FB-13: only the last card of the chain goes without saying."""
    game = Flashback("ada", "ben", "cyd", length="custom", rounds=1)
    game.say("ada", "thief")
    game.say("ada", game.seat_of["ben"])
    assert "key_from_chain is missing" in game.refused("ben", {"visiting_character": "agent"}).sentence
    game.until_true(lambda: game.actor == "cyd")
    (last,) = game.table.decks.chain
    game.say(game.until("visit"), {"visiting_character": "agent"})
    assert game.scene.key == last


def test_example_e4_fred_takes_the_meat_cleaver() -> None:
    """E4 (SZ-FB-10..13, -02): Lydia plays Jules, Agent Jones visits with the cleaver, and the chain is full again."""
    game = Flashback(*LYDIAS_TABLE, plain={"names": lambda name, _: NAMES[name]})
    game.lay_chain("The Meat Cleaver", "The Bribe Money", "The Hotel Fob", "The Slow Watch")
    game.open_scene("Fred", playing="thief", visiting="agent", key="The Meat Cleaver")
    assert game.table.place == "Flashback, round 1 of 2: Jules (Lydia, first scene)"
    assert "Agent Jones visits, with The Meat Cleaver (+1 violence)." in game.story()
    assert game.chain[:3] == ["The Bribe Money", "The Hotel Fob", "The Slow Watch"]
    assert len(game.chain) == 4


NAMES = {
    "Lydia": {"thief": "Jules", "agent": "Gordon"},
    "Fred": {"thief": "Amber", "agent": "Jones"},
    "Rob": {"thief": "Lenny", "agent": "Hicks"},
    "Deborah": {"thief": "Christine", "agent": "Lee"},
}


# -- the key object's bonus


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bonus_is_the_visitors_alone(edition: str) -> None:
    """SZ-FB-14: the actor rolls the key's aptitude as well, and gets nothing for it."""
    game = Flashback("ada", "ben", "cyd", edition=edition)
    game.lay_chain("The Fire Axe", "The Bribe Money", "The One-Time Pad")
    game.open_scene("ben", key="The Fire Axe")
    game.to_the_dice("Gang Leader", "violence")
    assert (game.pool("ada"), game.pool("ben")) == ("3d6", "4d6")  # Jules 3; Gordon 2, and 2 for the axe


def test_example_e6_the_cleaver_is_freds_even_in_juless_hand() -> None:
    """E6 (SZ-FB-14): wherever the story puts the key object, the visitor has its die."""
    game = Flashback(*LYDIAS_TABLE)
    game.lay_chain("The Meat Cleaver", "The Bribe Money", "The Hotel Fob", "The Slow Watch")
    game.rate("Fred", "agent", violence=3)
    game.open_scene("Fred", key="The Meat Cleaver")
    game.use("Gang Leader")
    game.act("Fred", "key_worked_in", how="Jules snatches the cleaver off the block.")
    game.act("Lydia", "memory_worked_in")
    game.act("Lydia", "pose_question", text="Who walks out of the kitchen, and how?")
    game.agree()
    game.say("Fred", "violence", "visitor_aptitude")
    assert (game.pool("Lydia"), game.pool("Fred")) == ("3d6", "4d6")


# -- the active memory


def test_the_active_memory_is_on_the_active_characters_own_side() -> None:
    """SZ-FB-15: un-struck and with an empty box, whether or not it has bled."""
    game = Flashback("ada", "ben", "cyd")
    game.memory("ada", "Gang Leader").box = True
    game.memory("ada", "Street Smart").struck = True
    game.memory("ada", "Commitment Issues").circle = True
    game.open_scene("ben", playing="thief")
    assert usable(game) == ["Demolitions Expert", "Ready for Anything", "Commitment Issues"]
    for text in ("Gang Leader", "Street Smart", "Friendly Fire"):
        answer = {"act": "use_memory", "memory": game.memory("ada", text).noun_key}
        assert "That is not one of the choices" in game.refused("ada", answer, "scene").sentence
        assert game.scene.memory == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_example_e5_gang_leader_makes_it_violence(edition: str) -> None:
    """E5 (SZ-FB-15, SZ-AMB-71): the box is ticked at once, and the aptitude is the memory's, in both editions."""
    game = Flashback(*LYDIAS_TABLE, edition=edition)
    game.open_scene("Fred")
    game.use("Gang Leader")
    assert game.memory("Lydia", "Gang Leader").box
    assert game.scene.aptitudes == {game.seat_of["Lydia"]: "violence"}
    assert usable(game) == []  # the choice is final
    assert "Lydia draws on “Gang Leader”, a memory of violence." in game.story()


@pytest.mark.parametrize("edition", EDITIONS)
def test_memory_and_aptitude_are_one_choice(edition: str) -> None:
    """SZ-AMB-71: there is no second question by which the aptitude could become another."""
    game = Flashback("ada", "ben", "cyd", edition=edition)
    game.open_scene("ben")
    assert [field.name for field in game.choice("ada", "use_memory").fields] == ["memory"]
    game.to_the_dice("Street Smart", "violence")
    assert game.scene.aptitudes[game.seat_of["ada"]] == "knowledge"


def test_the_memory_may_be_chosen_late_but_before_the_question() -> None:
    """SZ-FB-15: frame, play and bring in the key object first; the question waits for it."""
    game = Flashback("ada", "ben", "cyd", integration_gate="before_wrap")
    game.open_scene("ben")
    game.act("ada", "frame", text="A lift, between floors.")
    game.act("ben", "key_worked_in")
    assert "pose_question" not in game.may("ada")
    game.use("Gang Leader")
    assert "pose_question" in game.may("ada")


def test_what_the_actor_used_is_kept_for_the_bleed() -> None:
    """SZ-FB-15: an aptitude for each of the two."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben", playing="thief")
    game.use("Street Smart")
    game.until_true(lambda: game.scene.half == 2)
    game.until("scene")
    game.use("Daughter Kenzie")
    game.until("closing_vote")
    assert game.table.turn.used == {"thief": "knowledge", "agent": "intimacy"}


def test_an_overlap_memory_is_not_for_flashback() -> None:
    """SZ-AMB-12: what has bled is used on the bleeder's own side, if its box is empty."""
    game = Flashback("ada", "ben", "cyd")
    bleed(game, "ada", "Commitment Issues")
    game.open_scene("ben", playing="thief")
    assert usable(game).count("Commitment Issues") == 1
    game.until_true(lambda: game.scene.half == 2)
    game.until("scene")
    assert "Commitment Issues" not in usable(game)


def test_by_another_ruling_the_overlap_may_be_used_in_flashback() -> None:
    """SZ-AMB-12: with `overlap_active` either character may draw on it, and it has no box to tick."""
    game = Flashback("ada", "ben", "cyd", overlap_active=True)
    echo = bleed(game, "ada", "Commitment Issues")
    game.open_scene("ben", playing="agent")
    assert usable(game)[-1] == "Commitment Issues"
    game.act("ada", "use_memory", memory=echo)
    assert not game.table.memory(echo).box
    assert game.scene.aptitudes[game.seat_of["ada"]] == "intimacy"


def bleed(game: Flashback, name: str, text: str) -> str:
    """As if this memory had bled in an earlier turn; gives the key of the overlap's copy."""
    memory = game.memory(name, text)
    memory.circle = True
    return game.table.remember(memory.owner, "overlap", memory.aptitude, text, "bled").noun_key


# -- where no memory is left


@pytest.mark.parametrize(("edition", "advice"), [("game_chef", "or use a memory of another aptitude"), ("revised", "")])
def test_a_new_memory_can_be_written_only_where_none_is_left(edition: str, advice: str) -> None:
    """SZ-FB-16, SZ-AMB-13: section by section; nothing stops the actor from taking another aptitude instead."""
    game = Flashback("ada", "ben", "cyd", edition=edition)
    tick(game, "ada", "thief", "violence", "intimacy")
    game.open_scene("ben")
    assert writable(game) == ["violence", "intimacy"]
    assert "Street Smart" in usable(game)
    assert game.choice("ada", "write_memory").note == advice
    answer = {"act": "write_memory", "aptitude": "knowledge", "text": "Locksmith's son"}
    assert "You can pick: violence, intimacy" in game.refused("ada", answer, "scene").sentence


@pytest.mark.parametrize("ruling", ["switch_or_write", "write"])
def test_the_ruling_on_empty_sections_can_be_chosen(ruling: str) -> None:
    """SZ-AMB-13: `no_memory_left` says it in other words, and both ways stay open."""
    game = Flashback("ada", "ben", "cyd", no_memory_left=ruling)
    tick(game, "ada", "thief", "violence")
    game.open_scene("ben")
    assert (writable(game), "Street Smart" in usable(game)) == (["violence"], True)
    assert bool(game.choice("ada", "write_memory").note) == (ruling == "switch_or_write")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_memory_written_for_the_scene_is_ticked_at_once(edition: str) -> None:
    """SZ-FB-16."""
    game = Flashback("ada", "ben", "cyd", edition=edition)
    tick(game, "ada", "thief", "violence", "knowledge", "intimacy")
    game.open_scene("ben", playing="thief")
    assert (usable(game), writable(game)) == ([], ["violence", "knowledge", "intimacy"])
    game.act("ada", "write_memory", aptitude="intimacy", text="The neighbour's dog")
    dog = game.memory("ada", "The neighbour's dog")
    assert (dog.side, dog.aptitude, dog.box, dog.circle) == ("thief", "intimacy", True, False)
    assert game.scene.aptitudes[game.seat_of["ada"]] == "intimacy"
    assert (usable(game), writable(game)) == ([], [])


def test_no_memory_is_written_while_every_section_has_one() -> None:
    """SZ-FB-16."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben")
    assert writable(game) == []
    answer = {"act": "write_memory", "aptitude": "violence", "text": "One more"}
    assert "That cannot be done now" in game.refused("ada", answer, "scene").sentence


# -- playing it


@pytest.mark.parametrize(
    ("edition", "framers", "words"),
    [
        ("game_chef", ["ada", "ben"], "Actor and visitor agree where their paths crossed"),
        ("revised", ["ada"], "The actor says where the scene is"),
    ],
)
def test_who_sets_the_scene(edition: str, framers: list[str], words: str) -> None:
    """SZ-FB-17: in Game Chef actor and visitor, in the revised edition the actor; others may suggest."""
    game = Flashback("ada", "ben", "cyd", edition=edition)
    game.open_scene("ben")
    assert [name for name in game.seat_of if "frame" in game.may(name)] == framers
    note = game.choice("ada", "frame").fields[0].note
    assert words in note
    assert "Everyone else may suggest" in note


@pytest.mark.parametrize(("ruling", "framers"), [("actor_and_visitor", ["ada", "ben"]), ("actor", ["ada"])])
def test_framing_is_a_ruling_of_the_tables_own(ruling: str, framers: list[str]) -> None:
    """SZ-FB-17: `framing` goes before the edition."""
    for edition in EDITIONS:
        game = Flashback("ada", "ben", "cyd", edition=edition, framing=ruling)
        game.open_scene("ben")
        assert [name for name in game.seat_of if "frame" in game.may(name)] == framers


def test_only_the_two_are_in_the_scene_and_anyone_may_voice_the_rest() -> None:
    """SZ-FB-18: told as flashback begins."""
    told = " ".join(line.text for line in Flashback("ada", "ben").table.lines if line.kind == "reminder")
    assert "Only the actor's and the visitor's characters are present" in told
    assert "Anyone may suggest, and anyone may voice a story character" in told


def test_the_visitor_works_in_the_key_and_the_actor_the_memory() -> None:
    """SZ-FB-19: the table says so over the scene, and only they can say that it is done."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben")
    game.use("Gang Leader")
    key = KEYS[game.table.scene.key].name
    assert f"You bring in {key}, where nobody can miss it." in game.prompt("ben", "scene").note
    assert (
        game.prompt("ada", "scene").note
        == f"Now bring in “Gang Leader”, where nobody can miss it. ben brings in {key}."
    )
    assert [name for name in game.seat_of if "key_worked_in" in game.may(name)] == ["ben"]
    assert [name for name in game.seat_of if "memory_worked_in" in game.may(name)] == ["ada"]


@pytest.mark.parametrize("first", ["key", "memory"])
def test_in_game_chef_the_question_waits_for_both(first: str) -> None:
    """SZ-FB-20, SZ-AMB-39."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben")
    game.use("Gang Leader")
    steps = [("ben", "key_worked_in"), ("ada", "memory_worked_in")]
    for name, act in steps if first == "key" else reversed(steps):
        assert "pose_question" not in game.may("ada")
        answer = {"act": "pose_question", "text": "Who runs?"}
        assert "That cannot be done now" in game.refused("ada", answer, "scene").sentence
        game.act(name, act)
    assert "pose_question" in game.may("ada")


def test_in_the_revised_edition_the_close_waits_for_both() -> None:
    """SZ-FB-20, SZ-AMB-39: the question does not, nor do the dice."""
    game = Flashback("ada", "ben", "cyd", edition="revised", dice=[6, 5, 4, 3, 3])
    game.open_scene("ben")
    game.use("Gang Leader")
    game.act("ada", "pose_question", text="Who runs?")
    game.until("before_the_roll")
    pass_and_lock(game)
    game.tell_it()
    assert game.asked("ben") == ["close_scene"]
    assert "close_scene" not in game.may("ada")  # the narrator
    game.act("ben", "key_worked_in")
    assert "close_scene" not in game.may("ada")
    game.act("ada", "memory_worked_in")
    assert "close_scene" in game.may("ada")


def test_in_the_revised_edition_both_can_be_worked_in_at_any_time() -> None:
    """SZ-FB-20: before the question, over the dice, while it is told."""
    game = Flashback("ada", "ben", "cyd", edition="revised", dice=[6, 5, 4, 3, 3])
    game.open_scene("ben")
    game.use("Gang Leader")
    assert both_can_be_worked_in(game)
    game.act("ada", "pose_question", text="Who runs?")
    game.until("before_the_roll")
    assert both_can_be_worked_in(game)
    pass_and_lock(game)
    assert game.asked("ada") == ["telling"]
    assert both_can_be_worked_in(game)


def both_can_be_worked_in(game: Flashback) -> bool:
    return "key_worked_in" in game.may(game.visitor) and "memory_worked_in" in game.may(game.actor)


def pass_and_lock(game: Flashback) -> None:
    game.act("cyd", "pass_die")
    game.lock()


@pytest.mark.parametrize(("ruling", "waits"), [("before_question", True), ("before_wrap", False)])
def test_the_gate_is_a_ruling_of_the_tables_own(ruling: str, waits: bool) -> None:
    """SZ-AMB-39: `integration_gate` goes before the edition."""
    for edition in EDITIONS:
        game = Flashback("ada", "ben", "cyd", edition=edition, integration_gate=ruling)
        game.open_scene("ben")
        game.use("Gang Leader")
        assert ("pose_question" in game.may("ada")) != waits


def test_the_visitor_ticks_no_box() -> None:
    """SZ-FB-21: ben may speak of his past, but no memory of his is asked for or used."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben")
    assert not {"use_memory", "write_memory"} & set(game.may("ben"))
    game.until("closing_vote")
    own = game.memories("ben", "thief") + game.memories("ben", "agent")
    assert not any(memory.box for memory in own)


def test_a_scene_is_resolved_and_then_closed() -> None:
    """SZ-FB-22: question, dice, answer and price come first, in this order."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben")
    stages = ("question", "roll", "roles", "price", "closed")
    game.until_true(lambda: game.table.lines[-1].kind == "closed")
    assert [line.kind for line in game.table.lines if line.kind in stages] == list(stages)


# -- what stays


def test_actor_and_visitor_may_each_keep_a_memory_of_the_scene() -> None:
    """SZ-FB-23, SZ-AMB-15: one at most, for the character just played, box and circle empty."""
    game = Flashback("ada", "ben", "cyd")
    game.open_scene("ben", playing="thief", visiting="agent")
    game.until("post_scene_memory")
    assert [name for name in game.seat_of if "add_memory" in game.may(name)] == ["ada", "ben"]
    assert game.choice("ada", "add_memory").label == "Add a memory to Jules"
    game.act("ada", "add_memory", aptitude="violence", text="The lift, falling")
    game.act("ben", "add_memory", aptitude="intimacy", text="Her hand on the button")
    for name, side, aptitude, text in (
        ("ada", "thief", "violence", "The lift, falling"),
        ("ben", "agent", "intimacy", "Her hand on the button"),
    ):
        memory = game.memory(name, text)
        assert (memory.side, memory.aptitude, memory.box, memory.circle) == (side, aptitude, False, False)
        assert "add_memory" not in game.may(name)


def test_nothing_need_stay() -> None:
    """SZ-FB-23: it is an offer; whoever lets it go by is not asked again in this scene."""
    game = Flashback("ada", "ben", "cyd")
    game.until("post_scene_memory")
    before = len(game.table.memories[game.scene.actor])
    game.act(game.actor, "no_memory")
    assert "add_memory" not in game.may(game.actor)
    assert len(game.table.memories[game.scene.actor]) == before


def test_in_the_revised_edition_nothing_is_added_after_a_scene() -> None:
    """SZ-FB-23, SZ-AMB-15."""
    game = Flashback("ada", "ben", "cyd", edition="revised")
    with pytest.raises(AssertionError, match="ended before"):
        game.until("post_scene_memory")


@pytest.mark.parametrize("ruling", [True, False])
def test_what_stays_is_a_ruling_of_the_tables_own(ruling: bool) -> None:
    """SZ-AMB-15: `post_scene_memory` goes before the edition."""
    for edition in EDITIONS:
        game = Flashback("ada", "ben", "cyd", edition=edition, post_scene_memory=ruling)
        game.until("close_scene")
        game.act(game.name(game.scene.narrator), "close_scene")
        assert ("post_scene_memory" in game.asked(game.actor)) == ruling
