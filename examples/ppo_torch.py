"""PPO in PyTorch, in the style of CleanRL: `python examples/ppo_torch.py lampions --opponents greedy --seconds 120`.

Needs `pip install 'ludotheque[gymnasium]' torch`. One learner in each of 256 matches of `vector_env`, bots in the other
seats; what is not legal is masked. With `--opponents itself` it plays all seats of a team, in Gorynich:
`python examples/ppo_torch.py gorynich --players 3 --opponents itself`. `--csv FILE` writes the learning curve,
`--out FILE` the network, with which `PPO_TORCH=FILE ludotheque benchmark run gwynt --agent ppo_torch:Agent` evaluates
it (run from this folder).
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
from torch import nn

import ludotheque as lt
from ludotheque.adapters import gymnasium

MATCHES, STEPS, EPOCHS, MINIBATCHES, RATE = 256, 32, 4, 8, 1e-3
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 0.99, 0.95, 0.2, 0.01, 0.5


class Network(nn.Module):
    """Observations → masked logits of the actions, and a value."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy, self.value = nn.Linear(256, actions), nn.Linear(256, 1)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> tuple[Any, torch.Tensor]:
        hidden = self.body(x)
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden)[:, 0]


class Agent:
    """A trained network as an agent of the benchmark: it plays the action that it likes best."""

    name = "ppo_torch"

    def __init__(self, seed: object) -> None:
        self.seed, saved = seed, torch.load(os.environ["PPO_TORCH"], weights_only=True)
        self.network = Network(saved["body.0.weight"].shape[1], len(saved["policy.bias"]))
        self.network.load_state_dict(saved)

    def choose(self, pos: Any, seat: int) -> Any:
        x = torch.from_numpy(pos.observe(seat) * pos.game.observation.scales)
        with torch.no_grad():
            policy, _ = self.network(x.float()[None], torch.from_numpy(pos.mask(seat).copy())[None])
        return pos.game.move(int(policy.logits.argmax()))


