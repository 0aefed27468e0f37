"""`ludotheque wasm`: the rules and bots of games as WebAssembly modules."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.table import Table

import ludotheque as lt
from ludotheque.commands.session import Session
from ludotheque.messages import Messages
from ludotheque.wasm.modules import write_modules


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("games", metavar="GAME", nargs="*", help=say("cli.wasm.games"))
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help=say("cli.wasm.out"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Build the modules of these games, or of all, and tell how large they are."""
    games = [lt.game(name, "plain") for name in args.games or lt.names()]
    modules = write_modules(games, args.out)
    if args.json:
        session.print_json(
            [
                {"game": game.name, "rules": game.rules_version, "bytes": len(one.code), "packed": one.packed_size}
                for game, one in zip(games, modules)
            ]
        )
        return 0
    table = Table(box=None, padding=(0, 2, 0, 0))
    for key in ("game_column", "size_column", "packed_column"):
        table.add_column(session.say(f"cli.wasm.{key}"), justify="left" if key == "game_column" else "right")
    for game, one in zip(games, modules):
        sizes = (session.number(len(one.code) / 1000, 1), session.number(one.packed_size / 1000, 1))
        table.add_row(game.declaration.title[session.language], *sizes)
    session.console().print(table)
    return 0
