"""`make bench`: every figure, one JSON line each. `python -m bench engine` runs one part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from bench import browser, engine, peer, server
from bench.figure import Figure

PARTS: dict[str, Callable[[], Iterable[Figure]]] = {
    "engine": engine.figures,
    "peer": peer.figures,
    "server": server.figures,
    "browser": browser.figures,
}


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
