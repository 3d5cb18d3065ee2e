"""Bots keep any seat from its view alone, play to the end, and never write the same court twice."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from mneme.bots.runner import Runner
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.games.lost_days import GAME
from mneme.games.lost_days.bots import sit
from mneme.games.lost_days.bots import speech as say
from mneme.games.lost_days.bots.speech import Speech
from mneme.games.lost_days.content import texts

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Edda")


def played(seats: int, seed: str, avoid: Iterable[str] = ()) -> tuple[Sitting, Runner]:
    sitting = Sitting.lay(GAME, NAMES[:seats], {}, seed=seed)
    bots = {seat: sit(seat, random.Random(f"{seat}/{seed}"), avoid) for seat in sitting.table.seats}
    runner = Runner(sitting, bots, random.Random(seed))
    runner.run()
    return sitting, runner


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_bots_play_to_the_fall(seats: int) -> None:
    """LD-END-01: to the last elf, with a crown, conflicts and coins on the way, and no answer made up for them."""
    sitting, runner = played(seats, "to the fall")
    table = sitting.table
    GAME.check(table)
    assert sitting.over
    assert runner.fallbacks == 0
    assert table.result["last"]
    told = {line.kind for line in table.lines}
    assert {"king", "roll", "coin", "tribute", "gain", "strain", "doomed", "write_out", "epilogue"} <= told


def test_a_bot_takes_no_name_that_is_taken() -> None:
    """LD-SETUP-03: asked again, it gives a name nobody has, in whatever letters that is written."""
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed="names")
    bot = sit("c", random.Random(1))
    first = bot.answer(view(sitting, "c"))
    assert first is not None
    others = [name for name in texts().names if name != first[1]]
    sitting.answer("a", "name_elf", first[1].upper())
    sitting.answer("b", "name_elf", others[0].lower())
    sitting.answer("c", *first)
    again = bot.answer(view(sitting, "c"))
    assert again is not None
    assert again[1] in others[1:]


def test_two_courts_share_no_memory() -> None:
    """LD-MEM-02: what is written differs from game to game."""

    def written(seed: str) -> set[str]:
        return {line.text for line in played(3, seed)[0].table.lines if line.kind == "memory"}

    assert not written("one") & written("two")


def test_a_bot_says_the_same_when_asked_twice() -> None:
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed="twice")
    bot = sit("a", random.Random(1))
    assert bot.answer(view(sitting, "a")) == bot.answer(view(sitting, "a"))


def test_lines_are_a_hard_filter() -> None:
    """Nothing that touches a line is said, all game long."""
    sitting, _ = played(3, "lines", avoid=["knives", "bride", "cold", "Slavery"])
    said = " ".join(line.text.lower() for line in sitting.table.lines if line.by)
    for word in ("glass knife", "bride", "cold", "slave"):
        assert word not in said


@pytest.mark.parametrize(
    ("line", "touching"),
    [
        ("slavery", ["a slave in blue", "at the edge of the slave quarter"]),
        ("death", ["the hand I held was already cold", "the wrong one will hang", "the drowned harp"]),
        ("death", ["the executioner", "They find the window open"]),
        ("executions", ["the executioner", "the wrong one will hang"]),
        ("suicide", ["They find the window open", "I let the water have it"]),
        ("drowning", ["the drowned harp", "I let the water have it", "on the ferry landing", "on the river stair"]),
        ("weapons", ["a glass knife", "A duel with glass blades"]),
        ("violence", ["a glass knife", "A duel with glass blades", "the executioner", "will hang", "with torches"]),
        ("fire", ["with torches", "the lamp girl", "the lamp that would not go out"]),
        ("marriage", ["a bride"]),
        ("family", ["my father", "my sister's comb", "a child's map"]),
        ("children", ["a child's map", "the youngest guard", "the lamp girl"]),
        ("animals", ["the last white peacock", "the moth-eaten banner", "the dog stopped barking", "Birds nest"]),
        ("animals", ["among the beehives"]),
        ("blindness", ["a blind envoy"]),
        ("hostages", ["the hostage's shoe"]),
    ],
)
def test_a_line_takes_away_whatever_touches_its_subject(line: str, touching: list[str]) -> None:
    """Each of these is among the parts bots speak with."""
    parts = "\n".join(text for name, texts in vars(say).items() if name.isupper() for text in _texts(texts))
    for part in touching:
        assert part in parts
        assert not Speech([line]).allows(part), part


def _texts(material: object) -> list[str]:
    lists = material.values() if isinstance(material, dict) else [material]
    return [text for texts in lists if isinstance(texts, tuple) for text in texts]


def test_a_line_can_be_drawn_later() -> None:
    speech = Speech()
    speech.avoid(["crowns"])
    dice = random.Random(4)
    assert not any("crown" in speech.memory(dice, "T1", ()) for _ in range(200))


def test_when_all_is_off_limits_something_plain_is_said() -> None:
    assert Speech(["i"]).line(random.Random(1), say.STRAINS) == say.NOTHING


@pytest.mark.parametrize("theme", ["T1", "T2", "T3", "T4", "crown"])
def test_every_frame_fills(theme: str) -> None:
    """LD-MEM-01: a whole sentence, without a gap left in it."""
    speech, dice = Speech(), random.Random(9)
    for _ in range(60):
        text = speech.memory(dice, theme, ("Illuen",))
        assert text.startswith("I remember ")
        assert text.endswith(".")
        assert "{" not in text
        assert len(text) <= 240
