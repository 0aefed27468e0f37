"""`ludotheque arena`: bots against each other, until it is clear who is stronger."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.table import Table

import ludotheque as lt
from ludotheque.bots.arena import Arena, Threads
from ludotheque.bots.cluster import Cluster
from ludotheque.bots.contest import MOST_FRACTION, Contest, check, equal_seatings
from ludotheque.commands.session import Session, add_table_arguments, whole_number
from ludotheque.commands.simulate import percent
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.reports import charts
from ludotheque.terminal.bars import bar, prepare


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    say = messages.say
    parser.add_argument("game", metavar="GAME", help=say("cli.game"))
    parser.add_argument("--bots", required=True, metavar="BOT,…", help=say("cli.arena.bots"))
    parser.add_argument("--games", type=whole_number, default=200, metavar="N", help=say("cli.arena.games"))
    parser.add_argument("--fraction", type=float, default=1.0, metavar="F", help=say("cli.arena.fraction"))
    parser.add_argument("--all", action="store_true", help=say("cli.arena.all"))
    parser.add_argument("--cross", action="store_true", help=say("cli.arena.cross"))
    parser.add_argument("--luck", action="store_true", help=say("cli.arena.luck"))
    parser.add_argument("--tolerate", type=whole_number, default=0, metavar="N", help=say("cli.arena.tolerate"))
    parser.add_argument("--results", metavar="FILE", help=say("cli.arena.results"))
    parser.add_argument("--chart", metavar="FILE", help=say("cli.arena.chart"))
    parser.add_argument("--seed", default="0", metavar="SEED", help=say("cli.seed_help", {"usual": 0}))
    parser.add_argument(
        "--threads", type=whole_number, default=os.cpu_count() or 1, metavar="T", help=say("cli.arena.threads")
    )
    parser.add_argument("--ray", metavar="ADDRESS", help=say("cli.arena.ray"))
    add_table_arguments(parser, messages)
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Play and print."""
    check_numbers(args, session)
    if args.ray:
        session.need("cluster", "ray")
    contest = contest_of(args, session)
    check(contest)  # what is wrong is said before anything is compiled
    if args.chart:
        session.check_writable(args.chart)
    games = full_rounds(args.games, contest)
    if games != args.games:
        told_games = session.say("cli.arena.rounded", games=games, given=args.games, players=contest.players)
        print(told_games, file=sys.stderr)
    arena = Arena(contest, games, not args.all, Path(args.results) if args.results else None, args.tolerate)
    prepare(lt.game(args.game, "compiled"), session.messages, with_bots=True)
    try:
        play(arena, args, session)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(session.say("cli.arena.goes_on", file=args.results) if args.results else "") from None
    if args.chart:
        write_chart(args.chart, arena, session)
    if args.json:
        session.print_json(arena.summary())
    else:
        show(arena, session)
    return 0


def check_numbers(args: argparse.Namespace, session: Session) -> None:
    """Refuse numbers with which nothing can be played."""
    for name, number in (("games", args.games), ("threads", args.threads)):
        if number <= 0:
            raise BadInput.at(f"--{name}", 0, "", session.say("cli.arena.not_positive", number=number))
    if args.tolerate < 0:
        raise BadInput.at("--tolerate", 0, "", session.say("cli.arena.negative", number=args.tolerate))
    if not 0 < args.fraction <= MOST_FRACTION:  # nor NaN
        problem = session.say("cli.arena.bad_fraction", number=args.fraction, most=round(MOST_FRACTION))
        raise BadInput.at("--fraction", 0, "", problem)


