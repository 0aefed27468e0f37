"""`ludotheque simulate`: bots play many matches, the results are counted."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import dataset, simulation
from ludotheque.bots.contest import Contest
from ludotheque.bots.greedy import WORLDS
from ludotheque.commands.session import Session, add_table_arguments, whole_number
from ludotheque.errors import BadInput, LudothequeError
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.reports import Section, charts
from ludotheque.reports.sections import to_json
from ludotheque.reports.summary import summary
from ludotheque.terminal.bars import bar, prepare


class NoReport(LudothequeError):
    """The game has no report of its own."""


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("game", metavar="GAME", help=say("cli.game"))
    parser.add_argument("--games", type=whole_number, default=1000, metavar="N", help=say("cli.simulate.games"))
    parser.add_argument("--bots", metavar="BOT,…", help=say("cli.simulate.bots"))
    parser.add_argument("--rotate", action="store_true", help=say("cli.simulate.rotate"))
    worlds = say("cli.simulate.worlds", {"usual": WORLDS})
    parser.add_argument("--worlds", type=whole_number, default=WORLDS, metavar="K", help=worlds)
    parser.add_argument("--seed", default="0", metavar="SEED", help=say("cli.seed_help", {"usual": 0}))
    parser.add_argument(
        "--threads", type=whole_number, default=os.cpu_count() or 1, metavar="T", help=say("cli.simulate.threads")
    )
    add_table_arguments(parser, messages)
    parser.add_argument("--report", nargs="?", const="", metavar="FOLDER", help=say("cli.simulate.report"))
    parser.add_argument("--dataset", metavar="FOLDER", help=say("cli.simulate.dataset"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Play and print."""
    if args.dataset is not None:
        return write_dataset(args, session)
    game = lt.game(args.game, "compiled")
    simulation.check_numbers(args.games, args.threads, args.worlds)
    players = session.players(game, args.players)
    report = report_of(game, session) if args.report is not None else None
    names = [name.strip() for name in args.bots.split(",")] if args.bots else usual_bots(report, players)
    simulation.seats_for(names, players, game)
    options, brought = session.options(game, args.option, args.preset), session.brought(players, args.bring)
    game.before_setup(players, options, brought)  # what is wrong is said before anything is compiled
    folder = Path(args.report or f"{game.name}-report")
    if report is not None:
        with session.writing(str(folder)):
            folder.mkdir(parents=True, exist_ok=True)
    prepare(game, session.messages, with_bots=True)
    with bar(session.say("cli.simulate.playing")) as told:
        results = simulation.run(
            game,
            args.games,
            players,
            names,
            args.seed,
            threads=args.threads,
            options=options,
            seatings=(brought,),
            rotate=args.rotate or not args.bots,
            worlds=args.worlds,
            keep=report.FIELDS if report is not None else False,
            progress=told,
        )
    found = {"rules": game.rules_version, **summary(results)}
    sections = report.report(game, results) if report is not None else []
    if sections:
        found["report"] = to_json(sections)
    if args.json:
        session.print_json(found)
    else:
        show(found, game, session)
        for section in sections:
            session.console().print()
            session.console().print(table_of(section, game, session))
    if sections:
        with session.writing(str(folder)):
            keep(found, sections, folder, game, session)
    return 0


def write_dataset(args: argparse.Namespace, session: Session) -> int:
    """Let bots play, and write what they saw and did to files."""
    game = lt.game(args.game, "compiled")
    if args.report is not None:
        raise BadInput.at("--dataset", 0, "", session.say("cli.simulate.no_report_of_dataset"))
    players = session.players(game, args.players)
    options, brought = session.options(game, args.option, args.preset), session.brought(players, args.bring)
    game.before_setup(players, options, brought)
    names = tuple(name.strip() for name in args.bots.split(",")) if args.bots else ("random",)
    for name in names:
        bots.make(name, game=game)
    contest = Contest(game.name, names, players, args.seed, 1.0, options, (tuple(brought),))
    folder = Path(args.dataset)
    dataset.check(folder, contest, args.games, args.threads)
    prepare(game, session.messages, with_bots=True)
    with session.writing(str(folder)), bar(session.say("cli.simulate.playing")) as told:
        written = dataset.write(folder, contest, args.games, threads=args.threads, rotate=args.rotate, progress=told)
    if args.json:
        session.print_json({"folder": str(folder), **dataclasses.asdict(written)})
    else:
        numbers = {"matches": session.number(written.matches), "decisions": session.number(written.decisions)}
        session.console().print(session.say("cli.simulate.recorded", folder=folder, n=written.shards, **numbers))
    return 0


