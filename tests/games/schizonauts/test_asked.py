"""Reading a question well enough to answer it: what kind of answer it wants, and about what."""

from __future__ import annotations

import pytest

from mneme.games.schizonauts.asked import asks, topic


@pytest.mark.parametrize(
    ("question", "kind", "about"),
    [
        ("What happens with the cleaver?", "do", "the cleaver"),
        ("Who opens the locked suitcase first?", "who", "the locked suitcase"),
        ("Where does Inés hide her passport?", "where", "her passport"),
        ("Why did Inés burn the letter before the theft?", "why", "the letter"),
        ("How much of “The Brawl” does Magnus admit to Agent Ghosh?", "tell", "“The Brawl”"),
        ("What does Agent Vance let Lindqvist see in the file?", "learn", "the file"),
        ("What does “I Know” turn into?", "do", "“I Know”"),  # a memory's words are not the question's
        ("What do they do at the end?", "do", None),
    ],
)
def test_a_question_is_read_by_plain_signs(question: str, kind: str, about: str | None) -> None:
    """SZ-QA-01, SZ-TELL-01."""
    assert (asks(question), topic(question)) == (kind, about)


@pytest.mark.parametrize(
    "question",
    [
        "What does the old man want?",
        "Does the guard laugh?",
        "What does she say that nobody knows?",
        "What is it like, the very long grey corridor?",
    ],
)
def test_what_cannot_be_told_from_a_verb_is_not_taken_for_a_thing(question: str) -> None:
    """Rather nothing than half a sentence."""
    assert topic(question) is None
