"""Self-play with TorchRL, through the PettingZoo adapter: `python examples/train_torchrl.py --rounds 15`.

Needs `pip install 'ludotheque[pettingzoo]' torchrl`. One network plays all seats and learns by REINFORCE from the
shares of the win; at the end it sits among random players.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType
from torchrl.modules import MaskedCategorical

from ludotheque.adapters import gymnasium, pettingzoo

SEATS = "agents"  # the group that TorchRL puts all agents into


def play(env: Any, network: nn.Module) -> Any:
    """One match of the network with itself: the log-chance of each action, times what its seat won above its part."""
    logs, seats = [], []
    state = env.reset()
    while not bool(state["done"].all()):
        own = state[SEATS]
        seat = int(own["mask"].int().argmax())  # who is asked
        chances = MaskedCategorical(
            logits=network(own["observation"]["observation"][seat]), mask=own["action_mask"][seat]
        )
        action = chances.sample()
        logs.append(chances.log_prob(action))
        seats.append(seat)
        state[SEATS, "action"] = torch.zeros_like(own["mask"], dtype=torch.long)
        state[SEATS, "action"][seat] = action
        state = env.step(state)["next"]
    shares = state[SEATS, "reward"].flatten()
    return -(torch.stack(logs) * (shares - shares.mean())[seats]).sum()


def evaluate(network: nn.Module, game: str, matches: int = 2000) -> tuple[float, float]:
    """The share of the win among random seats, and the half of its 95 % interval."""
    envs = gymnasium.vector_env(game, 256)
    observations, info = envs.reset(seed=99)
    shares: list[float] = []
    while len(shares) < matches:
        with torch.no_grad():
            logits = network(torch.as_tensor(observations))
        chances = MaskedCategorical(logits=logits, mask=torch.as_tensor(info["action_mask"]))
        observations, rewards, over, _, info = envs.step(chances.sample().numpy())
        shares += rewards[over].tolist()
    return float(np.mean(shares)), float(1.96 * np.std(shares) / np.sqrt(len(shares)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="lampions")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--matches", type=int, default=8, help="in a round")
    args = parser.parse_args(arguments)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    made = pettingzoo.env(args.game)
    env = PettingZooWrapper(made, use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP)
    env.set_seed(1)
    setting = made.setting
    network = nn.Sequential(nn.Linear(setting.observation.size, 64), nn.Tanh(), nn.Linear(64, setting.action_count))
    adam = torch.optim.Adam(network.parameters(), 3e-3)
    for _ in range(args.rounds):
        adam.zero_grad()
        loss = torch.stack([play(env, network) for _ in range(args.matches)]).mean()
        loss.backward()
        adam.step()
    share, half = evaluate(network, args.game)
    played = args.rounds * args.matches
    print(f"after {played} matches it wins {share:.1%} ± {half:.1%} of {args.game} among random players")
    return 0 if share - half > 1 / setting.players else 1


if __name__ == "__main__":
    raise SystemExit(main())
