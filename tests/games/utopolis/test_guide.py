"""What the game tells people about itself, and what a board is drawn with."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mneme.engine.log import Sitting
from mneme.engine.prompts import Menu, Prompt
from mneme.games.utopolis import GAME, words
from mneme.games.utopolis.guide import guide
from tests.games.utopolis.test_conformance import OTHERWISE

LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "utopolis.md"
NAMES = ("Ada", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hana")
MOST = 20_000
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {}),
    (4, OTHERWISE),
    (2, {"players": "one"}),
    (8, {"players": "five_or_more"}),
)


@cache
def asked() -> dict[str, Prompt[Any]]:
    """One of each prompt that random tables come to ask, awaited or not."""
    found: dict[str, Prompt[Any]] = {}
    for number, (seats, options) in enumerate(TABLES):
        sitting, dice = Sitting.lay(GAME, NAMES[:seats], options, f"guide {number}"), random.Random(number)
        for _ in range(MOST):
            if sitting.over:
                break
            pending = [(seat, each) for seat in sitting.table.seats for each in sitting.play.pending(seat)]
            found |= {each.prompt.name: each.prompt for _, each in pending}
            seat, chosen = dice.choice([(seat, each) for seat, each in pending if each.must] or pending)
            sitting.answer(seat, chosen.prompt.name, chosen.prompt.random(dice))
        assert sitting.over
    return found


def test_there_is_a_hint_for_every_prompt() -> None:
    """Whatever a first game may ask, somebody says a word about it; and no hint is left over."""
    known = set(guide().coach)
    assert set(asked()) - known == set()
    assert set(words.WAITING) - known == set()
    beside = {"safety", "notes", "file", "robot", "join", "beside_initiation"}
    assert {name for name in known if not name.startswith("approve_talents_")} == set(words.WAITING) | beside


def test_hints_are_short_and_plain() -> None:
    """Voice: one or two sentences, no exclamation marks."""
    for hint in guide().coach.values():
        assert 10 < len(hint) <= 140
        assert hint.endswith(".")
        assert "!" not in hint


def test_every_act_says_when_it_is_possible() -> None:
    """“Why can't I…?” is answered for each act of each menu, with the ledger's rule."""
    offered = {choice.rule for prompt in asked().values() if isinstance(prompt, Menu) for choice in prompt.choices}
    rules = {act.rule for act in guide().acts}
    assert offered - rules - {""} == set()
    assert all(act.when.startswith("You can ") and act.when.endswith(".") for act in guide().acts)
    assert len({act.label for act in guide().acts}) == len(guide().acts)


def test_acts_cite_rules_of_the_ledger() -> None:
    """Each id is written there."""
    ledger = LEDGER.read_text(encoding="utf-8")
    assert all(f"| {act.rule.replace('UT-R-', 'R-')} |" in ledger for act in guide().acts)


def test_chapters_follow_the_play() -> None:
    """A quick reference that can be read beside the play."""
    titles = [chapter.title for chapter in guide().chapters]
    assert 8 <= len(titles) == len(set(titles)) <= 14
    assert titles[0] == "Who plays what"
    assert titles[-1] == "After the case"
    assert all(len(chapter.text) < 900 and "!" not in chapter.text for chapter in guide().chapters)


def test_it_credits_and_says_what_it_is() -> None:
    """The designer by name, an independent implementation, words of our own."""
    told = guide()
    assert "Eric J. Boyd" in told.credit
    assert "independent" in told.credit
    assert all((told.tagline, told.mood, told.players, told.time, told.kind_word))


@pytest.mark.parametrize(
    "term", ["Cinema", "Tokens", "Crime points", "Muse", "Double or nothing", "No, and", "Veil", "Fragment", "Capture"]
)
def test_terms_are_explained(term: str) -> None:
    """Every word a player meets in a prompt."""
    assert [entry.text for entry in guide().glossary if entry.term == term]


def test_pieces_are_plain_data_for_a_board() -> None:
    """Ledger 8: names and numbers; nothing that is not JSON."""
    pieces = guide().pieces
    assert json.loads(json.dumps(pieces)) == pieces
    assert pieces["questions"] == ["Who", "What", "When", "Where", "Why", "How"]
    assert pieces["prongs"]["Means"] == ["What", "How"]
    assert pieces["numbers"]["crime_points"]["2"] == 16
    assert pieces["prices"] == {"attribute": [2, 4, 6], "talent": [1, 2, 3]}
    assert [step["step"] for step in pieces["cards"]["steps"]] == ["value", "suit", "colour", "high card"]
    assert [entry["name"] for entry in pieces["talents"] if entry["free"]] == [
        "Investigation",
        "Utopolis Knowledge",
        "Zapgun",
    ]


def test_labels_cover_what_the_state_can_say() -> None:
    """A board never has to make up a word for a stage, a scene or a status."""
    pieces, seen = guide().pieces, stages_and_kinds()
    assert seen["stage"] == {entry["stage"] for entry in pieces["stages"]}
    assert seen["kind"] == set(pieces["scenes"])
    assert seen["phase"] <= set(pieces["phases"])
    assert seen["case"] <= set(pieces["statuses"]["case"])
    assert seen["detective"] <= set(pieces["statuses"]["detective"])


def stages_and_kinds() -> dict[str, set[str]]:
    """What random tables show in the course of their games."""
    seen: dict[str, set[str]] = {"stage": set(), "kind": set(), "case": set(), "detective": set(), "phase": set()}
    for number in range(3):
        sitting, dice = Sitting.lay(GAME, NAMES[:4], {}, f"labels {number}"), random.Random(number)
        while not sitting.over:
            look(sitting.table.nouns, seen)
            seat = dice.choice(sitting.play.awaited())
            prompt = next(each.prompt for each in sitting.play.pending(seat) if each.must)
            sitting.answer(seat, prompt.name, prompt.random(dice))
    return seen | {"stage": seen["stage"] | {"draw", "reveal", "result"}}


def look(nouns: dict[str, Any], seen: dict[str, set[str]]) -> None:
    for key, noun in nouns.items():
        kind = key.partition("/")[0]
        if kind == "conflict":
            seen["stage"].add(noun.stage)
        elif kind == "scene":
            seen["kind"].add(noun.kind)
        elif kind == "course":
            seen["phase"].add(noun.phase)
        elif kind in {"case", "detective"}:
            seen[kind].add(noun.status)
