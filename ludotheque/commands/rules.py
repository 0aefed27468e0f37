"""`ludotheque rules`: a game's rulebook, one rule, or those that speak of a word."""

from __future__ import annotations

import argparse

from rich.text import Text

import ludotheque as lt
from ludotheque.commands.session import Session
from ludotheque.errors import LudothequeError
from ludotheque.messages import Messages
from ludotheque.play import registry
from ludotheque.terminal.lobby import games_table
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.words import find_rules, rule_lines


class NoSuchRule(LudothequeError):
    """No rule has that id or contains those words."""


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=messages.say("cli.game"))
    parser.add_argument("words", nargs="*", metavar="ID|WORD", help=messages.say("cli.rules.word"))
    parser.add_argument("--json", action="store_true", help=messages.say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Print the requested rules."""
    screen = Screen()
    if args.game is None:
        screen.show(games_table(registry.games(), session.language))
        return 0
    game = lt.game(args.game, "plain")
    book = game.rulebook(session.language)
    words = " ".join(args.words)
    found = find_rules(book, words)
    if not found:
        raise NoSuchRule(session.say("cli.rules.none", game=game.name, words=words))
    if args.json:
        section = {rule_id: title for title, ids in book.sections for rule_id in ids}
        session.print_json(
            [
                {"id": r.id, "section": section[r.id], "title": r.title, "text": r.text, "ruling": r.ruling}
                for r in found
            ]
        )
        return 0
    for title, ids in book.sections:
        rules = [rule for rule in found if rule.id in ids]
        if not rules:
            continue
        if not words:
            screen.show(Text(title, style="bold underline"))
            screen.gap()
        for rule in rules:
            screen.show(rule_lines(rule))
            screen.gap()
    return 0
