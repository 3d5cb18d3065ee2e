"""Looking a word of a game up."""

from __future__ import annotations

import pytest

from mneme.engine.guide import Guide, Term, explain

GUIDE = Guide(
    glossary=(Term("Strain", "A 1 on a die."), Term("Memory of Kingship", "The crown."), Term("Str", "Short."))
)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("Strain", "Strain: A 1 on a die."),
        ("sTRa", "Strain: A 1 on a die."),
        ("st", "Strain: A 1 on a die."),
        ("str", "Str: Short."),
        ("  memory   of ", "Memory of Kingship: The crown."),
        ("kingship", None),
        ("teapot", None),
        ("", "You can ask about: Strain, Memory of Kingship, Str."),
        ("  ", "You can ask about: Strain, Memory of Kingship, Str."),
    ],
)
def test_a_word_is_found_by_its_name_or_the_beginning_of_it(word: str, said: str | None) -> None:
    assert explain(GUIDE, word) == said


def test_a_game_without_words_explains_none() -> None:
    assert explain(Guide(), "mask") is None
