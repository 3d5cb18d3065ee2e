"""What is read before and beside the play, and what a board is drawn with."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mneme.engine.guide import explain
from mneme.games.lost_days import GAME, words
from mneme.games.lost_days.nouns import LostDays
from tests.games.lost_days.kit import Court
from tests.games.lost_days.test_conformance import GIVES, STARTS, TAKES

GUIDE = GAME.guide()
LEDGER = (Path(__file__).parents[3] / "docs" / "rules" / "lost-days.md").read_text(encoding="utf-8")
ENTRY_OF = {  # act -> its entry in the list of what can be done
    "raise": "Raise", "decline": "Raise", "frame": "Set a scene", "declare_conflict": "Bring it to a conflict",
    "end_scene": "Set a scene", "propose_pause": "Stop for today, or for good",
    "propose_stop": "Stop for today, or for good", "create_memory": "Write a new memory", "sell": "Sell a memory",
    "propose_trade": "Trade", "drop_offer": "Trade", "accept_trade": "Trade", "pact_note": "Pass a note",
    "card_note": "Write on your character card", "leave": "Leave the table", "accept": "Refuse a challenge",
    "counter": "Refuse a challenge", "call_arbiter": "Call for somebody else's words",
    "propose_drop": "Agree without dice", "offer_memory": "Act on a memory", "done": "Act on a memory",
    "reroll": "Spend a coin on the dice", "extra_die": "Spend a coin on the dice",
    "end_turn": "Spend a coin on the dice", "bribe": "Slip somebody coins",
}  # fmt: skip


@cache
def asked() -> tuple[frozenset[str], frozenset[str], dict[str, set[str]]]:
    """Of random games of all sizes and rulings: what was asked, what was on menus, and which keys the state held."""
    prompts: set[str] = set()
    acts: set[str] = set()
    keys: dict[str, set[str]] = {}
    for start in STARTS:
        for sitting in start.run():
            for seat in sitting.table.seats:
                for pending in sitting.play.pending(seat):
                    prompts.add(pending.prompt.name)
                    acts |= {choice.key for choice in getattr(pending.prompt, "choices", ())}
            assert isinstance(sitting.table, LostDays)
            for name, found in keys_of(sitting.table).items():
                keys.setdefault(name, set()).update(found)
    return frozenset(prompts), frozenset(acts), keys


def test_there_is_a_hint_for_every_question() -> None:
    """Whatever is asked has its hint; and no hint is for a question that nobody could wait for."""
    prompts, _, _ = asked()
    assert prompts - set(GUIDE.coach) == set()
    assert set(GUIDE.coach) == set(words.WAITING) | {"leave", "card_note", "dealings"}


def test_every_act_is_in_the_list_of_what_can_be_done() -> None:
    _, acts, _ = asked()
    entries = {act.label for act in GUIDE.acts}
    kinds = {re.sub(r"_(first|second|[a-e])$", "", act) for act in acts}
    assert kinds == set(ENTRY_OF)
    assert set(ENTRY_OF.values()) <= entries


@pytest.mark.parametrize("text", GUIDE.coach.values())
def test_a_hint_is_short(text: str) -> None:
    assert text.endswith(".")
    assert len(text) <= 140


def test_the_quick_reference_can_be_read_beside_the_play() -> None:
    assert 8 <= len(GUIDE.chapters) <= 14
    assert all(len(chapter.text.split()) <= 130 for chapter in GUIDE.chapters)
    assert len({chapter.title for chapter in GUIDE.chapters}) == len(GUIDE.chapters)


def test_it_says_who_made_the_game_and_what_its_word_means() -> None:
    assert "Andrew Kenrick" in GUIDE.credit
    assert "independent" in GUIDE.credit
    assert "not about any real illness" in GUIDE.kind_word
    assert all((GUIDE.tagline, GUIDE.mood, GUIDE.players, GUIDE.time))


@pytest.mark.parametrize("act", GUIDE.acts, ids=lambda act: act.label)
def test_every_why_names_a_rule_that_exists(act: Any) -> None:
    assert re.match(r"You (can|cannot) ", act.when)
    assert act.when.endswith(".")
    assert act.rule in LEDGER


def test_the_words_of_the_game_are_explained_once() -> None:
    terms = [entry.term for entry in GUIDE.glossary]
    assert len(set(terms)) == len(terms)
    assert all(explain(GUIDE, entry.term) == f"{entry.term}: {entry.text}" for entry in GUIDE.glossary)


@pytest.mark.parametrize("word", ["opposition", "stake", "strain", "tribute", "market", "cycle", "bank", "margin"])
def test_what_prompts_speak_of_is_in_the_glossary(word: str) -> None:
    assert word in {entry.term.lower() for entry in GUIDE.glossary}


# -- pieces


def keys_of(table: LostDays) -> dict[str, set[str]]:
    """Every key the state uses, by the list that names it."""
    course, cards = table.course, table.cards
    conflict = table.nouns.get("conflict")
    found = {
        "phases": {course.phase},
        "flows": set(course.flows),
        "statuses": {elf.status for elf in table.elf.values()},
        "places": {card.place for card in cards},
        "kingship": {card.kingship for card in cards} - {""},
        "moments": {moment.kind for card in cards for moment in card.life},
        "scene_kinds": {scene.kind for scene in table.stack},
    }
    if "round" in table.nouns:
        found["round_steps"] = {table.round.step}
    if conflict is not None:
        found["conflict_steps"] = {table.conflict.step}
        found["sources"] = {coin.source for coin in table.conflict.coins}
        found["effects"] = {coin.effect for coin in table.conflict.coins}
        found["landings"] = {coin.landed for coin in table.conflict.coins}
    return found


def test_a_board_finds_a_name_for_every_key_in_the_state() -> None:
    """A board draws with these and needs no words of its own."""
    _, _, used = asked()
    assert {name: keys - set(GUIDE.pieces[name]) for name, keys in used.items()} == {name: set() for name in used}
    assert set(GUIDE.pieces["flows"]) == GIVES | TAKES


def test_the_numbers_are_the_ledger_s() -> None:
    """Ledger 8.4."""
    assert GUIDE.pieces["numbers"] == {
        "players": [3, 5], "start_coins": 11, "round_coin": 1, "creation_rounds": 4, "crown_coin": 1,
        "opposition_dice": 3, "new_memory_cost": 1, "taint_coin": 1, "gain_face": 6, "strain_face": 1,
    }  # fmt: skip


def test_the_guide_is_plain_data() -> None:
    assert msgspec.json.decode(msgspec.json.encode(GUIDE.pieces)) == GUIDE.pieces


def test_a_line_of_the_story_says_what_it_is_about() -> None:
    """A board reads facts, not prose."""
    game = Court("cate", "hugo", "martin", king="hugo")
    game.lay("cate", values=(2, 0, 0, 0))
    card = game.lies_in_market(1)
    game.to_scene("cate")
    game.fight("cate", "opposition", card.noun_key, dice=[6, 6, 1], using={"cate": game.cards("cate")[:1]})
    game.settle()
    facts = {line.kind: line.facts for line in game.table.lines}
    cate = game.seat_of["cate"]
    assert facts["conflict"] == {
        "first": cate, "second": "", "runner": game.seat_of["hugo"], "stake": card.noun_key,
    }  # fmt: skip
    assert facts["roll"] == {"first": [6, 6], "second": [1]}
    assert facts["result"] == {"leader": "first", "margin": 2}
    assert facts["stake"] == {"memory": card.noun_key, "to": cate, "coins": 1}
    assert facts["gain"] == {"seat": cate, "coins": 2, "places": ["purse", "purse"]}
