"""`ludotheque train`: a network learns a game by playing against itself."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.bots import dataset, make
from ludotheque.bots.network import FILE, outlook_of, read_network
from ludotheque.commands.session import Session, WrongFile
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.play.game import Game

USUAL = ("greedy", "adept")  # whom the networks meet beside the training
MATCHES = {"cuda": 8192, "cpu": 256}
EVALUATED = 60  # matches against each of them, for every network that is saved


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("game", metavar="GAME", help=say("cli.game"))
    parser.add_argument("--minutes", type=float, default=10.0, metavar="M", help=say("cli.train.minutes"))
    parser.add_argument("--players", metavar="N,…", help=say("cli.train.players"))
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help=say("cli.train.device"))
    parser.add_argument("--matches", type=int, metavar="N", help=say("cli.train.matches"))
    parser.add_argument("--steps", type=int, default=32, metavar="N", help=say("cli.train.steps"))
    parser.add_argument("--channels", type=int, metavar="N", help=say("cli.train.channels"))
    parser.add_argument("--blocks", type=int, metavar="N", help=say("cli.train.blocks"))
    parser.add_argument("--hidden", type=int, metavar="N", help=say("cli.train.hidden"))
    parser.add_argument("--against", default=",".join(USUAL), metavar="BOT,…", help=say("cli.train.against"))
    parser.add_argument("--rival", metavar="FILE", help=say("cli.train.rival"))
    parser.add_argument("--start", metavar="FILE", help=say("cli.train.start"))
    parser.add_argument("--search", type=int, metavar="SIMS", help=say("cli.train.search"))
    parser.add_argument("--imitate", metavar="FOLDER,…", help=say("cli.train.imitate"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=say("cli.option_help"))
    parser.add_argument("--preset", metavar="NAME", help=say("cli.preset_help"))
    parser.add_argument("--out", metavar="FOLDER", help=say("cli.train.out"))
    parser.add_argument("--seed", type=int, default=0, metavar="SEED", help=say("cli.train.seed"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Train, and say where the network is."""
    game = lt.game(args.game, "compiled")
    given = players_of(args.players, game, session)
    options = session.options(game, args.option, args.preset)
    game.before_setup(None, options)
    counted = ("minutes", "matches", "steps", "channels", "blocks", "hidden", "search")
    numbers = {name: getattr(args, name) for name in counted}
    for name, number in numbers.items():
        if number is not None and number <= 0:
            raise BadInput.at(f"--{name}", 0, "", session.say("cli.train.not_positive", number=number))
    others = tuple(name.strip() for name in args.against.split(",") if name.strip())
    for name in others:
        make(name, 0, game)
    if args.rival and not Path(args.rival).is_file():
        raise BadInput.at("--rival", 0, args.rival, session.say("cli.train.no_rival"))
    if args.rival and args.rival.endswith(".npz"):
        read_network(Path(args.rival), game)
    if args.rival and args.search:
        raise BadInput.at("--search", 0, "", session.say("cli.train.search_alone"))
    imitated = tuple(name.strip() for name in (args.imitate or "").split(",") if name.strip())
    for name in imitated:
        if not (Path(name) / dataset.FILE).is_file():
            raise BadInput.at("--imitate", 0, name, session.say("cli.train.no_dataset"))
    if args.start:
        read_network(Path(args.start), game)  # an error for what is no network of this game
    if not game.has_heuristic:
        raise BadInput.at(game.name, 0, "", session.say("cli.train.no_heuristic"))
    planned = outlook_of(game) is not None
    if planned:  # it learns from matches of its own, and from what its plans lead to
        for name in ("rival", "search", "imitate"):
            if getattr(args, name):
                raise BadInput.at(f"--{name}", 0, "", session.say("cli.train.plans", game=game.name))
    size = (outlook_of(game) or game.observation).size  # an error for a game that declares none, before compiling
    session.need("train", "torch")
    choose_gpu()
    check_device(args.device, session)
    folder = Path(args.out or f"{game.name}-training")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongFile(session.say("cli.cant_write", file=folder, problem=error.strerror or str(error))) from None
    from ludotheque.training.plans import PlanTraining
    from ludotheque.training.run import Training, evaluator
    from ludotheque.training.settings import FROM_A_NETWORK, Settings, own_settings

    fewest, most = game.declaration.players
    matches = args.matches or MATCHES[args.device]
    told: dict[str, Any] = {
        "players": tuple(range(fewest, most + 1)),
        "matches": matches,
        "minibatch": max(1, min(8192, matches * args.steps // 4)),
        "epochs": 1,
        **own_settings(game),
        **(FROM_A_NETWORK if args.start else {}),
        **({"players": given} if given else {}),
        **({"threads": os.cpu_count() or 1} if planned else {}),
        **{name: number for name in ("channels", "blocks", "hidden") if (number := numbers[name]) is not None},
    }
    settings = Settings(
        game.name,
        seconds=60 * args.minutes,
        device=args.device,
        steps=args.steps,
        seed=args.seed,
        options=options,
        rival=args.rival or "",
        start=args.start or "",
        search=args.search or 0,
        imitate=imitated,
        **told,
    )
    training = (PlanTraining if planned else Training)(settings, folder)
    beside = None
    if training.is_over:  # before anything is compiled
        training.processes.end()
        return say_over(training, planned, folder, args, session)
    if training.processes.first:
        begins = session.say("cli.train.begins", game=game.name, numbers=size, folder=folder)
        print(begins, file=sys.stderr if args.json else sys.stdout)
        threads = max(1, (os.cpu_count() or 2) // 2)
        forever = time.time() + 1e9
        beside = evaluator(settings, folder, others, EVALUATED, threads, forever) if others else None
    file = training.run()
    training.processes.end()
    if beside is not None:
        beside.join()
    if training.processes.first and args.json:
        session.print_json({"file": str(file), "trained": True, **training.amount, "evaluation": evaluated(folder)})
    elif training.processes.first:
        print(session.say("cli.train.done", file=file))
    return 0


def say_over(training: Any, planned: bool, folder: Path, args: argparse.Namespace, session: Session) -> int:
    """Say that there is nothing left to train in this folder."""
    training.curves.close()
    if not training.processes.first:
        return 0
    if args.json:
        file = folder / FILE
        session.print_json({"file": str(file), "trained": False, **training.amount, "evaluation": evaluated(folder)})
    else:
        minutes = session.number(training.amount["seconds"] / 60, 2)
        print(session.say("cli.train.over_plans" if planned else "cli.train.over", folder=folder, minutes=minutes))
    return 0


def evaluated(folder: Path) -> list[dict[str, Any]]:
    """The rows of the matches against other bots so far."""
    file = folder / "evaluation.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []


def choose_gpu() -> None:
    """If `torchrun` started several processes, let each see one GPU, so that PyTorch and Numba use the same."""
    if "LOCAL_RANK" in os.environ:
        rank = int(os.environ["LOCAL_RANK"])
        seen = os.environ.get("CUDA_VISIBLE_DEVICES")
        theirs = [str(rank)] if seen is None else seen.split(",")[rank : rank + 1]  # none is left for one too many
        os.environ["CUDA_VISIBLE_DEVICES"] = "".join(theirs)


def check_device(device: str, session: Session) -> None:
    """Refuse a GPU that is not there."""
    import torch

    if device == "cuda" and not torch.cuda.is_available():
        raise BadInput.at("--device", 0, "", session.say("cli.train.no_gpu"))


def players_of(text: str | None, game: Game, session: Session) -> tuple[int, ...]:
    """The numbers of players to train for; () if none were given."""
    fewest, most = game.declaration.players
    if text is None:
        return ()
    words = text.split(",")
    if not all(word.strip().isdecimal() and fewest <= int(word) <= most for word in words):
        problem = session.say("cli.train.bad_players", text=text, fewest=fewest, most=most)
        raise BadInput.at("--players", 0, "", problem)
    return tuple(int(word) for word in words)
