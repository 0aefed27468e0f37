"""PPO with ten million decisions, the budget of Ludothèque-5: training on a GPU, learning curves on a CPU.

    python bench/ppo.py train gwynt --seed 1 --out gwynt-1      # the last network is gwynt-1/network.npz
    python bench/ppo.py curve gwynt gwynt-1 --matches 256       # bench/curves/gwynt-ppo-1.csv

A network is small: 32 channels and 2 blocks over a board, else 128 wide. It is kept after each million decisions; a
curve says what each of them wins with two players among greedy bots, and half of the 95 % interval.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

DECISIONS = 10_000_000
CURVES = Path(__file__).parent / "curves"
PLAYERS = {"gwynt": (2,), "gunkimono": (2, 2, 2, 2, 2, 3, 4, 5), "kunitori": (2, 3, 4)}
SEED = "learning curve"  # other deals than those of the benchmark


def train(game: str, seed: int, folder: Path) -> None:
    """Train a network; only here PyTorch is needed."""
    from ludotheque.play import registry
    from ludotheque.training.run import Training
    from ludotheque.training.settings import Settings, own_settings

    own = own_settings(registry.game(game, "compiled"))
    usual = {name: own[name] for name in ("near", "far", "entropy", "last_entropy") if name in own}
    settings = Settings(
        game,
        PLAYERS[game],
        seconds=1e9,
        matches=1024,
        minibatch=4096,
        hidden=128,
        channels=32,
        blocks=2,
        average=0.9,
        seed=seed,
        **usual,
    )
    training = Training(settings, folder)
    learner = training.learner
    training.warm_up()
    begun, saved, remembered, first = time.time(), 0.0, 0.0, learner.decisions
    while (part := (learner.decisions - first) / DECISIONS) < 1:
        if part - remembered >= 0.05:
            remembered = part
            learner.remember()
        if part - saved >= 0.1:
            saved = part
            training.save()
        learner.play(part)
        learner.learn(part)
        learner.spent = time.time() - begun
    print(training.save(), training.amount)


def draw(game: str, folder: Path, matches: int) -> None:
    """Let every network meet greedy bots, and write the curve."""
    from ludotheque.training.evaluation import evaluate

    settings = json.loads((folder / "settings.json").read_text("utf-8"))
    file = CURVES / f"{game}-ppo-{settings['seed']}.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(("decisions", "share", "half"))
        for network in sorted(folder.glob("network-*.npz")):
            (row,) = evaluate(game, network, 2, ("greedy",), matches, 2, time.time() + 1e6, SEED, {})
            low, high = row["interval"]
            rows.writerow((1000 * int(network.stem.split("-")[1]), row["share"], round((high - low) / 2, 4)))
            out.flush()


def main() -> int:
    """Train, or draw a curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train")
    training.add_argument("game", choices=PLAYERS)
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--out", type=Path, required=True)
    curve = commands.add_parser("curve")
    curve.add_argument("game", choices=PLAYERS)
    curve.add_argument("folder", type=Path)
    curve.add_argument("--matches", type=int, default=256)
    args = parser.parse_args()
    if args.command == "train":
        train(args.game, args.seed, args.out)
    else:
        draw(args.game, args.folder, args.matches)
    return 0


if __name__ == "__main__":
    sys.exit(main())
