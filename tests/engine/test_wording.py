"""Somebody's own words among ours."""

from __future__ import annotations

from mneme.engine.wording import in_quotes, sentence


def test_our_sentences_begin_after_the_end_of_theirs() -> None:
    """A player's words may come without a full stop."""
    assert [sentence(text) for text in ("No", "No.", "Why?", "“No.”", "")] == ["No.", "No.", "Why?", "“No.”", ""]


def test_quoted_words_end_with_one_stop() -> None:
    assert [in_quotes(text) for text in ("No", "No.", "Why?", "No (no)")] == ["“No”.", "“No.”", "“Why?”", "“No (no)”."]
