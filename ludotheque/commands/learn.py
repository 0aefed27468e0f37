"""`ludotheque learn`: a game learnt by playing, lesson after lesson."""

from __future__ import annotations

import argparse

import ludotheque as lt
from ludotheque.commands.session import Session
from ludotheque.errors import LudothequeError
from ludotheque.messages import Messages
from ludotheque.play import registry
from ludotheque.terminal.lesson import LessonRoom
from ludotheque.terminal.lobby import games_table
from ludotheque.terminal.room import Quit
from ludotheque.terminal.screen import Left, Screen


class NoSuchLesson(LudothequeError):
    """The game has no lesson of that name, or none at all."""


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=messages.say("cli.game"))
    parser.add_argument("lesson", nargs="?", metavar="LESSON", help=messages.say("cli.learn.lesson"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Take the lessons of a game, from the first one or the named one."""
    screen = Screen()
    if args.game is None:
        screen.show(games_table(registry.games(), session.language))
        return 0
    game = lt.game(args.game, "plain")
    ids = [lesson.id for lesson in game.lessons]
    if not ids:
        raise NoSuchLesson(session.say("cli.learn.none", game=game.name))
    if args.lesson is not None and args.lesson not in ids:
        raise NoSuchLesson(session.say("cli.learn.unknown", lesson=args.lesson, lessons=", ".join(ids)))
    first = ids.index(args.lesson) if args.lesson else 0
    try:
        for number, lesson in enumerate(game.lessons[first:], first + 1):
            room = LessonRoom(screen, game, lesson, session.language)
            title = session.say("room.lesson", n=number, all=len(ids), title=room.told_as("title"))
            room.notice = f"{title}\n{room.notice}"
            room.learn()
            if number < len(ids) and screen.ask_line(session.say("room.lesson_next")) == "q":
                raise Quit
        screen.show(session.say("room.lessons_done", game=game.name))
    except (Quit, Left, KeyboardInterrupt):
        screen.gap()
        screen.show(session.say("room.goodbye"))
    return 0
