"""`ludotheque admin`: lists, orders and an export for the operator of a server, while it runs."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.table import Table

import ludotheque as lt
from ludotheque.commands.databases import add_database_argument, database_of, explain_database_errors
from ludotheque.commands.session import Help, Session, WrongFile, add_common_arguments, whole_number
from ludotheque.messages import Messages
from ludotheque.terminal.bars import bar

SHOWN = 20
LISTS = ("load", "tables", "people", "bans")
EXPORT = "export"
ORDERS = {"close": "TABLE", "ban": "ADDRESS", "unban": "ADDRESS", "erase": "PERSON"}


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Add the arguments of the command."""
    add_database_argument(parser, messages)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, title=messages.say("cli.commands"))
    for name in (*LISTS, *ORDERS, EXPORT):
        about = messages.say(f"cli.admin.{name}")
        own = actions.add_parser(name, messages=messages, help=about, description=about, formatter_class=Help)
        if name in ORDERS:
            own.add_argument("what", metavar=ORDERS[name], help=messages.say(f"cli.admin.{name}_what"))
        if name == "ban":
            own.add_argument("--hours", type=whole_number, metavar="N", help=messages.say("cli.admin.hours"))
        if name == EXPORT:
            own.add_argument("folder", metavar="FOLDER", help=messages.say("cli.admin.export_folder"))
            own.add_argument("--game", metavar="GAME", help=messages.say("cli.admin.export_game"))
        if name in ("tables", "people"):
            shown = messages.say("cli.admin.most", {"usual": SHOWN})
            own.add_argument("--most", type=whole_number, default=SHOWN, metavar="N", help=shown)
        own.add_argument("--json", action="store_true", help=messages.say("cli.json"))
        add_common_arguments(own, messages)


def run(args: argparse.Namespace, session: Session) -> int:
    """Print a list, or store an order."""
    session.need("server", "alembic", "sqlalchemy")
    from ludotheque.server.storage import Storage

    database = database_of(args, session)
    with explain_database_errors(database, session):
        storage = Storage(database)
        try:
            if args.action in LISTS:
                print_rows(storage.read(lambda c: find_rows(c, args)), args, session)
            elif args.action == EXPORT:
                export_matches(storage, args, session)
            else:
                storage.write(make_order(args, session)).result()
                session.console().print(session.say(f"cli.admin.{args.action}_done", what=args.what))
                if args.action in ("ban", "unban"):
                    network = banned_network(args.what, session)
                    if network not in (args.what, f"{args.what}/32"):
                        session.console().print(session.say("cli.admin.network", what=args.what, network=network))
        finally:
            storage.close()
    return 0


def find_rows(connection: Any, args: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the rows of a list."""
    from ludotheque.server.tables import orders

    match args.action:
        case "load":
            return [orders.totals(connection)]
        case "tables":
            return orders.newest_tables(connection, args.most)
        case "people":
            return orders.newest_people(connection, args.most)
    return [{"network": ban.network, "until": ban.until} for ban in orders.bans(connection)]


def export_matches(storage: Any, args: argparse.Namespace, session: Session) -> None:
    """Write the matches of people who agreed, and say what was left out and why."""
    from ludotheque.server.tables import research

    folder = Path(args.folder)
    if args.game is not None:
        lt.game(args.game)  # an unknown one is refused with the names of all
    if (folder / research.FILE).exists():
        raise WrongFile(session.say("cli.admin.export_there", folder=folder))
    with session.writing(str(folder)), bar(session.say("cli.admin.exporting")) as done:
        chosen = research.export(storage, folder, time.time, args.game, done)
    matches = {name: len(ids) for name, ids in sorted(chosen.ids.items())}
    left_out = {why: chosen.left_out[why] for why in research.REASONS if chosen.left_out[why]}
    if args.json:
        session.print_json({"matches": matches, "left_out": left_out})
        return
    console = session.console()
    key = "export_done" if any(matches.values()) else "export_none"
    console.print(session.say(f"cli.admin.{key}", n=sum(matches.values()), folder=folder))
    for why, count in left_out.items():
        console.print(session.say(f"cli.admin.left_out.{why}", n=count))


def make_order(args: argparse.Namespace, session: Session) -> Callable[[Any], None]:
    """Return the job that stores an order of the operator, such as a ban, for the server to carry out."""
    from ludotheque.server.errors import Refused
    from ludotheque.server.tables import orders

    what: str = args.what
    network = banned_network(what, session) if args.action in ("ban", "unban") else ""
    until = time.time() + 3600 * args.hours if getattr(args, "hours", None) else None

    def job(connection: Any) -> None:
        try:
            match args.action:
                case "ban":
                    orders.ban(connection, network, until)
                case "unban":
                    orders.unban(connection, network)
                case "close":
                    orders.close(connection, what)
                case "erase":
                    orders.erase(connection, what)
        except Refused as refused:
            why = "nothing" if refused.code == "not_found" else "still_plays"
            raise WrongFile(session.say(f"cli.admin.{why}", what=what)) from None

    return job


def banned_network(what: str, session: Session) -> str:
    """Return the network that a ban of this address or network stands for: at least a /64 for IPv6."""
    from ludotheque.server.addresses import normalise_network

    try:
        return normalise_network(what)
    except ValueError:
        raise WrongFile(session.say("cli.admin.no_network", what=what)) from None


def print_rows(rows: list[dict[str, Any]], args: argparse.Namespace, session: Session) -> None:
    """Print a list, as a table or as JSON."""
    if args.json:
        session.print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for name in rows[0] if rows else ():
        table.add_column(name, no_wrap=True)
    for row in rows:
        table.add_row(*(format_value(name, value) for name, value in row.items()))
    session.console().print(table)


def format_value(name: str, value: Any) -> str:
    """Return a value as text."""
    if name in ("created", "until") and isinstance(value, int | float):
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
    return "" if value is None else str(value)
