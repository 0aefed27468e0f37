"""PPO in JAX, compiled as a whole with the matches inside: `python examples/ppo_jax.py lampions --seconds 60`.

Needs `pip install 'ludotheque[jax]' optax`. A batch asks one learner in each match (`batch.ask`), the other seats play
at random; playing and learning are one program for `jax.jit`, in which a step of the batch is a call of the host
(`ludotheque.adapters.jax`). `--csv FILE` writes the learning curve.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

import ludotheque as lt
from ludotheque.adapters.jax import Look, Matches

MATCHES, STEPS, EPOCHS, MINIBATCHES = 256, 32, 4, 8
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 0.99, 0.95, 0.2, 0.01, 0.5
optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1e-3, eps=1e-5))


def begin(key: Any, inputs: int, actions: int) -> Any:
    """The weights of the network: layers of (weights, biases), the last one for logits and the value."""
    sizes = (inputs, 256, 256, actions + 1)
    keys = jax.random.split(key, len(sizes))
    shapes = zip(keys, sizes[:-1], sizes[1:], strict=False)
    return [(jax.random.normal(k, (a, b)) * (2 / a) ** 0.5, jnp.zeros(b)) for k, a, b in shapes]


def network(weights: Any, x: Any, mask: Any) -> tuple[Any, Any]:
    """Masked log-probabilities of the actions, and the value."""
    for w, b in weights[:-1]:
        x = jax.nn.relu(x @ w + b)
    out = x @ (0.01 * weights[-1][0]) + weights[-1][1]
    return jax.nn.log_softmax(jnp.where(mask, out[:, :-1], -1e9)), out[:, -1]


def make_round(matches: Matches, seats: Any) -> Any:
    """A round of playing and learning, compiled as one program."""
    rows = jnp.arange(MATCHES)

    def act(carry: Any, key: Any) -> Any:
        weights, look = carry
        logs, value = network(weights, look.observation, look.mask)
        action = jax.random.categorical(key, logs)
        after = matches.step(action)
        kept = (look.observation, look.mask, action, logs[rows, action], value, after.reward[rows, seats], after.done)
        return (weights, after), kept

    def loss(weights: Any, x: Any, mask: Any, action: Any, before: Any, gain: Any, target: Any) -> Any:
        logs, value = network(weights, x, mask)
        gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        ratio = jnp.exp(logs[jnp.arange(len(action)), action] - before)
        policy = -jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
        entropy = -(jnp.exp(logs) * jnp.where(mask, logs, 0)).sum(1).mean()
        return policy + VALUE * jnp.square(value - target).mean() - ENTROPY * entropy

    def descend(carry: Any, rows: Any) -> Any:
        weights, memory = carry
        slopes = jax.grad(loss)(weights, *rows)
        change, memory = optimizer.update(slopes, memory)
        return (optax.apply_updates(weights, change), memory), None

    def one_round(weights: Any, memory: Any, look: Look, key: Any) -> Any:
        key, *keys = jax.random.split(key, 1 + STEPS + EPOCHS)
        (_, look), kept = jax.lax.scan(act, (weights, look), jnp.stack(keys[:STEPS]))
        x, mask, action, before, value, reward, done = kept
        following = jnp.concatenate([value[1:], network(weights, look.observation, look.mask)[1][None]])

        def back(last: Any, row: Any) -> Any:
            value, following, reward, done = row
            last = reward + GAMMA * (1 - done) * following - value + GAMMA * LAMBDA * (1 - done) * last
            return last, last

        ends = done.astype(jnp.float32)
        _, gain = jax.lax.scan(back, jnp.zeros(MATCHES), (value, following, reward, ends), reverse=True)
        flat = [column.reshape(MATCHES * STEPS, *column.shape[2:]) for column in (x, mask, action, before, gain)]
        flat.append((gain + value).reshape(-1))
        orders = jnp.stack([jax.random.permutation(k, MATCHES * STEPS) for k in keys[STEPS:]])
        parts = orders.reshape(EPOCHS * MINIBATCHES, -1)
        (weights, memory), _ = jax.lax.scan(
            lambda c, at: descend(c, [one[at] for one in flat]), (weights, memory), parts
        )
        return weights, memory, look, key

    return jax.jit(one_round)


def evaluate(weights: Any, game: str, players: int | None, count: int) -> tuple[float, float]:
    """The share of the win of the best-liked actions among random players, and the half of its 95 % interval."""
    batch = lt.batch(game, count, players, seed="evaluation", restart=False)
    seats, shares = np.arange(count) % batch.position(0).players, np.zeros(count)
    best = jax.jit(lambda x, mask: network(weights, x, mask)[0].argmax(1))
    while (batch.seats >= 0).any():
        mine = batch.seats == seats
        actions = np.where(mine, best(batch.observe(scaled=True), batch.legal()), batch.sample())
        batch.step(np.where(batch.seats >= 0, actions, batch.WAIT))
        ended = np.flatnonzero(batch.done & (batch.seats < 0) & (shares == 0))
        shares[ended] = batch.rewards[ended, seats[ended]]
    return float(shares.mean()), float(1.96 * shares.std() / count**0.5)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train; 0 if the last point of the curve is surely better than the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="lampions")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv")
    args = parser.parse_args(arguments)
    batch = lt.batch(args.game, MATCHES, args.players, seed=args.seed, reward="shaped", discount=GAMMA)
    seats = np.arange(MATCHES, dtype=np.int32) % batch.position(0).players
    batch.ask(seats)
    matches = Matches(batch)
    key, first = jax.random.split(jax.random.key(args.seed))
    weights = begin(first, batch.observation.size, batch.action_count)
    memory, look = optimizer.init(weights), matches.reset(args.seed)
    one_round = make_round(matches, seats).lower(weights, memory, look, key).compile()
    begun, decisions, curve = time.process_time(), 0, []
    while True:
        spent = time.process_time() - begun
        if spent >= len(curve) * args.seconds / 10:  # eleven points of the curve; measuring counts, too
            share, half = evaluate(weights, args.game, args.players, 512)
            numbers = {"decisions": decisions, "seconds": round(spent, 1)}
            curve.append({**numbers, "share": round(share, 4), "half": round(half, 4)})
            print(f"{decisions:,} decisions, {spent:.0f} s: {share:.1%} ± {half:.1%} of the win", flush=True)
        if spent >= args.seconds:
            break
        weights, memory, look, key = jax.block_until_ready(one_round(weights, memory, look, key))
        decisions += MATCHES * STEPS
    if args.csv:
        with open(args.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, curve[0])
            writer.writeheader()
            writer.writerows(curve)
    return int(curve[-1]["share"] - curve[-1]["half"] <= curve[0]["share"] + curve[0]["half"])


if __name__ == "__main__":
    raise SystemExit(main())