def usual_bots(report: Any, players: int) -> list[str]:
    """The bots that play if none is named: random play, or those that the report is about, at every seat."""
    if report is None:
        return ["random"]
    few = -(-players // len(report.BOTS))
    return list(report.BOTS) if few == 1 else list(report.BOTS * few)[:players]


def report_of(game: Game, session: Session) -> Any:
    """The game's optional module `report`.

    `BOTS` play unless others are named: what matches at random would say, nobody wants to know. `FIELDS` names the
    fields of the final states that it needs; `report(game, results)` makes sections of them
    (see ludotheque/reports/sections.py), whose headings are the game's messages `report.<name>`.
    """
    name = f"{game.package}.report"
    if importlib.util.find_spec(name) is None:
        raise NoReport(session.say("cli.simulate.no_report", game=game.name))
    return importlib.import_module(name)


def keep(found: dict[str, Any], sections: Sequence[Section], folder: Path, game: Game, session: Session) -> None:
    """Write the report into a folder: the figures as JSON, each section as a picture; say where."""
    text = json.dumps(found, ensure_ascii=False, indent=2)
    (folder / "report.json").write_text(text + "\n", encoding="utf-8")
    for section in sections:
        (folder / f"{section.name}.svg").write_text(picture_of(section, game, session), encoding="utf-8")
    told = session.say("cli.simulate.kept", folder=folder, number=len(sections))
    print(f"\n{told}", file=sys.stderr)


def labels(section: Section, game: Game, session: Session) -> list[str]:
    """The labels of a section's rows."""
    messages = game.messages(session.language)
    return [messages.say(row.key, dict(row.params)) for row in section.rows]


def table_of(section: Section, game: Game, session: Session) -> Table:
    """A section as a table."""
    table = Table(box=None, padding=(0, 2, 0, 0), title_justify="left")
    table.add_column(game.messages(session.language).say(f"report.{section.name}"))
    table.add_column(session.say(f"cli.simulate.{section.unit}_value_column"), justify="right")
    table.add_column(session.say("cli.simulate.interval_column"), justify="right", no_wrap=True)
    table.add_column(session.say("cli.simulate.cases_column"), justify="right")
    for label, row in zip(labels(section, game, session), section.rows, strict=True):
        value, low, high = (figure(x, section, session) for x in (row.value, row.low, row.high))
        table.add_row(label, value, f"{low} – {high}", session.number(row.n))
    return table


def picture_of(section: Section, game: Game, session: Session) -> str:
    """A section as a picture: bars with their intervals."""
    title = game.messages(session.language).say(f"report.{section.name}")
    return charts.bars(
        f"{game.declaration.title[session.language]}: {title}",
        [
            (label, row.value, row.low, row.high)
            for label, row in zip(labels(section, game, session), section.rows, strict=True)
        ],
        write=lambda value: figure(value, section, session),
        fair=section.fair,
    )


def figure(value: float, section: Section, session: Session) -> str:
    """A figure of a section as people write it."""
    return percent(value, session) if section.unit == "share" else session.number(value, 2)


def show(found: dict[str, Any], game: Game, session: Session) -> None:
    """The figures as tables."""
    console, number = session.console(), session.number
    say = session.say
    title = game.declaration.title[session.language]
    console.print(say("cli.simulate.title", game=title, n=number(found["games"]), seed=found["seed"]), style="bold")
    console.print()
    facts = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    length = found["length"]
    sentences = game.messages(session.language)
    causes = ", ".join(
        f"{sentences.say(f'cause.{cause}').rstrip('.')} ({percent(n / found['games'], session)})"
        for cause, n in found["causes"].items()
    )
    spread = {"mean": number(length["mean"], 1), "least": length["least"], "most": length["most"]}
    facts.add_row(say("cli.simulate.decisions"), number(found["decisions"]))
    facts.add_row(say("cli.simulate.per_second"), number(found["decisions_per_second"]))
    facts.add_row(say("cli.simulate.length"), say("cli.simulate.length_value", **spread))
    facts.add_row(say("cli.simulate.shared"), percent(found["shared_wins"] / found["games"], session))
    facts.add_row(say("cli.simulate.causes"), causes)
    console.print(facts)
    console.print()
    console.print(shares(found["seats"], "seat_column", session))
    if len(found["bots"]) > 1:
        console.print()
        console.print(shares(found["bots"], None, session))


def shares(rows: list[dict[str, Any]], first: str | None, session: Session) -> Table:
    """A table of the shares won: by seat, or by bot."""
    say = session.say
    table = Table(box=None, padding=(0, 2, 0, 0))
    if first:
        table.add_column(say("cli.simulate.seat_column"), justify="right")
    table.add_column(say("cli.simulate.bot_column"))
    for key in ("share_column", "interval_column", "won_column", "points_column"):
        table.add_column(say(f"cli.simulate.{key}"), justify="right", no_wrap=key == "interval_column")
    for row in rows:
        low, high = row["interval"]
        cells = [
            row["bot"],
            percent(row["share"], session),
            f"{percent(low, session)} – {percent(high, session)}",
        ]
        cells += [percent(row["won"], session), session.number(row["points"], 2)]
        table.add_row(*([str(row["seat"])] if first else []), *cells)
    return table


def percent(part: float, session: Session) -> str:
    """A part as a percentage."""
    return f"{session.number(100 * part, 1)} %"
