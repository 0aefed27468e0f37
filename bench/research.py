"""Our batch and our Python interface beside other libraries, in one run on one core.

    pip install --require-hashes -r requirements/bench.txt
    python bench/research.py                       # all games, all peers; about four minutes
    python bench/research.py gwynt --json
    python bench/research.py --adapters            # the adapters in the same run, beside games of their frameworks

Every step lists or masks the legal actions, writes an observation of the seat that decides, and plays an action drawn
at random; OpenSpiel's chance nodes are worked, not counted. Time is that of the processor: the machine may be busy. The
best of several rounds, in which all take turns, counts.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable

import peers
from peers import Steps

import ludotheque as lt
from ludotheque import benchmarks

MATCHES = 1024  # of a batch


def batch_of(name: str) -> Steps:
    """Our batch."""
    batch = lt.batch(name, MATCHES, seed="research")
    for _ in range(100):
        batch.step(batch.sample())

    def steps() -> int:
        for _ in range(10):
            batch.observe()
            batch.legal()
            batch.step(batch.sample())
        return 10 * MATCHES

    return steps


def positions_of(name: str, observed: bool = True) -> Steps:
    """Our plain face, a position at a time."""
    game, chance, number = lt.game(name, "compiled"), random.Random(1), iter(range(10**9))
    game.observation.size  # noqa: B018  # reads the declaration

    def steps() -> int:
        pos = game.start(seed=next(number))
        made = 0
        while not pos.over and made < 2000:
            if observed:
                pos.observe()
            moves = pos.moves()
            pos.play(moves[int(chance.random() * len(moves))])
            made += 1
        return made

    steps()
    return steps


def others() -> dict[str, Callable[[], Steps]]:
    """Other libraries to measure, by name."""
    return {
        "OpenSpiel hanabi": lambda: peers.openspiel("hanabi"),
        "OpenSpiel gin_rummy": lambda: peers.openspiel("gin_rummy"),
        "OpenSpiel hanabi, unobserved": lambda: peers.openspiel("hanabi", observed=False),
        "OpenSpiel gin_rummy, unobserved": lambda: peers.openspiel("gin_rummy", observed=False),
        "PettingZoo hanabi_v5": lambda: peers.pettingzoo("hanabi_v5"),
        "Pgx go_9x9": lambda: peers.pgx("go_9x9", MATCHES),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S", help="a round (default: 0.3)")
    parser.add_argument("--rounds", type=int, default=10, metavar="N")
    parser.add_argument("--adapters", action="store_true", help="measure what bench/adapters.py does, too")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    cases: dict[str, Callable[[], Steps]] = {}
    for name in args.games or lt.names():
        cases[f"{name}: batch"] = lambda name=name: batch_of(name)  # type: ignore[misc]
        cases[f"{name}: positions"] = lambda name=name: positions_of(name)  # type: ignore[misc]
        cases[f"{name}: positions, unobserved"] = lambda name=name: positions_of(name, False)  # type: ignore[misc]
    ready: dict[str, Steps] = {}
    for name, make in {**cases, **others()}.items():
        try:
            ready[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    if args.adapters:
        import adapters

        for name in args.games or lt.names():
            ready |= adapters.ours(name)
        ready |= adapters.theirs()
    found = peers.rates(ready, args.seconds, args.rounds)
    if args.json:
        print(json.dumps({"machine": benchmarks.machine(), "steps": found}, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(benchmarks.machine().values()))
    for name, steps in found.items():
        print(f"  {name:<72}{steps:>16,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
