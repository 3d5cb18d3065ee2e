"""Writes the recorded playthroughs: `python -m tests.conformance.record`.

Every recording of every listed game is written to tests/playthroughs/<game>/: the log as <name>.json, and as <name>.txt
what everybody saw of it. A log that the rules still follow to its end stays; otherwise the game is played anew from its
seed. Read the difference before you commit it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from mneme.bots import Bot
from mneme.engine.entries import Entry, Header
from mneme.engine.errors import BadFile
from mneme.engine.game import Game
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Seat
from tests.conformance.games import ELSEWHERE, GAMES
from tests.conformance.kit import INTERRUPTED, Listed, Recording, interruption
from tests.conformance.transcript import transcript

FOLDER = Path(__file__).parents[1] / "playthroughs"
PEOPLE = ("Ada", "Ben", "Cleo", "Dov", "Edda", "Fay", "Gus", "Hana")


class Playthrough(Struct, frozen=True, forbid_unknown_fields=True):
    """What a recorded game is kept as."""

    title: str
    header: Header
    entries: list[Entry]


def played(game: Game, recording: Recording) -> Playthrough:
    """Play a recording to its end."""
    names = PEOPLE[: recording.seats]
    sitting = Sitting.lay(game, names, recording.options, recording.seed)
    dice = random.Random(recording.seed)
    bots = recording.players(sitting, dice)
    while not sitting.over:
        entry = interruption(sitting, dice) if recording.interrupted and dice.random() < INTERRUPTED / 2 else None
        if entry is not None:
            sitting.apply(entry)
        somebody_answers(sitting, bots, dice)
    return Playthrough(recording.title, sitting.header, list(sitting.entries))


def somebody_answers(sitting: Sitting, bots: Mapping[Seat, Bot], dice: random.Random) -> None:
    """Ask the bots around the table, until one of them does something."""
    for seat in dice.sample(sitting.table.seats, len(sitting.table.seats)):
        answer = bots[seat].answer(view(sitting, seat))
        if answer is not None:
            sitting.answer(seat, *answer)
            return


def encoded(playthrough: Playthrough) -> bytes:
    """As a file that can be read and compared: one line for the header, one for each entry."""
    head = [b'"%b":%b' % (name.encode(), msgspec.json.encode(value)) for name, value in _head(playthrough)]
    entries = b",\n".join(msgspec.json.encode(entry) for entry in playthrough.entries)
    return b"{\n" + b",\n".join(head) + b',\n"entries":[\n' + entries + b"\n]\n}\n"


def _head(playthrough: Playthrough) -> list[tuple[str, Any]]:
    return [("title", playthrough.title), ("header", playthrough.header)]


def read(path: Path) -> Playthrough:
    return msgspec.json.decode(path.read_bytes(), type=Playthrough)


def kept(game: Game, path: Path) -> Playthrough | None:
    """The recording that is there, if the rules still follow it to the end."""
    if not path.is_file():
        return None
    playthrough = read(path)
    try:
        return playthrough if Sitting.load(game, playthrough.header, playthrough.entries).over else None
    except BadFile:
        return None


def write(listed: Listed, recording: Recording) -> Path:
    """Play, unless it is kept, and write both files."""
    path = FOLDER / listed.game.name / f"{recording.name}.json"
    playthrough = kept(listed.game, path) or played(listed.game, recording)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encoded(playthrough))
    text = transcript(listed.game, playthrough.title, playthrough.header, playthrough.entries)
    path.with_suffix(".txt").write_text(text, encoding="utf-8")
    return path


def main() -> None:
    for listed in (*GAMES, *ELSEWHERE):
        for recording in listed.recordings:
            print(write(listed, recording).relative_to(FOLDER))


if __name__ == "__main__":
    main()
