"""`mneme referee lost-days`, as people and programs use it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mneme.games.lost_days.referee import group


def referee(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(group, ["roll", *arguments], input=typed)


def answer(*arguments: str) -> Any:
    result = referee(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_example_six() -> None:
    """LD-ROLL-03, EX-6: the shape that programs read."""
    assert answer("--first", "3,4,5,5", "--second", "2,3,4,4") == {
        "winner": "first",
        "margin": 2,
        "strain": {"first": 0, "second": 0},
        "gain": {"first": 0, "second": 0},
    }


def test_matched_dice_still_count() -> None:
    """LD-ROLL-04, LD-STRAIN-04, LD-GAIN-01."""
    assert answer("--first", "6,1", "--second", "6,1,1") == {
        "winner": "second",
        "margin": 1,
        "strain": {"first": 1, "second": 2},
        "gain": {"first": 1, "second": 1},
    }


def test_no_dice_at_all() -> None:
    """LD-ROLL-05, LD-ROLL-06, LD-Q30."""
    assert answer("--first", "", "--second", "")["winner"] == "none"
    assert answer("--first", "", "--second", "2,2")["margin"] == 2


def test_in_words() -> None:
    result = referee("--first", "6,5,1", "--second", "6,4")
    assert result.stdout.splitlines() == [
        "First: 6, 5, 1. Second: 6, 4.",
        "Set aside as matched: 6.",
        "The first side wins by 1.",
        "If the loser is an elf, it pays 1 coin, or gives one memory.",
        "If the first side is an elf, it may take 1 coin of gain.",
        "If the first side is an elf, strain moves 1 coin to its card.",
        "If the second side is an elf, it may take 1 coin of gain.",
    ]


def test_level_in_words() -> None:
    """LD-SET-04: nobody pays."""
    assert "Nobody wins" in referee("--first", "3", "--second", "3").stdout


@pytest.mark.parametrize("faces", ["7", "0", "3,-1", "three"])
def test_dice_show_one_to_six(faces: str) -> None:
    result = referee("--first", faces, "--second", "3")
    assert result.exit_code == 2
    assert "first" in result.stderr


def test_a_batch_answers_line_by_line() -> None:
    lines = ['{"first": [5], "second": [4]}', '{"first": [9], "second": [4]}', '{"first": [], "second": [1]}']
    result = referee("--batch", typed="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one.get("winner") for one in answers] == ["first", None, "second"]
    assert "error" in answers[1]
    assert result.exit_code == 2
