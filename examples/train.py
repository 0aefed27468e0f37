"""A policy that learns to beat random play, in NumPy alone: `python examples/train.py --seconds 20`.

REINFORCE on a batch: in each of 512 matches one seat is the learner's, the others play at random. The network has one
hidden layer; what is not legal is masked. Nothing here knows the game.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

import ludotheque as lt

HIDDEN, RATE, ENTROPY = 64, 3e-3, 0.01


class Network:
    """Observations → logits of the actions, and the steps of Adam."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.weights = [
            (chance.standard_normal((inputs, HIDDEN)) / np.sqrt(inputs)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (0.01 * chance.standard_normal((HIDDEN, actions))).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def __call__(self, x: Any, mask: Any) -> tuple[Any, Any]:
        """The hidden layer, and the chance of every action."""
        w1, b1, w2, b2 = self.weights
        hidden = np.tanh(x @ w1 + b1)
        logits = np.where(mask, hidden @ w2 + b2, -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True)

    def learn(self, x: Any, mask: Any, actions: Any, advantages: Any) -> None:
        """Make what turned out well more likely."""
        w2 = self.weights[2]
        hidden, chances = self(x, mask)
        logs = np.log(np.where(chances > 0, chances, 1))
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        slope = -chances * advantages[:, None]
        slope[np.arange(len(actions)), actions] += advantages
        slope -= ENTROPY * chances * (logs + entropy)
        slope /= len(actions)
        back = (slope @ w2.T) * (1 - hidden**2)
        self.steps += 1
        slopes = [x.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)]
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            scale = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weight += RATE * scale * mean / (np.sqrt(square) + 1e-8)


class Table:
    """Matches with a learner in each, at seat i % players of match i."""

    def __init__(self, game: str, players: int | None, matches: int, seed: object) -> None:
        self.batch = lt.batch(game, matches, players=players, seed=seed, restart=False)
        self.players = self.batch.position(0).players
        self.seats = np.arange(matches) % self.players
        self.scales = self.batch.observation.scales
        self.chance = np.random.default_rng(0)

    def play(self, network: Network) -> tuple[Any, Any, Any, Any, Any]:
        """Every match to its end: what the learners saw, might do and did, in which match, and what they won."""
        batch, rows = self.batch, []
        batch.reset()
        shares = np.zeros(batch.n, np.float32)
        while (batch.seats >= 0).any():
            actions = batch.sample().copy()
            mine = np.flatnonzero(batch.seats == self.seats)
            if len(mine):
                x, mask = batch.observe()[mine] * self.scales, batch.legal()[mine]
                _, chances = network(x, mask)
                drawn = self.chance.random((len(mine), 1), np.float32)
                chosen = (chances.cumsum(axis=1) > drawn * 0.999999).argmax(axis=1)
                actions[mine] = chosen
                rows.append((x, mask, chosen, mine))
            batch.step(actions)
            ended = np.flatnonzero(batch.done)
            shares[ended] = batch.rewards[ended, self.seats[ended]]
        x, mask, chosen, mine = (np.concatenate(column) for column in zip(*rows, strict=True))
        return x, mask, chosen, mine, shares


def evaluate(network: Network, game: str, players: int | None, matches: int) -> tuple[float, float]:
    """The share of the win that the network gets among random seats, and the half of its 95 % interval."""
    shares = Table(game, players, matches, "evaluation").play(network)[-1]
    return float(shares.mean()), float(1.96 * shares.std() / np.sqrt(matches))


def train(game: str, players: int | None = None, seconds: float = 20, rounds: int | None = None) -> Network:
    """Learn for so many seconds, or rounds."""
    table = Table(game, players, 512, "training")
    network = Network(table.batch.observation.size, table.batch.action_count, seed=1)
    end = time.perf_counter() + seconds
    while network.steps < rounds if rounds is not None else time.perf_counter() < end:
        x, mask, chosen, mine, shares = table.play(network)
        advantages = shares - shares.mean()
        network.learn(x, mask, chosen, advantages[mine] / (advantages.std() + 1e-6))
    return network


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="lampions")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args(arguments)
    network = train(args.game, args.players, args.seconds)
    share, half = evaluate(network, args.game, args.players, 3000)
    print(f"after {network.steps} rounds it wins {share:.1%} ± {half:.1%} of {args.game} among random players")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
