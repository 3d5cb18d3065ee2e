"""What one reads before and beside a game of Schizonauts, and what a board is drawn with. The words are in `data/`."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from mneme.engine.guide import Act, Chapter, Guide
from mneme.games.schizonauts.content import KEYS, read_data, texts
from mneme.games.schizonauts.dice import SIZES_BY_UNITS
from mneme.games.schizonauts.lengths import LENGTHS
from mneme.games.schizonauts.rules import CONTRIBUTOR_COINS, JUDGE_COINS, NARRATOR_COINS


class Reference(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `guide.toml`."""

    chapters: tuple[Chapter, ...]
    acts: tuple[Act, ...]
    coach: dict[str, str]


@cache
def guide() -> Guide:
    """Everything to read before and beside the play."""
    about = texts().game
    reference = msgspec.toml.decode(read_data("guide.toml"), type=Reference)
    return Guide(
        tagline=about.blurb,
        mood=about.mood,
        players=about.players,
        time=about.time,
        credit=about.credit,
        kind_word=about.kind_word,
        chapters=reference.chapters,
        glossary=texts().glossary,
        acts=reference.acts,
        coach=reference.coach,
        pieces=_pieces(),
    )


def _pieces() -> dict[str, Any]:
    """What a board draws with, as plain data.

    `keys` are the 60 key objects (ledger 6.1), `faces` vote and allegiance cards (6.3), `aptitudes` what each means
    (SZ-CHAR-05), `dice` how many d6 go into each size (SZ-DICE-04), `coins` what a role is paid (SZ-PAY-01), `lengths`
    the key cards in play by players and length (8.1), `help` what is happening at each step, `reminders` the rules
    that live in what people say, `rituals` the lines that are spoken, `identities` ways to understand who one is.
    """
    known = texts()
    meanings = {r.key.removeprefix("meaning_"): r.text for r in known.reminders if r.key.startswith("meaning_")}
    pieces = {
        "keys": list(KEYS.values()),
        "faces": known.faces,
        "aptitudes": meanings,
        "dice": {f"d{size}": units for units, size in SIZES_BY_UNITS.items()},
        "coins": {"narrator": NARRATOR_COINS, "judge": JUDGE_COINS, "contributor": CONTRIBUTOR_COINS},
        "lengths": {
            str(players): {str(length): cards for length, cards in row.items()} for players, row in LENGTHS.items()
        },
        "help": known.help,
        "reminders": known.reminders,
        "rituals": known.rituals,
        "identities": known.identities,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(pieces))
    return plain
