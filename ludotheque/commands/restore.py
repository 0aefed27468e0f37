"""`ludotheque restore`: copy a backup into an empty database."""

from __future__ import annotations

import argparse
import errno
import os
from pathlib import Path

from ludotheque.commands.databases import add_database_argument, database_of, explain_database_errors
from ludotheque.commands.session import Session, WrongFile
from ludotheque.messages import Messages


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help=messages.say("cli.restore.file"))
    add_database_argument(parser, messages)


def run(args: argparse.Namespace, session: Session) -> int:
    """Restore the backup, and print how much was copied."""
    session.need("server", "alembic", "sqlalchemy")
    from ludotheque.server.storage import backups

    database, file = database_of(args, session), Path(args.file).expanduser()
    if not file.is_file():
        raise WrongFile(session.say("cli.cant_read", file=args.file, problem=os.strerror(errno.ENOENT)))
    with explain_database_errors(database, session):
        try:
            counts = backups.summary(backups.restore(file, database))
        except backups.BadBackup as error:
            raise WrongFile(session.say("cli.restore.bad_backup", file=args.file, problem=str(error))) from None
        except backups.NotEmpty:
            raise WrongFile(session.say("cli.restore.not_empty")) from None
    session.console().print(session.say("cli.restore.done", file=args.file, **counts))
    return 0
