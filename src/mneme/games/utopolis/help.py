"""What does that mean? The game's words, explained in ours."""

from __future__ import annotations

from mneme.games.utopolis.guide import guide


def lookup(word: str) -> str | None:
    """A term of the glossary, by its name or the beginning of it; without a word, all there are."""
    terms = {entry.term.lower(): entry for entry in guide().glossary}
    wanted = " ".join(word.lower().split())
    if not wanted:
        return "You can ask about: " + ", ".join(entry.term for entry in guide().glossary) + "."
    found = terms.get(wanted) or next((entry for term, entry in terms.items() if term.startswith(wanted)), None)
    return None if found is None else f"{found.term}: {found.text}"
