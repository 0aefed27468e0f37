"""`ludotheque replay`: a match from its record, checked move by move."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from rich.text import Text

import ludotheque as lt
from ludotheque.commands.session import Session
from ludotheque.errors import BadInput
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.records import parse, steps
from ludotheque.play.viewers import ALL, Viewer
from ludotheque.terminal.ending import ending
from ludotheque.terminal.screen import Left, Screen
from ludotheque.terminal.table import draw
from ludotheque.terminal.words import Words


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("file", metavar="FILE", help=say("cli.replay.file"))
    parser.add_argument("--step", action="store_true", help=say("cli.replay.step"))
    parser.add_argument("--viewer", default="all", metavar="WHO", help=say("cli.replay.viewer"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Replay and print."""
    record = parse(session.read_text(args.file), args.file)
    name = record.get("game")
    if not isinstance(name, str):
        raise BadInput.at(args.file, 0, "game", session.say("cli.replay.no_game"))
    game = lt.game(name, "plain")
    pos = game.replay(record, args.file)
    viewer = viewer_of(args.viewer, pos, session)
    if args.json:
        session.print_json(
            {
                "game": game.name,
                "rules": game.rules_version,
                "players": pos.players,
                "log": pos.log(viewer),
                "view": pos.view(viewer),
                "scores": pos.scores(viewer),
                "outcome": pos.outcome(),
            }
        )
        return 0
    screen = Screen()
    messages = game.messages(session.language)
    words = Words(messages, [messages.say("seat", {"n": seat + 1}) for seat in range(pos.players)])
    title = game.declaration.title[session.language]
    said = session.say("cli.replay.title", game=title, n=pos.players, rules=game.rules_version)
    screen.show(Text(said, style="bold"))
    if args.step:
        walk(game, record, args.file, viewer, words, screen)
    else:
        for line in words.events(pos.log(viewer)):
            screen.show(line)
        screen.gap()
        screen.show(draw(pos, viewer, messages, words.names, screen.width))
    screen.gap()
    screen.show(ending(pos, words))
    return 0


def viewer_of(text: str, pos: Position, session: Session) -> Viewer:
    """The viewer that a word names."""
    if text == "all":
        return ALL
    if text == "spectator":
        return SPECTATOR
    if text.isdecimal() and int(text) < pos.players:
        return int(text)
    raise BadInput.at("--viewer", 0, "", session.say("cli.replay.no_viewer", text=text, last=pos.players - 1))


def walk(game: Game, record: Mapping[str, Any], file: str, viewer: Viewer, words: Words, screen: Screen) -> None:
    """Show the table after every decision; in a terminal, Enter goes on."""
    waiting = screen.interactive
    told = 0
    for number, pos in enumerate(steps(game, record, file)):
        screen.fresh(words.say("cli.replay.decision", n=number))
        log = pos.log(viewer)
        for line in words.events(log[told:]):
            screen.show(line)
        told = len(log)
        screen.show(draw(pos, viewer, words.messages, words.names, screen.width))
        if waiting:
            try:
                waiting = screen.ask_line(words.say("cli.replay.next")) != "q"
            except Left:
                return
