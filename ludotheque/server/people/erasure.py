"""All that is stored of somebody: to take along, and to have erased."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, delete, select, update

from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import (
    blocks,
    daily_tries,
    entrants,
    holidays,
    invitations,
    keys,
    mutes,
    notes,
    people,
    pushes,
    put_away,
    ratings,
    results,
    seats,
    seeks,
    shelf,
    tables,
    talk,
)

NOBODY = "…"  # the name of whoever is gone
# What is somebody's alone, by the column that says whose.
OWN: tuple[tuple[Table, str], ...] = (
    (shelf, "person"),
    (notes, "person"),
    (talk, "person"),
    (ratings, "person"),
    (holidays, "person"),
    (put_away, "person"),
    (invitations, "person"),
    (invitations, "by"),
    (blocks, "by"),
    (blocks, "person"),
    (mutes, "by"),
    (mutes, "person"),
    (pushes, "person"),
    (seeks, "person"),
    (keys, "person"),
)
SECRET = {"hash", "pledge", "contribution", "auth", "key", "seed"}  # keys of devices, and what deals are made of


def export(connection: Connection, person: Person) -> dict[str, Any]:
    """Everything, by table; secrets of devices and of deals are left out."""
    told: dict[str, Any] = {"person": _rows(connection, people, people.c.id == person.id)[0]}
    for table, column in OWN:
        if table not in (keys, blocks, mutes) or column == "by":
            told.setdefault(table.name, []).extend(_rows(connection, table, table.c[column] == person.id))
    told["entrants"] = _rows(connection, entrants, entrants.c.person == person.id)
    told["daily_tries"] = _rows(connection, daily_tries, daily_tries.c.person == person.id)
    told["seats"] = _rows(connection, seats, seats.c.person == person.id)
    told["results"] = _rows(connection, results, results.c.person == person.id)
    hosted = select(tables.c.id, tables.c.game, tables.c.created).where(tables.c.host == person.id)
    told["tables"] = [dict(row._mapping) for row in connection.execute(hosted)]
    return told


def _rows(connection: Connection, table: Table, whose: Any) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name not in SECRET and column.name != "sat"]
    return [dict(row._mapping) for row in connection.execute(select(*columns).where(whose))]


def running(connection: Connection, person: Person) -> list[tuple[str, int]]:
    """The seats that somebody holds at tables which are not over: to be left before he is erased."""
    wanted = select(seats.c.table, seats.c.number).join(tables, tables.c.id == seats.c.table)
    rows = connection.execute(wanted.where(seats.c.person == person.id, tables.c.phase != "over"))
    return [(row.table, row.number) for row in rows]


def erase(connection: Connection, person: Person) -> None:
    """Erase somebody. Matches stay for those who played them; nobody's name stands at his seats any more."""
    for table, column in OWN:
        connection.execute(delete(table).where(table.c[column] == person.id))
    nobody = {"person": None, "name": NOBODY, "conditional": None}
    connection.execute(update(seats).where(seats.c.person == person.id).values(nobody))
    connection.execute(update(results).where(results.c.person == person.id).values(person=None, name=NOBODY))
    # Others have met him: his place in a tournament stays, without a name.
    connection.execute(update(entrants).where(entrants.c.person == person.id).values(active=False, brought={}))
    gone = {"name": NOBODY, "webhook": None, "shown": False, "colour": "slate", "created": 0.0}
    connection.execute(update(people).where(people.c.id == person.id).values(gone))
