"""Our batch and plain face beside what a researcher would use instead, in one run on one core.

    pip install --require-hashes -r requirements/bench.txt
    python bench/research.py                       # all games, all peers; about four minutes
    python bench/research.py gwynt --json

Every step lists or masks the legal actions, writes an observation of the seat that decides, and plays an action drawn
at random; OpenSpiel's chance nodes are worked, not counted. Time is that of the processor: the machine may be busy. The
best of several rounds counts, for all.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import ludotheque as lt
from ludotheque import benchmarks

MATCHES = 1024  # of a batch
Steps = Callable[[], int]


def batch_of(name: str) -> Steps:
    """Our batch."""
    batch = lt.batch(name, MATCHES, seed="research")
    for _ in range(100):
        batch.step(batch.sample())

    def steps() -> int:
        for _ in range(10):
            batch.observe()
            batch.legal()
            batch.step(batch.sample())
        return 10 * MATCHES

    return steps


def positions_of(name: str, observed: bool = True) -> Steps:
    """Our plain face, a position at a time."""
    game, chance, number = lt.game(name, "compiled"), random.Random(1), iter(range(10**9))
    game.observation.size  # noqa: B018  # reads the declaration

    def steps() -> int:
        pos = game.start(seed=next(number))
        made = 0
        while not pos.over and made < 2000:
            if observed:
                pos.observe()
            moves = pos.moves()
            pos.play(moves[int(chance.random() * len(moves))])
            made += 1
        return made

    steps()
    return steps


def openspiel(name: str, observed: bool = True) -> Steps:
    """A game of OpenSpiel: C++ through its ordinary Python API."""
    import numpy as np
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)
    drawing = np.random.default_rng(1)

    def steps() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if state.is_chance_node():
                listed, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(drawing.choice(listed, p=odds)) if len(set(odds)) > 1 else chance.choice(listed))
                continue
            if observed:
                state.observation_tensor(state.current_player())
            state.apply_action(chance.choice(state.legal_actions()))
            made += 1
        return made

    return steps


def pettingzoo(name: str) -> Steps:
    """A classic game of PettingZoo, which hands observation and mask out with every step."""
    import importlib

    import numpy as np

    env: Any = importlib.import_module(f"pettingzoo.classic.{name}").env()
    chance = random.Random(1)

    def steps() -> int:
        env.reset(seed=chance.getrandbits(31))
        made = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            env.step(int(chance.choice(np.flatnonzero(mask).tolist())))
            made += 1
        return made

    return steps


def pgx(name: str) -> Steps:
    """A game of Pgx on the CPU, a batch of matches compiled by JAX; observation and mask are part of its states."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), MATCHES))
    key = jax.random.PRNGKey(1)

    @jax.jit
    def turn(key: Any, states: Any) -> Any:
        key, draw, begin = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jnp.log(states.legal_action_mask.astype(jnp.float32)), axis=-1)
        return key, step(states, actions, jax.random.split(begin, MATCHES))

    def steps() -> int:
        nonlocal key, states
        for _ in range(3):
            key, states = turn(key, states)
        states.observation.block_until_ready()
        return 3 * MATCHES

    steps()
    return steps


def peers() -> dict[str, Callable[[], Steps]]:
    """What is measured beside ours, by name."""
    return {
        "OpenSpiel hanabi": lambda: openspiel("hanabi"),
        "OpenSpiel gin_rummy": lambda: openspiel("gin_rummy"),
        "OpenSpiel hanabi, unobserved": lambda: openspiel("hanabi", observed=False),
        "OpenSpiel gin_rummy, unobserved": lambda: openspiel("gin_rummy", observed=False),
        "PettingZoo hanabi_v5": lambda: pettingzoo("hanabi_v5"),
        "Pgx go_9x9": lambda: pgx("go_9x9"),
    }


def rate(make: Callable[[], Steps], seconds: float, rounds: int) -> float:
    """Steps a second of processor time, the best of some rounds; several threads count as one processor each."""
    steps = make()
    best = 0.0
    for _ in range(rounds):
        made, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            made += steps()
        best = max(best, made / (time.process_time() - begun))
    return best


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="a round (default: 1)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    cases: dict[str, Callable[[], Steps]] = {}
    for name in args.games or lt.names():
        cases[f"{name}: batch"] = lambda name=name: batch_of(name)  # type: ignore[misc]
        cases[f"{name}: positions"] = lambda name=name: positions_of(name)  # type: ignore[misc]
        cases[f"{name}: positions, unobserved"] = lambda name=name: positions_of(name, False)  # type: ignore[misc]
    found: dict[str, int | None] = {}
    for name, make in {**cases, **peers()}.items():
        try:
            found[name] = round(rate(make, args.seconds, args.rounds))
        except ImportError as error:
            print(f"{name}: {error}", file=sys.stderr)
            found[name] = None
    if args.json:
        print(json.dumps({"machine": benchmarks.machine(), "steps": found}, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(benchmarks.machine().values()))
    for name, steps in found.items():
        print(f"  {name:<36}{'not installed' if steps is None else f'{steps:,}':>16}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
