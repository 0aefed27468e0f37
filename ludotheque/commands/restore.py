"""`ludotheque restore`: take up a backup in an empty database."""

from __future__ import annotations

import argparse
import errno
import os
from pathlib import Path

from ludotheque.commands.databases import add_database_argument, database_of, said_in_a_sentence
from ludotheque.commands.session import Session, WrongFile
from ludotheque.messages import Messages


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help=messages.say("cli.restore.file"))
    add_database_argument(parser, messages)


def run(args: argparse.Namespace, session: Session) -> int:
    """Copy, and tell how much."""
    session.need("server", "alembic", "sqlalchemy")
    from ludotheque.server.storage import backups

    database, file = database_of(args, session), Path(args.file).expanduser()
    if not file.is_file():
        raise WrongFile(session.say("cli.cant_read", file=args.file, problem=os.strerror(errno.ENOENT)))
    with said_in_a_sentence(database, session):
        try:
            counts = backups.summary(backups.restore(file, database))
        except backups.NotEmpty:
            raise WrongFile(session.say("cli.restore.not_empty")) from None
    session.console().print(session.say("cli.restore.done", file=args.file, **counts))
    return 0
