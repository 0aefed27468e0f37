"""PPO with ten million decisions, the budget of Ludothèque-5: training on a GPU, learning curves on a CPU.

    python bench/ppo.py train gwynt --seed 1 --out gwynt-1      # the last network is gwynt-1/network.npz
    python bench/ppo.py curve gwynt gwynt-1 --matches 256       # bench/curves/gwynt-ppo-1.csv
    python bench/ppo.py train gwynt-decks --seed 1 --out decks-1 --device cpu --decisions 1000000

A network is small: 32 channels and 2 blocks over a board, else 128 wide. It is kept after each tenth of the decisions;
a curve says what each of them wins with two players among greedy bots, and half of the 95 % interval: in gwynt-decks
with the decks that it did not train on. A call continues a training that was stopped after `--minutes`.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from ludotheque.benchmarks.tasks import DECKS, TASKS

DECISIONS = 10_000_000
CURVES = Path(__file__).parent / "curves"
PLAYERS = {"gwynt": (2,), "gwynt-decks": (2,), "gunkimono": (2, 2, 2, 2, 2, 3, 4, 5), "kunitori": (2, 3, 4)}
SEED = "learning curve"  # other deals than those of the benchmark


def train(task: str, seed: int, folder: Path, device: str, decisions: int, minutes: float) -> None:
    """Train a network, or go on with it; only here PyTorch is needed."""
    from ludotheque.play import registry
    from ludotheque.training.run import Training
    from ludotheque.training.settings import Settings, own_settings

    game = TASKS[task].game
    own = own_settings(registry.game(game, "compiled"))
    usual = {name: own[name] for name in ("near", "far", "entropy", "last_entropy") if name in own}
    settings = Settings(
        game,
        PLAYERS[task],
        seconds=1e9,
        device=device,
        matches=1024 if device == "cuda" else 256,
        minibatch=4096 if device == "cuda" else 2048,
        hidden=128,
        channels=32,
        blocks=2,
        average=0.9,
        seed=seed,
        choices=tuple(DECKS["training"]) if task == "gwynt-decks" else (),
        **usual,
    )
    training = Training(settings, folder)
    learner = training.learner
    training.warm_up()
    begun, before = time.time(), learner.spent
    saved = remembered = learner.decisions / decisions
    while (part := learner.decisions / decisions) < 1 and time.time() - begun < 60 * minutes:
        if part - remembered >= 0.05:
            remembered = part
            learner.remember()
        if part - saved >= 0.1:
            saved = part
            training.save()
        learner.play(part)
        learner.learn(part)
        learner.spent = before + time.time() - begun
    print(training.save(), training.amount)


def draw(task: str, folder: Path, matches: int) -> None:
    """Let every network meet greedy bots, and write the curve."""
    from ludotheque.bots.contest import Contest, Pairing, Table
    from ludotheque.reports.intervals import wilson
    from ludotheque.training.evaluation import evaluate

    settings = json.loads((folder / "settings.json").read_text("utf-8"))
    file = CURVES / f"{task}-ppo-{settings['seed']}.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(("decisions", "share", "half"))
        for network in sorted(folder.glob("network-*.npz")):
            if settings["choices"]:  # with decks that it did not train on
                who = (f"network:{network}", "greedy")
                table = Table(Contest(settings["game"], who, 2, SEED, 1.0, {}, TASKS[task].rounds[0].seatings))
                share = sum(table.play(Pairing(*who), match).share for match in range(matches)) / matches
                low, high = wilson(share, matches)
            else:
                (row,) = evaluate(settings["game"], network, 2, ("greedy",), matches, 2, time.time() + 1e6, SEED, {})
                share, (low, high) = row["share"], row["interval"]
            decisions = 1000 * int(network.stem.split("-")[1])
            rows.writerow((decisions, round(share, 4), round((high - low) / 2, 4)))
            out.flush()


def main() -> int:
    """Train, or draw a curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    training = commands.add_parser("train")
    training.add_argument("task", choices=PLAYERS)
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--out", type=Path, required=True)
    training.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    training.add_argument("--decisions", type=int, default=DECISIONS)
    training.add_argument("--minutes", type=float, default=1e6)
    curve = commands.add_parser("curve")
    curve.add_argument("task", choices=PLAYERS)
    curve.add_argument("folder", type=Path)
    curve.add_argument("--matches", type=int, default=256)
    args = parser.parse_args()
    if args.command == "train":
        train(args.task, args.seed, args.out, args.device, args.decisions, args.minutes)
    else:
        draw(args.task, args.folder, args.matches)
    return 0


if __name__ == "__main__":
    sys.exit(main())
