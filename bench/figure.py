"""One measured number with its spread."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import msgspec
from msgspec import Struct

RUNS = 5


class Figure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A median with the runs behind it, and the bar it is held against."""

    figure: str
    value: float
    unit: str
    low: float
    high: float
    bar: str = ""

    def line(self) -> str:
        return msgspec.json.encode(self).decode()


def figure(name: str, unit: str, runs: list[float], bar: str = "") -> Figure:
    value, low, high = (round(number, 3) for number in (statistics.median(runs), min(runs), max(runs)))
    return Figure(figure=name, value=value, unit=unit, low=low, high=high, bar=bar)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    made = work()
    took = time.perf_counter() - start
    del made  # it was kept till now, since throwing it away is not part of the work
    return took


def rate(work: Callable[[], int], stretch: float = 1.5) -> float:
    """How much a second, over a stretch of time; `work` says how much it did."""
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < stretch:
        done += work()
    return done / (time.perf_counter() - start)
