"""Prints a fingerprint of all that was seen in some random games: `python -m tests.conformance.fingerprint GAME`.

Run in several processes it shows whether a game depends on the process: on hash order, on memory, on what was
played before.
"""

from __future__ import annotations

import hashlib
import sys

from tests.conformance.checks import OFTEN, looks_at
from tests.conformance.games import GAMES
from tests.conformance.kit import Listed, seen_by_all, starts
from tests.conformance.players import TEMPERS


def fingerprint(listed: Listed) -> str:
    """A digest of what everybody saw in one game of each temper."""
    seen = hashlib.sha256()
    for start in starts(listed)[: len(TEMPERS)]:
        for sitting in looks_at(start.run(), OFTEN):
            for shown in seen_by_all(sitting).values():
                seen.update(shown)
    return seen.hexdigest()


if __name__ == "__main__":
    print(fingerprint(next(listed for listed in GAMES if listed.game.name == sys.argv[1])))
