"""How the figures in bots/levels.py were chosen: settings of searching play against the greedy bot, the best longest.

    python bench/search_settings.py gwynt --sims 150 --seconds 60
    python bench/search_settings.py kunitori --sims 40 --ladder 400 --seconds 120

Successive halving: all candidates play a few matches, the better half plays as many again, and so on. At the end, with
--ladder, the best one with that many simulations meets itself with --sims.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import time
from dataclasses import asdict, replace

import ludotheque as lt
from ludotheque.bots.agents import SearchAgent
from ludotheque.bots.contest import Contest, Pairing, Table, equal_seatings
from ludotheque.bots.levels import SearchSettings, search_settings_of
from ludotheque.bots.simulation import prepare
from ludotheque.reports.intervals import wilson

PLAYS_ON = ((0, 24), (1, 99), (3, 99), (3, 8))  # ahead, tries
TRUST = (2.0, 6.0, 15.0)
KEEN = (8.0, 20.0, 40.0)
EXPLORE = (0.3, 0.7, 1.5)
LUCK = (0.7, 1.0)
KEPT = ("explore", "ahead", "tries", "luck", "trust", "keen")
BATCH = 4  # matches that a process plays at a time


def candidates(game: str, count: int) -> list[SearchSettings]:
    """The settings of the game as it is, and others drawn from all combinations."""
    here = search_settings_of(lt.game(game, "plain"))
    combinations = list(itertools.product(PLAYS_ON, TRUST, KEEN, EXPLORE, LUCK))
    random.Random(1).shuffle(combinations)
    drawn = [
        replace(here, ahead=ahead, tries=tries, trust=trust, keen=keen, explore=explore, luck=luck)
        for (ahead, tries), trust, keen, explore, luck in combinations
    ]
    return [here, *drawn][:count]


_tables: dict[str, Table] = {}


def play(job: tuple[Contest, SearchSettings, int, SearchSettings | None, int, int]) -> float:
    """The sum of the guest's shares over a few matches; the hosts are greedy, or search with fewer simulations."""
    contest, settings, sims, other, other_sims, first = job
    table = _tables.setdefault(f"{contest.game}{contest.players}", Table(contest))
    table.agents["guest"] = SearchAgent(table.game, table.program, sims, settings=settings)
    if other is not None:
        table.agents["host"] = SearchAgent(table.game, table.program, other_sims, settings=other)
    pairing = Pairing("guest", "greedy" if other is None else "host")
    return sum(table.play(pairing, first + k).share for k in range(BATCH))


def figures_of(settings: SearchSettings) -> str:
    """The figures of a settings that are varied here."""
    return " ".join(f"{name}={value:g}" for name, value in asdict(settings).items() if name in KEPT)


def tune(args: argparse.Namespace, pool: multiprocessing.pool.Pool, contest: Contest) -> SearchSettings:
    """Halve the candidates until time is up; the best one."""
    end = time.perf_counter() + args.seconds
    left = candidates(args.game, args.candidates)
    shares = {settings: [0.0, 0] for settings in left}
    rounds = args.first
    while True:
        jobs = [
            (contest, settings, args.sims, None, 0, int(shares[settings][1]) + BATCH * k)
            for k in range(rounds // BATCH)
            for settings in left
        ]
        for job, won in zip(jobs, pool.imap(play, jobs), strict=True):
            shares[job[1]][0] += won
            shares[job[1]][1] += BATCH
        left.sort(key=lambda settings: -shares[settings][0] / shares[settings][1])
        for settings in left:
            won, n = shares[settings]
            low, high = wilson(won / n, n)
            print(f"{won / n:6.1%} [{low:.1%}, {high:.1%}] n={n:<5} {figures_of(settings)}", flush=True)
        print(f"-- {end - time.perf_counter():.0f} s left", flush=True)
        if len(left) == 1 or time.perf_counter() > end:
            return left[0]
        left = left[: max(2, (len(left) + 1) // 2)] if len(left) > 2 else left[:1]
        rounds *= 2


def main() -> None:
    """Tune one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--sims", type=int, default=100)
    parser.add_argument("--ladder", type=int, default=0)
    parser.add_argument("--ladder-games", type=int, default=120)
    parser.add_argument("--candidates", type=int, default=16)
    parser.add_argument("--first", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    args = parser.parse_args()
    game = lt.game(args.game, "compiled")
    players = args.players or game.declaration.players[0]
    prepare(game)
    contest = Contest(args.game, ("greedy", "amateur"), players, "settings", seatings=equal_seatings(game, {}, players))
    Table(contest).play(Pairing("greedy", "greedy"), 0)  # loads the machine code: what is forked has it
    with multiprocessing.get_context("fork").Pool(args.processes) as pool:
        print(f"{args.game}, {players} players, {args.sims} simulations against greedy", flush=True)
        best = tune(args, pool, contest)
        if args.ladder:
            jobs = [(contest, best, args.ladder, best, args.sims, BATCH * k) for k in range(args.ladder_games // BATCH)]
            begun = time.perf_counter()
            won = sum(pool.imap_unordered(play, jobs))
            low, high = wilson(won / args.ladder_games, args.ladder_games)
            print(f"{args.ladder} against {args.sims}: {won / args.ladder_games:.1%} [{low:.1%}, {high:.1%}]", end=" ")
            print(f"in {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
