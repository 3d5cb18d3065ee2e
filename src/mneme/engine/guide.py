"""What a game tells people about itself: how to play it, what its words mean, and what a board draws it from.

Nothing here depends on a table, so everyone may read all of it.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Chapter(Struct, frozen=True):
    """A part of the quick reference, in the order of play. Paragraphs are divided by empty lines."""

    title: str
    text: str


class Term(Struct, frozen=True):
    """A word of the game, explained in ours."""

    term: str
    text: str


class Act(Struct, frozen=True):
    """Something one may do at some time. `when` answers "why can't I…?"; `rule` is the ledger's number."""

    label: str
    when: str
    rule: str


class Guide(Struct, frozen=True, kw_only=True):
    """Everything to read before and beside the play."""

    tagline: str = ""
    mood: str = ""
    players: str = ""
    time: str = ""
    credit: str = ""
    kind_word: str = ""  # a plain sentence about a word of the game that could be misread
    chapters: tuple[Chapter, ...] = ()
    glossary: tuple[Term, ...] = ()
    acts: tuple[Act, ...] = ()
    coach: dict[str, str] = {}  # prompt name -> one hint for somebody's first game
    pieces: dict[str, Any] = {}  # names and numbers a board draws with: cards, rooms, charts; never a secret


def explain(guide: Guide, word: str) -> str | None:
    """What the glossary says of a word, by its name or the beginning of it; without a word, what there is to ask."""
    wanted = " ".join(word.casefold().split())
    if not wanted:
        return f"You can ask about: {', '.join(entry.term for entry in guide.glossary)}."
    terms = {entry.term.casefold(): entry for entry in guide.glossary}
    found = terms.get(wanted) or next((entry for term, entry in terms.items() if term.startswith(wanted)), None)
    return f"{found.term}: {found.text}" if found else None
