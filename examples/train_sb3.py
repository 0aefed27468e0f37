"""Masked PPO of Stable-Baselines3 against random play: `python examples/train_sb3.py --seconds 60`.

Needs `pip install 'ludotheque[train]'`. All matches are played at once, in compiled loops (`vector_env`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from ludotheque.adapters import gymnasium


class Matches(VecEnv):
    """A vector environment as Stable-Baselines3 knows them; it asks for masks by `env_method("action_masks")`."""

    def __init__(self, game: str, matches: int) -> None:
        self.envs = gymnasium.vector_env(game, matches)
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


class Until(BaseCallback):
    """Ends the training after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = time.perf_counter() + seconds

    def _on_step(self) -> bool:
        return time.perf_counter() < self.end


def evaluate(model: Any, game: str, matches: int = 3000) -> tuple[float, float]:
    """The share of the win among random seats, and the half of its 95 % interval."""
    envs = gymnasium.vector_env(game, 256)
    observations, info = envs.reset(seed=99)
    shares: list[float] = []
    while len(shares) < matches:
        actions, _ = model.predict(observations, action_masks=info["action_mask"], deterministic=True)
        observations, rewards, over, _, info = envs.step(actions)
        shares += rewards[over].tolist()
    return float(np.mean(shares)), float(1.96 * np.std(shares) / np.sqrt(len(shares)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="lampions")
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args(arguments)
    torch.set_num_threads(2)
    matches = Matches(args.game, 128)
    matches.seed(1)
    model = MaskablePPO("MlpPolicy", matches, n_steps=32, batch_size=1024, n_epochs=4, learning_rate=1e-3, seed=1)
    model.learn(10**9, callback=Until(args.seconds))
    share, half = evaluate(model, args.game)
    print(
        f"after {model.num_timesteps:,} decisions it wins {share:.1%} ± {half:.1%} of {args.game} among random players"
    )
    return 0 if share - half > 1 / matches.envs.setting.players else 1


if __name__ == "__main__":
    raise SystemExit(main())
