"""Leases: which process automates a table, and until when. Each function is one transaction."""

from __future__ import annotations

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, delete, insert, or_, select, true, update

from ludotheque.server.storage.schema import leases

LONGEST_LEASE = 30.0  # seconds: longer than any lease, and than the clocks of processes differ


def _free(now: float | BindParameter[float]) -> ColumnElement[bool]:
    """Match expired leases, and those that end too late because a clock was set back: nobody renews these."""
    return or_(leases.c.until < now, leases.c.until > now + LONGEST_LEASE)


def claim(connection: Connection, table_id: str, holder: str, now: float, until: float) -> bool:
    """Take or renew the lease of a table; False if another process holds it."""
    free = or_(leases.c.holder == holder, _free(now))
    held = update(leases).where(leases.c.match == table_id, free).values(holder=holder, until=until)
    if connection.execute(held).rowcount:
        return True
    if connection.execute(select(leases.c.match).where(leases.c.match == table_id)).first() is not None:
        return False
    connection.execute(insert(leases), {"match": table_id, "holder": holder, "until": until})
    return True


def let_go(connection: Connection, table_id: str, holder: str) -> None:
    """Release the lease of a table."""
    connection.execute(delete(leases).where(leases.c.match == table_id, leases.c.holder == holder))


_ANY_ABANDONED = select(leases.c.match).where(_free(bindparam("now"))).limit(1)


def any_abandoned(connection: Connection, now: float) -> bool:
    """Whether any lease has expired. Called often, so it only reads."""
    return connection.execute(_ANY_ABANDONED, {"now": now}).first() is not None


def abandoned(connection: Connection, now: float, every: bool = False) -> list[str]:
    """Return the tables with expired leases, or all, and delete those leases."""
    which = true() if every else _free(now)
    found = list(connection.execute(select(leases.c.match).where(which)).scalars())
    if found:
        connection.execute(delete(leases).where(leases.c.match.in_(found), which))
    return found
