"""Masked PPO of Stable-Baselines3 against bots: `python examples/train_sb3.py --seconds 60`.

Needs `pip install 'ludotheque[train]'`. All matches are played at once, in compiled loops (`vector_env`).
`--csv FILE` writes the learning curve, `--out FILE` the model, with which
`TRAIN_SB3=FILE ludotheque benchmark run gwynt --agent train_sb3:Agent` evaluates it (run from this folder).
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from ludotheque.adapters import gymnasium

MATCHES, GAMMA, POINTS = 128, 0.99, 8  # matches at once, the discount, points of the curve after the first


class Matches(VecEnv):
    """A vector environment as Stable-Baselines3 knows them; it asks for masks by `env_method("action_masks")`."""

    def __init__(self, envs: Any) -> None:
        self.envs, matches = envs, envs.num_envs
        super().__init__(matches, self.envs.single_observation_space, self.envs.single_action_space)

    def reset(self) -> Any:
        """Begin every match anew."""
        return self.envs.reset(seed=self._seeds[0])[0]

    def step_async(self, actions: Any) -> None:
        """Take the actions."""
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Play them."""
        observations, rewards, over, _, _ = self.envs.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over):
            infos[i] = {"terminal_observation": observations[i], "TimeLimit.truncated": False}
        return observations, rewards, over, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """The masks, a row for each match."""
        assert method_name == "action_masks"
        return list(self.envs.action_masks())

    def has_attr(self, attr_name: str) -> bool:
        """Whether every match has it."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the batch for each match; None if it has no such attribute."""
        return [getattr(self.envs, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuse: nothing can be set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No match is."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class Agent:
    """A trained model as an agent of the benchmark: it plays the action that it likes best."""

    name = "train_sb3"

    def __init__(self, seed: object) -> None:
        self.seed, self.model = seed, MaskablePPO.load(os.environ["TRAIN_SB3"], device="cpu")

    def choose(self, pos: Any, seat: int) -> Any:
        seen = pos.observe(seat) * pos.game.observation.scales
        action, _ = self.model.predict(seen, action_masks=pos.mask(seat), deterministic=True)
        return pos.game.move(int(action))


class Curve(BaseCallback):
    """Measures the model now and then, keeps curve and model, and ends after so many seconds of the processor."""

    def __init__(self, judged: Any, seconds: float, curve: str | None, out: str | None) -> None:
        super().__init__()
        self.judged, self.seconds, self.begun = judged, seconds, time.process_time()
        self.curve, self.out = curve, out
        self.rows: list[dict[str, float]] = []

    def _on_step(self) -> bool:
        return time.process_time() - self.begun < self.seconds

    def _on_rollout_start(self) -> None:
        spent = time.process_time() - self.begun
        if spent >= len(self.rows) * self.seconds / POINTS:  # measuring counts, too
            self.measure()

    def measure(self) -> None:
        """Add a point to the curve."""
        share, half = evaluate(self.model, self.judged)
        spent = round(time.process_time() - self.begun, 1)
        row = {"decisions": self.num_timesteps, "seconds": spent, "share": round(share, 4), "half": round(half, 4)}
        self.rows.append(row)
        print("{decisions:,} decisions, {seconds} s: {share:.1%} ± {half:.1%} of the win".format(**row), flush=True)
        if self.curve:
            with open(self.curve, "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, row, lineterminator="\n")
                writer.writeheader()
                writer.writerows(self.rows)
        if self.out:
            self.model.save(self.out)


def evaluate(model: Any, envs: Any, matches: int = 512) -> tuple[float, float]:
    """The share of the win, and the half of its 95 % interval. Each place of the vector gives equally many matches, so
    that short ones do not count more."""
    each = -(-matches // envs.num_envs)
    observations, info = envs.reset(seed=10**6)
    shares: list[list[float]] = [[] for _ in range(envs.num_envs)]
    while min(map(len, shares)) < each:
        actions, _ = model.predict(observations, action_masks=info["action_mask"], deterministic=True)
        observations, rewards, over, _, info = envs.step(actions)
        for i in np.flatnonzero(over):
            shares[i].append(float(rewards[i]))
    counted = np.array([found[:each] for found in shares])
    return float(counted.mean()), float(1.96 * counted.std() / np.sqrt(counted.size))


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; 0 if the last point of the curve is surely better than the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="lampions")
    parser.add_argument("--players", type=int)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--decks", metavar="DECK,…", help="in Gwynt: all pairs of these")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv")
    parser.add_argument("--out")
    args = parser.parse_args(arguments)
    torch.set_num_threads(1)
    pairs = product(args.decks.split(","), repeat=2) if args.decks else ()
    seatings = [({"deck": mine}, {"deck": theirs}) for mine, theirs in pairs] or None
    setting = {"players": args.players, "opponents": args.opponents, "seatings": seatings}
    matches = Matches(gymnasium.vector_env(args.game, MATCHES, **setting, reward="shaped", discount=GAMMA))
    matches.seed(args.seed)
    curve = Curve(gymnasium.vector_env(args.game, MATCHES, **setting), args.seconds, args.csv, args.out)
    model = MaskablePPO(
        "MlpPolicy",
        matches,
        n_steps=32,
        batch_size=1024,
        n_epochs=4,
        learning_rate=1e-3,
        ent_coef=0.01,
        gamma=GAMMA,
        seed=args.seed,
        device="cpu",
    )
    model.learn(10**9, callback=curve)
    curve.measure()
    first, last = curve.rows[0], curve.rows[-1]
    return int(last["share"] - last["half"] <= first["share"] + first["half"])


if __name__ == "__main__":
    raise SystemExit(main())
