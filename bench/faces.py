"""The Python interface of several versions of the package, a position at a time, in one run on one core.

    python bench/faces.py . ../before ../long-before         # folders that hold the package, today's first
    python bench/faces.py . --games gwynt --theirs           # beside OpenSpiel's own; needs requirements/bench.txt

Each version plays in a process of its own, and all take turns. A decision: the moves are listed, one is drawn and
played. `legal_ids` and `mask` are asked where a version has them. Time is the processor's, the best round counts.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

GAMES = ("gunkimono", "kunitori", "gorynich", "gwynt", "lampions")
FACES = ("moves", "legal_ids", "mask")
LONGEST = 2000  # decisions, after which a match is left


def chosen(pos: Any, face: str, chance: random.Random) -> Any:
    """A random legal move, by one of the interfaces of a position."""
    if face == "moves":
        moves = pos.moves()
    elif face == "legal_ids":
        moves = pos.legal_ids()
    else:
        moves = pos.mask().nonzero()[0]
    return moves[int(chance.random() * len(moves))]


def ours(name: str, face: str) -> Callable[[], int]:
    """A match of a game in this version of the package; AttributeError where it has no such face."""
    import ludotheque as lt

    game, chance, number = lt.game(name, "compiled"), random.Random(1), iter(range(10**9))

    def match() -> int:
        pos = game.start(seed=next(number))
        made = 0
        while not pos.over and made < LONGEST:
            pos.play(chosen(pos, face, chance))
            made += 1
        return made

    match()
    return match


def answer(seconds: float) -> int:
    """The process of one version: play what each input line asks for, and print the rate."""
    known: dict[tuple[str, str], Callable[[], int] | None] = {}
    for line in sys.stdin:
        name, face = line.split()
        if (name, face) not in known:
            try:
                if face == "openspiel":
                    import peers

                    known[name, face] = peers.openspiel(name, observed=False)
                else:
                    known[name, face] = ours(name, face)
            except AttributeError:
                known[name, face] = None
        match = known[name, face]
        made, begun = 0, time.process_time()
        while match is not None and time.process_time() - begun < seconds:
            made += match()
        print(json.dumps(made / max(time.process_time() - begun, 1e-9)), flush=True)
    return 0


class Version:
    """The process of a version."""

    def __init__(self, folder: Path, seconds: float) -> None:
        bench = Path(__file__).resolve().parent
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--answer", "--seconds", str(seconds)],
            env={**os.environ, "PYTHONPATH": f"{folder.resolve()}{os.pathsep}{bench}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, name: str, face: str) -> float:
        """Decisions a second; 0 where there is no such face."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(name, face, file=self.process.stdin, flush=True)
        return float(json.loads(self.process.stdout.readline()))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=[Path()])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--theirs", action="store_true", help="OpenSpiel's hanabi and gin_rummy, too")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S", help="a round (default: 0.3)")
    parser.add_argument("--rounds", type=int, default=8, metavar="N")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer:
        return answer(args.seconds)
    versions = [Version(folder, args.seconds) for folder in args.folders]
    cases = [(name, face, version) for name in args.games for face in FACES for version in versions]
    if args.theirs:
        cases += [(name, "openspiel", versions[0]) for name in ("hanabi", "gin_rummy")]
    best = dict.fromkeys(cases, 0.0)
    for _ in range(args.rounds):
        for case in cases:
            name, face, version = case
            best[case] = max(best[case], version.rate(name, face))
    for name, face in dict.fromkeys((name, face) for name, face, _ in cases):
        rates = [rate for (n, f, _), rate in best.items() if (n, f) == (name, face)]
        told = "".join(f"{rate:>12,.0f}" + (f" {rates[0] / rate:>5.1f} ×" if rate else "        ") for rate in rates)
        print(f"{name:<12}{face:<11}{told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
