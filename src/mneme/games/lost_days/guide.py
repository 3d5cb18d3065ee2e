"""What one reads before and beside a game of Lost Days, and what a board is drawn with. The words are in `data/`."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from mneme.engine.guide import Guide, Term
from mneme.games.lost_days import nouns, options
from mneme.games.lost_days.content import read_data, texts
from mneme.games.lost_days.dice import GAIN_FACE, STRAIN_FACE

NUMBERS = {  # ledger 8.4
    "players": [options.FEWEST_PLAYERS, options.MOST_PLAYERS],
    "start_coins": nouns.START_COINS,
    "round_coin": nouns.ROUND_COIN,
    "creation_rounds": nouns.CREATION_ROUNDS,
    "crown_coin": nouns.CROWN_COIN,
    "opposition_dice": nouns.OPPOSITION_DICE,
    "new_memory_cost": nouns.NEW_MEMORY_COST,
    "taint_coin": nouns.TAINT_COIN,
    "gain_face": GAIN_FACE,
    "strain_face": STRAIN_FACE,
}


@cache
def guide() -> Guide:
    """Everything to read before and beside the play."""
    written = msgspec.toml.decode(read_data("guide.toml"), type=Guide)
    glossary = (*written.glossary, good_memories())
    return msgspec.structs.replace(written, glossary=glossary, pieces={**written.pieces, **pieces()})


def good_memories() -> Term:
    """How a strong memory differs from a weak one, for whoever asks before writing. (LD-MEM-02)"""
    pairs = (f"Weak: “{one.weak}” Strong: “{one.strong}” {one.why}" for one in texts().contrasts)
    return Term("Good memories", "\n".join(pairs))


def pieces() -> dict[str, Any]:
    """What a board draws with beside the names in guide.toml: the numbers of the game, the four themes, and how a
    strong memory differs from a weak one."""
    themes = msgspec.structs.asdict(texts().themes)
    contrasts = [msgspec.structs.asdict(contrast) for contrast in texts().contrasts]
    return {"numbers": NUMBERS, "themes": themes, "contrasts": contrasts}
