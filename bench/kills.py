"""A real server, killed any number of times while people play at six tables: checks that nothing acknowledged is lost.

python bench/kills.py --kills 1000

Exit code 1 if a client misses something after reconnecting. Every twenty-five kills a new database is used.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server import databases
from tests.server.killing import play_and_kill

A_HOUSE = 25  # kills before a new database is used


def main() -> int:
    """Kill, and print what was accepted before it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    args = parser.parse_args()
    began, accepted, finished = time.monotonic(), 0, 0
    for done in range(0, args.kills, A_HOUSE):
        kills = min(A_HOUSE, args.kills - done)
        try:
            if args.postgresql:
                with databases.postgres() as url:
                    tables = play_and_kill(url, kills)
            else:
                with tempfile.TemporaryDirectory() as folder:
                    tables = play_and_kill(f"sqlite:///{Path(folder) / 'h.sqlite'}", kills)
        except AssertionError as error:
            print(f"between kill {done} and {done + kills}: {error}", file=sys.stderr)
            return 1
        accepted += sum(table.accepted for table in tables)
        finished += sum(table.finished for table in tables)
        seconds = time.monotonic() - began
        so_far = f"{accepted:>8,} decisions accepted, none lost, {finished:,} matches finished"
        print(f"{done + kills:>6,} kills  {so_far}  {seconds:7,.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
