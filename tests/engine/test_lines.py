"""The hard filter of a table's lines: a player's own word in all its forms, and the subject it belongs to."""

from __future__ import annotations

import pytest

from mneme.engine.lines import Lines


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("crowns", "The crown is cold."),
        ("crown", "Two crowns."),
        ("wolves", "A wolf at the gate."),
        ("wolf", "Wolfish."),
        ("bodies", "A body of water."),
        ("movies", "At the movies."),
        ("gloves", "A glove."),
    ],
)
def test_a_word_is_off_in_singular_and_plural(line: str, text: str) -> None:
    assert not Lines([line]).allows(text)


def test_a_phrase_of_a_subject_does_not_widen_a_line() -> None:
    """A glass knife is violent; but a line at knives is not one at every fight."""
    assert not Lines(["violence"]).allows("I keep a glass knife.")
    assert "violence" not in Lines(["knives"]).tags
