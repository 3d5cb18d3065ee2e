"""`make bench`: every figure, one JSON line each. `python -m bench engine` runs one part."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator

from bench import engine, peer
from bench.figure import Figure

LOADS = (["--tables", "100"], ["--tables", "250", "--paced"], ["--tables", "1000", "--paced"])


def server() -> Iterator[Figure]:
    """The online table under load, each time with a fresh server in processes of its own."""
    for load in LOADS:
        subprocess.run([sys.executable, "-m", "bench.server", *load], check=True, timeout=300)
    yield from ()


PARTS: dict[str, Callable[[], Iterable[Figure]]] = {"engine": engine.figures, "peer": peer.figures, "server": server}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"There is no part called {unknown[0]!r}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    for name in names or PARTS:
        for figure in PARTS[name]():
            print(figure.line(), flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
