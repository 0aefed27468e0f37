"""Blocks: if one of two people blocked the other, they share no table and don't hear each other."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import CompoundSelect, Connection, and_, delete, insert, or_, select

from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import blocks, people

MOST = 500  # of one person


def between(connection: Connection, person: str, others: Collection[str]) -> bool:
    """Whether a person has blocked one of the others, or is blocked by one."""
    either = or_(
        and_(blocks.c.by == person, blocks.c.person.in_(others)),
        and_(blocks.c.person == person, blocks.c.by.in_(others)),
    )
    return connection.execute(select(blocks.c.by).where(either).limit(1)).first() is not None


def kept_apart(person: str) -> CompoundSelect[tuple[str]]:
    """Return a query for all people whom the person blocked or who blocked them."""
    return (
        select(blocks.c.person).where(blocks.c.by == person).union(select(blocks.c.by).where(blocks.c.person == person))
    )


def apart(connection: Connection, person: Person | None) -> set[str]:
    """Return all people whom the person blocked or who blocked them."""
    return set() if person is None else set(connection.scalars(kept_apart(person.id)))


def blocked(connection: Connection, person: Person) -> list[Person]:
    """Return the people whom the person has blocked, by name."""
    wanted = select(people.c.id, people.c.name).join(blocks, blocks.c.person == people.c.id)
    rows = connection.execute(wanted.where(blocks.c.by == person.id).order_by(people.c.name))
    return [Person(row.id, row.name) for row in rows]


def block(connection: Connection, person: Person, other: str, wanted: bool) -> None:
    """Block another person, or lift the block."""
    if other == person.id or connection.execute(select(people.c.id).where(people.c.id == other)).first() is None:
        raise Refused("not_found")
    connection.execute(delete(blocks).where(blocks.c.by == person.id, blocks.c.person == other))
    if wanted:
        if len(blocked(connection, person)) >= MOST:
            raise Refused("too_many")
        connection.execute(insert(blocks), {"by": person.id, "person": other})
