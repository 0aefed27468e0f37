"""Deleting old tables: those that never began, and finished ones if the operator wants that."""

from __future__ import annotations

from sqlalchemy import Connection, Table, and_, delete, or_, select, update

from ludotheque.server.people.holidays import DAY
from ludotheque.server.storage.schema import (
    daily_tries,
    decisions,
    invitations,
    keys,
    leases,
    mistakes,
    mutes,
    notes,
    pairings,
    put_away,
    results,
    reviews,
    seats,
    seeks,
    snapshots,
    tables,
    talk,
)

AT_ONCE = 50  # tables deleted in one transaction, so that other writers need not wait long
# Everything that belongs to a table, by the column that names it. Ratings belong to people and stay.
PARTS: tuple[tuple[Table, str], ...] = (
    (decisions, "match"),
    (snapshots, "match"),
    (leases, "match"),
    (results, "match"),
    (reviews, "match"),
    (mistakes, "match"),
    (talk, "table"),
    (notes, "table"),
    (mutes, "table"),
    (put_away, "table"),
    (invitations, "table"),
    (daily_tries, "table"),
    (seats, "table"),
)


def outdated(connection: Connection, now: float, unbegun_days: float, finished_days: float) -> list[str]:
    """Return some tables to delete; finished ones are kept for ever where no number of days is given."""
    unbegun = and_(tables.c.phase.in_(("open", "opening")), tables.c.created < now - DAY * unbegun_days)
    finished = and_(tables.c.phase == "over", tables.c.ended < now - DAY * finished_days)
    late = or_(unbegun, finished) if finished_days else unbegun
    return list(connection.execute(select(tables.c.id).where(late).limit(AT_ONCE)).scalars())


def forget(connection: Connection, ids: list[str]) -> None:
    """Delete tables with everything that belongs to them."""
    for other in (pairings, seeks):
        connection.execute(update(other).where(other.c.table.in_(ids)).values(table=None))
    for part, column in PARTS:
        connection.execute(delete(part).where(part.c[column].in_(ids)))
    for link in ("rematch_of", "rematch", "fork_of"):
        connection.execute(update(tables).where(tables.c[link].in_(ids)).values({link: None}))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))


def forget_links(connection: Connection, now: float) -> None:
    """Delete expired links to other devices."""
    connection.execute(delete(keys).where(keys.c.expires < now))
