"""Simulated worlds of the server: how many table-hours an hour of one core gives, and whether everything holds.

python bench/world.py --hours 20 --people 30     one world after another, each of one virtual hour
python bench/world.py --faults                   which of the planted faults are found, and how soon

Exit code 1 at the first world in which something does not hold; its seed is printed and replays it exactly:
python -m tests.world --seed SEED --hours 1 --people 30
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FAULT_SEEDS = (11, 12, 13, 21)
# Some faults are mended by other processes within seconds, some need weather that a short world rarely has.
CONDITIONS = {
    "bots_stop_after_an_error": ("--processes", "1", "--weather", "broken"),
    "doubtful_commits_are_repeated": ("--weather", "doubtful"),
    "late_records_undo_newer_ones": ("--processes", "1"),
    "leases_never_expire": ("--weather", "kill", "deadly"),
    "removed_people_still_decide": ("--weather", "bus"),
}


def run_world(seed: object, *more: str) -> tuple[int, str]:
    """Run a world in a process of its own; return its exit code and what it printed."""
    command = [sys.executable, "-m", "tests.world", "--seed", str(seed), *more]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip() or done.stderr.strip()[-500:]


def processor_seconds() -> float:
    """CPU seconds that all worlds so far have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def names_of_faults() -> list[str]:
    """The names of the planted faults. Reading them needs no server."""
    source = (ROOT / "tests" / "world" / "faults.py").read_text(encoding="utf-8")
    return re.findall(r"@fault\ndef (\w+)", source)


def main() -> int:
    """Run worlds, and print what they were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=int, default=1, help="worlds, one after the other")
    parser.add_argument("--people", default="30")
    parser.add_argument("--seed", type=int, default=1, help="of the first world")
    parser.add_argument("--pace", default="1", help="how many times slower people act")
    parser.add_argument("--length", default="1", help="virtual hours of a world")
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--fault", action="append", help="with --faults: only this one; may be repeated")
    args = parser.parse_args()
    if args.faults:
        missed = 0
        for name in args.fault or names_of_faults():
            for seed in FAULT_SEEDS:
                more = ("--fault", name, *CONDITIONS.get(name, ()))
                code, said = run_world(seed, "--hours", "0.4", "--people", "12", *more)
                if code:
                    break
            missed += not code
            print(f"{name}: {said[:200] if code else 'not found'}", flush=True)
        return int(missed > 0)
    tables = decisions = 0.0
    for seed in range(args.seed, args.seed + args.hours):
        code, said = run_world(seed, "--hours", args.length, "--people", args.people, "--pace", args.pace)
        print(said, flush=True)
        if code:
            return code
        tables += float(said.split()[2])
        decisions += float(re.search(r"(\d+) decisions", said)[1])  # type: ignore[index]
        print(
            f"{tables * 3600 / processor_seconds():,.0f} table-hours an hour of one core, where people decide once in"
            f" {tables * 3600 / max(1.0, decisions):.0f} s at a table; {decisions / processor_seconds():.1f} decisions"
            " of people a second of it",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
