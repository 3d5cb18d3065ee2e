"""Somebody's own words among ours."""

from __future__ import annotations

from mneme.engine.wording import ended, sentence


def test_our_sentences_begin_after_the_end_of_theirs() -> None:
    """A player's words may come without a full stop."""
    assert [sentence(text) for text in ("No", "No.", "Why?", "“No.”", "")] == ["No.", "No.", "Why?", "“No.”", ""]


def test_a_sentence_that_ends_with_their_words_has_one_stop() -> None:
    said = [ended(f"Ada says “{text}”") for text in ("No", "No.", "Why?", "No…", "No (no)")]
    assert said == ["Ada says “No”.", "Ada says “No.”", "Ada says “Why?”", "Ada says “No…”", "Ada says “No (no)”."]
