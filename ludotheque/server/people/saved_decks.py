"""What somebody keeps for seats to come: decks, by names of his own. Drafts too: a table checks what is brought."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import NewDeck, Person, SavedDeck
from ludotheque.server.people.services import new_id
from ludotheque.server.storage.schema import shelf

MOST = 200  # of one person


def saved(connection: Connection, person: Person, game: str | None = None) -> list[SavedDeck]:
    """All that somebody keeps, by name; of one game, if it is named."""
    wanted = select(shelf).where(shelf.c.person == person.id).order_by(shelf.c.game, shelf.c.name)
    if game is not None:
        wanted = wanted.where(shelf.c.game == game)
    return [
        SavedDeck(row.id, row.game, row.option, row.name, row.value, row.saved)
        for row in connection.execute(wanted).all()
    ]


def save(connection: Connection, person: Person, request: NewDeck, now: float) -> SavedDeck:
    """Put something on the shelf, in the place of what had that name."""
    same = (
        (shelf.c.person == person.id)
        & (shelf.c.game == request.game)
        & (shelf.c.option == request.option)
        & (shelf.c.name == request.name)
    )
    connection.execute(delete(shelf).where(same))
    there = connection.execute(select(func.count()).select_from(shelf).where(shelf.c.person == person.id)).scalar_one()
    if there >= MOST:
        raise Refused("shelf_full")
    new = SavedDeck(new_id(), request.game, request.option, request.name, request.value, now)
    row = {name: getattr(new, name) for name in SavedDeck.__struct_fields__}
    connection.execute(insert(shelf), {**row, "person": person.id})
    return new


def remove(connection: Connection, person: Person, id: str) -> None:
    """Take something off the shelf."""
    gone = connection.execute(delete(shelf).where(shelf.c.person == person.id, shelf.c.id == id))
    if not gone.rowcount:
        raise Refused("not_found")
