"""The preamble: look at one, look at the other, look at both, and say who you are. (Ledger 2.3)"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from tests.games.schizonauts.kit import JULES_GORDON, JULES_GORDON_REVISED, Seated

EDITIONS = ("game_chef", "revised")


def at(prompt: str, edition: str = "game_chef") -> Seated:
    game = Seated(
        "Lydia", "Fred", plain=JULES_GORDON_REVISED if edition == "revised" else JULES_GORDON, edition=edition
    )
    game.until(prompt)
    return game


def replaceable(game: Seated) -> list[str]:
    """The memories Lydia may replace now."""
    return [option.label for option in game.choice("Lydia", "replace").fields[0].options]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_agent_is_looked_at_alone_and_first(edition: str) -> None:
    """SZ-PRE-01: a memory without a story gives way to another, on the same side and in the same category."""
    game = at("aptitudes", edition)
    game.say("Lydia", JULES_GORDON["aptitudes"])
    assert game.asked("Lydia") == ["preamble_agent"]
    assert replaceable(game) == [memory.text for memory in game.memories("Lydia", "agent")]
    assert "Look at Agent Gordon alone" in game.prompt("Lydia").text
    cars = game.memory("Lydia", "Good With Cars")
    game.act("Lydia", "replace", memory=cars.noun_key, text="Drove the getaway")
    assert (cars.text, cars.side, cars.aptitude) == ("Drove the getaway", "agent", "knowledge")
    assert "Lydia replaces a memory of knowledge." in game.story("Fred")


@pytest.mark.parametrize("edition", EDITIONS)
def test_then_the_thief_is_looked_at_alone(edition: str) -> None:
    """SZ-PRE-02."""
    game = at("preamble_agent", edition)
    game.act("Lydia", "keep")
    assert game.asked("Lydia") == ["preamble_thief"]
    assert replaceable(game) == [memory.text for memory in game.memories("Lydia", "thief")]
    assert "Look at Jules alone" in game.prompt("Lydia").text
    gang = game.memory("Lydia", "Gang Leader")
    game.act("Lydia", "replace", memory=gang.noun_key, text="The last one out")
    assert (gang.text, gang.side, gang.aptitude) == ("The last one out", "thief", "violence")


def test_any_number_of_memories_may_be_replaced() -> None:
    """SZ-PRE-01, -02: all of them, or none."""
    for side in ("agent", "thief"):
        game = at(f"preamble_{side}")
        for memory in game.memories("Lydia", side):
            game.act("Lydia", "replace", memory=memory.noun_key, text=f"Not {memory.text}")
        assert all(memory.text.startswith("Not ") for memory in game.memories("Lydia", side))


def test_a_replacement_may_not_be_common_to_both() -> None:
    """SZ-PRE-01, -02, SZ-CHAR-06: what the other one remembers is taken."""
    for side, own, taken in (("agent", "Good With Cars", "GANG LEADER"), ("thief", "Gang Leader", "good with cars")):
        game = at(f"preamble_{side}")
        answer = {"act": "replace", "memory": game.memory("Lydia", own).noun_key, "text": taken}
        assert game.refused("Lydia", answer).rule == "SZ-CHAR-06"
        assert game.memory("Lydia", own).text == own


def test_a_memory_of_the_other_side_cannot_be_replaced() -> None:
    """SZ-PRE-01: each is looked at alone."""
    game = at("preamble_agent")
    answer = {"act": "replace", "memory": game.memory("Lydia", "Gang Leader").noun_key, "text": "Choir boy"}
    assert "That is not one of the choices" in game.refused("Lydia", answer).sentence


@pytest.mark.parametrize("edition", EDITIONS)
def test_then_both_are_looked_at_together(edition: str) -> None:
    """SZ-PRE-03: beside the line there stands what to look for."""
    game = at("preamble_agent", edition)
    game.act("Lydia", "keep")
    assert game.prompt("Lydia").note == ""
    game.act("Lydia", "keep")
    note = game.prompt("Lydia", "say_who_i_am").note
    assert "both of them side by side" in note
    assert "might be the same" in note


@pytest.mark.parametrize("edition", EDITIONS)
def test_flashback_begins_when_everyone_has_said_who_they_are(edition: str) -> None:
    """SZ-PRE-04."""
    game = at("say_who_i_am", edition)
    line: Any = game.prompt("Lydia")
    assert line.label == "This is who I am."
    game.say("Lydia", True)
    assert game.table.lines[-1].text == "This is who I am."
    assert game.table.lines[-1].by == game.seat_of["Lydia"]
    assert (game.table.course.phase, game.table.decks.chain) == ("creation", ())
    game.until_true(lambda: game.asked("Fred") == ["say_who_i_am"])
    assert game.table.course.phase == "creation"
    game.say("Fred", True)
    assert game.table.course.phase == "flashback"


def test_the_line_cannot_be_skipped() -> None:
    """SZ-PRE-04: nothing says it for you, and there is no other answer."""
    game = at("say_who_i_am")
    assert game.prompt("Lydia").default is UNSET
    assert game.refused("Lydia", False).sentence == "Answer with true when it is done."
    assert game.asked("Lydia") == ["say_who_i_am"]
