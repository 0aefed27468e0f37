"""How the ready-made decks of Gwynt fare against each other: every pair, both seats, the greedy bot on both sides.

python bench/decks.py --matches 400

Prints the table of docs/balance.md. A number is what the deck of the row wins against the deck of the column, in per
cent; the last column is against all others, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.bots import arena
from ludotheque.games.gwynt.decks import ready_made
from ludotheque.statistics import wilson


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=400, help="for each pair")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    game = lt.game("gwynt", "compiled")
    arena.prepare(game)
    decks = list(ready_made())
    won: dict[tuple[str, str], float] = {}
    begun = time.perf_counter()
    for mine, theirs in itertools.combinations(decks, 2):
        seatings = [[{"deck": mine}, {"deck": theirs}], [{"deck": theirs}, {"deck": mine}]]
        results = arena.run(
            game,
            args.matches,
            bots=[args.bot],
            seed=f"{mine} {theirs}",
            threads=args.threads,
            options={"skellige": True},
            seatings=seatings,
        )
        shares = sum(float(results.shares[k, k % 2]) for k in range(args.matches))
        won[mine, theirs], won[theirs, mine] = shares, args.matches - shares
    seconds = time.perf_counter() - begun
    print(" · ".join(benchmarks.machine().values()), f"· {args.bot}, {args.matches} matches a pair, {seconds:.0f} s\n")
    print("| deck | " + " | ".join(str(n + 1) for n in range(len(decks))) + " | all others |")
    print("|---|" + "---:|" * (len(decks) + 1))
    for number, deck in enumerate(decks):
        cells = [f"{100 * won[deck, other] / args.matches:.0f}" if other != deck else "" for other in decks]
        total, matches = sum(won[deck, other] for other in decks if other != deck), args.matches * (len(decks) - 1)
        low, high = wilson(total / matches, matches)
        mean = f"{100 * total / matches:.1f} ({100 * low:.1f}–{100 * high:.1f})"
        print(f"| {number + 1} {deck} | " + " | ".join(cells) + f" | {mean} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
