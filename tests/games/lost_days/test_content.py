"""Ledger 6: what we had to write ourselves is all there, and in shape."""

from __future__ import annotations

import string

import msgspec
import pytest

from mneme.engine.guide import explain
from mneme.games.lost_days import GAME, words
from mneme.games.lost_days.content import ideas, texts
from mneme.games.lost_days.guide import guide
from mneme.games.lost_days.options import Options
from tests.games.lost_days.kit import Court

THEMES = ("T1", "T2", "T3", "T4")


@pytest.mark.parametrize("theme", THEMES)
def test_memories_for_every_theme(theme: str) -> None:
    """LD-MEM-01, LD-MEM-02, LD-CROWN-01: at least six, one image each, and some of kingship."""
    written = texts().memories[theme]
    assert len(written) >= 6
    assert len(texts().kingship[theme]) >= 2
    for line in (*written, *texts().kingship[theme]):
        assert line.startswith("I remember ")
        assert line.endswith(".")
        assert len(line) <= 140


def test_no_memory_is_written_twice() -> None:
    lines = [line for theme in THEMES for line in (*texts().memories[theme], *texts().kingship[theme])]
    assert len(set(lines)) == len(lines)


def test_stories_say_what_happens_if_left_alone() -> None:
    """LD-STORY-02: ten and more, each with its own end."""
    assert len(texts().stories) >= 10
    assert all(story.opening.endswith(".") and story.alone.endswith(".") for story in texts().stories)
    assert all("If nobody acts" in line for line in ideas("stories"))


def test_themes_for_the_market() -> None:
    """LD-NEW-03, LD-REP-02: those the book names are among them."""
    named = {"need", "loss", "madness", "death", "betrayal", "something material", "magic", "love", "childhood"}
    assert named <= set(texts().market_themes)


def test_voices_for_everyone_who_is_nobody_s_elf() -> None:
    """LD-KING-03, LD-KING-04."""
    kinds = {"courtiers", "vassals", "slaves", "envoys", "rebels", "demons", "environment", "merchants"}
    assert set(texts().voices) == kinds
    assert all(ideas(f"voices.{kind}") for kind in kinds)


def test_the_difference_between_weak_and_strong() -> None:
    """LD-MEM-02: help shows both."""
    assert len(texts().contrasts) >= 3
    said = explain(guide(), "good memories") or ""
    for contrast in texts().contrasts:
        assert f"Weak: “{contrast.weak}” Strong: “{contrast.strong}” {contrast.why}" in said


def test_help_knows_the_game_s_words() -> None:
    for term in ("Tribute", "stra", "memory of kingship"):
        assert explain(guide(), term) is not None
    assert explain(guide(), "teapot") is None
    assert "Influence" in (explain(guide(), "") or "")


def test_every_list_a_prompt_names_has_something_in_it() -> None:
    """Ledger 2.16: a suggestion for every spoken duty."""
    names = ["names", "themes", "stories", "influence", "outcome", "tribute", "gain", "strain", "exits", "epilogues"]
    names += ["action", "scopes", "wants", *(f"memories.{theme}" for theme in THEMES)]
    names += [f"scenes.{kind}" for kind in ("personal", "story", "interrupt", "adversity")]
    assert [name for name in names if len(ideas(name)) < 2] == []
    # Whoever takes one says it as it stands: it tells, and asks nothing of the one who tells it.
    assert [line for name in names for line in ideas(name) if line.endswith("?")] == []


def test_every_option_has_a_sentence() -> None:
    """Ledger 5: the table of options."""
    assert set(GAME.option_words) == set(Options.__struct_fields__)
    assert all(sentence.endswith(".") for sentence in GAME.option_words.values())


def test_waiting_is_about_people() -> None:
    for sentence in words.WAITING.values():
        assert [name for _, name, _, _ in string.Formatter().parse(sentence) if name] == ["names"]


def test_content_notes_and_credit_come_first() -> None:
    assert GAME.designers == "Andrew Kenrick"
    assert any("fictional" in note for note in GAME.content_notes)
    assert any("gentler" in note for note in GAME.content_notes)


def test_the_table_is_told_in_words() -> None:
    """LD-SETUP-06: court, purses, memories, market and dice."""
    game = Court("cate", "hugo", "martin", king="hugo")
    game.to_scene("cate")
    game.fight("cate", "opposition", game.at("market")[0].noun_key, dice=[4])
    told = GAME.describe(msgspec.to_builtins(game.view("cate")))
    assert "is king." in told
    assert "The Market of Memories:" in told
    assert "shows 4." in told
    assert "Purse 8. On memories 4. On the card 0." in told
