"""The engine on one core, game by game: random play, replay, projection, memory."""

from __future__ import annotations

import gc
import itertools
import random
import tracemalloc
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from bench.figure import RUNS, Figure, figure, rate, seconds
from mneme.bots.runner import NAMES, random_game, random_play, run
from mneme.engine.entries import Answer, Entry, Rewind, TakeBack, Talk
from mneme.engine.log import Sitting
from mneme.engine.projection import view
from mneme.games import find, sensible


class Evening(Struct, frozen=True):
    """A game as it is laid for a figure."""

    game: str
    seats: int
    options: dict[str, Any] = {}
    words: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.game, f"{self.seats} seats", self.words)))


SCHIZONAUTS = Evening("schizonauts", 4, {"length": "medium"}, "medium")
OTHERS = (Evening("know-thyself", 4), Evening("utopolis", 4), Evening("lost-days", 4))
FINISHED = Evening("schizonauts", 5, {"length": "long"}, "long")
ALL_KEYS = Evening("schizonauts", 8, {"length": "custom", "rounds": 7}, "as long as there are keys")
LONGEST = (
    Evening("schizonauts", 8, {"length": "very_long"}, "very long"),
    ALL_KEYS,
    Evening("know-thyself", 7),
    Evening("utopolis", 8, {"players": "five_or_more"}),
    Evening("lost-days", 5),
)
_seeds = map(str, itertools.count())


def figures() -> Iterator[Figure]:
    yield from play()
    yield from finished(FINISHED)
    restless = among_people(played_by_bots(FINISHED, rewinds=10))
    yield replay(FINISHED, restless, "replay, with talk, take-backs and rewinds")
    for evening in OTHERS:
        yield from play(evening)
        yield from finished(evening)
    for evening in LONGEST:
        yield replay(evening, played_by_bots(evening), "replay.longest")
    yield replay(ALL_KEYS, among_people(played_by_bots(ALL_KEYS)), "replay.longest, with talk and take-backs")
    at_random = random_game(find(ALL_KEYS.game), ALL_KEYS.seats, ALL_KEYS.options, seed="bench")
    yield replay(ALL_KEYS, at_random, "replay.longest, with random answers")


def played_by_bots(evening: Evening, rewinds: int = 0) -> Sitting:
    """A whole game as people might play it: the sensible bots' own, going back ten beats now and then."""
    sit = sensible(evening.game)
    assert sit is not None
    sitting = Sitting.lay(find(evening.game), NAMES[: evening.seats], evening.options, "bench")
    bots = {seat: sit(seat, random.Random(seat)) for seat in sitting.header.seats}
    for beat in range(150, 150 * (rewinds + 1), 150):
        run(sitting, bots, random.Random(beat), until=partial(has_come_to, beat))
        sitting.apply(Rewind(sitting.table.beat - 10))
    run(sitting, bots, random.Random(0))
    return sitting


def has_come_to(beat: int, sitting: Sitting) -> bool:
    return sitting.table.beat >= beat


def play(evening: Evening = SCHIZONAUTS) -> Iterator[Figure]:
    """Random play, bots included: the rules and their driver alone, then with a log."""
    game, seats, options = find(evening.game), evening.seats, evening.options
    bare = [rate(lambda: random_play(game, seats, options, seed=next(_seeds))) for _ in range(RUNS)]
    bar = "5x boardgame.io's bare reducer"
    yield figure(f"random play: {evening}", "decisions/s", bare, bar=bar)
    kept = [rate(lambda: len(random_game(game, seats, options, seed=next(_seeds)).entries)) for _ in range(RUNS)]
    yield figure(f"random play with log and digests: {evening}", "entries/s", kept)
    games = [rate(lambda: bool(random_game(game, seats, options, seed=next(_seeds)))) for _ in range(RUNS)]
    yield figure(f"whole random games: {evening}", "games/s", games)


def finished(evening: Evening) -> Iterator[Figure]:
    """What a finished game costs."""
    sitting = played_by_bots(evening)
    yield replay(evening, sitting)
    yield projection(evening, sitting)
    yield memory(evening, sitting)


def replay(evening: Evening, sitting: Sitting, name: str = "replay") -> Figure:
    """A finished game from its stored log."""
    stored = stored_log(sitting)
    runs = [1_000 * seconds(lambda: restored(sitting, stored)) for _ in range(RUNS)]
    return figure(f"{name}: {evening}, {len(sitting.entries)} entries", "ms", runs, bar="50 ms")


def among_people(played: Sitting) -> Sitting:
    """The same game, but between two answers somebody talks, and one in twenty is taken back and given again.

    Not notes: they are private, and a take-back looks past them.
    """
    sitting = Sitting(played.game, played.header)
    for number, entry in enumerate(entry for entry in played.entries if isinstance(entry, Answer | Rewind)):
        if isinstance(entry, Rewind):
            sitting.apply(entry)
            continue
        sitting.answer(entry.seat, entry.name, entry.value)
        if number % 2:
            sitting.apply(Talk(entry.seat, "say", "That is one way to put it."))
        elif number % 20 == 0 and entry.name != "notes" and sitting.can_take_back(entry.seat):
            sitting.apply(TakeBack(entry.seat))
            sitting.answer(entry.seat, entry.name, entry.value)
    return sitting


def stored_log(sitting: Sitting) -> bytes:
    return msgspec.json.encode(list(sitting.entries))


def restored(sitting: Sitting, stored: bytes) -> Sitting:
    return Sitting.load(sitting.game, sitting.header, msgspec.json.decode(stored, type=list[Entry]))


def projection(evening: Evening, sitting: Sitting) -> Figure:
    """One seat's full view, built and encoded: state, prompts, and the newest 100 lines of the story."""
    repeats = 50

    def all_views() -> None:
        for _ in range(repeats):
            msgspec.json.encode(view(sitting, "a", recent=100))

    runs = [1e6 * seconds(all_views) / repeats for _ in range(RUNS)]
    return figure(f"full view, project and encode: {evening}", "us", runs, bar="400 us")


def memory(evening: Evening, sitting: Sitting, tables: int = 5) -> Figure:
    """A live table at the end of a game, its log and story included."""
    stored = stored_log(sitting)
    restored(sitting, stored)
    runs = []
    for _ in range(3):
        gc.collect()
        tracemalloc.start()
        live = [restored(sitting, stored) for _ in range(tables)]
        for table in live:
            table.fold()  # as a host does when a table has a quiet moment
        gc.collect()
        runs.append(tracemalloc.get_traced_memory()[0] / tables / 1024)
        tracemalloc.stop()
        del live
    return figure(f"live table, finished: {evening}", "KiB", runs, bar="300 KiB")
