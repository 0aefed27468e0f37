"""The ready-made decks of Gwynt against each other: every pair, both seats, the same bot on both sides.

    python bench/decks.py --matches 240
    python bench/decks.py --matches 40 --bot amateur

Prints the tables of docs/balance.md. A number is what the deck of the row wins against the deck of the column, in per
cent; the last column is against all others, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.bots import simulation
from ludotheque.bots.arena import Threads
from ludotheque.bots.contest import Contest, Pairing, check
from ludotheque.games.gwynt.decks import ready_made
from ludotheque.reports.intervals import wilson


def won_by(mine: str, theirs: str, bot: str, matches: int, hands: Threads) -> float:
    """How many matches the first deck wins against the second, seats alternating; a draw is half a match."""
    duel = ({"deck": mine}, {"deck": theirs})
    contest = Contest(
        game="gwynt",
        bots=(bot, "random"),  # the second one never plays: a contest has to name two
        players=2,
        seed=f"{mine} {theirs}",
        options={"skellige": True},
        seatings=(duel, duel[::-1]),
    )
    check(contest)
    # The guest has seat 0 in every second match, and seat 0 has the first deck in every second deal.
    jobs = ((Pairing(bot, bot), 2 * deal) for deal in range(matches))
    shares: dict[int, float] = {}
    hands.play(contest, jobs, lambda job, played: shares.update({job[1] // 2: played.share}))
    return sum(1 - share if deal % 2 else share for deal, share in shares.items())


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=240, help="for each pair")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    simulation.prepare(lt.game("gwynt", "compiled"))
    decks = list(ready_made())
    pairs = list(itertools.combinations(decks, 2))
    hands = Threads(args.threads)
    won: dict[tuple[str, str], float] = {}
    begun = time.perf_counter()
    for number, (mine, theirs) in enumerate(pairs):
        won[mine, theirs] = won_by(mine, theirs, args.bot, args.matches, hands)
        won[theirs, mine] = args.matches - won[mine, theirs]
        print(f"\r{number + 1} of {len(pairs)} pairs", end="", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - begun
    print(file=sys.stderr)
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
