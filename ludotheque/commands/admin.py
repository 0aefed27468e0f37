"""`ludotheque admin`: what whoever runs a server may see and order, while it runs."""

from __future__ import annotations

import argparse
import ipaddress
import time
from collections.abc import Callable
from typing import Any

from rich.table import Table

from ludotheque.commands.databases import add_database_argument, database_of, said_in_a_sentence
from ludotheque.commands.session import Help, Session, WrongFile, add_common_arguments, whole_number
from ludotheque.messages import Messages

SHOWN = 20
LISTS = ("load", "tables", "people", "bans")
ORDERS = {"close": "TABLE", "ban": "ADDRESS", "unban": "ADDRESS", "erase": "PERSON"}


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """What the command takes."""
    add_database_argument(parser, messages)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, title=messages.say("cli.commands"))
    for name in (*LISTS, *ORDERS):
        about = messages.say(f"cli.admin.{name}")
        own = actions.add_parser(name, messages=messages, help=about, description=about, formatter_class=Help)
        if name in ORDERS:
            own.add_argument("what", metavar=ORDERS[name], help=messages.say(f"cli.admin.{name}_what"))
        if name == "ban":
            own.add_argument("--hours", type=whole_number, metavar="N", help=messages.say("cli.admin.hours"))
        if name in ("tables", "people"):
            shown = messages.say("cli.admin.most", {"usual": SHOWN})
            own.add_argument("--most", type=whole_number, default=SHOWN, metavar="N", help=shown)
        own.add_argument("--json", action="store_true", help=messages.say("cli.json"))
        add_common_arguments(own, messages)


def run(args: argparse.Namespace, session: Session) -> int:
    """Look, or order."""
    session.need("server", "alembic", "sqlalchemy")
    from ludotheque.server.storage import Storage

    database = database_of(args, session)
    with said_in_a_sentence(database, session):
        storage = Storage(database)
        try:
            if args.action in LISTS:
                tell(storage.read(lambda c: found(c, args)), args, session)
            else:
                storage.write(order(args, session)).result()
                session.console().print(session.say(f"cli.admin.{args.action}_done", what=args.what))
        finally:
            storage.close()
    return 0


def found(connection: Any, args: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows of a list."""
    from ludotheque.server.tables import orders

    match args.action:
        case "load":
            return [orders.totals(connection)]
        case "tables":
            return orders.newest_tables(connection, args.most)
        case "people":
            return orders.newest_people(connection, args.most)
    return [{"network": ban.network, "until": ban.until} for ban in orders.bans(connection)]


def order(args: argparse.Namespace, session: Session) -> Callable[[Any], None]:
    """What is to be done."""
    from ludotheque.server.errors import Refused
    from ludotheque.server.tables import orders

    what: str = args.what
    if args.action in ("ban", "unban"):
        try:
            network = str(ipaddress.ip_network(what, strict=False))
        except ValueError:
            raise WrongFile(session.say("cli.admin.no_network", what=what)) from None
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


def tell(rows: list[dict[str, Any]], args: argparse.Namespace, session: Session) -> None:
    """Print a list, as a table or as JSON."""
    if args.json:
        session.print_json(rows)
        return
    table = Table(box=None, pad_edge=False)
    for name in rows[0] if rows else ():
        table.add_column(name, no_wrap=True)
    for row in rows:
        table.add_row(*(shown(name, value) for name, value in row.items()))
    session.console().print(table)


def shown(name: str, value: Any) -> str:
    """A value as people read it."""
    if name in ("created", "until") and isinstance(value, int | float):
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(value))
    return "" if value is None else str(value)
