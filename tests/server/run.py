"""A server of its own process, which knows Two Masks too: `python -m tests.server.run serve …`."""

import sys

from mneme import games
from mneme.cli import main

if __name__ == "__main__":
    games.PACKAGES["two-masks"] = "tests.engine.two_masks"
    sys.exit(main(sys.argv[1:]))
