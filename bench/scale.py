"""Our server and boardgame.io's in one run, at several numbers of tables, ours with both databases.

python bench/scale.py                    50, 200 and 500 tables, as fast as everybody can; takes half an hour
python bench/scale.py --tables 50 --seconds 5 --game lampions --plain
python bench/scale.py --processes 1 4 --loads 4 --ahead 6 --seconds 8     one process of ours, and four with a Redis

Each line is a run of `bench/server.py`. Wants a quiet machine. PostgreSQL has to be installed (./test does that), and
Node for boardgame.io, whose transport is its own and which is measured in memory and in files (it waits for neither).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from ludotheque import benchmarks
from tests.server import databases

HERE = Path(__file__).parent
SHOWN = (
    "server",
    "processes",
    "storage",
    "tables",
    "decisions_a_second",
    "p50_ms",
    "p99_ms",
    "cpu_us_a_message",
    "cpu_ms_a_decision",
    "loop_ms_a_decision",
    "server_cpu",
    "load_cpu",
    "memory_kib_a_table",
)


def run(
    args: argparse.Namespace, server: str, tables: int, processes: int = 1, database: str = "", channels: str = ""
) -> dict[str, Any]:
    """One run."""
    command = [sys.executable, str(HERE / "server.py"), "--json", "--server", server, "--tables", str(tables)]
    command += ["--seconds", str(args.seconds), "--pace", str(args.pace), "--game", args.game]
    command += ["--database", database] if database else []
    command += ["--processes", str(processes), "--sticky", "--channels", channels] if processes > 1 else []
    command += ["--loads", str(args.loads), "--ahead", str(args.ahead), *(["--plain"] if args.plain else [])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)["runs"][0]
    return found


def ours(args: argparse.Namespace, tables: int) -> list[dict[str, Any]]:
    """Measure our server with each number of processes: one on SQLite, any number on PostgreSQL (and Redis)."""
    found = []
    for processes in args.processes:
        with ExitStack() as stack:
            channels = stack.enter_context(databases.redis()) if processes > 1 else ""
            if processes == 1:  # SQLite is for one process
                found.append(run(args, "uvicorn", tables, processes))
            if "postgresql" not in args.without:
                url = stack.enter_context(databases.postgres())
                found.append(run(args, "uvicorn", tables, processes, url, channels))
    return found


def main() -> int:
    """Run every measurement, and print how our server compares with the others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--processes", type=int, nargs="+", default=[1], help="of ours, on one database")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--game", default="gwynt")
    parser.add_argument("--loads", type=int, default=1, help="processes that the people who play are shared out among")
    parser.add_argument("--ahead", type=int, default=2, help="matches of a table that are laid before the time begins")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--without", action="append", default=[], choices=("postgresql", "boardgame.io"))
    args = parser.parse_args()
    if min(args.processes) < 1:
        parser.error("--processes takes numbers from 1 on")
    print(" · ".join(benchmarks.machine().values()))
    print("  ".join(f"{name:>20}" for name in SHOWN))
    for tables in args.tables:
        mine, theirs = ours(args, tables), []
        if "boardgame.io" not in args.without:
            theirs = [run(args, "boardgame.io-files", tables), run(args, "boardgame.io", tables)]
        for found in (*mine, *theirs):
            print("  ".join(f"{found[name]!s:>20}" for name in SHOWN), flush=True)
        for one in mine:
            for other in theirs:
                ratio = one["decisions_a_second"] / other["decisions_a_second"]
                late, kept = one["p99_ms"] / other["p99_ms"], other["storage"]
                told = f"times its moves a second in {kept}, at {late:.2f} times its p99"
                print(f"  at {tables} tables {one['processes']} on {one['storage']} make {ratio:.2f} {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
