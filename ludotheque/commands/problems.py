"""`ludotheque problems`: find positions with one clearly best move in matches of bots, or of people who agreed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.bots.problems import MARGIN, WORLDS, Finder
from ludotheque.commands.session import Session, whole_number
from ludotheque.errors import BadInput, Fault
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.play.problems import FORMAT, Problem
from ludotheque.play.records import parse


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("game", metavar="GAME", help=say("cli.game"))
    parser.add_argument("--matches", type=whole_number, default=20, metavar="N", help=say("cli.problems.matches"))
    parser.add_argument("--first", type=whole_number, default=0, metavar="N", help=say("cli.problems.first"))
    parser.add_argument("--players", default="", metavar="N,N", help=say("cli.problems.players"))
    parser.add_argument("--people", metavar="FILE", help=say("cli.problems.people"))
    parser.add_argument("--seed", default="0", help=say("cli.problems.seed"))
    parser.add_argument("--out", metavar="FILE", help=say("cli.problems.out"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Find problems match by match; with --out, write them after every match that had some."""
    game = lt.game(args.game)
    if args.out:
        session.check_writable(args.out)
    players = [session.players(game, int(part)) for part in args.players.split(",") if part.strip()]
    finder = Finder(game, args.seed, players)
    found: list[Problem] = []
    records = exported(session, args.people, game) if args.people else None
    last = args.first + args.matches if records is None else min(args.first + args.matches, len(records))
    for number in range(args.first, last):
        before = len(found)
        source = f"{args.people}, match {number + 1}"
        there = finder.problems_of(number) if records is None else finder.problems_in(records[number], number, source)
        for problem in there:
            found.append(problem)
            print(
                session.say(
                    "cli.problems.found", id=problem.id, move=problem.moves[0][0], n=round(100 * problem.margin)
                )
            )
        if args.out and len(found) > before:
            with session.writing(args.out):
                told = written(game.name, game.rules_version, finder.seed, finder.players, number + 1, found)
                Path(args.out).write_text(told, "utf-8")
    print(session.say("cli.problems.total", n=len(found), matches=max(0, last - args.first)))
    return 0


def exported(session: Session, name: str, game: Game) -> list[Mapping[str, Any]]:
    """The matches of a game, under its present rules, from a file of `ludotheque admin export`.

    That command leaves out matches in which somebody has not agreed, and says in `by` who played, without names. A
    match that somebody saved has no `by` and is refused: nobody was asked.
    """
    found, faults = list[Mapping[str, Any]](), list[Fault]()
    for number, line in enumerate(session.read_text(name).splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = parse(line, name)
        except BadInput as error:
            faults += [Fault(number, fault.field, fault.problem) for fault in error.faults]
            continue
        if "by" not in row:
            faults.append(Fault(number, "by", session.say("cli.problems.not_exported")))
        elif (row.get("game"), row.get("rules")) == (game.name, game.rules_version):
            found.append(row)
    if faults:
        raise BadInput(name, faults)
    return found


def written(game: str, rules: str, seed: str, players: Sequence[int], matches: int, found: list[Problem]) -> str:
    """The file of problems: what they were made with, and one line for each."""
    head: dict[str, Any] = {"format": FORMAT, "game": game, "rules": rules, "seed": seed, "matches": matches}
    head |= {"players": list(players), "margin": MARGIN, "worlds": WORLDS}
    lines = ",\n".join(json.dumps(problem.to_json(), ensure_ascii=False) for problem in found)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "problems": [\n{lines}\n]}}\n'
