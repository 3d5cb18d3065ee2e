"""What Know Thyself tells people about itself: data/guide.toml, and what a board draws the Palace with."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from mneme.engine.guide import Guide
from mneme.games.know_thyself import words
from mneme.games.know_thyself.cards import (
    DEGREES,
    FAILURE,
    MEMORY_TYPES,
    MOST_CARDS,
    RANK_NAMES,
    RED,
    SUIT_NAMES,
    SUITS,
)
from mneme.games.know_thyself.content import PLAN, TRUE_NAMES, read_toml, texts
from mneme.games.know_thyself.cover import fee, most_gift
from mneme.games.know_thyself.nouns import ENDGAME_PER_GUEST, LEAST_STAKE, MEMORIES_IN_ALL, MEMORIES_ON_ONE
from mneme.games.know_thyself.options import COINS_PER_GUEST, MASTER_SHARE, MOST_START
from mneme.games.know_thyself.sheet import ATTACHMENTS

GRID = 14  # units each way (ledger 6.B)
MOST_GUESTS = 6


@cache
def guide() -> Guide:
    """Everything to read before and beside the play."""
    written = msgspec.convert(read_toml("guide.toml"), Guide)
    return msgspec.structs.replace(written, pieces={**written.pieces, **pieces()})


def pieces() -> dict[str, Any]:
    """Names, numbers, charts and the plan. What a room does is public only once somebody has been there, and what
    the Master reads never is, so neither is here. (Ledger 3.1)"""
    return {
        "plan": {"width": GRID, "height": GRID, **msgspec.json.decode(msgspec.json.encode(PLAN))},
        "true_names": dict(TRUE_NAMES),
        "suits": [suit_piece(suit) for suit in SUITS],
        "ranks": RANK_NAMES,
        "degrees": degrees(),
        "numbers": numbers(),
        "fees": {str(gift): fee(gift) for gift in range(1, most_gift(MOST_GUESTS * COINS_PER_GUEST) + 1)},
        "questions": list(texts().questions),
        "benchmarks": [msgspec.to_builtins(mark) for mark in texts().benchmark],
        "stake_guide": texts().stake_guide,
        "triggers": words.TRIGGERS,
    }


def suit_piece(suit: str) -> dict[str, str]:
    """A suit, and the kind of Memory it stands for. (KT-MEM-02)"""
    memory = MEMORY_TYPES[suit]
    colour = "red" if suit in RED else "black"
    sense = texts().memory_senses[memory]
    return {"key": suit, "name": SUIT_NAMES[suit], "colour": colour, "memory": memory, "sense": sense}


def degrees() -> list[dict[str, Any]]:
    """The ladder, from the first card down. (KT-CARD-04)"""
    ladder = [{"key": key, "name": key.title(), "cards": cards} for cards, key in DEGREES.items()]
    return [*ladder, {"key": FAILURE, "name": "Failure", "cards": 0}]


def numbers() -> dict[str, int]:
    return {
        "coins_per_guest": COINS_PER_GUEST,
        "most_start": MOST_START,
        "master_share": MASTER_SHARE,
        "least_stake": LEAST_STAKE,
        "most_cards": MOST_CARDS,
        "attachments": ATTACHMENTS,
        "master_end_per_guest": ENDGAME_PER_GUEST,
        "memories_in_all": MEMORIES_IN_ALL,
        "memories_on_one": MEMORIES_ON_ONE,
    }
