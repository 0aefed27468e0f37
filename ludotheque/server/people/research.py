"""Whether a person's matches may be given away for research: off until they say so, and off again when they say so.

It counts for matches that begin while it is on. Nobody else sees the setting, not even at the same table.
"""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from ludotheque.server.people.schemas import Person, ResearchView
from ludotheque.server.storage.schema import people


def view(connection: Connection, person: Person) -> ResearchView:
    """Return whether a person agrees, and since when."""
    since: float | None = connection.execute(select(people.c.research).where(people.c.id == person.id)).scalar()
    return ResearchView(since is not None, since)


def change(connection: Connection, person: Person, agrees: bool, now: float) -> ResearchView:
    """Agree from now on, or no longer; to agree once more changes nothing."""
    mine = people.c.id == person.id
    if not agrees:
        connection.execute(update(people).where(mine).values(research=None))
    else:
        connection.execute(update(people).where(mine, people.c.research.is_(None)).values(research=now))
    return view(connection, person)
