"""What one reads before and beside a game of Lost Days, and what a board is drawn with. The words are in `data/`."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from mneme.engine.guide import Act, Chapter, Guide, Term
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


class Reference(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `guide.toml`."""

    chapters: tuple[Chapter, ...]
    acts: tuple[Act, ...]
    coach: dict[str, str]
    pieces: dict[str, dict[str, str]]


@cache
def guide() -> Guide:
    """Everything to read before and beside the play."""
    about = texts().game
    reference = msgspec.toml.decode(read_data("guide.toml"), type=Reference)
    return Guide(
        tagline=about.tagline,
        mood=about.mood,
        players=about.players,
        time=about.time,
        credit=about.credit,
        kind_word=about.kind_word,
        chapters=reference.chapters,
        glossary=tuple(Term(entry.term, entry.text) for entry in texts().glossary),
        acts=reference.acts,
        coach=reference.coach,
        pieces=pieces(reference),
    )


def pieces(reference: Reference) -> dict[str, Any]:
    """What a board draws with, as plain data: the names of all that the state holds as a key, the numbers of the game,
    the four themes, and how a strong memory differs from a weak one."""
    themes = msgspec.structs.asdict(texts().themes)
    contrasts = [msgspec.structs.asdict(contrast) for contrast in texts().contrasts]
    return {**reference.pieces, "numbers": NUMBERS, "themes": themes, "contrasts": contrasts}
