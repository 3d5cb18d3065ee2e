"""Bots keep any seat from its view alone, play to the end, and never write the same court twice."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest

from mneme.bots.runner import Runner
from mneme.engine.entries import Talk
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.games.lost_days import GAME
from mneme.games.lost_days.bots import sit, speech
from mneme.games.lost_days.bots.seen import Seen
from mneme.games.lost_days.bots.speech import Speech, material
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
    sitting, _ = played(3, "lines", avoid=["knives", "bride", "cold", "poison"])
    said = " ".join(line.text.lower() for line in sitting.table.lines if line.by)
    for word in ("glass knife", "bride", "cold", "poison"):
        assert word not in said


@pytest.mark.parametrize(
    ("line", "touching"),
    [
        ("death", ["the hand I held was already cold", "the wrong one will hang", "the drowned harp", "A funeral"]),
        ("death", ["the executioner", "They find the window open", "the gravedigger", "the dead queen's slippers"]),
        ("executions", ["the executioner", "the wrong one will hang"]),
        ("suicide", ["They find the window open", "I let the water have it", "half a sleeping draught"]),
        ("drowning", ["the drowned harp", "I let the water have it", "on the ferry landing", "on the river stair"]),
        ("weapons", ["a glass knife", "A duel with glass blades", "an empty scabbard", "with knives"]),
        ("violence", ["a glass knife", "A duel with glass blades", "the executioner", "will hang", "with torches"]),
        ("fire", ["with torches", "the lamp girl", "the lamp that would not go out", "the candle from the other room"]),
        ("marriage", ["a bride", "somebody's wedding fan", "There is to be a wedding"]),
        ("family", ["my father", "my sister's comb", "a child's map", "a distant cousin"]),
        ("children", ["a child's map", "the youngest guard", "the lamp girl", "in the nursery, long locked"]),
        ("animals", ["the last white peacock", "the moth-eaten banner", "the dog stopped barking", "Birds nest"]),
        ("animals", ["among the beehives", "in the dovecote", "the falcon's hood", "A hunt", "a feather from no bird"]),
        ("blindness", ["a blind envoy"]),
        ("hostages", ["the hostage's shoe"]),
        ("war", ["a widow of two wars", "one half of a treaty", "or an army"]),
        ("religion", ["in the chapel of the wrong saint", "a novice of the silent order"]),
        ("alcohol", ["a thimble of wine", "the third goblet", "A toast is proposed"]),
        ("ghosts", ["the regent's ghost"]),
    ],
)
def test_a_line_takes_away_whatever_touches_its_subject(line: str, touching: list[str]) -> None:
    """Each of these is among the parts bots speak with."""
    parts = "\n".join(text for lists in material().values() for texts in lists.values() for text in texts)
    for part in touching:
        assert part in parts
        assert not Speech([line]).allows(part), part


def looking(seat: str = "a", seed: str = "looking", moment: str = "now") -> Seen:
    """What a seat sees at a table that has just sat down, and what it makes of it at a moment."""
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed=seed)
    for other, name in zip(sitting.table.seats, ("Illuen", "Veyra", "Osmer"), strict=True):
        sitting.answer(other, "name_elf", name)
    return Seen(seat, view(sitting, seat), "whim", moment)


def test_a_line_can_be_drawn_later() -> None:
    voice = Speech()
    voice.avoid(["crowns"])
    assert not any("crown" in voice.memory(looking(moment=str(number)), "T1") for number in range(200))


def test_when_all_is_off_limits_something_plain_is_said() -> None:
    assert Speech(["i"]).line(looking(), "strain") == speech.NOTHING


def test_a_table_hears_no_sentence_again_while_there_are_others() -> None:
    """What has been said is worn, whoever said it, and so are its parts."""
    sitting = Sitting.lay(GAME, NAMES[:3], {}, seed="worn")
    said: list[str] = []
    for number in range(16):
        seen = Seen("abc"[number % 3], view(sitting, "a"), "whim", str(number))
        said.append(Speech().line(seen, "strain"))
        sitting.apply(Talk("a", "say", said[-1]))
    shapes = {re.sub("|".join(map(re.escape, parts_of(text))) or "$^", "_", text.casefold()) for text in said}
    assert len(shapes) == 16
    parts = [part for text in said for part in parts_of(text)]
    assert len(parts) == len(set(parts)) > 16


def parts_of(text: str) -> list[str]:
    parts = [part.casefold() for listed in material()["parts"].values() for part in listed]
    return [part for part in parts if part in text.casefold()]


def test_an_answer_takes_up_what_it_answers() -> None:
    """LD-CONF-08: how a memory comes in tells of what is in the memory."""
    memory = "I remember the falconer giving me a button of bone in the silk room; I kept the ribbon."
    for number in range(20):
        action = Speech().line(looking(moment=str(number)), "action", memory)
        assert set(parts_of(action)) <= {"the falconer", "a button of bone", "in the silk room"}, action
        assert parts_of(action)


def test_an_answer_to_somebody_elses_words_is_a_sentence_all_the_same() -> None:
    action = Speech().line(looking(), "action", "I remember nothing you would know.")
    assert parts_of(action)


def test_only_a_foe_who_is_there_is_named() -> None:
    """Who stands across is named in a conflict, and nowhere else."""
    alone = {Speech().line(looking(moment=str(number)), "action") for number in range(60)}
    assert not any("{" in text or "Veyra" in text or "Osmer" in text for text in alone)
    table = looking()
    table.state["conflict"] = {"first": "a", "second": "b", "runner": ""}
    assert table.foes == ["Veyra"]


@pytest.mark.parametrize("about", sorted(material()["say"]))
def test_every_sentence_has_only_slots_that_can_be_filled(about: str) -> None:
    known = {*material()["parts"], "elf", "foe"}
    for frame in material()["say"][about]:
        assert {slot.lower() for slot in re.findall(r"\{(\w+)\}", frame)} <= known
        first = frame[:1]
        assert first.isupper() or (first == "{" and frame[1].isupper()) or about in {"T1", "T2", "T3", "T4", "crown"}


@pytest.mark.parametrize("theme", ["T1", "T2", "T3", "T4", "crown"])
def test_every_frame_fills(theme: str) -> None:
    """LD-MEM-01: a whole sentence, without a gap left in it."""
    for number in range(60):
        text = Speech().memory(looking(moment=str(number)), theme)
        assert text.startswith("I remember ")
        assert text.endswith(".")
        assert "{" not in text
        assert len(text) <= 240
