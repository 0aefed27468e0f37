"""Exporting and erasing everything that is stored about a person."""

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
    mistakes,
    mutes,
    notes,
    people,
    practice_days,
    problem_ratings,
    problem_tries,
    pushes,
    put_away,
    ratings,
    results,
    reviews,
    seats,
    seeks,
    shelf,
    tables,
    talk,
)

NOBODY = "…"  # the name of an erased person
# Rows that belong to one person alone, by the column that names the person.
OWN: tuple[tuple[Table, str], ...] = (
    (shelf, "person"),
    (notes, "person"),
    (talk, "person"),
    (ratings, "person"),
    (mistakes, "person"),
    (practice_days, "person"),
    (problem_ratings, "person"),
    (problem_tries, "person"),
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
    """Return everything about a person, by table, without secrets of devices and deals."""
    told: dict[str, Any] = {"person": _rows(connection, people, people.c.id == person.id)[0]}
    for table, column in OWN:
        if table not in (keys, blocks, mutes) or column == "by":
            told.setdefault(table.name, []).extend(_rows(connection, table, table.c[column] == person.id))
    told["entrants"] = _rows(connection, entrants, entrants.c.person == person.id)
    told["daily_tries"] = _rows(connection, daily_tries, daily_tries.c.person == person.id)
    told["seats"] = _rows(connection, seats, seats.c.person == person.id)
    told["results"] = _rows(connection, results, results.c.person == person.id)
    asked = select(reviews.c.match, reviews.c.asked).where(reviews.c.person == person.id)
    told["reviews"] = [dict(row._mapping) for row in connection.execute(asked)]
    hosted = select(tables.c.id, tables.c.game, tables.c.created).where(tables.c.host == person.id)
    told["tables"] = [dict(row._mapping) for row in connection.execute(hosted)]
    return told


def _rows(connection: Connection, table: Table, whose: Any) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name not in SECRET and column.name != "sat"]
    return [dict(row._mapping) for row in connection.execute(select(*columns).where(whose))]


def running(connection: Connection, person: Person) -> list[tuple[str, int]]:
    """Return a person's seats at tables that are not over: they are left before the person is erased."""
    wanted = select(seats.c.table, seats.c.number).join(tables, tables.c.id == seats.c.table)
    rows = connection.execute(wanted.where(seats.c.person == person.id, tables.c.phase != "over"))
    return [(row.table, row.number) for row in rows]


def erase(connection: Connection, person: Person) -> None:
    """Erase a person. Their matches stay for the others, without the name."""
    for table, column in OWN:
        connection.execute(delete(table).where(table.c[column] == person.id))
    nobody = {"person": None, "name": NOBODY, "conditional": None}
    connection.execute(update(seats).where(seats.c.person == person.id).values(nobody))
    connection.execute(update(results).where(results.c.person == person.id).values(person=None, name=NOBODY))
    connection.execute(update(reviews).where(reviews.c.person == person.id).values(person=None))
    # Others have played them: their place in a tournament stays, without a name.
    connection.execute(update(entrants).where(entrants.c.person == person.id).values(active=False, brought={}))
    gone = {"name": NOBODY, "webhook": None, "shown": False, "colour": "slate", "created": 0.0, "research": None}
    connection.execute(update(people).where(people.c.id == person.id).values(gone))
