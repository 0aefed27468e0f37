"""`ludotheque play`: the terminal room."""

from __future__ import annotations

import argparse
import re
import secrets
from dataclasses import dataclass
from typing import Any

import ludotheque as lt
from ludotheque.commands.session import Session, WrongFile, add_table_arguments
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.records import parse
from ludotheque.terminal.lobby import choose_brought, choose_game, choose_number, choose_seats
from ludotheque.terminal.room import Quit, Room
from ludotheque.terminal.screen import Left, Screen
from ludotheque.terminal.seats import take_seats
from ludotheque.terminal.words import Words

# People and simple bots need no speed, and nobody should wait for a compiler before the first move.
MODE = "plain"


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("game", nargs="?", metavar="GAME", help=say("cli.game"))
    parser.add_argument("--seat", action="append", default=[], metavar="WHO", help=say("cli.play.seat"))
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help=say("cli.play.name"))
    parser.add_argument("--from", dest="start", metavar="FILE", help=say("cli.play.from"))
    usual = say("cli.seed_random")
    parser.add_argument("--seed", metavar="SEED", help=say("cli.seed_help", {"usual": usual}))
    add_table_arguments(parser, messages)


@dataclass
class Table:
    """The choices made before the first move."""

    game: Game
    players: int
    seats: list[str]
    names: list[str]
    options: dict[str, Any]
    brought: list[dict[str, Any]]


def run(args: argparse.Namespace, session: Session) -> int:
    """Play matches until the player declines another one."""
    screen = Screen()
    start = begin_from(args.start, args.game, args.seed or 0, session) if args.start else None
    try:
        table = set_table(args, session, screen, start)
    except Left:
        screen.show(session.say("room.goodbye"))
        return 0
    seed = args.seed or secrets.token_hex(4)
    while True:
        pos = start or table.game.start(table.players, seed, table.options, table.brought)
        seats = take_seats(table.game, pos.players, table.seats, table.names, seed, session.messages)
        words = Words(table.game.messages(session.language), [seat.name for seat in seats])
        room = Room(screen, pos, seats, words)
        if not sit(room, session):
            return 0
        seed, start = secrets.token_hex(4), None


def sit(room: Room, session: Session) -> bool:
    """One match; True if another one is wanted."""
    screen = room.screen
    try:
        room.play()
        screen.gap()
        screen.show(session.say("room.seed", seed=room.pos.origin.seed), style="dim")
        again = room.afterwards()
    except Quit:
        room.leave()
        again = False
    except (Left, KeyboardInterrupt):
        screen.gap()
        again = False
    if not again:
        screen.show(session.say("room.goodbye"))
    return again


def set_table(args: argparse.Namespace, session: Session, screen: Screen, start: Position | None) -> Table:
    """Set up a table from the command line; ask for the rest only if no game was named."""
    messages = session.messages
    seats, names = list(args.seat), list(args.name)
    if start is not None:
        return Table(lt.game(start.game.name, MODE), start.players, seats, names, {}, [])
    if args.game:
        game = lt.game(args.game, MODE)
        wanted = max(game.declaration.players[0], len(seats)) if args.players is None else args.players
        players = session.players(game, wanted)
    else:
        game = choose_game(screen, messages)
        low, high = game.declaration.players
        players = (
            choose_number(screen, messages, "room.how_many_players", low, high, low)
            if args.players is None
            else session.players(game, args.players)
        )
        if not seats:
            seats, names = choose_seats(screen, messages, game, players)
    options = session.options(game, args.option, args.preset)
    brought = session.brought(players, args.bring)
    if not args.game and not args.bring and seats.count("me") == 1:  # two at one keyboard would see each other choose
        brought[seats.index("me")] |= choose_brought(screen, messages, game, options)
    return Table(game, players, seats, names, options, brought)


def begin_from(file: str, name: str | None, seed: object, session: Session) -> Position:
    """The position of a file: a position text, or the last one of a saved match."""
    text = session.read_text(file)
    if text.lstrip().startswith("{"):
        record = parse(text, file)
        named = record.get("game")
        if not isinstance(named, str):
            raise BadInput.at(file, 0, "game", session.say("cli.replay.no_game"))
        return lt.game(named, MODE).replay(record, file)
    line = re.search(r"^\s*game:\s*(\w+)", text, re.MULTILINE)
    if name is None and line is None:
        raise WrongFile(session.say("cli.play.no_game_in_position", file=file))
    return lt.game(name or line.group(1) if line else str(name), MODE).position(text, seed, file)
