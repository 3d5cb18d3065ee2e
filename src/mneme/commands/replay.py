"""`mneme replay`: what somebody at the table saw, at the end or at any moment of a recorded game."""

from __future__ import annotations

from pathlib import Path

import click

from mneme import games
from mneme.engine import text
from mneme.engine.entries import Rewind
from mneme.engine.errors import BadFile, MnemeError
from mneme.engine.gamefile import Document, GameFile, read, resume
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Seat
from mneme.engine.view import View


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--as", "seat", metavar="SEAT", help="Whose eyes: a seat or a name; a spectator's, if not said.")
@click.option("--to", "beat", type=click.IntRange(0), help="Stop at this beat; the end of the game, if not said.")
def command(file: Path, seat: str | None, beat: int | None) -> None:
    """Show the game in FILE as somebody at the table saw it.

    A beat is a moment at which the rules moved on. They are counted as they were played, so going back is a beat
    like any other.
    """
    saved = open_file(file)
    if saved.document.seed is None:
        click.echo(_story(saved.document, seat, beat))
        return
    sitting = resume(saved)
    eyes = None if seat is None else _seat(sitting, seat)
    if beat is not None:
        sitting = _at(sitting, beat)
    click.echo(text.render(sitting.game, view(sitting, eyes)))


def open_file(path: Path) -> GameFile:
    """Read a game file from the disk."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise BadFile(f"{path} cannot be read: {problem.strerror}.") from problem
    try:
        return read(data, games.find)
    except BadFile as problem:
        raise BadFile(f"{path}: {problem}") from problem


def _seat(sitting: Sitting, wanted: str) -> Seat:
    """A seat by its letter or by the name of who sits there."""
    names = sitting.table.names
    if wanted in names:
        return wanted
    found = [seat for seat, name in names.items() if name.casefold() == wanted.casefold()]
    if len(found) == 1:
        return found[0]
    seats = ", ".join(f"{seat} ({name})" for seat, name in names.items())
    if found:
        raise MnemeError(f"More than one is called {wanted}; say which seat you mean: {seats}.")
    raise MnemeError(f"There is no seat called {wanted!r} in this game; the seats are {seats}.")


def _at(sitting: Sitting, wanted: int) -> Sitting:
    """The same game, played up to a beat."""
    again = Sitting(sitting.game, sitting.header)
    beats = 0
    for entry in sitting.entries:
        if beats == wanted:
            return again
        before = again.table.beat
        again.apply(entry)
        beats += again.table.beat != before or isinstance(entry, Rewind)
    if beats < wanted:
        raise MnemeError(f"This game has {beats} beats; there is no beat {wanted}.")
    return again


def _story(document: Document, seat: str | None, beat: int | None) -> str:
    """What a file tells while its seed is closed."""
    if seat is not None or beat is not None:
        raise MnemeError("The seed of this game is not opened yet, so the file holds only what a spectator heard.")
    seen = View(
        game=document.game,
        seat=None,
        names=document.names,
        place="",
        state={},
        waiting=[],
        waiting_text="",
        prompts=[],
        lines=list(document.story),
    )
    return "\n".join(line for line in (text.line_text(seen, told) for told in seen.lines) if line)
