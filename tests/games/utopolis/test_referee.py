"""`mneme referee utopolis hands`, as people and programs use it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from mneme.games.utopolis.referee import group


def ask(*arguments: str, typed: str | None = None) -> Any:
    return CliRunner().invoke(group, ["hands", *arguments], input=typed)


@pytest.mark.parametrize(
    ("detective", "gm", "record"),
    [
        ("8S 8H 8D KC 5H 3S JD", "AC QC 9C 4C KH 7D 2S", ("detective", "value", 3, 0)),
        ("9H 6H 2H", "9S 6S 2S", ("gm", "tie", None, 0)),
        ("AS KH 3D JK", "QC QD 9C 4C", ("gm", "suit", None, 1)),
        ("AS 3D", "QC QD 9C 4C JK", ("gm", "value", None, 3)),
        ("", "2C", ("gm", "high card", None, 1)),
        ("7H 7C KH 9H 4D 2D QS", "JS JD TS 6S 5H 3D AC", ("detective", "colour", 1, 0)),
    ],
)
def test_hands_as_json(detective: str, gm: str, record: tuple[object, ...]) -> None:
    """UT-HAND-04, -08, UT-AWD-01, UT-DMG-03: winner, step, award and damage."""
    result = ask("--detective", detective, "--gm", gm, "--json")
    assert result.exit_code == 0, result.stderr
    assert tuple(json.loads(result.stdout).values()) == record
    assert list(json.loads(result.stdout)) == ["winner", "step", "award", "damage"]


def test_hands_in_words() -> None:
    """UT-HAND-04: what is compared, and what it comes to."""
    result = ask("--detective", "AS KH 3D JK", "--gm", "QC QD 9C 4C")
    assert result.stdout.splitlines()[-3:] == [
        "Same value: 2 each.",
        "Same suit: the detective 2, the GM 3. The GM is higher.",
        "The detective fails. Clubs less Hearts make 1: the talent is hurt.",
    ]


def test_a_batch_answers_line_by_line() -> None:
    """One answer for each line, an error for a bad one."""
    lines = ['{"detective": ["AS", "AH"], "gm": ["KS"]}', '{"detective": ["XX"], "gm": []}', "nonsense"]
    result = ask("--batch", typed="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0] == {"winner": "detective", "step": "value", "award": 2, "damage": 0}
    assert [list(answer) for answer in answers[1:]] == [["error"], ["error"]]
    assert result.exit_code == 2


def test_tens_and_commas_are_understood() -> None:
    """People write 10H and put commas between cards."""
    assert json.loads(ask("--detective", "10h,10S", "--gm", "AS", "--json").stdout)["winner"] == "detective"


@pytest.mark.parametrize("cards", ["1S", "AX", "ASH", "S"])
def test_a_card_that_does_not_exist(cards: str) -> None:
    """The refusal says what would work."""
    result = ask("--detective", cards, "--gm", "AS")
    assert result.exit_code == 2
    assert "such as AS, TH or 3D, or JK" in result.stderr
