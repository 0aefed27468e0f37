"""`ludotheque prepare`: compile games before they are needed."""

from __future__ import annotations

import argparse
import time

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import simulation
from ludotheque.bots.levels import search_settings_of
from ludotheque.commands.session import Session
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.terminal.screen import Output


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("games", metavar="GAME", nargs="*", help=say("cli.prepare.games"))
    parser.add_argument("--all", action="store_true", help=say("cli.prepare.all"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Compile, a game after the other, and say how long each took."""
    games = [lt.game(name, "compiled") for name in args.games or lt.names()]
    told = []
    for game in games:
        begun = time.perf_counter()
        title = game.declaration.title[session.language]
        with Output(stderr=True).status(session.say("cli.prepare.compiling", game=title)):
            prepare(game, everything=args.all)
        seconds = time.perf_counter() - begun
        told.append({"game": game.name, "seconds": round(seconds, 1)})
        if not args.json:
            session.console().print(session.say("cli.prepare.done", game=title, seconds=session.number(seconds, 1)))
    if args.json:
        session.print_json(told)
    return 0


def prepare(game: Game, everything: bool = False) -> None:
    """Compile what tables, positions and simulations need; with `everything`, batches and searches, too."""
    game.prepare()
    if not everything:
        return
    batch = lt.batch(game, 2, seed="prepare")
    if "observation" in game.kernel_modules:
        batch.observe()
        batch.observe(scaled=True)
        game.start(seed="prepare").observe()
    batch.legal()
    batch.step(batch.sample())
    batch.redeal()
    batch.playout()
    shaped = lt.batch(game, 2, seed="prepare", reward="shaped")
    shaped.step(shaped.sample())
    simulation.prepare(game)
    if game.has_heuristic:
        batch.standings()
        pos = game.start(seed="prepare")
        for level in search_settings_of(game).ladder:  # a level may be a search, a network or a policy
            bots.decide(bots.make(level, 0, game), pos, pos.actors[0])
