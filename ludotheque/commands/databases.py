"""The database argument of commands, and its errors as sentences."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.commands.session import Session
from ludotheque.errors import LudothequeError
from ludotheque.messages import Messages

DATABASE = "LUDOTHEQUE_DATABASE"  # for passwords, which others could read on the command line


class NoDatabase(LudothequeError):
    """The database can't be used."""

    exit_code = 3


def add_database_argument(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Add the argument `--database`."""
    parser.add_argument("--database", metavar="URL", help=messages.say("cli.serve.database", {"variable": DATABASE}))


def database_of(args: argparse.Namespace, session: Session) -> str:
    """Return the URL of the database: from the argument, the environment, or the default."""
    from ludotheque.server.settings import usual_database

    database: str = args.database or os.environ.get(DATABASE) or usual_database()
    session.need("cluster", *(["psycopg"] if database.startswith("postgres") else []))
    return database


@contextmanager
def explain_database_errors(url: str, session: Session) -> Iterator[None]:
    """Turn errors of the database in the block into a sentence for the operator."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    from ludotheque.server.storage import AlreadyServed, NewerDatabase, OlderDatabase, advise_operator

    try:
        shown = make_url(url).render_as_string(hide_password=True)
        yield
    except (ArgumentError, ImportError, NoSuchModuleError):
        raise NoDatabase(session.say("cli.serve.no_database_url")) from None
    except AlreadyServed:
        raise NoDatabase(session.say("cli.serve.already_served", url=shown)) from None
    except NewerDatabase:
        raise NoDatabase(session.say("cli.serve.newer_database", url=shown)) from None
    except OlderDatabase:
        raise NoDatabase(session.say("cli.serve.older_database", url=shown)) from None
    except OSError as error:
        problem = error.strerror or str(error)
        raise NoDatabase(session.say("cli.serve.no_database", url=shown, problem=problem, advice="")) from None
    except DBAPIError as error:
        problem = str(error.orig).strip().partition("\n")[0]
        advice = advise_operator(problem)
        raise NoDatabase(session.say("cli.serve.no_database", url=shown, problem=problem, advice=advice)) from None
