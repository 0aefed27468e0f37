"""`ludotheque backup`: copy everything into one file, while people play."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludotheque.commands.databases import add_database_argument, database_of, explain_database_errors
from ludotheque.commands.session import Session
from ludotheque.messages import Messages


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help=messages.say("cli.backup.file"))
    add_database_argument(parser, messages)


def run(args: argparse.Namespace, session: Session) -> int:
    """Copy the database, and print how much was copied."""
    session.need("server", "alembic", "sqlalchemy")
    from ludotheque.server.storage import backups

    database, file = database_of(args, session), Path(args.file).expanduser()
    session.check_writable(str(file))
    with explain_database_errors(database, session), session.writing(args.file):
        counts = backups.summary(backups.back_up(database, file))
    session.console().print(session.say("cli.backup.done", file=args.file, **counts))
    return 0
