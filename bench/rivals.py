"""Our games and comparable ones of other libraries, random play on one core, in one run.

pip install --require-hashes -r requirements/bench.txt
python bench/rivals.py gwynt

A decision is a choice of a player; drawing chance outcomes is part of the work but is not counted. Every library lists
the legal moves before each decision, as ours does, and sets its matches up in the time that counts. That is the
processor's, so the machine may be busy; several threads count as one processor each. The best of several rounds counts,
in which all take turns.
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
from ludotheque.benchmarks.cases import Bench
from ludotheque.bots import simulation
from ludotheque.play.game import Game

SECONDS, ROUNDS = 1.0, 5
MATCHES = 400  # of ours in one go


def compiled(game: Game) -> Steps:
    """Random matches of ours, set-up included, in one compiled call."""
    bench = Bench(game, "compiled", MATCHES)

    def matches() -> int:
        bench.reset()
        return bench.all_in_one_call()

    return matches


def driven(game: Game) -> Steps:
    """Play with a call from Python for the set-up of each match and for every decision."""
    bench = Bench(game, "compiled", MATCHES)

    def matches() -> int:
        bench.setup()
        return bench.driven()

    return matches


def rlcard(name: str) -> Steps:
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


def pyminion() -> Steps:
    """One match between the two bots that pyminion shows first; counted as one."""
    from pyminion.bots.examples import BigMoney, BigMoneySmithy
    from pyminion.expansions.base import base_set, smithy
    from pyminion.game import Game as Dominion

    def match() -> int:
        players = [BigMoney(), BigMoneySmithy()]
        Dominion(players=players, expansions=[base_set], kingdom_cards=[smithy], log_stdout=False).play()
        return 1

    return match


def between(game: Game, bots: tuple[str, ...]) -> Steps:
    """Whole matches between bots of ours."""
    return lambda: len(simulation.run(game, MATCHES, len(bots), bots).decisions)


# Games similar to ours; no library plays one like Kunitori! at random.
RIVALS: dict[str, dict[str, Callable[[], Steps]]] = {
    "gwynt": {
        "OpenSpiel hearts": lambda: peers.openspiel("hearts", False),
        "OpenSpiel gin_rummy": lambda: peers.openspiel("gin_rummy", False),
        "RLCard gin-rummy": lambda: rlcard("gin-rummy"),
    },
    "gunkimono": {
        "OpenSpiel go, 9 × 9": lambda: peers.openspiel("go(board_size=9)", False),
        "OpenSpiel hex, 9 × 9": lambda: peers.openspiel("hex(board_size=9)", False),
        "Pgx go_9x9 on the CPU, one processor's time": lambda: peers.pgx("go_9x9", 64),
    },
    "gorynich": {
        "OpenSpiel hanabi": lambda: peers.openspiel("hanabi", False),
        "PettingZoo hanabi_v5": lambda: peers.pettingzoo("hanabi_v5"),
    },
}

# Where libraries come with bots: those of ours that are like them, and whole matches of theirs.
BOTS: dict[str, tuple[tuple[str, ...], dict[str, Callable[[], Steps]]]] = {
    "kunitori": (("money", "money"), {"pyminion, BigMoney and BigMoneySmithy": pyminion}),
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=lt.names())
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    game = lt.game(args.game, "compiled")
    simulation.prepare(game)
    cases = {f"{args.game}, compiled": compiled(game), f"{args.game}, raw entry points from Python": driven(game)}
    cases |= {name: make() for name, make in RIVALS.get(args.game, {}).items()}
    rows = [(name, rate, "decisions/s") for name, rate in peers.rates(cases, SECONDS, ROUNDS).items()]
    if args.game in BOTS:
        bots, others = BOTS[args.game]
        cases = {f"{args.game}, {' and '.join(bots)} bots": between(game, bots)}
        cases |= {name: make() for name, make in others.items()}
        rows += [(name, rate, "matches/s") for name, rate in peers.rates(cases, SECONDS, ROUNDS).items()]
    if args.json:
        table = [{"case": case, "value": value, "unit": unit} for case, value, unit in rows]
        print(json.dumps({"machine": benchmarks.machine(), "rows": table}, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(benchmarks.machine().values()))
    for case, value, unit in rows:
        print(f"  {case:<44}{value:>14,}  {unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
