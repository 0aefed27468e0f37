"""Steps a second of every adapter, beside environments of the same frameworks that others wrote, in one run.

    pip install --require-hashes -r requirements/bench.txt
    python bench/adapters.py lampions gorynich
    python bench/adapters.py --theirs --json

A step is a decision of an agent, with its observation and its mask, by random legal play. Time is the processor's:
the machine may be busy. The best of several rounds, in which all take turns, counts. A step of a vector is one of the
learner, in which the others decide as well; the number of decisions is printed beside it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
from typing import Any

import numpy as np
import peers
from peers import Steps

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.adapters import gymnasium, openspiel, pettingzoo

SECONDS, ROUNDS = 0.3, 8
WHOLE_NUMBERS = "Gymnasium vector, neither scaled nor copied,"
CHANCE = np.random.default_rng(1)


def any_of(mask: Any) -> int:
    """A legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[CHANCE.integers(len(legal))])


def aec(env: Any) -> Steps:
    """A match of a PettingZoo environment, ours or another."""

    def match() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(any_of(observation["action_mask"] if "action_mask" in observation else info["action_mask"]))
            steps += 1
        return steps

    return match


def single(env: Any) -> Steps:
    """A match of a Gymnasium environment."""

    def match() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(any_of(info["action_mask"]))
            steps += 1
        return steps

    return match


def vector(envs: Any) -> Steps:
    """Some steps of a vector environment with random actions; drawing them with NumPy would take longer."""
    envs.reset(seed=1)

    def steps() -> int:
        for _ in range(10):
            envs.step(envs.sample())
        return 10 * int(envs.num_envs)

    return steps


def decisions_a_step(name: str, matches: int = 1024, steps: int = 2000) -> float:
    """How many seats decide in one step of a vector's learner, in random play: both finish as many matches a decision.

    Counted when matches that began together are in different stages.
    """
    learning, asking_all = gymnasium.vector_env(name, matches).batch, lt.batch(name, matches, seed=1)
    ended = []
    for batch in (learning, asking_all):
        for step in range(steps):
            if step == steps // 2:
                before = int(batch.episodes.sum())
            batch.step(batch.sample())
        ended.append(int(batch.episodes.sum()) - before)
    return ended[0] / ended[1]


def spiel(name: str) -> Steps:
    """A match of an OpenSpiel game, ours or one in C++, with its observation tensors."""
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def match() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(peers.drawn(chance, state.chance_outcomes()))
                continue
            player = state.current_player()
            state.observation_tensor(player)
            legal = state.legal_actions()
            state.apply_action(legal[CHANCE.integers(len(legal))])
            steps += 1
        return steps

    return match


def ours(name: str) -> dict[str, Steps]:
    """The adapters of a game."""
    return {
        f"PettingZoo {name}": aec(pettingzoo.env(name)),
        f"Gymnasium {name}": single(gymnasium.env(name)),
        f"Gymnasium vector {name}, 1,024 matches": vector(gymnasium.vector_env(name, 1024)),
        f"{WHOLE_NUMBERS} {name}, 1,024 matches": vector(gymnasium.vector_env(name, 1024, scaled=False, copy=False)),
        f"OpenSpiel {name}": spiel(openspiel.name_of(name)),
    }


def theirs() -> dict[str, Steps]:
    """Environments of other libraries, for comparison."""
    hanabi = importlib.import_module("pettingzoo.classic.hanabi_v5")
    return {
        "PettingZoo's own hanabi_v5": aec(hanabi.env()),
        "Pgx's own go_9x9 on the CPU, 1,024 matches": peers.pgx("go_9x9", 1024),
        "OpenSpiel's own hanabi, C++": spiel("hanabi"),
        "OpenSpiel's own gin_rummy, C++": spiel("gin_rummy"),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=lt.names())
    parser.add_argument("--theirs", action="store_true", help="the others, too")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    cases = {case: run for name in args.games for case, run in ours(name).items()} | (theirs() if args.theirs else {})
    found = peers.rates(cases, SECONDS, ROUNDS)
    decisions = {name: round(decisions_a_step(name), 2) for name in args.games}
    if args.json:
        told = {"machine": benchmarks.machine(), "steps_a_second": found, "decisions_a_step_of_a_vector": decisions}
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return 0
    for case, steps in found.items():
        print(f"{case:<80} {steps:>12,} steps/s")
    for name, number in decisions.items():
        print(f"decisions in a step of a vector of {name}: {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
