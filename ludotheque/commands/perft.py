"""`ludotheque perft`: how many sequences of decisions there are."""

from __future__ import annotations

import argparse

from rich.table import Table

import ludotheque as lt
from ludotheque.commands.session import Session, add_table_arguments, whole_number
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.play.perft import Level, perft
from ludotheque.terminal.bars import bar, prepare


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("game", metavar="GAME", help=say("cli.game"))
    parser.add_argument("--depth", type=whole_number, default=6, metavar="D", help=say("cli.perft.depth"))
    parser.add_argument("--seed", default="0", metavar="SEED", help=say("cli.seed_help", {"usual": 0}))
    add_table_arguments(parser, messages)
    parser.add_argument("--plain", action="store_true", help=say("cli.perft.plain"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Count, level by level."""
    if args.depth < 1:
        raise BadInput.at("--depth", 0, "", session.say("cli.perft.bad_depth", n=args.depth))
    game = lt.game(args.game, "plain" if args.plain else "compiled")
    players = session.players(game, args.players)
    options = session.options(game, args.option, args.preset)
    brought = session.brought(players, args.bring)
    game.before_setup(players, options, brought)  # what is wrong is said before anything is compiled
    if not args.plain:
        prepare(game, session.messages)
    pos = game.start(players, args.seed, options, brought)
    levels: list[Level] = []
    with bar(game.declaration.title[session.language]) as told:
        for level in perft(pos, args.depth):
            levels.append(level)
            told(level.depth / args.depth)
    if args.json:
        found = [{"depth": x.depth, "nodes": x.nodes, "seconds": round(x.seconds, 6)} for x in levels]
        session.print_json({"game": game.name, "rules": game.rules_version, "seed": args.seed, "levels": found})
        return 0
    table = Table(box=None, padding=(0, 2, 0, 0))
    for key in ("depth_column", "nodes_column", "seconds_column", "rate_column"):
        table.add_column(session.say(f"cli.perft.{key}"), justify="right")
    for level in levels:
        rate = session.number(level.nodes / level.seconds) if level.seconds else "–"
        seconds = session.number(level.seconds, 3)
        table.add_row(str(level.depth), session.number(level.nodes), seconds, rate)
    session.console().print(table)
    return 0
