"""`ludotheque dataset`: decisions of bots as data, for every game and level with one command; and in Minari's form."""

from __future__ import annotations

import argparse
import dataclasses
import os
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.bots import dataset
from ludotheque.bots.contest import Contest, equal_seatings
from ludotheque.bots.levels import search_settings_of
from ludotheque.commands.session import Session, whole_number
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.terminal.bars import bar, prepare

DECISIONS = 100_000


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("what", choices=("make", "minari"), help=say("cli.dataset.what"))
    parser.add_argument("folder", metavar="FOLDER", help=say("cli.dataset.folder"))
    parser.add_argument("name", nargs="?", metavar="NAME", help=say("cli.dataset.name"))
    parser.add_argument(
        "--decisions",
        type=whole_number,
        default=DECISIONS,
        metavar="N",
        help=say("cli.dataset.decisions", {"usual": DECISIONS}),
    )
    parser.add_argument("--games", metavar="GAME,…", help=say("cli.dataset.games"))
    parser.add_argument("--bots", metavar="BOT,…", help=say("cli.dataset.bots"))
    parser.add_argument("--players", type=whole_number, metavar="N", help=say("cli.players_help"))
    parser.add_argument("--seed", default="0", metavar="SEED", help=say("cli.seed_help", {"usual": 0}))
    parser.add_argument(
        "--threads", type=whole_number, default=os.cpu_count() or 1, metavar="T", help=say("cli.simulate.threads")
    )
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Make datasets, or convert one."""
    return convert(args, session) if args.what == "minari" else make(args, session)


def words(text: str | None) -> list[str]:
    """The words of a list with commas."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def contests(args: argparse.Namespace, session: Session) -> list[tuple[Path, Contest]]:
    """A folder and a contest for each game and each of its levels."""
    found = []
    for name in words(args.games) or lt.names():
        game: Game = lt.game(name, "compiled")
        players = session.players(game, args.players)
        seatings = equal_seatings(game, {}, players)
        for bot in words(args.bots) or search_settings_of(game).ladder:
            contest = Contest(game.name, (bot,), players, args.seed, 1.0, {}, seatings)
            found.append((Path(args.folder) / f"{game.name}-{bot.replace(':', '-')}", contest))
            lt.bots.make(bot, 0, game)
    return found


def make(args: argparse.Namespace, session: Session) -> int:
    """Write a dataset for each game and level; those that are there already are left as they are."""
    wanted = contests(args, session)
    fresh = [(folder, contest) for folder, contest in wanted if not (folder / dataset.FILE).exists()]
    for folder, contest in fresh:
        dataset.check(folder, contest, None, args.threads, args.decisions)
    told: list[dict[str, Any]] = []
    for folder, contest in fresh:
        prepare(lt.game(contest.game, "compiled"), session.messages, with_bots=True)
        title = session.say("cli.dataset.making", folder=folder)
        with session.writing(str(folder)), bar(title) as done:
            written = dataset.write(folder, contest, decisions=args.decisions, threads=args.threads, progress=done)
        told.append({"folder": str(folder), **dataclasses.asdict(written)})
        if not args.json:
            numbers = {"matches": session.number(written.matches), "decisions": session.number(written.decisions)}
            session.console().print(session.say("cli.simulate.recorded", folder=folder, n=written.shards, **numbers))
    there = [str(folder) for folder, _ in wanted if (folder, _) not in fresh]
    if args.json:
        session.print_json({"written": told, "already_there": there})
    elif there:
        session.console().print(session.say("cli.dataset.there", n=len(there), folder=args.folder))
    return 0


def convert(args: argparse.Namespace, session: Session) -> int:
    """Write a dataset into Minari's own folder."""
    if not (Path(args.folder) / dataset.FILE).is_file():
        raise BadInput.at(args.folder, 0, "", session.say("cli.train.no_dataset"))
    if args.name is None:
        raise BadInput.at("NAME", 0, "", session.say("cli.dataset.no_name"))
    session.need("minari", "minari", "h5py")
    from ludotheque.adapters import minari

    with bar(session.say("cli.dataset.making", folder=args.name)) as done:
        written = minari.convert(args.folder, args.name, progress=done)
    if args.json:
        session.print_json({"name": args.name, "episodes": written.total_episodes, "steps": written.total_steps})
    else:
        numbers = {"n": int(written.total_episodes), "steps": session.number(int(written.total_steps))}
        session.console().print(session.say("cli.dataset.converted", name=args.name, **numbers))
    return 0
