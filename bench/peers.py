"""Other libraries for comparison: random play with each, for the programs that measure.

Every library lists or masks the legal actions before each decision. Chance nodes are worked, not counted.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

Steps = Callable[[], int]  # plays on; how many decisions were made


def rates(cases: dict[str, Steps], seconds: float, rounds: int) -> dict[str, int]:
    """Steps a second of processor time, the best of some rounds, in which all take turns.

    So a machine that is busy with other work is so for all; several threads count as one processor each.
    """
    best = dict.fromkeys(cases, 0.0)
    for _ in range(rounds):
        for name, steps in cases.items():
            made, begun = 0, time.process_time()
            while time.process_time() - begun < seconds:
                made += steps()
            best[name] = max(best[name], made / (time.process_time() - begun))
    return {name: round(rate) for name, rate in best.items()}


def drawn(chance: random.Random, outcomes: list[tuple[int, float]]) -> int:
    """One of the outcomes of a chance node. NumPy's `choice` would take longer than the rest of hanabi."""
    listed, odds = zip(*outcomes, strict=True)
    return int(chance.choices(listed, odds)[0] if len(set(odds)) > 1 else chance.choice(listed))


def openspiel(name: str, observed: bool = True) -> Steps:
    """A match of OpenSpiel, C++ through its ordinary Python API; observed: with a tensor before each decision."""
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(1)

    def steps() -> int:
        state = game.new_initial_state()
        made = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(chance, state.chance_outcomes()))
                continue
            if observed:
                state.observation_tensor(state.current_player())
            state.apply_action(chance.choice(state.legal_actions()))
            made += 1
        return made

    return steps


def pettingzoo(name: str) -> Steps:
    """A match of a classic game of PettingZoo, which hands observation and mask out with every step."""
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


def pgx(name: str, matches: int) -> Steps:
    """Ten steps of a batch of Pgx, compiled by JAX for whatever it finds; observation and mask are part of its states.

    A match that ends is followed by a new one, as in ours.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), matches))
    key = jax.random.PRNGKey(1)

    @jax.jit  # type: ignore[untyped-decorator]
    def turn(key: Any, states: Any) -> Any:
        key, draw, begin = jax.random.split(key, 3)
        actions = jax.random.categorical(draw, jnp.log(states.legal_action_mask.astype(jnp.float32)), axis=-1)
        return key, step(states, actions, jax.random.split(begin, matches))

    def steps() -> int:
        nonlocal key, states
        for _ in range(10):
            key, states = turn(key, states)
        states.observation.block_until_ready()
        return 10 * matches

    steps()
    return steps
