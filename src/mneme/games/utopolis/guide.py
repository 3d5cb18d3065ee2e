"""What Utopolis tells people about itself: data/guide.toml, and what a board draws the case with."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from mneme.engine.guide import Guide
from mneme.games.utopolis import odds, words
from mneme.games.utopolis.conflict import GM_HAND, MUSE_CARDS
from mneme.games.utopolis.content import IDEAS, MUSE_WORDS, QUICK_STARTS, TALENT_WORDS, read_data
from mneme.games.utopolis.creation import LEAST_CORE, POINTS
from mneme.games.utopolis.flaw_and_fear import GM_TEST_HAND
from mneme.games.utopolis.hands import HIGH_TO_LOW, JOKER, RED, STEPS, SUITS
from mneme.games.utopolis.nouns import (
    ATTRIBUTES,
    FREE_TALENTS,
    MOST_CORE,
    MOST_LEVEL,
    MUSES,
    PRONGS,
    QUESTIONS,
    RESISTS,
    START_CINEMA,
    START_TOKENS,
    TALENTS,
)
from mneme.games.utopolis.options import MOST_SEATS
from mneme.games.utopolis.rules import crime_points_for
from mneme.games.utopolis.spending import LEAST_TO_INTERVENE, ROBOT_HAND, attribute_price, talent_price


@cache
def guide() -> Guide:
    """Everything to read before and beside the play."""
    written = msgspec.toml.decode(read_data("guide.toml"), type=Guide)
    return msgspec.structs.replace(written, coach=coach(written.coach), pieces=pieces())


def coach(written: dict[str, str]) -> dict[str, str]:
    """Several players may invent talents at once, so that question is asked by seat."""
    hint = written["approve_talents"]
    asked = {f"approve_talents_{seat}": hint for seat in "abcdefgh"[:MOST_SEATS]}
    return {name: text for name, text in written.items() if name != "approve_talents"} | asked


def pieces() -> dict[str, Any]:
    """Names, numbers and charts. Nothing here is a secret of any seat: Utopolis hides only hands of cards."""
    return {
        "questions": list(QUESTIONS),  # in the order of the die's faces, 1 to 6
        "prongs": {prong: list(questions) for prong, questions in PRONGS.items()},
        "muses": [{"name": muse, "about": MUSE_WORDS[muse]} for muse in MUSES],  # in the order of the die's faces
        "attributes": [attribute_piece(name) for name in ATTRIBUTES],
        "talents": [{"name": name, "about": TALENT_WORDS[name], "free": name in FREE_TALENTS} for name in TALENTS],
        "detectives": {key: msgspec.to_builtins(made) for key, made in QUICK_STARTS.items()},
        "cards": cards(),
        "stages": [{"stage": stage, "label": label} for stage, label in words.STAGES.items()],
        "scenes": words.SCENE_KINDS,
        "phases": words.PHASES | {"trail": words.SCENE_KINDS["trail"]} | words.SCENE_TITLES,
        "statuses": {"detective": words.STATUS, "case": words.CASE_STATUS, "suspect": words.STANDING_WORDS},
        "evidence_kinds": {option.key: option.label for option in words.EVIDENCE_KINDS},
        "numbers": numbers(),
        "prices": {
            "attribute": [attribute_price(level) for level in range(MOST_LEVEL)],  # from 0, 1, 2
            "talent": [talent_price(level) for level in range(MOST_LEVEL)],
        },
        "damage": [{"from": least, "harm": words.DAMAGE[level]} for level, least in enumerate((1, 2, 4), 1)],
        "inspiration": {name: list(IDEAS[name]) for name in ("places", "citizens", "npc_lines")},  # for a GM's margin
        "odds": [list(row) for row in odds.table()],  # odds[n][m]: n unknown cards are higher than m
    }


def attribute_piece(name: str) -> dict[str, str]:
    """An attribute, and what it holds off in a test. (UT-CHAR-12)"""
    holds_off = next((kind for kind, attribute in RESISTS.items() if attribute == name), "")
    return {"name": name, "about": words.ATTRIBUTE_WORDS[name], "resists": holds_off}


def cards() -> dict[str, Any]:
    """How cards are written, and the four steps of a comparison. (UT-HAND-02)"""
    return {
        "values": [{"value": value, "name": words.value_name(value)} for value in HIGH_TO_LOW],
        "suits": [
            {"suit": suit, "name": words.SUIT_NAMES[suit], "colour": "red" if suit in RED else "black"}
            for suit in SUITS
        ],
        "joker": JOKER,
        "steps": [{"step": str(step), "about": words.STEP_WORDS[step]} for step in STEPS],
    }


def numbers() -> dict[str, Any]:
    """Every number of the game that a board may want to show. (Ledger 8)"""
    return {
        "core": [LEAST_CORE, MOST_CORE],
        "most_level": MOST_LEVEL,
        "points": POINTS,
        "cinema": START_CINEMA,
        "tokens": START_TOKENS,
        "crime_points": {str(players): crime_points_for(players) for players in range(1, MOST_SEATS)},
        "gm_hand": GM_HAND,
        "gm_test_hand": GM_TEST_HAND,
        "robot_hand": ROBOT_HAND,
        "muse_cards": MUSE_CARDS,
        "least_to_intervene": LEAST_TO_INTERVENE,
        "evidence": {"usual": 1, "major": 2},
    }
