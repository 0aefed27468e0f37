"""Reviews measured: is the mean of luck zero, how much variance does it take out, what does a review cost?

    python bench/review.py gwynt --matches 200                  luck: network against greedy
    python bench/review.py gunkimono --bots adept,amateur --matches 100
    python bench/review.py gwynt --cost 20                      seconds of whole reviews, mixed levels
    python bench/review.py gwynt --accuracy 8                   what accuracy each level has, for bots/analysis.toml

Prints the mean of the guest's luck with its standard error, the raw and the corrected share, the ratio of their
variances (by deal, since matches with the same deal are not independent), and how many matches each needs to tell the
two bots apart with two standard errors.
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots.arena import Arena, Threads
from ludotheque.bots.contest import Contest, equal_seatings
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.review import review

LEVELS = ("novice", "greedy", "amateur", "adept")


def measure_luck(game: str, names: tuple[str, ...], players: int, matches: int, threads: int) -> None:
    """Play a contest and print what luck did."""
    found = lt.game(game, "compiled")
    contest = Contest(game, names, players, "luck", seatings=equal_seatings(found, {}, players), luck=True)
    arena = Arena(contest, matches, early=False)
    arena.run(Threads(threads))
    pairing = contest.pairings[0]
    shares = np.array([arena.shares[pairing][k] for k in range(matches)])
    corrected = np.array([arena.corrected[pairing][k] for k in range(matches)])
    each = 1 if found.declaration.together else players
    raw, better, luck = (part.reshape(-1, each).mean(axis=1) for part in (shares, corrected, shares - corrected))
    deals = len(raw)
    print(f"{game}, {players} players, {pairing.guest} against {pairing.hosts}: {matches} matches, {deals} deals")
    print(f"luck: mean {luck.mean():+.4f}, standard error {luck.std(ddof=1) / math.sqrt(deals):.4f}")
    for name, part in (("raw", raw), ("without luck", better)):
        error, ahead = part.std(ddof=1), abs(part.mean() - (0 if each == 1 else 1 / players))
        needed = each * (2 * error / ahead) ** 2 if ahead else math.inf
        spread = error / math.sqrt(deals)
        print(f"share, {name}: {part.mean():.4f}, standard error {spread:.4f}; {needed:.0f} matches needed")
    print(f"variance of single matches: {shares.var() / corrected.var():.2f} times smaller")
    print(f"variance by deal: {raw.var() / better.var():.2f} times smaller")


def measure_cost(game: str, players: int, matches: int) -> None:
    """Review matches of mixed levels and print what it takes."""
    found = lt.game(game, "compiled")
    taken, decisions = [], []
    for seed in range(matches):
        pos = found.start(players=players, seed=f"cost/{seed}")
        seats = [bots.make(LEVELS[(seed + seat) % len(LEVELS)], seat, found) for seat in range(players)]
        while not pos.over:
            for seat in pos.actors:
                if seat in pos.actors:
                    pos.play(bots.decide(seats[seat], pos, seat), seat)
        record = found.record(pos)
        began = time.process_time()
        decisions.append(review(record).decisions)
        taken.append(time.process_time() - began)
    within = sum(seconds <= 10 for seconds in taken)
    print(f"within 10 s: {within} of {len(taken)}")
    high = float(np.quantile(taken[1:] or taken, 0.95))  # the first one loads machine code
    print(f"{game}, {players} players: {matches} reviews, {np.mean(decisions):.0f} decisions on average")
    print(f"processor seconds: median {np.median(taken):.1f}, 95 % within {high:.1f}, most {max(taken):.1f}")


def measure_accuracy(game: str, players: int, matches: int) -> None:
    """Review matches of each level against itself, and print the accuracy of its seats.

    Match after match over all levels, so that what is there when it is stopped compares like with like.
    """
    found = lt.game(game, "compiled")
    ladder = search_settings_of(found).ladder
    accuracies: dict[str, list[float]] = {level: [] for level in ladder}
    for number in range(matches):
        for level in ladder:
            pos = found.start(players=players, seed=f"accuracy/{number}")
            seats = [bots.make(level, f"{number}/{seat}", found) for seat in range(players)]
            while not pos.over:
                for seat in pos.actors:
                    if seat in pos.actors:
                        pos.play(bots.decide(seats[seat], pos, seat), seat)
            told = [seat.accuracy for seat in review(found.record(pos)).seats if seat.accuracy is not None]
            accuracies[level].append(float(np.mean(told)))  # seats of a match are not independent
        if number:
            print(f"{game}, {players} players, {number + 1} matches of each level")
            for level, own in accuracies.items():
                print(f"{level} = {np.mean(own):.1f}  # ± {np.std(own, ddof=1) / math.sqrt(len(own)):.1f}", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--bots", default="network,greedy")
    parser.add_argument("--players", type=int)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--accuracy", type=int, default=0, metavar="N")
    parser.add_argument("--cost", type=int, default=0, metavar="N")
    args = parser.parse_args()
    players = args.players or lt.game(args.game, "plain").declaration.players[0]
    if args.accuracy:
        measure_accuracy(args.game, players, args.accuracy)
    elif args.cost:
        measure_cost(args.game, players, args.cost)
    else:
        measure_luck(args.game, tuple(args.bots.split(",")), players, args.matches, args.threads)


if __name__ == "__main__":
    main()
