"""Fits the value network of a game to matches between searching bots, and writes it into the game's data file.

    python bench/learn.py gwynt --seconds 600 --notes notes.npz

Matches are played for so many seconds in every process, with equal and with different decks. In each, one decision is
careless: drawn from all legal actions, or a pass. Samples are taken after it, so the network learns what careless moves
lead to, and the results are those of careful play. A file of notes is read first, if it exists, and gets the new ones;
`--seconds 0` only fits. One match in twenty is kept aside and says how well results are foreseen.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import ludotheque as lt
from ludotheque.bots import simulation
from ludotheque.bots.agents import SearchAgent
from ludotheque.bots.contest import equal_seatings
from ludotheque.bots.value_network import KERNEL, file_of, write
from ludotheque.bots.value_network_kernel import FIRST, SECOND
from ludotheque.kernel import load
from ludotheque.kernel.declare import SHARE
from ludotheque.play import registry
from ludotheque.play.seeds import key_words

SIMS = 40  # of the bots that play
LATEST = 44  # the careless decision is one of the first so many
PASSES = 0.35  # how often it is a pass, where that is legal: it is action 0
EQUAL = 0.6  # how many matches are played with equal decks
ASIDE = 20  # one match of so many
LEAST = 1000  # matches
EPOCHS, BATCH, RATE, DECAY = 16, 2048, 2e-3, 2e-5

Numbers = Any


def noted(job: tuple[str, float, int, int]) -> tuple[Numbers, Numbers, Numbers]:
    """The inputs seen in matches, the results of the seats to move, and the numbers of the matches."""
    name, seconds, run, worker = job
    game = lt.game(name, "compiled")
    program = load(game.package, "compiled")
    bot = SearchAgent(game, program, SIMS)
    entry_points, note = program.entry_points, program.add(KERNEL).note
    brought = [seating[0] for seating in equal_seatings(game, {}, 2)]
    equal = [game.before_setup(2, {}, (deck, deck))[0] for deck in brought]
    mixed = [game.before_setup(2, {}, pair)[0] for pair in itertools.permutations(brought, 2)]
    states, work, out = program.states(1), program.workspaces(1), program.actions(game.declaration.action_count)
    inputs = program.totals(len(import_module(f"{game.package}.feature_names").NAMES))
    chance = random.Random(f"learn/{run}/{worker}")
    seen, results, matches = [], [], []
    program.put(states, 0, equal[0])
    note(states, 0, work, 0, inputs)  # compiles: that is not playing
    end = time.monotonic() + seconds
    for match in itertools.count((run << 40) + (worker << 24)):
        if time.monotonic() > end:
            break
        program.put(states, 0, chance.choice(equal if chance.random() < EQUAL else mixed))
        entry_points.rekey(states, 0, *key_words("learn", match))
        entry_points.setup(states, 0, work, 0)
        careless = chance.randrange(LATEST)
        asked = []
        for number in range(game.declaration.longest + 1):
            mask = int(entry_points.actors(states, 0))
            if mask == 0:
                break
            seat = 0 if mask & 1 else 1
            n = int(entry_points.legal(states, 0, work, 0, seat, out))
            if n > 1 and number > careless and (whose := int(note(states, 0, work, 0, inputs))) >= 0:
                seen.append(inputs.astype(np.int16))
                asked.append(whose)
            if n > 1 and number == careless:
                action = 0 if out[0] == 0 and chance.random() < PASSES else int(out[chance.randrange(n)])
            else:
                action = bot.act(states, 0, seat, key_words("learn", match, number))
            entry_points.play(states, 0, work, 0, seat, action)
        shares = [entry_points.share(states, 0, seat) / SHARE for seat in range(2)]
        results += [shares[seat] for seat in asked]
        matches += [match] * len(asked)
    return np.array(seen, np.int16), np.array(results, np.float32), np.array(matches, np.int64)


def answer(net: list[Numbers], x: Numbers) -> tuple[Numbers, Numbers]:
    """The hidden values and the answers of a network to rows of inputs."""
    hidden = np.maximum(0, x @ net[0] + net[1])
    return hidden, hidden @ net[2] + net[3]


def loss(net: list[Numbers], x: Numbers, y: Numbers) -> float:
    """The log-loss of its answers."""
    z = answer(net, x)[1]
    return float(np.mean(np.logaddexp(0, z) - y * z))


def fit(x: Numbers, y: Numbers, wide: int) -> list[Numbers]:
    """A network with `wide` hidden values, fitted to rows of inputs and their results by Adam."""
    draw = np.random.default_rng(1)
    inputs = x.shape[1]
    net = [
        draw.normal(size=(inputs, wide)).astype(np.float32) * np.float32(inputs**-0.5),
        np.zeros(wide, np.float32),
        draw.normal(size=wide).astype(np.float32) * np.float32(wide**-0.5),
        np.zeros(1, np.float32),
    ]
    mean, square = [np.zeros_like(p) for p in net], [np.zeros_like(p) for p in net]
    step, steps = 0, EPOCHS * (len(x) // BATCH)
    for _ in range(EPOCHS):
        order = draw.permutation(len(x))
        for at in range(0, len(x) - BATCH + 1, BATCH):
            rows, want = x[order[at : at + BATCH]], y[order[at : at + BATCH]]
            hidden, z = answer(net, rows)
            off = (1 / (1 + np.exp(-z)) - want) / BATCH
            back = np.outer(off, net[2]) * (hidden > 0)
            slopes = [
                rows.T @ back + DECAY * net[0],
                back.sum(0),
                hidden.T @ off + DECAY * net[2],
                off.sum(keepdims=True),
            ]
            step += 1
            rate = RATE * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + RATE / 100
            for p, m, v, slope in zip(net, mean, square, slopes, strict=True):
                m += 0.1 * (slope - m)
                v += 0.001 * (slope * slope - v)
                p -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    return net


def play(args: argparse.Namespace) -> tuple[Numbers, Numbers, Numbers]:
    """Read the samples of the file, add new ones and store all; return them."""
    file = Path(args.notes)
    old = [tuple(np.load(file)[key] for key in ("seen", "results", "matches"))] if file.exists() else []
    run = 1 + max((int(part[2].max()) >> 40 for part in old), default=0)
    new = []
    if args.seconds > 0:
        simulation.prepare(lt.game(args.game, "compiled"))
        jobs = [(args.game, args.seconds, run, worker) for worker in range(args.processes)]
        with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
            new = [part for part in pool.map(noted, jobs) if len(part[0])]
    seen, results, matches = (np.concatenate(parts) for parts in zip(*old, *new, strict=True))
    if new:
        np.savez_compressed(file, seen=seen, results=results, matches=matches)
    return seen, results, matches


def main() -> int:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=[game.name for game in registry.games() if "features" in game.kernel_modules])
    parser.add_argument("--seconds", type=float, default=600, help="of playing, in every process")
    parser.add_argument("--notes", default="notes.npz", help="where notes are kept")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--wide", type=int, default=48, help="hidden values")
    args = parser.parse_args()
    seen, results, matches = play(args)
    if len(np.unique(matches)) < LEAST:
        print(
            f"{len(np.unique(matches)):,} matches are too few to learn from: let it play for longer.", file=sys.stderr
        )
        return 1
    aside = matches % ASIDE == 0
    mean, spread = seen[~aside].mean(0), seen[~aside].std(0) + 1e-3
    scaled = ((seen - mean) / spread).astype(np.float32)
    net = fit(scaled[~aside], results[~aside], args.wide)
    about = [
        f"The value network of {args.game}: made by bench/learn.py. How it is used: bots/value_network_kernel.py.",
        f"From {len(np.unique(matches)):,} matches, {len(seen):,} positions; log-loss of those kept aside:"
        f" {loss(net, scaled[aside], results[aside]):.3f}.",
        f"Weights of [first] are in 1/{FIRST}, of [second] in 1/{SECOND}.",
    ]
    print("\n".join(about))
    rows = np.rint(np.vstack([net[0] / spread[:, None], net[1] - (mean / spread) @ net[0]]) * FIRST).astype(int)
    column = np.rint(np.append(net[2], net[3]) * SECOND).astype(int)
    package = lt.game(args.game).package
    write(file_of(package), about, import_module(f"{package}.feature_names").NAMES, rows.tolist(), column.tolist())
    return 0


if __name__ == "__main__":
    sys.exit(main())