class Team:
    """Matches in which the network decides for every seat, each by what that seat sees; the reward is the team's.

    It has of a vector environment what is used here.
    """

    def __init__(self, game: str, num_envs: int, **setting: Any) -> None:
        self.batch, self.num_envs = lt.batch(game, num_envs, **setting), num_envs
        self.seats = np.zeros(num_envs, np.int32)  # whose reward it is: all have the same

    def reset(self, seed: object = None) -> tuple[Any, dict[str, Any]]:
        """Begin every match again."""
        self.batch.reset(seed)
        return self.observe_seats()

    def observe_seats(self) -> tuple[Any, dict[str, Any]]:
        """What those see who decide."""
        return self.batch.observe(scaled=True).copy(), {"action_mask": self.batch.legal().copy()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play; a match that ends is followed by a new one."""
        self.batch.step(actions)
        seen, info = self.observe_seats()
        return seen, self.batch.rewards[:, 0].copy(), self.batch.done.copy(), None, info


def evaluate(network: Network, envs: Any, matches: int) -> tuple[float, float, float]:
    """The mean reward of the best-liked actions, the half of its 95 % interval, and the mean points. The first matches
    are not counted by who is ready first: each place of the vector gives equally many."""
    each = -(-matches // envs.num_envs)
    seen, info = envs.reset(seed=10**6)
    shares: list[list[tuple[float, float]]] = [[] for _ in range(envs.num_envs)]
    while min(map(len, shares)) < each:
        with torch.no_grad():
            policy, _ = network(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
        seen, rewards, over, _, info = envs.step(policy.logits.argmax(1).numpy())
        for i in np.flatnonzero(over):
            shares[i].append((float(rewards[i]), float(envs.batch.scores[i, envs.seats[i]])))
    counted, points = np.array([found[:each] for found in shares]).reshape(-1, 2).T
    return float(counted.mean()), float(1.96 * counted.std() / np.sqrt(counted.size)), float(points.mean())


def train(envs: Any, judged: Any, seconds: float, seed: int, record: Any) -> Network:
    """Learn for so many seconds of the processor; `record` is given a row of the learning curve now and then."""
    torch.manual_seed(seed)
    network = Network(envs.batch.observation.size, envs.batch.action_count)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    n, begun, decisions, rows = envs.num_envs, time.process_time(), 0, 0
    seen, info = envs.reset(seed=seed)
    while True:
        spent = time.process_time() - begun
        if spent >= rows * seconds / 10:  # eleven points of the curve; measuring counts, too
            rows += 1
            share, half, points = evaluate(network, judged, 512)
            row = {"decisions": decisions, "seconds": round(spent, 1), "share": round(share, 4), "half": round(half, 4)}
            record({**row, "points": round(points, 2)}, network)
        if spent >= seconds:
            return network
        store: dict[str, list[torch.Tensor]] = {k: [] for k in ("x", "mask", "action", "log", "value", "reward", "end")}
        for _ in range(STEPS):
            x, mask = torch.from_numpy(seen), torch.from_numpy(info["action_mask"])
            with torch.no_grad():
                policy, value = network(x, mask)
                action = policy.sample()
            seen, reward, over, _, info = envs.step(action.numpy())
            ends = (torch.from_numpy(np.asarray(one, np.float32)) for one in (reward, over))
            for name, row in zip(store, (x, mask, action, policy.log_prob(action), value, *ends), strict=True):
                store[name].append(row)
        b = {name: torch.stack(rows_) for name, rows_ in store.items()}
        with torch.no_grad():
            _, later = network(torch.from_numpy(seen), torch.from_numpy(info["action_mask"]))
        advantages, last = torch.zeros_like(b["value"]), torch.zeros(n)
        for t in reversed(range(STEPS)):
            goes_on = 1 - b["end"][t]
            last = b["reward"][t] + GAMMA * goes_on * later - b["value"][t] + GAMMA * LAMBDA * goes_on * last
            advantages[t], later = last, b["value"][t]
        returns = (advantages + b["value"]).flatten()
        flat = [b[name].flatten(0, 1) for name in ("x", "mask", "action", "log")]
        for _ in range(EPOCHS):
            for at in torch.randperm(n * STEPS).chunk(MINIBATCHES):
                x, mask, action, before = (column[at] for column in flat)
                gain = advantages.flatten()[at]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                policy, value = network(x, mask)
                ratio = (policy.log_prob(action) - before).exp()
                loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = loss + VALUE * (value - returns[at]).square().mean() - ENTROPY * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimizer.step()
        decisions += n * STEPS


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; 0 if the last point of the curve is surely better than the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="lampions")
    parser.add_argument("--players", type=int)
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--decks", metavar="DECK,…", help="in Gwynt: all pairs of these")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv")
    parser.add_argument("--out")
    args = parser.parse_args(arguments)
    torch.set_num_threads(1)
    curve: list[dict[str, float]] = []

    def record(row: dict[str, float], network: Network) -> None:
        curve.append(row)
        told = "{decisions:,} decisions, {seconds} s: {share:.1%} ± {half:.1%} of the win, {points} points"
        print(told.format(**row), flush=True)
        if args.csv:
            with open(args.csv, "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, row, lineterminator="\n")
                writer.writeheader()
                writer.writerows(curve)
        if args.out:
            torch.save(network.state_dict(), args.out)

    options = dict(option.split("=", 1) for option in args.option)
    pairs = product(args.decks.split(","), repeat=2) if args.decks else ()
    seatings = [({"deck": mine}, {"deck": theirs}) for mine, theirs in pairs] or None
    setting = {"players": args.players, "options": options, "seatings": seatings}
    learning = {"reward": "shaped", "discount": GAMMA}
    if args.opponents == "itself":
        envs, judged = (Team(args.game, n, **setting, **more) for n, more in ((MATCHES, learning), (MATCHES, {})))
    else:
        bots = {"opponents": args.opponents, **setting}
        envs = gymnasium.vector_env(args.game, MATCHES, **bots, **learning)
        judged = gymnasium.vector_env(args.game, MATCHES, **bots)
    train(envs, judged, args.seconds, args.seed, record)
    return int(curve[-1]["share"] - curve[-1]["half"] <= curve[0]["share"] + curve[0]["half"])


if __name__ == "__main__":
    raise SystemExit(main())
