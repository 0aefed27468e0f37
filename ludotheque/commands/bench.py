"""`ludotheque bench`: how fast the rules run on this machine."""

from __future__ import annotations

import argparse

from rich.table import Table

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.commands.session import Session
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.play import registry
from ludotheque.terminal.bars import bar, prepare


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("game", nargs="?", metavar="GAME", help=say("cli.game"))
    cases = say("cli.bench.case", {"cases": ", ".join(benchmarks.CASES)})
    parser.add_argument("--case", action="append", default=[], metavar="CASE", help=cases)
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Measure the cases, one after the other."""
    for name in args.case:
        if name not in benchmarks.CASES:
            known = ", ".join(benchmarks.CASES)
            raise BadInput.at("--case", 0, "", session.say("cli.bench.no_case", name=name, cases=known))
    game = lt.game(args.game or registry.games()[0].name, "compiled")
    prepare(game, session.messages, with_bots=True)
    cases = args.case or list(benchmarks.CASES)
    figures: list[benchmarks.Figure] = []
    for number, name in enumerate(cases):
        with bar(session.say("cli.bench.measuring", case=name)) as told:
            told(number / len(cases))
            figures += benchmarks.measure(name, game)
    machine = benchmarks.machine()
    if args.json:
        found = [{"case": f.case, "value": f.value, "unit": f.unit} for f in figures]
        session.print_json({"game": game.name, "machine": machine, "figures": found})
        return 0
    console = session.console()
    console.print(f"{game.declaration.title[session.language]} · {' · '.join(machine.values())}", style="bold")
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(session.say("cli.bench.case_column"))
    table.add_column(session.say("cli.bench.value_column"), justify="right")
    table.add_column(session.say("cli.bench.unit_column"))
    for figure in figures:
        table.add_row(figure.case, session.number(figure.value, figure.digits), figure.unit)
    console.print(table)
    return 0
