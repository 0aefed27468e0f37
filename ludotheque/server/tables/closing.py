"""Tables that end without their match being played out. Each function is one transaction."""

from __future__ import annotations

from sqlalchemy import Connection

from ludotheque.server.matches import results
from ludotheque.server.tables.records import TableRecord, read
from ludotheque.server.tables.writing import set_table

CLOSED = {"cause": "closed", "key": "ending.closed"}  # how a table ends that the operator closes


def close_by_order(connection: Connection, id: str, now: float) -> TableRecord:
    """End a table that has not begun, since whoever runs the house wants it."""
    if read(connection, id).phase in ("open", "opening"):
        set_table(connection, id, phase="over", outcome=CLOSED, actors=[], due=None, ended=now)
    return read(connection, id)


def close_by_upgrade(connection: Connection, id: str, now: float) -> TableRecord:
    """End a match that was begun under rules which this program no longer plays, and can't go on under its own."""
    outcome = {"cause": "upgrade", "key": "ending.upgrade"}
    if read(connection, id).phase != "over":
        set_table(connection, id, phase="over", outcome=outcome, actors=[], due=None, ended=now)
        results.keep(connection, [results.Ended(id, outcome, now, None)])
    return read(connection, id)
