"""For how long tables are kept: those that nobody began, and finished matches where the operator wants it."""

from __future__ import annotations

from sqlalchemy import Connection, Table, and_, delete, or_, select, update

from ludotheque.server.people.holidays import DAY
from ludotheque.server.storage.schema import (
    daily_tries,
    decisions,
    invitations,
    keys,
    leases,
    mutes,
    notes,
    pairings,
    put_away,
    results,
    seats,
    seeks,
    snapshots,
    tables,
    talk,
)

AT_ONCE = 50  # tables forgotten in one transaction: others want to write, too
# All that belongs to a table, by the column that names it; ratings are their people's, and stay.
PARTS: tuple[tuple[Table, str], ...] = (
    (decisions, "match"),
    (snapshots, "match"),
    (leases, "match"),
    (results, "match"),
    (talk, "table"),
    (notes, "table"),
    (mutes, "table"),
    (put_away, "table"),
    (invitations, "table"),
    (daily_tries, "table"),
    (seats, "table"),
)


def outdated(connection: Connection, now: float, unbegun_days: float, finished_days: float) -> list[str]:
    """Some of the tables whose time is over; finished ones are kept for ever where no number of days is given."""
    unbegun = and_(tables.c.phase.in_(("open", "opening")), tables.c.created < now - DAY * unbegun_days)
    finished = and_(tables.c.phase == "over", tables.c.ended < now - DAY * finished_days)
    late = or_(unbegun, finished) if finished_days else unbegun
    return list(connection.execute(select(tables.c.id).where(late).limit(AT_ONCE)).scalars())


def forget(connection: Connection, ids: list[str]) -> None:
    """Forget tables, with all that belongs to them."""
    for other in (pairings, seeks):
        connection.execute(update(other).where(other.c.table.in_(ids)).values(table=None))
    for part, column in PARTS:
        connection.execute(delete(part).where(part.c[column].in_(ids)))
    for link in ("rematch_of", "rematch", "fork_of"):
        connection.execute(update(tables).where(tables.c[link].in_(ids)).values({link: None}))
    connection.execute(delete(tables).where(tables.c.id.in_(ids)))


def forget_links(connection: Connection, now: float) -> None:
    """Links to other devices that were not used in time are of no use to anybody."""
    connection.execute(delete(keys).where(keys.c.expires < now))
