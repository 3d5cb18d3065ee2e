"""What has been said is worn, and left alone while there is something else to say."""

from __future__ import annotations

import random

from mneme.bots.worn import fresh, mark
from mneme.engine.story import Line
from mneme.games.know_thyself.bots.speech import Speech, material


def test_a_choice_that_was_heard_is_left_alone() -> None:
    choices = ("the red door", "a green door", "no door at all")
    for seed in range(20):
        assert (
            fresh(random.Random(seed), choices, "he opened the red door. no door at all, she said.") == "a green door"
        )


def test_when_everything_was_heard_the_oldest_comes_back() -> None:
    for seed in range(20):
        assert fresh(random.Random(seed), ("one", "two", "three"), "two, one, three, one") == "two"


def test_a_sentence_is_known_by_its_longest_piece_whatever_stands_in_its_slots() -> None:
    assert mark("{foe} bows, a little too late, to the {thing}") == "bows, a little too late, to the"
    assert (
        fresh(random.Random(1), ("{foe} bows to {thing}.", "{foe} waits."), "ada bows to the bell.") == "{foe} waits."
    )


def test_a_guest_uses_up_its_words_before_it_repeats_any() -> None:
    voice, said = Speech(), []
    wants = material()["want"]["way"]
    for number in range(len(wants)):
        said.append(voice.say(random.Random(number), "want", "[way]", foe="the clock"))
        voice.listen([Line("want", said[-1])])
    assert len(set(said)) == len(wants)
