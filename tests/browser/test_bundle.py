"""The whole client is small enough for a phone on a train."""

from __future__ import annotations

import gzip
from pathlib import Path

import mneme

WEB = Path(mneme.__file__).parent / "web"
MOST = 250 * 1024


def test_the_whole_client_is_small() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in WEB.rglob("*") if path.is_file()}
    assert "index.html" in sizes
    assert sum(sizes.values()) <= MOST, sizes
