"""Who of several processes automates a table, and until when. Each function is one transaction."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, true, update

from ludotheque.server.storage.schema import leases

LONGEST_LEASE = 30.0  # seconds: more than any process asks for, and than the clocks of several differ


def _free(now: float) -> ColumnElement[bool]:
    """Leases that have run out; or that end later than any can, since a clock was set back: nobody renews those."""
    return or_(leases.c.until < now, leases.c.until > now + LONGEST_LEASE)


def claim(connection: Connection, id: str, holder: str, now: float, until: float) -> bool:
    """Whether that process plays the bots of a table and runs its clocks until then: unless another one does."""
    free = or_(leases.c.holder == holder, _free(now))
    held = update(leases).where(leases.c.match == id, free).values(holder=holder, until=until)
    if connection.execute(held).rowcount:
        return True
    if connection.execute(select(leases.c.match).where(leases.c.match == id)).first() is not None:
        return False
    connection.execute(insert(leases), {"match": id, "holder": holder, "until": until})
    return True


def let_go(connection: Connection, id: str, holder: str) -> None:
    """That process no longer sees to the table."""
    connection.execute(delete(leases).where(leases.c.match == id, leases.c.holder == holder))


def any_abandoned(connection: Connection, now: float) -> bool:
    """Whether there is such a table: looked at often, so it only reads."""
    return connection.execute(select(leases.c.match).where(_free(now)).limit(1)).first() is not None


def abandoned(connection: Connection, now: float, every: bool = False) -> list[str]:
    """The tables whose process has not said for a while that it sees to them, or all; each is handed out once."""
    which = true() if every else _free(now)
    found = list(connection.execute(select(leases.c.match).where(which)).scalars())
    if found:
        connection.execute(delete(leases).where(leases.c.match.in_(found), which))
    return found
