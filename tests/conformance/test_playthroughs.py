"""A saved game is a promise: every recorded playthrough replays to the transcript that was recorded with it.

After a change that is meant to show, `make playthroughs` writes them again; read the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mneme.engine.log import Sitting
from mneme.engine.prompts import Seat
from tests.conformance.games import ELSEWHERE, GAMES
from tests.conformance.kit import Listed
from tests.conformance.record import FOLDER, encoded, read
from tests.conformance.transcript import transcript
from tests.engine import two_masks

RECORDED = sorted(FOLDER.glob("*/*.json"))
LARGEST = 300_000


def listed_for(path: Path) -> Listed:
    return next(listed for listed in (*GAMES, *ELSEWHERE) if listed.game.name == path.parent.name)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_recorded_game_replays_to_its_transcript(path: Path) -> None:
    playthrough = read(path)
    told = transcript(listed_for(path).game, playthrough.title, playthrough.header, playthrough.entries)
    assert told.splitlines() == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_recorded_game_is_complete_and_of_modest_size(path: Path) -> None:
    playthrough = read(path)
    assert Sitting.load(listed_for(path).game, playthrough.header, playthrough.entries).over
    assert encoded(playthrough) == path.read_bytes()
    assert path.with_suffix(".txt").stat().st_size < LARGEST
    assert path.stat().st_size < LARGEST


def test_a_changed_word_shows_in_the_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    def note(table: two_masks.Masks, seat: Seat, act: two_masks.Note) -> None:
        table.tell(f"{table.name(seat)} writes: {act.text}", kind="note", to=(seat, act.to))

    path = FOLDER / "two-masks" / "three_scenes.json"
    monkeypatch.setattr(two_masks, "note", note)
    playthrough = read(path)
    told = transcript(two_masks.GAME, playthrough.title, playthrough.header, playthrough.entries)
    assert told != path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_recording_has_been_made_and_no_other_file_lies_about() -> None:
    wanted = {
        f"{listed.game.name}/{recording.name}" for listed in (*GAMES, *ELSEWHERE) for recording in listed.recordings
    }
    files = {path.relative_to(FOLDER) for path in FOLDER.glob("*/*")}
    assert {path.with_suffix("").as_posix() for path in files} == wanted
    assert {path.suffix for path in files} == {".json", ".txt"}
    assert len(files) == 2 * len(wanted)


@pytest.mark.parametrize("listed", GAMES, ids=str)
def test_every_game_has_a_recording(listed: Listed) -> None:
    assert listed.recordings
