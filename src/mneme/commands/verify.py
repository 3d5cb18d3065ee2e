"""`mneme verify`: whether a recorded game is what was played, and every roll and draw what it had to be."""

from __future__ import annotations

from pathlib import Path

import click

from mneme.commands.replay import open_file
from mneme.engine.gamefile import verify

CHANGED = 1


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def command(context: click.Context, file: Path) -> None:
    """Check every roll, draw and sealed answer of the game in FILE.

    The exit status is 0 if all is well, 1 if something was changed, and 2 if the file cannot be read.
    """
    report = verify(open_file(file))
    for sentence in (*report.checked, *report.problems):
        click.echo(sentence)
    if report.problems:
        context.exit(CHANGED)
