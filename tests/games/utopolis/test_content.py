"""The lists: crimes, ideas, glossary, and the words of the rules. (Ledger 6, 8)"""

from __future__ import annotations

import pytest

from mneme.engine.guide import explain
from mneme.games.utopolis import GAME, words
from mneme.games.utopolis.content import CRIMES, IDEAS, TEXTS
from mneme.games.utopolis.guide import guide
from mneme.games.utopolis.nouns import MUSES, PRONGS, QUESTIONS, TALENTS


def test_crimes_for_every_muse() -> None:
    """UT-INV-01: the book's 13, and at least as many of ours; each one or two sentences."""
    for muse in MUSES:
        assert len([crime for crime in CRIMES.values() if crime.muse == muse]) >= 9
    assert sum(crime.book for crime in CRIMES.values()) == 13
    assert len({crime.text for crime in CRIMES.values()}) == len(CRIMES)
    assert all(crime.text.endswith(".") and len(crime.text) <= 160 for crime in CRIMES.values())


@pytest.mark.parametrize("question", QUESTIONS)
def test_clue_ideas_for_every_question(question: str) -> None:
    """UT-CLUE-01: ideas for all six."""
    assert len(IDEAS[f"clues.{question}"]) >= 4


@pytest.mark.parametrize("name", IDEAS)
def test_ideas_are_short_and_different(name: str) -> None:
    """Voice: one or two sentences each, no exclamation marks, none twice."""
    assert len(set(IDEAS[name])) == len(IDEAS[name]) >= 3
    assert all(0 < len(idea) <= 160 and "!" not in idea for idea in IDEAS[name])


def test_every_list_that_prompts_name_exists() -> None:
    """Frames for all kinds of scene, starting clues for the largest table."""
    assert {f"frames.{kind}" for kind in ("opening", "trail", "follow_up", "arrest", "test")} <= set(IDEAS)
    assert len(IDEAS["starting_clues"]) >= GAME.seats[-1] - 1


def test_prongs_cover_all_questions() -> None:
    """UT-ARR-06: means, motive, opportunity, identity."""
    assert sorted(question for part in PRONGS.values() for question in part) == sorted(QUESTIONS)
    assert list(PRONGS) == ["Means", "Motive", "Opportunity", "Identity"]


def test_talents_and_muses_are_explained() -> None:
    """Ledger 8."""
    assert set(TEXTS.talents) == set(TALENTS)
    assert len(TALENTS) == 16
    assert list(TEXTS.muses) == list(MUSES)


def test_verdicts() -> None:
    """UT-SAY-11: several for either outcome."""
    assert all(len(TEXTS.verdicts[status]) >= 3 for status in ("closed", "discontinued"))


def test_the_glossary_answers() -> None:
    """By name, by beginning, and with a list."""
    assert (explain(guide(), "Cinema") or "").startswith("Cinema: ")
    assert (explain(guide(), "double") or "").startswith("Double or nothing: ")
    assert "Core" in (explain(guide(), "") or "")
    assert explain(guide(), "banana") is None


def test_waiting_sentences_name_people() -> None:
    """Waiting is about people."""
    assert all("{names}" in sentence and sentence.endswith(".") for sentence in words.WAITING.values())


def test_misprints_of_the_book_have_no_effect() -> None:
    """UT-R-78: Muses are numbered in the order they are listed, and nothing else hangs on it."""
    assert MUSES == ("Erato", "Melpomene", "Polyhymnia", "Thalia", "Clio", "Calliope")


def test_the_game_credits_its_designer() -> None:
    """The house rule: designers by name, content notes before seating."""
    assert GAME.designers == "Eric J. Boyd"
    assert len(GAME.content_notes) >= 3
