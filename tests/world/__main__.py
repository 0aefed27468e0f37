"""Run worlds: python -m tests.world --seed 5 --hours 2 [--fault NAME]."""

from __future__ import annotations

import argparse
import os
import sys

from tests.world.virtual import install


def main() -> int:
    """Run one world, and print what happened. Exit code 1, with the seed, if something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--hours", type=float, default=1.0, help="virtual hours")
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pace", type=float, default=1.0, help="how many times slower people act")
    parser.add_argument("--weather", nargs="+", default=(), help="kinds of weather; by default all")
    parser.add_argument("--fault", help="plant a fault of tests/world/faults.py")
    args = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is a part of the world
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.world", *sys.argv[1:]])
    install(args.seed)
    from tests.world.checks import Broken
    from tests.world.world import World

    if args.fault:
        from tests.world.faults import FAULTS

        FAULTS[args.fault]()
    world = World(args.seed, args.people, args.processes, args.pace, args.weather)
    try:
        world.run(args.hours)
    except Broken as broken:
        print(f"seed {args.seed}: {broken}")
        return 1
    hours = world.table_seconds / 3600
    print(
        f"seed {args.seed}: {hours:.1f} table-hours, {len(world.tables)} tables, {len(world.tournaments)} tournaments,"
        f" {world.checks.decided} decisions of people,"
        f" {world.checks.compared} states compared, {world.crashes} processes killed: all holds"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
