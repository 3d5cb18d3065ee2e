"""The guide leaves nobody alone: a hint for every question, a reason for every act, and every piece of a board."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mneme.engine.prompts import Choice, Menu
from mneme.games.schizonauts import GAME
from mneme.games.schizonauts.content import KEYS, texts
from mneme.games.schizonauts.guide import guide
from tests.conformance.kit import Case, Listed, Run
from tests.conformance.players import TEMPERS

LISTED = Listed(game=GAME, seats=(2, 3, 5))
LEDGER = (Path(__file__).parents[3] / "docs/rules/schizonauts.md").read_text(encoding="utf-8")

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"edition": "revised"},
    {"pool_lock": "sealed", "bet_order": "simultaneous", "survivor_tie": "table"},
    {"pool_lock": "actor_first", "visitor_needs_memory": True, "question_approval": "visitor_veto"},
    {"leaving": "removed", "contributor_split": "one_target", "few_min": 1, "overlap_active": True},
    {"edition": "revised", "endgame_death": "consensus", "post_scene_memory": True, "price_challenge": True},
)
# A whole side has bled; two are tied for the last place among the survivors: random games may miss both.
SELDOM = {"new_bleed_candidates", "survivor_tie"}


@cache
def asked() -> tuple[frozenset[str], tuple[Choice, ...]]:
    """The names of all prompts, and every act on a menu, of many random games."""
    names: set[str] = set()
    acts: dict[str, Choice] = {}
    for options in TABLES:
        for seats in LISTED.seats:
            case = Case(LISTED, seats, {"length": "custom", "rounds": 2 if seats == 3 else 1, **options})
            for temper in TEMPERS:
                for sitting in Run(case, temper, f"guide {seats} {temper.name}"):
                    for seat in sitting.table.seats:
                        for pending in sitting.play.pending(seat):
                            names.add(pending.prompt.name)
                            if isinstance(pending.prompt, Menu):
                                acts |= {f"{choice.key} {choice.rule}": choice for choice in pending.prompt.choices}
    return frozenset(names), tuple(acts.values())


def test_every_question_has_a_hint_and_every_hint_a_question() -> None:
    names, _ = asked()
    assert names - guide().coach.keys() == set()
    assert guide().coach.keys() - names <= SELDOM


def test_every_prompt_that_can_be_waited_for_has_a_hint() -> None:
    """The words for waiting name each prompt, also those that random games do not reach."""
    assert GAME.waiting.keys() - guide().coach.keys() == set()


def test_every_act_on_a_menu_is_explained_under_its_rule() -> None:
    _, choices = asked()
    explained = {act.rule for act in guide().acts}
    assert {choice.rule for choice in choices if choice.rule} - explained == set()


@pytest.mark.parametrize("act", guide().acts, ids=lambda act: act.label)
def test_an_act_says_when_and_its_rule_is_in_the_ledger(act: Any) -> None:
    assert act.when.startswith("You can ")
    assert act.when.endswith(".")
    assert re.search(rf"\b{re.escape(act.rule)}\b", LEDGER)


def test_no_act_is_explained_twice() -> None:
    acts = guide().acts
    assert len({act.label for act in acts}) == len({act.rule for act in acts}) == len(acts)


def test_a_hint_is_short_and_nobody_is_shouted_at() -> None:
    sentences = [*guide().coach.values(), *(chapter.text for chapter in guide().chapters)]
    assert all("!" not in text and "TODO" not in text for text in sentences)
    assert max(len(hint) for hint in guide().coach.values()) <= 140


def test_a_board_has_every_key_object_and_both_faces() -> None:
    pieces = guide().pieces
    assert [key["id"] for key in pieces["keys"]] == list(KEYS)
    assert all(key["name"] and key["line"] and key["alt"] for key in pieces["keys"])
    assert {face["persona"] for face in pieces["faces"]} == {"thief", "agent"}
    assert pieces["aptitudes"].keys() == {"violence", "knowledge", "intimacy"}
    assert pieces["dice"] == {"d6": 1, "d8": 2, "d10": 3, "d12": 4}
    assert pieces["coins"] == {"narrator": 3, "judge": 2, "contributor": 1}
    assert pieces["lengths"]["3"]["very_short"] == 6


def test_the_guide_carries_the_words_of_the_game_and_survives_the_wire() -> None:
    assert GAME.guide() == guide()
    assert [term.term for term in guide().glossary] == [term.term for term in texts().glossary]
    assert guide().kind_word == texts().game.kind_word
    sent = json.loads(msgspec.json.encode(guide()))
    assert sent["pieces"] == guide().pieces
    assert all(sent[part] for part in sent)
