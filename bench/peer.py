"""boardgame.io beside us in the same run: its bare reducer on one core, over a small game with hidden hands.

The peer is installed into a scratch folder (`BENCH_PEER`, by default under the system's temporary folder), never
into the project. Where Node or the registry is missing, the figures are left out and a line says so.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench import engine
from bench.figure import Figure, figure

HERE = Path(__file__).parent / "peer"
PACKAGE = "boardgame.io@0.50.2"


def figures() -> Iterator[Figure]:
    """Their moves a second, ours a second, and how many times theirs ours is: medians of interleaved runs."""
    scratch = Path(os.environ.get("BENCH_PEER", Path(tempfile.gettempdir()) / "mneme-bench-peer"))
    try:
        install(scratch)
    except (OSError, subprocess.CalledProcessError) as problem:
        print(msgspec.json.encode({"figure": "boardgame.io", "left_out": str(problem)}).decode(), flush=True)
        return
    rounds = [(bare_reducer(scratch), next(engine.play())) for _ in range(3)]
    yield from rounds[1]
    ratios = [ours.value / theirs.value for theirs, ours in rounds]
    yield figure("random play against boardgame.io's bare reducer", "times", ratios, bar="5, aim for 20")


def install(scratch: Path) -> None:
    if not (scratch / "node_modules" / "boardgame.io").exists():
        scratch.mkdir(parents=True, exist_ok=True)
        (scratch / "package.json").write_text('{"private": true}\n')
        command = ["npm", "install", "--no-fund", "--no-audit", "--silent", PACKAGE]
        subprocess.run(command, cwd=scratch, check=True, timeout=300)


def bare_reducer(scratch: Path) -> Figure:
    environment = {**os.environ, "NODE_PATH": str(scratch / "node_modules"), "NODE_ENV": "production", "RUNS": "3"}
    output = subprocess.run(
        ["node", str(HERE / "engine.js")], env=environment, check=True, capture_output=True, timeout=300
    ).stdout
    first = msgspec.json.decode(output.splitlines()[0])
    runs = [float(first[name]) for name in ("median", "min", "max")]
    return figure("boardgame.io, bare reducer", "moves/s", runs)
