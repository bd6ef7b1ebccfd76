"""Kills a server again and again while eight phones play, and says what is left: ``python -m tests.faults``.

Exits with 1 on anything that is not as the phones were told.
"""

import argparse
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.databases import postgresql, sqlite_file
from tests.faults.evening import play
from tests.faults.report import report


def main() -> int:
    """Read the command line and play; the status to exit with."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--postgresql", metavar="URL", help="play on this server, in a database made for it")
    wanted = parser.parse_args()
    with ExitStack() as stack:
        if wanted.postgresql:
            database = stack.enter_context(postgresql(wanted.postgresql))
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ofcscore-"))
            database = sqlite_file(Path(folder) / "books.sqlite3")
        sys.stdout.write(f"{database.name}, seed {wanted.seed}: killing a server {wanted.kills} times\n")
        sys.stdout.flush()
        began = time.monotonic()
        result = play(database, kills=wanted.kills, seed=wanted.seed)
        seconds = time.monotonic() - began
    sys.stdout.write(report(result, seed=wanted.seed, seconds=seconds) + "\n")
    return 1 if any(result.breaches.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
