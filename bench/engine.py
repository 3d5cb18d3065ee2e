"""The engine on one core: random play, replay, projection, memory."""

from __future__ import annotations

import gc
import itertools
import tracemalloc
from collections.abc import Iterator

import msgspec

from bench.figure import RUNS, Figure, figure, rate, seconds
from mneme.bots.runner import random_game
from mneme.engine.log import Answer, Entry, Sitting
from mneme.engine.projection import view
from mneme.games import find

GAME = find("schizonauts")
MEDIUM, LONG = {"length": "medium"}, {"length": "long"}
_seeds = map(str, itertools.count())


def figures() -> Iterator[Figure]:
    yield from play()
    finished = random_game(GAME, 5, LONG, seed="bench")
    yield replay(finished)
    yield projection(finished)
    yield memory(finished)


def play() -> Iterator[Figure]:
    """Whole random games of four seats, medium length, bots included."""
    games: list[float] = []
    decisions: list[float] = []
    for _ in range(RUNS):
        counts: list[int] = []

        def one_game(counts: list[int] = counts) -> int:
            sitting = random_game(GAME, 4, MEDIUM, seed=next(_seeds))
            counts.append(sum(isinstance(entry, Answer) for entry in sitting.entries))
            return 1

        games.append(rate(one_game))
        decisions.append(games[-1] * sum(counts) / len(counts))
    yield figure("random play, 4 seats, medium", "decisions/s", decisions, bar="5x boardgame.io's bare reducer")
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
        gc.collect()
        runs.append(tracemalloc.get_traced_memory()[0] / tables / 1024)
        tracemalloc.stop()
        del live
    return figure("live table, 5 seats, long, finished", "KiB", runs, bar="300 KiB")
