"""Opening the database that a command names: what keeps it from that is said in a sentence."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.commands.session import Session
from ludotheque.errors import LudothequeError
from ludotheque.messages import Messages

DATABASE = "LUDOTHEQUE_DATABASE"  # a password has no place on a command line


class NoDatabase(LudothequeError):
    """The tables can't be kept there."""

    exit_code = 3


def add_database_argument(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Where the tables are kept: alike wherever they are asked for."""
    parser.add_argument("--database", metavar="URL", help=messages.say("cli.serve.database", {"variable": DATABASE}))


def database_of(args: argparse.Namespace, session: Session) -> str:
    """The address of the database: given, from the environment, or the usual one."""
    from ludotheque.server.settings import usual_database

    database: str = args.database or os.environ.get(DATABASE) or usual_database()
    session.need("cluster", *(["psycopg"] if database.startswith("postgres") else []))
    return database


@contextmanager
def said_in_a_sentence(url: str, session: Session) -> Iterator[None]:
    """What is done with that database; what the database says against it becomes a sentence."""
    from alembic.util import CommandError
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    from ludotheque.server.storage import advice

    try:
        shown = make_url(url).render_as_string(hide_password=True)
        yield
    except (ArgumentError, ImportError, NoSuchModuleError):
        raise NoDatabase(session.say("cli.serve.no_database_url")) from None
    except CommandError:
        raise NoDatabase(session.say("cli.serve.newer_database", url=shown)) from None
    except OSError as error:
        problem = error.strerror or str(error)
        raise NoDatabase(session.say("cli.serve.no_database", url=shown, problem=problem, advice="")) from None
    except DBAPIError as error:
        said = str(error.orig).strip().partition("\n")[0]
        told = session.say("cli.serve.no_database", url=shown, problem=said, advice=advice(said))
        raise NoDatabase(told) from None
