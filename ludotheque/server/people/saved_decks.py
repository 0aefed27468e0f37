"""Saved decks, by name. Drafts may be saved too: a table checks what is brought to it."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import NewDeck, Person, SavedDeck
from ludotheque.server.people.services import new_id
from ludotheque.server.storage.schema import shelf

MOST = 200  # of one person


def saved(connection: Connection, person: Person, game: str | None = None) -> list[SavedDeck]:
    """Return a person's saved decks, by name; of one game if it is given."""
    wanted = select(shelf).where(shelf.c.person == person.id).order_by(shelf.c.game, shelf.c.name)
    if game is not None:
        wanted = wanted.where(shelf.c.game == game)
    return [
        SavedDeck(row.id, row.game, row.option, row.name, row.value, row.saved)
        for row in connection.execute(wanted).all()
    ]


def save(connection: Connection, person: Person, request: NewDeck, now: float) -> SavedDeck:
    """Save a deck; it replaces one of the same name."""
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


def remove(connection: Connection, person: Person, deck_id: str) -> None:
    """Delete a saved deck."""
    gone = connection.execute(delete(shelf).where(shelf.c.person == person.id, shelf.c.id == deck_id))
    if not gone.rowcount:
        raise Refused("not_found")
