"""Orders of the operator, given on the command line and passed to all processes through the database.

Orders are stored in the table `house`; each process reads them once a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select

from ludotheque.server.addresses import normalise_network
from ludotheque.server.errors import Refused
from ludotheque.server.people import erasure
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import decisions, house, people, seats, tables

BANS = "bans"
CLOSE = "close:"


class Ban(msgspec.Struct, frozen=True):
    """A banned person or address, and until when."""

    network: str
    until: float | None


@dataclass(frozen=True)
class Orders:
    """The orders in force."""

    bans: tuple[str, ...]
    closing: tuple[str, ...]


_ORDERS = select(house).where(or_(house.c.name == BANS, house.c.name.startswith(CLOSE)))


def read_orders(connection: Connection, now: float) -> Orders:
    """Read all orders."""
    rows = {row.name: row.value for row in connection.execute(_ORDERS)}
    banned = msgspec.json.decode(rows.pop(BANS, b"[]"), type=list[Ban])
    in_force = tuple(normalise_network(ban.network) for ban in banned if ban.until is None or ban.until > now)
    return Orders(in_force, tuple(name.removeprefix(CLOSE) for name in rows))


def bans(connection: Connection) -> list[Ban]:
    """Return the bans."""
    value = connection.execute(select(house.c.value).where(house.c.name == BANS)).scalar()
    found = msgspec.json.decode(value or b"[]", type=list[Ban])
    return [Ban(normalise_network(one.network), one.until) for one in found]


def ban(connection: Connection, network: str, until: float | None) -> None:
    """Ban a person or an address."""
    _store(connection, [*(one for one in bans(connection) if one.network != network), Ban(network, until)])


def unban(connection: Connection, network: str) -> None:
    """Lift a ban."""
    there = bans(connection)
    if network not in [one.network for one in there]:
        raise Refused("not_found")
    _store(connection, [one for one in there if one.network != network])


def _store(connection: Connection, banned: list[Ban]) -> None:
    connection.execute(delete(house).where(house.c.name == BANS))
    connection.execute(insert(house), {"name": BANS, "value": msgspec.json.encode(banned)})


def close(connection: Connection, table_id: str) -> None:
    """Order that a table is closed; the first process that reads the order does it."""
    if connection.execute(select(tables.c.id).where(tables.c.id == table_id)).first() is None:
        raise Refused("not_found")
    connection.execute(delete(house).where(house.c.name == CLOSE + table_id))
    connection.execute(insert(house), {"name": CLOSE + table_id, "value": b""})


def closed(connection: Connection, table_id: str) -> None:
    """Remove an order that was carried out."""
    connection.execute(delete(house).where(house.c.name == CLOSE + table_id))


# Looking ------------------------------------------------------------------------------------------------------------


def newest_tables(connection: Connection, most: int) -> list[dict[str, Any]]:
    """Return the newest tables, and how much was played at each."""
    played = select(func.count()).where(decisions.c.match == tables.c.id).scalar_subquery()
    wanted = select(
        tables.c.id, tables.c.game, tables.c.phase, tables.c.created, tables.c.host, played.label("entries")
    )
    return [dict(row._mapping) for row in connection.execute(wanted.order_by(tables.c.created.desc()).limit(most))]


def newest_people(connection: Connection, most: int) -> list[dict[str, Any]]:
    """Return the newest people, with the numbers of tables they created and sat at."""
    laid = select(func.count()).where(tables.c.host == people.c.id).scalar_subquery()
    sat = select(func.count()).where(seats.c.person == people.c.id).scalar_subquery()
    wanted = select(people.c.id, people.c.name, people.c.created, laid.label("laid"), sat.label("seats"))
    return [dict(row._mapping) for row in connection.execute(wanted.order_by(people.c.created.desc()).limit(most))]


def totals(connection: Connection) -> dict[str, int]:
    """Count what is stored."""

    def count(*where: Any) -> int:
        return int(connection.execute(select(func.count()).select_from(tables).where(*where)).scalar_one())

    return {
        "people": int(connection.execute(select(func.count()).select_from(people)).scalar_one()),
        "tables": count(),
        "playing": count(tables.c.phase.in_(("playing", "paused"))),
        "entries": int(connection.execute(select(func.count()).select_from(decisions)).scalar_one()),
    }


def erase(connection: Connection, person_id: str) -> None:
    """Erase a person, as they can themselves; refused while they sit at a table that is not over."""
    row = connection.execute(select(people.c.id, people.c.name).where(people.c.id == person_id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    person = Person(row.id, row.name)
    if erasure.running(connection, person):
        raise Refused("already_started")
    erasure.erase(connection, person)
