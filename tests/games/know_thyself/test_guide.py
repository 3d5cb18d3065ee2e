"""What the game tells people about itself: complete, plain, and without a secret."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET

from mneme import ledger
from mneme.bots.runner import NAMES
from mneme.engine.guide import Guide
from mneme.engine.log import Sitting
from mneme.games.know_thyself import GAME, words
from mneme.games.know_thyself.content import ANYWHERE, NPCS, ROOMS, SKETCHES, read_data
from mneme.games.know_thyself.cover import most_gift
from tests.conformance.kit import Start
from tests.games.know_thyself.kit import Seated
from tests.games.know_thyself.test_bots import bots_alone
from tests.games.know_thyself.test_conformance import STARTS

GUIDE = GAME.guide()
MOST_ANSWERS, SPARE_TIME, PLAIN = 1_500, 0.05, 0.5
# Asked so seldom that no random evening can be counted on to ask it.
SELDOM = {"cover_edge", "accept_covered", "displace", "displace_all", "displace_losers", "invoke", "expand"}


def look_at_random_games(starts: list[Start], look: Callable[[list[Any]], object]) -> None:
    """Show every prompt that stands before anybody, whatever it is for, all through some random evenings."""
    for start in starts:
        sitting = Sitting.lay(GAME, NAMES[: start.case.seats], start.case.options, seed=str(start.number))
        dice = random.Random(start.number)
        for _ in range(MOST_ANSWERS):
            if sitting.over:
                break
            pending = [(seat, one) for seat in sitting.table.seats for one in sitting.play.pending(seat)]
            look([one.prompt for _, one in pending])
            due = [(seat, one.prompt) for seat, one in pending if one.must or dice.random() < SPARE_TIME]
            seat, prompt = dice.choice(due)
            plain = prompt.default is not UNSET and dice.random() < PLAIN
            sitting.play.answer(seat, prompt.name, prompt.default if plain else prompt.random(dice))


@cache
def asked_in_random_games() -> frozenset[str]:
    """The names of all prompts."""
    names: set[str] = set()
    look_at_random_games(STARTS, lambda prompts: names.update(prompt.name for prompt in prompts))
    return frozenset(names)


def test_there_is_a_hint_for_every_prompt() -> None:
    """Played at random under every variant; what waiting has words for has a hint too, and no hint is for nothing."""
    asked = asked_in_random_games()
    assert len(asked) > 40
    assert asked <= set(GUIDE.coach)
    assert set(GUIDE.coach) == set(words.WAITING) | {"talk", "suggest", "desk", "leave"}
    assert set(GUIDE.coach) - asked <= SELDOM


def test_everything_that_is_awaited_has_a_sentence() -> None:
    """Nobody is waited for without a word why."""
    assert asked_in_random_games() - {"talk", "suggest", "desk", "leave"} <= set(words.WAITING)


def test_no_part_is_missing_or_misspelt() -> None:
    written = tomllib.loads(read_data("guide.toml").decode())
    assert set(written) == set(Guide.__struct_fields__)
    assert all(GUIDE.__getattribute__(name) for name in Guide.__struct_fields__)
    assert "Ryan Macklin" in GUIDE.credit
    assert "independent" in GUIDE.credit
    assert 8 <= len(GUIDE.chapters) <= 15


def test_every_act_names_a_rule_of_the_ledger() -> None:
    """And says when, not why not."""
    known = ledger.load("know-thyself")
    for act in GUIDE.acts:
        assert act.rule in known
        assert " can " in act.when
        assert act.when.endswith(".")
    assert len({act.label for act in GUIDE.acts}) == len(GUIDE.acts)


def test_every_act_on_a_menu_has_its_rule_in_the_list() -> None:
    """Whatever a menu ever offers can be looked up under "why can't I"."""
    offered: set[str] = set()

    def look(prompts: list[Any]) -> None:
        offered.update(choice.rule for prompt in prompts for choice in getattr(prompt, "choices", ()) if choice.rule)

    look_at_random_games(STARTS[:8], look)
    assert len(offered) > 12
    assert offered <= {act.rule for act in GUIDE.acts}


# Words that stand in our sentences with a meaning of their own.
TERMS = (
    "Attachment", "Wager", "Memory", "Edge", "True Name", "Bank", "Toll", "Covering", "Invoke", "Stake", "Settled",
    "Triumph", "Goal", "Defeat", "Guilt", "Full success", "Partial success", "Minor success", "Failure", "Ace", "Tie",
    "Back down", "Free to leave", "Foot of the cliff", "Last wager", "Reckoning", "Hardcore", "Strike", "Shelf",
    "Mirror", "Nightstand", "Master", "Guest", "Coins", "Conflict", "Retire", "Endgame", "Degree", "Winning",
)  # fmt: skip


def test_every_term_is_explained_once() -> None:
    terms = [entry.term for entry in GUIDE.glossary]
    assert sorted(terms) == sorted(TERMS)
    assert terms == sorted(terms)


def test_the_guide_speaks_quietly() -> None:
    texts = [chapter.text for chapter in GUIDE.chapters]
    texts += [entry.text for entry in GUIDE.glossary] + list(GUIDE.coach.values())
    assert not [text for text in texts if "!" in text]
    assert not [hint for hint in GUIDE.coach.values() if len(hint) > 160]


def test_nothing_in_it_is_for_the_master_alone() -> None:
    """Ledger 3.1: no card, nobody of the house, and not what a room does before somebody has been there."""
    everything = msgspec.json.encode(GUIDE).decode()
    for card in (*SKETCHES.values(), ANYWHERE):
        for text in (card.look, card.effect, *card.conflicts, *card.hooks):
            assert not text or text not in everything
    assert not [npc.name for npc in NPCS.values() if npc.name in everything]


# -- what a board draws with


def test_the_plan() -> None:
    plan = GUIDE.pieces["plan"]
    assert {room["id"] for room in plan["rooms"]} == set(ROOMS)
    assert (plan["width"], plan["height"]) == (14, 14)
    assert all(room["x"] + room["w"] <= 14 and room["y"] + room["h"] <= 14 for room in plan["rooms"])
    assert (len(plan["pathways"]), len(plan["sealed"])) == (30, 5)


def test_the_ladder_of_degrees() -> None:
    """KT-CARD-04: one rung down with each card."""
    ladder = [(rung["key"], rung["cards"]) for rung in GUIDE.pieces["degrees"]]
    assert ladder == [("full", 1), ("partial", 2), ("minor", 3), ("failure", 0)]


def test_the_charts() -> None:
    pieces = GUIDE.pieces
    assert [suit["memory"] for suit in pieces["suits"]] == ["Triumph", "Goal", "Defeat", "Guilt"]
    assert pieces["true_names"]["JH"] == "Undeserved"
    assert [pieces["fees"][str(gift)] for gift in range(1, 9)] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert len(pieces["fees"]) == most_gift(6 * 35)  # as much as one guest of six could ever give
    assert msgspec.json.decode(msgspec.json.encode(pieces)) == pieces


def test_a_board_has_a_word_for_every_state() -> None:
    """Exits, phases, steps and triggers as they come up in whole games."""
    pieces = GUIDE.pieces
    table, _ = bots_alone(3, "states")
    assert set(table.course.triggers) <= set(pieces["triggers"])
    assert table.course.phase in pieces["phases"]
    game = Seated("mia", "ada")
    seen = set()
    while game.table.course.wagers < 1:
        seen.add(game.table.course.phase)
        if game.table.wager_open:
            assert str(game.wager.step) in pieces["steps"]
        if "start_wager" in game.may("ada"):
            assert game.guest("ada").exit in pieces["exits"]
            game.begin("ada", cards=["8D", "2S"])
        else:
            game.step()
    assert seen <= set(pieces["phases"])
