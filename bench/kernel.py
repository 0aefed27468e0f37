"""Every figure of a game on this machine: random play in each mode, calls, copies, compile times.

python bench/kernel.py lampions gwynt
python bench/kernel.py lampions --case compiled --case threads --json
"""

from __future__ import annotations

import argparse
import json
import sys

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.bots import simulation


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["lampions"], metavar="GAME")
    parser.add_argument("--case", action="append", choices=list(benchmarks.CASES), help="only this; may be repeated")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    machine = benchmarks.machine()
    found = {}
    for name in args.games:
        game = lt.game(name, "compiled")
        simulation.prepare(game)
        found[name] = [figure for case in args.case or benchmarks.CASES for figure in benchmarks.measure(case, game)]
    if args.json:
        games = {name: [vars(figure) for figure in figures] for name, figures in found.items()}
        print(json.dumps({"machine": machine, "games": games}, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(machine.values()))
    for name, figures in found.items():
        print(f"\n{name}")
        for figure in figures:
            print(f"  {figure.case:<36}{figure.value:>16,.{figure.digits}f}  {figure.unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
