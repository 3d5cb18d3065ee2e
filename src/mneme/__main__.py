"""Run the command line as `python -m mneme`."""

import sys

from mneme.cli import main

if __name__ == "__main__":
    sys.exit(main())
