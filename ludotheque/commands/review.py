"""`ludotheque review`: the value of each decision of a finished match, and its luck and skill."""

from __future__ import annotations

import argparse

from rich.table import Table
from rich.text import Text

import ludotheque as lt
from ludotheque.bots.misunderstandings import Misunderstanding
from ludotheque.bots.review import CLASSES, Review, Reviewing, Verdict, from_json
from ludotheque.commands.session import Session
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.play.records import parse
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.words import capital


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("file", metavar="FILE", help=say("cli.review.file"))
    parser.add_argument("--seed", default="0", help=say("cli.review.seed"))
    parser.add_argument("--effort", type=float, default=1.0, metavar="X", help=say("cli.review.effort"))
    parser.add_argument("--resume", metavar="FILE", help=say("cli.review.resume"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Review a match and print the result. Ctrl-C stops it; with --json the part that is finished is printed, and can
    be resumed.
    """
    record = parse(session.read_text(args.file), args.file)
    partial = from_json(parse(session.read_text(args.resume), args.resume)) if args.resume else None
    at_work = Reviewing(record, args.seed, args.effort, partial, source=args.file)
    try:
        for _ in at_work:
            pass
    except KeyboardInterrupt:
        if not args.json:
            raise
    if args.json:
        session.print_json(at_work.review.to_json())
        return 0
    show(at_work.review, lt.game(at_work.review.game, "plain"), session, Screen())
    return 0


def show(review: Review, game: Game, session: Session, screen: Screen) -> None:
    """The summary, the seats and the mistakes."""
    if review.cause is not None:
        key, params = review.cause
        screen.show(Text(capital(game.messages(session.language).say(key, **params)) + ".", style="bold"))
    for key, params in review.summary():
        screen.show(Text(capital(session.say(key, **params)), style="bold"))
    screen.gap()
    screen.show(seats(review, session))
    mistakes = [verdict for verdict in review.verdicts if verdict.judgement in CLASSES[2:]]
    for verdict in mistakes:
        screen.gap()
        for line in describe_mistake(verdict, game, session):
            screen.show(line)
    for found in review.misunderstandings:
        screen.gap()
        for line in describe_misunderstanding(found, game, session):
            screen.show(line)
    if not review.decisions:
        screen.show(Text(session.say("review.nothing")))


def describe_misunderstanding(found: Misunderstanding, game: Game, session: Session) -> list[Text]:
    """Describe a secret choice in which the team did not mean the same."""
    say, language = session.say, session.language
    told = {
        "n": found.number + 1,
        "lost": session.number(100 * found.loss, 1),
        "error": session.number(100 * found.error, 1),
    }
    lines = [Text(say("review.misunderstanding", **told))]
    for seat, plan in sorted(found.plan.items()):
        moves = {"plan": game.move(plan).label(language), "played": game.move(found.played[seat]).label(language)}
        lines.append(Text(capital(say("review.meant", seat=seat, **moves))))
    return lines


def seats(review: Review, session: Session) -> Table:
    """A row for each seat: accuracy, mistakes, and the sum of luck and skill."""
    say = session.say
    table = Table(box=None)
    for name in ("seat", "accuracy", "mistakes", "start", "luck", "own", "others", "result"):
        table.add_column(say(f"review.column.{name}"), justify="left" if name == "seat" else "right")
    for seat, told in enumerate(review.seats):
        others = None if told.others is None else sum(told.others)
        parts = (told.start, told.luck, told.own, others, told.result)
        numbers = ["–" if part is None else signed_percent(part, session) for part in parts]
        accuracy = "–" if told.accuracy is None else session.number(told.accuracy, 1)
        mistakes = sum(told.counts[name] for name in CLASSES[2:])
        table.add_row(say("seat", n=seat + 1), accuracy, str(mistakes), *numbers)
    return table


def signed_percent(part: float, session: Session) -> str:
    """A part of the sum in points of win chance, with its sign."""
    return f"{'−' if part < 0 else '+'}{session.number(abs(100 * part), 1)}"


def describe_mistake(verdict: Verdict, game: Game, session: Session) -> list[Text]:
    """Describe a mistake: the move played, the better one, the difference, and the reason."""
    say, language = session.say, session.language
    told = {
        "n": verdict.number + 1,
        "seat": verdict.seat,
        "judgement": say(f"review.class.{verdict.judgement}"),
        "lost": session.number(100 * verdict.loss, 1),  # whole numbers could seem to be of another class
        "error": session.number(100 * (verdict.error or 0.0), 1),
        "played": game.move(verdict.move).label(language),
        "best": game.move(verdict.best).label(language),
        "played_chance": round(100 * verdict.played),
        "best_chance": round(100 * verdict.chance),
    }
    lines = [Text(say("review.mistake", **told)), Text(say("review.better", **told))]
    if verdict.reason is not None:
        key, params = verdict.reason
        lines.append(Text(capital(game.messages(language).say(key, params))))  # some reasons are the game's own
    return lines
