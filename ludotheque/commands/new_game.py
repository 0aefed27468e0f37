"""`ludotheque new-game`: a folder with a small game that passes every check, to begin with."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from ludotheque.commands.session import Session
from ludotheque.errors import LudothequeError
from ludotheque.messages import Messages
from ludotheque.play import registry

SKELETON = Path(__file__).parent.parent / "skeleton" / "kuhn"
NAME = re.compile(r"[a-z][a-z0-9_]*")
SUFFIXES = (".py", ".toml")


class CantBegin(LudothequeError):
    """No game can be begun under that name, or there."""


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("name", metavar="NAME", help=messages.say("cli.new_game.name"))
    parser.add_argument(
        "--in", dest="home", type=Path, default=Path(), metavar="FOLDER", help=messages.say("cli.new_game.home")
    )


def run(args: argparse.Namespace, session: Session) -> int:
    """Write the folder, and say what to do next."""
    name = args.name
    if not NAME.fullmatch(name):
        raise CantBegin(session.say("cli.new_game.bad_name", name=name))
    if name in registry.names():
        raise CantBegin(session.say("cli.new_game.taken", name=name))
    folder = args.home / name
    if folder.exists():
        raise CantBegin(session.say("cli.new_game.exists", folder=str(folder)))
    write_game(name, folder)
    session.console().print(session.say("cli.new_game.written", folder=str(folder), name=name), highlight=False)
    return 0


def write_game(name: str, folder: Path) -> None:
    """Write the game of the skeleton under another name."""
    prefix = re.sub("[^A-Z]", "", name.upper()).ljust(3, "X")[:3]
    for source in sorted(path for path in SKELETON.rglob("*") if path.suffix in SUFFIXES):
        text = source.read_text(encoding="utf-8").replace("ludotheque.skeleton.kuhn", name)
        text = text.replace('name="kuhn"', f'name="{name}"').replace("KUH", prefix)
        target = folder / source.relative_to(SKELETON)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
