"""The engine on one core: random play, replay, projection, memory."""

from __future__ import annotations

import gc
import itertools
import random
import tracemalloc
from collections.abc import Iterator

import msgspec

from bench.figure import RUNS, Figure, figure, rate, seconds
from mneme.bots.runner import NAMES, random_game, random_play, run
from mneme.engine.log import Entry, Sitting
from mneme.engine.projection import view
from mneme.games import find, sensible

GAME = find("schizonauts")
MEDIUM, LONG = {"length": "medium"}, {"length": "long"}
_seeds = map(str, itertools.count())


def figures() -> Iterator[Figure]:
    yield from play()
    finished = played_by_bots()
    yield replay(finished)
    yield projection(finished)
    yield memory(finished)


def played_by_bots() -> Sitting:
    """A long game of five as people might play it: the sensible bots' own."""
    sit = sensible(GAME.name)
    assert sit is not None
    sitting = Sitting.lay(GAME, NAMES[:5], LONG, "bench")
    run(sitting, {seat: sit(seat, random.Random(seat)) for seat in sitting.header.seats}, random.Random(0))
    return sitting


def play() -> Iterator[Figure]:
    """Random play of four seats, medium length, bots included: the rules and their driver alone, then with a log."""
    bare = [rate(lambda: random_play(GAME, 4, MEDIUM, seed=next(_seeds))) for _ in range(RUNS)]
    yield figure("random play, 4 seats, medium", "decisions/s", bare, bar="5x boardgame.io's bare reducer")
    kept = [rate(lambda: len(random_game(GAME, 4, MEDIUM, seed=next(_seeds)).entries)) for _ in range(RUNS)]
    yield figure("random play with log and digests, 4 seats, medium", "entries/s", kept)
    games = [rate(lambda: bool(random_game(GAME, 4, MEDIUM, seed=next(_seeds)))) for _ in range(RUNS)]
    yield figure("whole random games, 4 seats, medium", "games/s", games)


def replay(finished: Sitting) -> Figure:
    """A finished long game of five from its stored log."""
    stored = msgspec.json.encode(list(finished.entries))

    def restore() -> None:
        Sitting.load(GAME, finished.header, msgspec.json.decode(stored, type=list[Entry]))

    runs = [1_000 * seconds(restore) for _ in range(RUNS)]
    return figure(f"replay, 5 seats, long, {len(finished.entries)} entries", "ms", runs, bar="50 ms")


def projection(finished: Sitting) -> Figure:
    """One seat's full view, built and encoded: state, prompts, and the newest 100 lines of the story."""
    repeats = 50

    def all_views() -> None:
        for _ in range(repeats):
            msgspec.json.encode(view(finished, "a", recent=100))

    runs = [1e6 * seconds(all_views) / repeats for _ in range(RUNS)]
    return figure("full view, project and encode", "us", runs, bar="400 us")


def memory(finished: Sitting, tables: int = 5) -> Figure:
    """A live table at the end of a long game of five, its log and story included."""
    stored = msgspec.json.encode(list(finished.entries))
    entries: type = list[Entry]
    Sitting.load(GAME, finished.header, msgspec.json.decode(stored, type=entries))
    runs = []
    for _ in range(3):
        gc.collect()
        tracemalloc.start()
        live = [Sitting.load(GAME, finished.header, msgspec.json.decode(stored, type=entries)) for _ in range(tables)]
        for sitting in live:
            sitting.fold()  # as a host does when a table has a quiet moment
        gc.collect()
        runs.append(tracemalloc.get_traced_memory()[0] / tables / 1024)
        tracemalloc.stop()
        del live
    return figure("live table, 5 seats, long, finished", "KiB", runs, bar="300 KiB")
