"""Closing tables before their match is played out. Each function is one transaction."""

from __future__ import annotations

from sqlalchemy import Connection

from ludotheque.server.matches import results
from ludotheque.server.tables.records import TableRecord, read_table
from ludotheque.server.tables.writing import set_table

CLOSED = {"cause": "closed", "key": "ending.closed"}  # the outcome of a table that the operator closes


def close_by_order(connection: Connection, table_id: str, now: float) -> TableRecord:
    """End a table that has not begun, by order of the operator."""
    if read_table(connection, table_id).phase in ("open", "opening"):
        set_table(connection, table_id, phase="over", outcome=CLOSED, actors=[], due=None, ended=now)
    return read_table(connection, table_id)


def close_by_upgrade(connection: Connection, table_id: str, now: float) -> TableRecord:
    """End a match whose rules this program can no longer play."""
    outcome = {"cause": "upgrade", "key": "ending.upgrade"}
    if read_table(connection, table_id).phase != "over":
        set_table(connection, table_id, phase="over", outcome=outcome, actors=[], due=None, ended=now)
        results.keep(connection, [results.Ended(table_id, outcome, now, None)])
    return read_table(connection, table_id)
