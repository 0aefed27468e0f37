"""How long an information state takes, and how many simulations a second OpenSpiel's ISMCTS makes with ours.

    pip install --require-hashes -r requirements/bench.txt
    python bench/infostates.py
    python bench/infostates.py gwynt --beside ../ludotheque-before --json   # another checkout, in turns with this one

A key is asked for once before every decision of random matches; `late` is after 250 decisions, or at the end of shorter
matches. Simulations are those of `open_spiel.python.algorithms.ismcts`, with the random playouts of OpenSpiel and with
those of the adapter, from the tenth decision of a match on. Time is the processor's.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

LATE = 250  # decisions
SIMULATIONS = 200


def keys(name: str, seconds: float) -> dict[str, float]:
    """Microseconds of a key, on the way of matches and late in one."""
    import ludotheque as lt

    game, chance, spent, asked = lt.game(name, "compiled"), random.Random(1), 0.0, 0
    game.start(seed=0).infostate_key()  # which compiles
    deal, late = 0, 0.0
    while spent < seconds:
        pos = game.start(seed=deal)
        deal += 1
        made = 0
        while not pos.over and made < LATE:
            begun = time.process_time()
            pos.infostate_key()
            spent += time.process_time() - begun
            asked += 1
            before = pos.copy()
            pos.play(chance.choice(pos.legal_ids()))
            made += 1
        begun, count = time.process_time(), 0
        while time.process_time() - begun < seconds / 10:
            before.copy().infostate_key()
            count += 1
        late = (time.process_time() - begun) / count
    return {"key (µs)": spent / asked * 1e6, "key, late (µs)": late * 1e6}


def simulations(name: str, seconds: float) -> dict[str, float]:
    """Simulations a second, with playouts of OpenSpiel and of the adapter."""
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from ludotheque.adapters import openspiel

    game = pyspiel.load_game(openspiel.name_of(name))
    chance, state = np.random.RandomState(1), game.new_initial_state()
    made = 0
    while made < 10 or len(state.legal_actions()) < 2:
        state.apply_action(int(chance.choice(state.legal_actions())) if made else 4)
        made += 1
    found = {}
    evaluators: dict[str, Any] = {"OpenSpiel's playouts": mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))}
    if hasattr(openspiel, "Playouts"):
        evaluators["the adapter's playouts"] = openspiel.Playouts(1, seed=2)
    for label, evaluator in evaluators.items():
        bot = ismcts.ISMCTSBot(game, evaluator, 1.0, SIMULATIONS, random_state=np.random.RandomState(3))
        begun, count = time.process_time(), 0
        while time.process_time() - begun < seconds:
            bot.run_search(state)
            count += SIMULATIONS
        found[f"simulations/s, {label}"] = count / (time.process_time() - begun)
    return found


def measured(name: str, seconds: float, checkout: Path) -> dict[str, float]:
    """Figures of a checkout for a game, measured in a separate process."""
    command = [sys.executable, __file__, name, "--seconds", str(seconds), "--here"]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    answer = subprocess.run(command, env=environment, cwd=checkout, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(answer.stdout.splitlines()[-1])
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument(
        "--beside", type=Path, metavar="FOLDER", help="another checkout to measure in turns with this one"
    )
    parser.add_argument("--seconds", type=float, default=2.0, metavar="S", help="for each figure (default: 2)")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="of which the best counts")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.here:
        print(json.dumps({**keys(args.games[0], args.seconds), **simulations(args.games[0], args.seconds)}))
        return 0
    import ludotheque as lt

    checkouts = {"here": Path(__file__).parents[1], **({"beside": args.beside.resolve()} if args.beside else {})}
    found: dict[str, dict[str, dict[str, float]]] = {}
    for name in args.games or lt.names():
        for _ in range(args.rounds):
            for label, checkout in checkouts.items():
                best = found.setdefault(name, {}).setdefault(label, {})
                for what, number in measured(name, args.seconds, checkout).items():
                    better = max if what.startswith("simulations") else min
                    best[what] = better(best.get(what, number), number)
    if args.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    for name, both in found.items():
        for label, numbers in both.items():
            told = ", ".join(f"{what} {number:,.0f}" for what, number in numbers.items())
            print(f"{name} {label}: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
