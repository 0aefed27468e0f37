"""Our games and what a researcher would pick instead, random play on one core, in one run.

pip install --require-hashes -r requirements/bench.txt
python bench/rivals.py gwynt

A decision is a choice of a player; drawing chance outcomes is part of the work but is not counted. Every library lists
the legal moves before each decision, as ours does. The best of several rounds counts, for all of them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable

import peers

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.bots import simulation
from ludotheque.play.game import Game

SECONDS = 2.0  # for each round
ROUNDS = 3


def rlcard(name: str) -> Callable[[], int]:
    """One random match of an RLCard game."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    chance = random.Random(1)

    def match() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return match


def pyminion() -> Callable[[], int]:
    """One match between the two bots that pyminion shows first; counted as one."""
    from pyminion.bots.examples import BigMoney, BigMoneySmithy
    from pyminion.expansions.base import base_set, smithy
    from pyminion.game import Game as Dominion

    def match() -> int:
        players = [BigMoney(), BigMoneySmithy()]
        Dominion(players=players, expansions=[base_set], kingdom_cards=[smithy], log_stdout=False).play()
        return 1

    return match


def between(game: Game, bots: tuple[str, ...]) -> float:
    """Whole matches a second between bots of ours, on one core, the best of some rounds."""
    matches = 10_000
    seconds = min(simulation.run(game, matches, len(bots), bots, number).seconds for number in range(ROUNDS))
    return matches / seconds


# What is like a game of ours; of Kunitori's kind no library plays one at random.
RIVALS: dict[str, dict[str, Callable[[], Callable[[], int]]]] = {
    "gwynt": {
        "OpenSpiel hearts": lambda: peers.openspiel("hearts", False),
        "OpenSpiel gin_rummy": lambda: peers.openspiel("gin_rummy", False),
        "RLCard gin-rummy": lambda: rlcard("gin-rummy"),
    },
    "gunkimono": {
        "OpenSpiel go, 9 × 9": lambda: peers.openspiel("go(board_size=9)", False),
        "OpenSpiel hex, 9 × 9": lambda: peers.openspiel("hex(board_size=9)", False),
        "Pgx go_9x9 on the CPU, all its cores": lambda: peers.pgx("go_9x9", 64),
    },
    "gorynich": {
        "OpenSpiel hanabi": lambda: peers.openspiel("hanabi", False),
        "PettingZoo hanabi_v5": lambda: peers.pettingzoo("hanabi_v5"),
    },
}

# Where libraries come with bots: those of ours that are like them, and whole matches of theirs.
BOTS: dict[str, tuple[tuple[str, ...], dict[str, Callable[[], Callable[[], int]]]]] = {
    "kunitori": (("money", "money"), {"pyminion, BigMoney and BigMoneySmithy": pyminion}),
}


def rate(match: Callable[[], int]) -> float:
    """Decisions (or matches) a second, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        decisions, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < SECONDS:
            decisions += match()
        best = max(best, decisions / spent)
    return best


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=lt.names())
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    game = lt.game(args.game, "compiled")
    simulation.prepare(game)
    figures = [f for case in ("compiled", "driven", "threads") for f in benchmarks.measure(case, game)]
    rows = [(f"{args.game}, {figure.case}", figure.value, figure.unit) for figure in figures]
    rows += [(name, rate(make()), "decisions/s") for name, make in RIVALS.get(args.game, {}).items()]
    if args.game in BOTS:
        bots, others = BOTS[args.game]
        rows.append((f"{args.game}, {' and '.join(bots)} bots", between(game, bots), "matches/s"))
        rows += [(name, rate(make()), "matches/s") for name, make in others.items()]
    if args.json:
        table = [{"case": case, "value": value, "unit": unit} for case, value, unit in rows]
        print(json.dumps({"machine": benchmarks.machine(), "rows": table}, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(benchmarks.machine().values()))
    for case, value, unit in rows:
        print(f"  {case:<44}{value:>14,.1f}  {unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
