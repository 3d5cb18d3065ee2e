"""`mneme selfplay`: bots play whole games by themselves, and every game can be played again from its seed."""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from mneme import games
from mneme.bots import Considerate
from mneme.bots.random_legal import RandomLegal
from mneme.bots.runner import NAMES, Endless, Runner
from mneme.engine import text
from mneme.engine.errors import MnemeError
from mneme.engine.game import Game, parse_option
from mneme.engine.gamefile import export
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.engine.prompts import Seat
from mneme.games import Sit


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one game. `digest` is a fingerprint of all that anybody saw of it."""

    number: int
    game: str
    seed: str
    options: dict[str, Any]
    seats: int
    decisions: int
    fallbacks: int
    scenes: int
    outcome: dict[str, Any]
    coins: dict[Seat, int] | None
    digest: str


@click.command("selfplay")
@click.argument("game")
@click.option("--seats", type=click.IntRange(1, len(NAMES)), help="How many sit down; the fewest, if not said.")
@click.option("--games", "count", type=click.IntRange(1), default=1, show_default=True, help="How many games.")
@click.option("--seed", help="The same seed plays the same games; a fresh one, if not said.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game.")
@click.option("--bots", type=click.Choice(["sensible", "random"]), help="Which bots; sensible ones, where there are.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="Write every game to this folder.")
def command(
    game: str,
    seats: int | None,
    count: int,
    seed: str | None,
    options: tuple[str, ...],
    bots: str | None,
    as_json: bool,
    save: Path | None,
) -> None:
    """Let bots play whole games of GAME by themselves."""
    rules = games.find(game)
    chosen = dict(parse_option(rules, option) for option in options)
    sit = _bots(rules, bots)
    seed = secrets.token_hex(4) if seed is None else seed
    for number in range(1, count + 1):
        sitting = Sitting.lay(rules, NAMES[: seats or rules.seats[0]], chosen, f"{seed}/{number}")
        played = _play(sitting, sit, number)
        if save is not None:
            _save(save, f"{rules.name}-{number}.json", export(sitting))
        click.echo(msgspec.json.encode(played).decode() if as_json else _in_words(played, sitting))


def _bots(game: Game, wanted: str | None) -> Sit:
    """Who sits down: the game's own bots, unless somebody wants the random ones or there are no others."""
    sensible = None if wanted == "random" else games.sensible(game.name)
    if sensible is not None:
        return sensible
    if wanted == "sensible":
        raise MnemeError(f"{game.title} has no sensible bots yet; try --bots random.")
    return _random_bot


def _random_bot(seat: Seat, dice: random.Random, avoid: Iterable[str] = ()) -> Considerate:
    return RandomLegal(dice)


def _play(sitting: Sitting, sit: Sit, number: int) -> Played:
    """One whole game."""
    header = sitting.header
    bots = {seat: sit(seat, random.Random(f"{header.seed}/{seat}")) for seat in header.seats}
    runner = Runner(sitting, bots, random.Random(header.seed))
    try:
        runner.run()
    except Endless as problem:
        raise MnemeError(f"Game {number} (seed {header.seed}) found no end. {problem}") from problem
    result = sitting.table.result
    return Played(
        number=number,
        game=header.game,
        seed=header.seed,
        options=header.options,
        seats=len(header.seats),
        decisions=runner.decisions,
        fallbacks=runner.fallbacks,
        scenes=sum(line.kind == "chapter" for line in sitting.table.lines),
        outcome=result,
        coins=result.get("coins"),
        digest=transcript_digest(sitting),
    )


def transcript_digest(sitting: Sitting) -> str:
    """A fingerprint of the story as a spectator heard it and of what every seat sees at the end."""
    views = [view(sitting, seat) for seat in (None, *sitting.header.seats)]
    pages = "\f".join(text.render(sitting.game, seen) for seen in views)
    return hashlib.sha256(pages.encode()).hexdigest()


def _save(folder: Path, name: str, data: bytes) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    except OSError as problem:
        raise MnemeError(f"{folder / name} cannot be written: {problem.strerror}.") from problem


def _in_words(played: Played, sitting: Sitting) -> str:
    """One line for people."""
    parts = [f"{played.decisions} decisions", f"{played.scenes} scenes"]
    if played.coins is not None:
        parts.append(_purses(played.coins, sitting.table.names))
    if played.fallbacks:
        parts.append(f"{played.fallbacks} answers made up for the bots")
    return f"Game {played.number}: {'; '.join(parts)}. Seed {played.seed}, digest {played.digest[:12]}."


def _purses(coins: Mapping[Seat, int], names: Mapping[Seat, str]) -> str:
    return "coins " + ", ".join(f"{names.get(seat, seat)} {count}" for seat, count in coins.items())
