"""`mneme selfplay`: whole games by bots, the same for the same seed."""

from __future__ import annotations

import json
import random
import sys
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mneme import cli, games
from mneme.bots import Bot
from mneme.bots.random_legal import RandomLegal
from mneme.bots.runner import Runner
from mneme.commands import selfplay
from mneme.engine.gamefile import read, resume, verify
from mneme.engine.prompts import Seat

KNOWN = ", ".join([*games.names(), "two-masks"])
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def two_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "two-masks", "tests.engine.two_masks")


@pytest.fixture
def sensible(monkeypatch: pytest.MonkeyPatch) -> list[Seat]:
    """Give the game bots of its own; the seats they were given are noted here."""
    seated: list[Seat] = []

    def sit(seat: Seat, dice: random.Random) -> Bot:
        seated.append(seat)
        return RandomLegal(dice, optional=0)

    module = ModuleType("tests.engine.two_masks.bots")
    module.sit = sit  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tests.engine.two_masks.bots", module)
    return seated


def played(capsys: Captured, *arguments: str) -> list[dict[str, Any]]:
    assert cli.main(["selfplay", "two-masks", "--json", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_each_game_is_told_in_one_object(capsys: Captured) -> None:
    first, second = played(capsys, "--seats", "3", "--games", "2", "--seed", "7", "--option", "scenes=2")
    assert [first["number"], second["number"]] == [1, 2]
    assert [first["seed"], second["seed"]] == ["7/1", "7/2"]
    assert first["digest"] != second["digest"]
    assert first["options"] == {"scenes": 2, "notes": True, "stakes": "seen"}
    assert (first["game"], first["seats"], first["scenes"], first["fallbacks"]) == ("two-masks", 3, 3, 0)
    assert first["decisions"] > 3 * 2 + 2 * (3 + 3 + 1) + 3
    assert first["outcome"] == {"coins": first["coins"]}
    assert sum(first["coins"].values()) == 15
    assert len(first["digest"]) == 64


def test_the_same_seed_gives_the_same_bytes(capsys: Captured, tmp_path: Path) -> None:
    def run(folder: str, seed: str) -> tuple[str, list[bytes]]:
        arguments = ["two-masks", "--seats", "4", "--games", "2", "--seed", seed, "--json"]
        assert cli.main(["selfplay", *arguments, "--save", str(tmp_path / folder)]) == 0
        files = sorted((tmp_path / folder).iterdir())
        return capsys.readouterr().out, [file.read_bytes() for file in files]

    assert run("one", "s") == run("two", "s")
    assert run("one", "s") != run("three", "t")


def test_without_a_seed_each_run_is_another(capsys: Captured) -> None:
    assert played(capsys) != played(capsys)


def test_the_fewest_sit_down_unless_told_otherwise(capsys: Captured) -> None:
    assert played(capsys)[0]["seats"] == 2


def test_in_words_it_is_a_line_a_game(capsys: Captured) -> None:
    assert cli.main(["selfplay", "two-masks", "--seed", "7", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (first, _) = played(capsys, "--seed", "7", "--games", "2")
    coins = f"Ada {first['coins']['a']}, Ben {first['coins']['b']}"
    told = f"Game 1: {first['decisions']} decisions; 4 scenes; coins {coins}."
    assert lines[0] == f"{told} Seed 7/1, digest {first['digest'][:12]}."
    assert len(lines) == 2


def test_saved_games_are_sound_and_are_the_games_told_of(capsys: Captured, tmp_path: Path) -> None:
    told = played(capsys, "--games", "2", "--seed", "x", "--save", str(tmp_path / "new" / "folder"))
    for number, game in enumerate(told, start=1):
        file = read((tmp_path / "new" / "folder" / f"two-masks-{number}.json").read_bytes(), games.find)
        assert verify(file).problems == ()
        assert resume(file).table.result == game["outcome"]


def test_a_folder_that_cannot_be_made_is_told(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert cli.main(["selfplay", "two-masks", "--save", str(tmp_path / "file" / "deeper")]) == 2
    assert capsys.readouterr().err.endswith("cannot be written: Not a directory.\n")


def test_the_games_own_bots_sit_down_where_it_has_them(capsys: Captured, sensible: list[Seat]) -> None:
    played(capsys, "--seats", "3")
    assert sensible == ["a", "b", "c"]
    played(capsys, "--seats", "3", "--bots", "sensible")
    assert len(sensible) == 6
    played(capsys, "--seats", "3", "--bots", "random")
    assert len(sensible) == 6


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], f"There is no game called 'chess'; the games are: {KNOWN}."),
        (["two-masks", "--bots", "sensible"], "Two Masks has no sensible bots yet; try --bots random."),
        (["two-masks", "--seats", "9"], "Two Masks is for 2 to 5 seats, not 9."),
        (["two-masks", "--option", "scenes"], "Write an option as name=value, not 'scenes'."),
        (
            ["two-masks", "--option", "colour=red"],
            "Two Masks has no option called 'colour'; it has scenes, notes, stakes.",
        ),
    ],
)
def test_wrong_use_is_refused_in_one_sentence(capsys: Captured, arguments: list[str], sentence: str) -> None:
    assert cli.main(["selfplay", *arguments]) == 2
    assert capsys.readouterr() == ("", f"mneme: {sentence}\n")


def test_a_game_without_an_end_is_named(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "Runner", partial(Runner, most=5))
    assert cli.main(["selfplay", "two-masks", "--seed", "7"]) == 2
    assert capsys.readouterr().err.startswith("mneme: Game 1 (seed 7/1) found no end. After 5 answers of the bots")
