"""`ludotheque backup`: copy everything into one file, while people play."""

from __future__ import annotations

import argparse
from pathlib import Path

from ludotheque.commands.databases import add_database_argument, database_of, said_in_a_sentence
from ludotheque.commands.session import Session
from ludotheque.messages import Messages


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help=messages.say("cli.backup.file"))
    add_database_argument(parser, messages)


def run(args: argparse.Namespace, session: Session) -> int:
    """Copy, and tell how much."""
    session.need("server", "alembic", "sqlalchemy")
    from ludotheque.server.storage import backups

    database, file = database_of(args, session), Path(args.file).expanduser()
    session.check_writable(str(file))
    with said_in_a_sentence(database, session), session.writing(args.file):
        counts = backups.summary(backups.back_up(database, file))
    session.console().print(session.say("cli.backup.done", file=args.file, **counts))
    return 0
