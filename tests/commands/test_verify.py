"""`mneme verify`: 0 if all is well, 1 if something was changed, 2 if the file cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from mneme import cli, games
from mneme.bots.runner import random_game
from mneme.engine.gamefile import export
from tests.engine.two_masks import GAME

KNOWN = ", ".join([*games.names(), "two-masks"])
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def two_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(export(random_game(GAME, 3, {"scenes": 2}, seed="verify")))
    return path


def edit(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))


def test_a_sound_game_is_said_to_be_sound(capsys: Captured, path: Path) -> None:
    assert cli.main(["verify", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("Nothing was changed since the file was written: ")
    assert "Every roll and draw follows from the seed: " in out
    assert "Every sealed answer fits its commitment: 6 in all.\n" in out
    assert out.endswith("The result is what the rules give.\n")


def test_a_closed_game_is_checked_as_far_as_can_be(capsys: Captured, path: Path) -> None:
    path.write_bytes(export(random_game(GAME, 3, seed="verify"), open_seed=False))
    assert cli.main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.endswith("The seed is not opened yet, so no roll or draw can be checked.\n")


@pytest.mark.parametrize(
    ("old", "new", "start"),
    [
        (b'["answer","a","face","', b'["answer","a","face","x', "Entry "),
        (b'"a":"Ada"', b'"a":"Eve"', "The names were changed."),
        (b'"scenes":2', b'"scenes":3', "The options were changed."),
        (b'"seed": "verify"', b'"seed": "lucky"', "The seed was changed."),
        (b'"draws": [\n  [0,6,0,[6],[', b'"draws": [\n  [0,6,0,[6],[1', "The roll or draw at entry "),
    ],
)
def test_tampering_is_named(capsys: Captured, path: Path, old: bytes, new: bytes, start: str) -> None:
    edit(path, old, new)
    assert cli.main(["verify", str(path)]) == 1
    out, err = capsys.readouterr()
    assert out.startswith(start)
    assert out.count("\n") == 1
    assert err == ""


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"{}", "This is not a Mneme game file."),
        (
            export(random_game(GAME, 2, seed="v")).replace(b'"rules": 1', b'"rules": 2'),
            "This game needs version 2 of the Two Masks rules; this copy of Mneme has version 1.",
        ),
        (
            export(random_game(GAME, 2, seed="v")).replace(b'"game": "two-masks"', b'"game": "chess"'),
            f"There is no game called 'chess'; the games are: {KNOWN}.",
        ),
    ],
)
def test_what_cannot_be_read_is_said(capsys: Captured, path: Path, data: bytes, sentence: str) -> None:
    path.write_bytes(data)
    assert cli.main(["verify", str(path)]) == 2
    assert capsys.readouterr() == ("", f"mneme: {path}: {sentence}\n")
