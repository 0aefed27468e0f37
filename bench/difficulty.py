"""How hard Gorynich is: what a team of planners wins, by level and number of players, with 95 % intervals.

With --bot network the game's network judges the plans, each worked out once for all heads (one thread).

python bench/difficulty.py --games 2000 --threads 16
python bench/difficulty.py --games 2000 --threads 16 --rivers --tiles --write docs/games/gorynich.md

Prints the tables of docs/games/gorynich.md, or writes them there, between the two marks. Speech tokens play no part:
the planner needs none.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.bots import simulation
from ludotheque.bots.network import network_of
from ludotheque.bots.network_bot import NAME as NETWORK
from ludotheque.games.gorynich.components import FEWEST, LEVELS, MOST, TILES
from ludotheque.play.game import Game
from ludotheque.reports.intervals import wilson
from ludotheque.training.rehearsal import Rehearsal

BATCH = 128  # matches at once
BEGIN, END = "<!-- difficulty: made by bench/difficulty.py -->", "<!-- end -->"
COUNTS = range(FEWEST, MOST + 1)


class Studies:
    """Teams of one kind of bot, and how often they win."""

    def __init__(self, game: Game, args: argparse.Namespace) -> None:
        self.game, self.args = game, args

    def row(self, name: str, options: Mapping[str, Any]) -> str:
        """A line of a table: the share of wins for each number of players."""
        cells = []
        for players in COUNTS:
            won = self.won(players, f"difficulty {name} {players}", {"speech": False, **options})
            low, high = wilson(won, self.args.games)
            cells.append(f"{100 * won:.1f} ({100 * low:.1f}–{100 * high:.1f})")
            print(f"{name}, {players} players: {cells[-1]}", file=sys.stderr)
        return f"| {name} | " + " | ".join(cells) + " |"

    def won(self, players: int, seed: str, options: Mapping[str, Any]) -> float:
        """The share of matches that are won."""
        if self.args.bot == NETWORK:
            batches = [min(BATCH, self.args.games - first) for first in range(0, self.args.games, BATCH)]
            parts = []
            for first, size in enumerate(batches):
                seeds = [f"{seed}/{first * BATCH + k}" for k in range(size)]
                parts.append(Rehearsal(self.game, size).play(seeds, players, network_of(self.game), options).won)
            return float(np.concatenate(parts).mean())
        threads = self.args.threads
        results = simulation.run(
            self.game, self.args.games, players, [self.args.bot], seed, threads=threads, options=options
        )
        return float(results.shares[:, 0].mean())

    def tables(self) -> Iterator[str]:
        """All tables that are asked for, line by line."""
        yield from table("level", [self.row(level, {"level": level}) for level in LEVELS])
        if self.args.rivers:
            yield from table("standard, river sides", [self.row(str(n), {"rivers": n}) for n in range(5)])
        if self.args.tiles:
            rows = [self.row("base tiles", {})]
            rows += [self.row(tile, {"tiles": f"fireball+princess+{tile}"}) for tile in TILES[3:]]
            rows.append(self.row("three of nine, drawn", {"tiles": "random"}))
            yield from table("standard, this tile instead of the multicolour arrow", rows)


def table(title: str, rows: Sequence[str]) -> list[str]:
    """A table in Markdown."""
    return [f"| {title} | " + " | ".join(map(str, COUNTS)) + " |", "|---|" + "---:|" * len(COUNTS), *rows, ""]


def main() -> int:
    """Play and print, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="for each cell")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bot", default="planner")
    parser.add_argument("--rivers", action="store_true", help="by number of river sides as well")
    parser.add_argument("--tiles", action="store_true", help="by advanced tile as well")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables into a document, between the marks")
    args = parser.parse_args()
    game = lt.game("gorynich", "compiled")
    simulation.prepare(game)
    begun = time.perf_counter()
    lines = list(Studies(game, args).tables())
    seconds = time.perf_counter() - begun
    source = f"{args.bot}, {args.games} matches a cell, {seconds:.0f} s with {args.threads} threads"
    text = "\n".join([f"{' · '.join(benchmarks.machine().values())} · {source}", "", *lines])
    if args.write is None:
        print(text)
        return 0
    document = args.write.read_text(encoding="utf-8")
    before, mark, rest = document.partition(BEGIN)
    after = rest.partition(END)[2]
    if not mark or END not in rest:
        print(f"{args.write} has no place for the tables: {BEGIN} … {END}", file=sys.stderr)
        return 1
    args.write.write_text(f"{before}{BEGIN}\n\n{text}\n{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