def full_rounds(games: int, contest: Contest) -> int:
    """The number of matches asked for, rounded up so that the guest has every seat equally often."""
    if lt.game(contest.game, contest.mode).declaration.together and not contest.cross:
        return games  # there is no guest
    return -(-games // contest.players) * contest.players


def play(arena: Arena, args: argparse.Namespace, session: Session) -> None:
    """Play the missing matches, here or on a cluster."""
    with bar(session.say("cli.arena.playing")) as told:
        told(arena.part_done())
        if args.ray:
            with closing(Cluster(args.ray)) as cluster:
                arena.run(cluster, told)
        else:
            arena.run(Threads(args.threads), told)


def contest_of(args: argparse.Namespace, session: Session) -> Contest:
    """The contest of the command line. Without seat options, all ready-made choices are used in turn."""
    game = lt.game(args.game, "compiled")
    players = session.players(game, args.players)
    options = session.options(game, args.option, args.preset)
    game.before_setup(players, options)
    seatings = (tuple(session.brought(players, args.bring)),) if args.bring else equal_seatings(game, options, players)
    names = tuple(name.strip() for name in args.bots.split(","))
    marks = {"luck": args.luck, "cross": args.cross}
    return Contest(game.name, names, players, args.seed, args.fraction, options, seatings, **marks)


def show(arena: Arena, session: Session) -> None:
    """Print the figures as tables."""
    console, say = session.console(), session.say
    contest = arena.contest
    title = lt.game(contest.game, contest.mode).declaration.title[session.language]
    together = lt.game(contest.game, contest.mode).declaration.together
    console.print(say("cli.arena.title", game=title, n=contest.players, seed=contest.seed), style="bold")
    console.print()
    table = Table(box=None, padding=(0, 2, 0, 0))
    teams = together and not contest.cross  # each of one kind: there is no guest
    for key in ("guest",) if teams else ("guest", "hosts"):
        table.add_column(say("cli.arena.team" if teams else f"cli.arena.{key}"))
    for key in ("games", "share", "interval") if together else ("games", "share", "interval", "fair"):
        table.add_column(say(f"cli.arena.{key}_column"), justify="right", no_wrap=True)
    if contest.luck:
        for key in ("corrected", "interval"):
            table.add_column(say(f"cli.arena.{key}_column"), justify="right", no_wrap=True)
    failures = arena.failures()
    if failures:
        table.add_column(say("cli.arena.failures_column"), justify="right", no_wrap=True)
    for row in arena.rows():
        cells = [row["guest"]] if teams else [row["guest"], row["hosts"]]
        cells += [session.number(row["games"]), percent(row["share"], session), between(row["interval"], session)]
        if not together:
            cells.append(percent(row["fair"], session))
        if contest.luck:
            known = row["corrected"] is not None
            cells += [percent(row["corrected"], session) if known else "–"]
            cells += [between(row["corrected_interval"], session) if known else "–"]
        if failures:
            cells.append(session.number(sum(failed["count"] for failed in row["failures"].values())))
        table.add_row(*cells, style="bold" if row.get("sure") else "")
    console.print(table)
    for name, failed in failures.items():
        console.print(
            say("cli.arena.failed", name=name, n=failed["count"], message=failed["message"]), style="bold red"
        )
    if contest.cross:
        console.print()
        console.print(matrix_table(arena, session))
        return
    ratings = arena.ratings()
    if ratings:
        console.print()
        console.print(rating_table(ratings, session))


def matrix_table(arena: Arena, session: Session) -> Table:
    """The shares of all pairings: a line for each guest, a column for each kind of hosts."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(session.say("cli.arena.guest_among"))
    for name in arena.contest.bots:
        table.add_column(name, justify="right", no_wrap=True)
    for guest, shares in arena.matrix().items():
        cells = [percent(shares[hosts], session) if hosts in shares else "–" for hosts in arena.contest.bots]
        table.add_row(guest, *cells)
    return table


def rating_table(ratings: list[dict[str, Any]], session: Session) -> Table:
    """The bots, the best first."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(session.say("cli.arena.bot_column"))
    table.add_column(session.say("cli.arena.rating_column"), justify="right")
    table.add_column(session.say("cli.arena.interval_column"), justify="right", no_wrap=True)
    for row in ratings:
        low, high = row["interval"]
        span = f"{session.number(low)} – {session.number(high)}"
        table.add_row(row["bot"], session.number(row["rating"]), span)
    return table


def between(interval: list[float], session: Session) -> str:
    """An interval in per cent."""
    return " – ".join(percent(bound, session) for bound in interval)


def write_chart(name: str, arena: Arena, session: Session) -> None:
    """The pairings as a picture."""
    contest = arena.contest
    game = lt.game(contest.game, contest.mode)
    rows = [
        (
            row["guest"] if game.declaration.together and not contest.cross else f"{row['guest']} – {row['hosts']}",
            row["share"],
            *row["interval"],
        )
        for row in arena.rows()
    ]
    title = session.say(
        "cli.arena.title", game=game.declaration.title[session.language], n=contest.players, seed=contest.seed
    )
    fair = None if game.declaration.together else contest.fair
    picture = charts.bars(title, rows, lambda part: percent(part, session), fair, session.say("cli.arena.chart_note"))
    with session.writing(name):
        Path(name).write_text(picture, encoding="utf-8")
