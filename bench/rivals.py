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

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.bots import arena

SECONDS = 2.0  # for each round
ROUNDS = 3


def openspiel(name: str) -> Callable[[], int]:
    """One random match of an OpenSpiel game (C++ through Python); returns its decisions."""
    import pyspiel

    game = pyspiel.load_game(name)
    chance = random.Random(1)

    def match() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, odds)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return match


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


RIVALS: dict[str, dict[str, Callable[[], Callable[[], int]]]] = {
    "gwynt": {
        "OpenSpiel hearts": lambda: openspiel("hearts"),
        "OpenSpiel gin_rummy": lambda: openspiel("gin_rummy"),
        "RLCard gin-rummy": lambda: rlcard("gin-rummy"),
    },
}


def rate(match: Callable[[], int]) -> float:
    """Decisions a second, the best of some rounds."""
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
    parser.add_argument("game", choices=list(RIVALS))
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    game = lt.game(args.game, "compiled")
    arena.prepare(game)
    figures = [f for case in ("compiled", "driven", "threads") for f in benchmarks.measure(case, game)]
    rows = [(f"{args.game}, {figure.case}", figure.value, figure.unit) for figure in figures]
    rows += [(name, rate(make()), "decisions/s") for name, make in RIVALS[args.game].items()]
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
