"""Processor time of decisions made at once: how long each takes by the clock, and how much of the processors it uses.

    python bench/decisions.py                         master of each game, 1, 4 and 16 decisions at once
    python bench/decisions.py gunkimono --level adept --at-once 1 4 --seconds 5 --json

Each thread plays a match of its own and times every decision that leaves a choice, after one that is not timed.
"Cores" is the processor time of the whole process divided by the time by the clock: with one decision at once it is
about 1, and at most as many as there are decisions or cores.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from dataclasses import dataclass, field

import ludotheque as lt
from ludotheque import benchmarks, bots
from ludotheque.bots import simulation
from ludotheque.play.game import Game

GAMES = ("gwynt", "gunkimono", "kunitori", "gorynich")
AT_ONCE = (1, 4, 16)


@dataclass
class Measured:
    """Decisions of one run, and the seconds that each took by the clock."""

    took: list[float] = field(default_factory=list)
    wall: float = 0.0
    processor: float = 0.0

    def row(self, at_once: int) -> dict[str, float]:
        """The figures of this run."""
        n = len(self.took)
        return {
            "at_once": at_once,
            "decisions": n,
            "wall_ms": 1000 * sum(self.took) / n,
            "slowest_ms": 1000 * max(self.took),
            "processor_ms": 1000 * self.processor / n,
            "cores": self.processor / self.wall,
            "per_second": n / self.wall,
        }


def play(game: Game, level: str, number: int, begin: threading.Barrier, seconds: float, took: list[float]) -> None:
    """Let a bot play matches against itself until the time is up; note what each decision took."""
    match = 0
    pos = game.start(seed=f"decisions/{number}")
    bots.make(level, number, game).choose(pos.redeal(pos.actors[0], "bench"), pos.actors[0])
    begin.wait()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        if pos.over:
            match += 1
            pos = game.start(seed=f"decisions/{number}/{match}")
        seat = pos.actors[0]
        handed = pos.redeal(seat, "bench")
        begun = time.perf_counter()
        move = bots.make(level, number, game).choose(handed, seat)
        if len(pos.moves(seat)) > 1:
            took.append(time.perf_counter() - begun)
        pos.play(move, seat)


def measure(game: Game, level: str, at_once: int, seconds: float) -> dict[str, float]:
    """Measure decisions of some threads at the same time, for some seconds."""
    measured = Measured()
    begin = threading.Barrier(at_once + 1, timeout=60)
    threads = [
        threading.Thread(target=play, args=(game, level, number, begin, seconds, measured.took), daemon=True)
        for number in range(at_once)
    ]
    for thread in threads:
        thread.start()
    begin.wait()
    wall, processor = time.perf_counter(), time.process_time()
    for thread in threads:
        thread.join()
    measured.wall, measured.processor = time.perf_counter() - wall, time.process_time() - processor
    return measured.row(at_once)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--level", default="master", help="the bot that decides (default: %(default)s)")
    parser.add_argument("--at-once", nargs="+", type=int, default=AT_ONCE, metavar="N", help="decisions at once")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each run (default: %(default)s)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {}
    for name in args.games:
        game = lt.game(name, "compiled")
        simulation.prepare(game)
        found[name] = [measure(game, args.level, n, args.seconds) for n in args.at_once]
    machine = benchmarks.machine()
    if args.json:
        print(json.dumps({"machine": machine, "level": args.level, "games": found}, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(machine.values()))
    for name, rows in found.items():
        print(
            f"\n{name}, {args.level}\n  at once  decisions   ms each   slowest   processor ms each   cores   a second"
        )
        for row in rows:
            print(
                f"  {row['at_once']:>7}  {row['decisions']:>9}  {row['wall_ms']:>8.1f}  {row['slowest_ms']:>8.1f}"
                f"  {row['processor_ms']:>18.1f}  {row['cores']:>6.2f}  {row['per_second']:>9.1f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
