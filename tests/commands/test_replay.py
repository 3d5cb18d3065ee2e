"""`mneme replay`: a recorded game through the eyes of somebody at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from mneme import cli, games
from mneme.bots.runner import random_game
from mneme.engine import text
from mneme.engine.entries import Rename, Rewind
from mneme.engine.gamefile import export
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from tests.engine.two_masks import GAME

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def two_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")


def saved(folder: Path, sitting: Sitting, *, open_seed: bool = True) -> str:
    path = folder / "game.json"
    path.write_bytes(export(sitting, open_seed=open_seed))
    return str(path)


def short_game() -> Sitting:
    """Two faces are made, which takes four beats; a note is passed, and Ben has boasted."""
    sitting = Sitting.lay(GAME, ["Ada", "Ben"], seed="replay")
    for seat in "ab":
        sitting.answer(seat, "face", f"Face-{seat}")
        sitting.answer(seat, "favour", sitting.table.after(seat)[0])
    sitting.answer("a", "notes", {"act": "note", "to": "b", "text": "psst"})
    sitting.answer("b", "boasting", {"act": "boast", "words": "Mine"})
    return sitting


def replayed(capsys: Captured, *arguments: str) -> str:
    assert cli.main(["replay", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("eyes", "seat"), [([], None), (["--as", "a"], "a"), (["--as", "BEN"], "b")])
def test_it_shows_what_was_seen_at_the_end(capsys: Captured, tmp_path: Path, eyes: list[str], seat: str | None) -> None:
    sitting = random_game(GAME, 3, seed="replay")
    shown = replayed(capsys, saved(tmp_path, sitting), *eyes)
    assert shown == text.render(GAME, view(sitting, seat)) + "\n"


def test_each_sees_only_their_own(capsys: Captured, tmp_path: Path) -> None:
    sitting = short_game()
    sitting.answer("b", "notes", {"act": "note", "to": "a", "text": "hush"})
    path = saved(tmp_path, sitting)
    assert "hush" in replayed(capsys, path, "--as", "a")
    assert "hush" not in replayed(capsys, path)


def test_it_stops_at_a_beat(capsys: Captured, tmp_path: Path) -> None:
    path = saved(tmp_path, short_game())
    assert "wears" not in replayed(capsys, path, "--to", "0")
    assert "wears" not in replayed(capsys, path, "--to", "1")
    assert "Ada wears Face-a." in replayed(capsys, path, "--to", "2")
    assert "Ben wears" not in replayed(capsys, path, "--to", "3")
    at_four = replayed(capsys, path, "--to", "4", "--as", "b")
    assert "Ben wears Face-b." in at_four
    assert "psst" not in at_four
    assert "Mine" in replayed(capsys, path, "--to", "5")


def test_going_back_is_a_beat_like_any_other(capsys: Captured, tmp_path: Path) -> None:
    sitting = short_game()
    sitting.apply(Rewind(4))
    path = saved(tmp_path, sitting)
    assert "Ben: Mine" in replayed(capsys, path, "--to", "5")
    assert "[undone] Ben: Mine" in replayed(capsys, path, "--to", "6")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--as", "Zoe"], "There is no seat called 'Zoe' in this game; the seats are a (Ada), b (Ben)."),
        (["--to", "6"], "This game has 5 beats; there is no beat 6."),
    ],
)
def test_what_is_not_there_is_said(capsys: Captured, tmp_path: Path, arguments: list[str], sentence: str) -> None:
    assert cli.main(["replay", saved(tmp_path, short_game()), *arguments]) == 2
    assert capsys.readouterr() == ("", f"mneme: {sentence}\n")


def test_a_name_that_two_share_is_not_guessed_at(capsys: Captured, tmp_path: Path) -> None:
    sitting = short_game()
    sitting.apply(Rename("b", "Ada"))
    assert cli.main(["replay", saved(tmp_path, sitting), "--as", "Ada"]) == 2
    sentence = "mneme: More than one is called Ada; say which seat you mean: a (Ada), b (Ada).\n"
    assert capsys.readouterr() == ("", sentence)


def test_a_closed_file_tells_the_story(capsys: Captured, tmp_path: Path) -> None:
    path = saved(tmp_path, short_game(), open_seed=False)
    assert replayed(capsys, path) == "Ada wears Face-a.\nBen wears Face-b.\n— Scene 1 —\nBen: Mine\n"
    for arguments in (["--as", "a"], ["--to", "1"]):
        assert cli.main(["replay", path, *arguments]) == 2
        assert "only what a spectator heard" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said(capsys: Captured, tmp_path: Path) -> None:
    assert cli.main(["replay", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err == f"mneme: {tmp_path / 'none.json'} cannot be read: No such file or directory.\n"
    assert cli.main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"mneme: {tmp_path} cannot be read: Is a directory.\n"


def test_a_changed_file_is_not_replayed(capsys: Captured, tmp_path: Path) -> None:
    path = saved(tmp_path, short_game())
    Path(path).write_bytes(Path(path).read_bytes().replace(b"Mine", b"Ours"))
    assert cli.main(["replay", path]) == 2
    assert capsys.readouterr() == ("", "mneme: Entry 6 (Ben, boasting) was changed.\n")
