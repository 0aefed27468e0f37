"""Identity: keys of devices, one-time links between them, recovery codes. Only hashes are stored."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import Any, get_args

from sqlalchemy import Connection, Row, delete, insert, select, update

from ludotheque.server.errors import Refused
from ludotheque.server.people import names
from ludotheque.server.people.schemas import Colour, FreshCode, Person, Push
from ludotheque.server.storage.schema import keys, people, seats, tables
from ludotheque.server.storage.schema import pushes as push_table

MOST_PUSHES = 10  # browsers of one person that are sent messages
LINK_SECONDS = 15 * 60.0
# Without characters that look alike: people write recovery codes down by hand.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id(length: int = 12) -> str:
    """Return a random id that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hash_of(secret: str) -> bytes:
    """Return the hash to store. Secrets are random and long: they need no salt and no stretching."""
    return hashlib.sha256(secret.encode()).digest()


def _new_key(connection: Connection, person: str, kind: str, secret: str, expires: float | None = None) -> str:
    connection.execute(insert(keys), {"hash": hash_of(secret), "person": person, "kind": kind, "expires": expires})
    return secret


def welcome(connection: Connection, name: str, now: float) -> tuple[Person, str]:
    """Create a person with a colour drawn for them; return them and the key for the device."""
    person = Person(new_id(), names.check_name(name))
    colour = secrets.choice(get_args(Colour))
    connection.execute(insert(people), {"id": person.id, "name": person.name, "created": now, "colour": colour})
    return person, _new_key(connection, person.id, "device", secrets.token_urlsafe(32))


def person_of_key(connection: Connection, key: str | None) -> Person | None:
    """Return the person whose device has this key."""
    if not key or len(key) > 100:
        return None
    wanted = (
        select(people.c.id, people.c.name)
        .join(keys, keys.c.person == people.c.id)
        .where(keys.c.hash == hash_of(key), keys.c.kind == "device")
    )
    row = connection.execute(wanted).one_or_none()
    return Person(row.id, row.name) if row else None


def rename(connection: Connection, person: Person, name: str) -> tuple[Person, list[str]]:
    """Rename a person at tables that have not begun, and return those. In a match a new name would be talk."""
    name = names.check_name(name)
    connection.execute(update(people).where(people.c.id == person.id).values(name=name))
    waiting = (
        select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.person == person.id, tables.c.phase == "open")
        .distinct()
    )
    ids = list(connection.execute(waiting).scalars())
    connection.execute(update(seats).where(seats.c.person == person.id, seats.c.table.in_(ids)).values(name=name))
    connection.execute(update(tables).where(tables.c.id.in_(ids)).values(version=tables.c.version + 1))
    return Person(person.id, name), ids


def webhook(connection: Connection, person: str) -> str | None:
    """Return the webhook of a person."""
    url: str | None = connection.execute(select(people.c.webhook).where(people.c.id == person)).scalar()
    return url


def set_webhook(connection: Connection, person: Person, url: str | None) -> None:
    """Set or remove the webhook of a person."""
    connection.execute(update(people).where(people.c.id == person.id).values(webhook=url))


def pushes(connection: Connection, person: str) -> list[Row[Any]]:
    """Return the push subscriptions of a person."""
    return list(connection.execute(select(push_table).where(push_table.c.person == person)).all())


def add_push(connection: Connection, person: Person, push: Push, now: float) -> str:
    """Add a push subscription and return its id. A browser belongs to the person who subscribed last."""
    hashed = hash_of(push.endpoint)
    connection.execute(delete(push_table).where(push_table.c.hash == hashed))
    there = pushes(connection, person.id)
    for old in sorted(there, key=lambda row: row.created)[: max(0, len(there) - MOST_PUSHES + 1)]:
        connection.execute(delete(push_table).where(push_table.c.hash == old.hash))
    row = {"hash": hashed, "person": person.id, "endpoint": push.endpoint, "key": push.key, "auth": push.auth}
    connection.execute(insert(push_table), {**row, "language": push.language, "created": now})
    return hashed.hex()


def forget_push(connection: Connection, person: str, push_id: str) -> None:
    """Remove a push subscription."""
    try:
        hashed = bytes.fromhex(push_id)
    except ValueError:
        raise Refused("not_found") from None
    connection.execute(delete(push_table).where(push_table.c.person == person, push_table.c.hash == hashed))


def link(connection: Connection, person: Person, now: float) -> FreshCode:
    """Create a code that adds another device; it works once, for 15 minutes."""
    connection.execute(delete(keys).where(keys.c.person == person.id, keys.c.kind == "link"))
    expires = now + LINK_SECONDS
    return FreshCode(_new_key(connection, person.id, "link", new_id(16), expires), expires)


def recovery(connection: Connection, person: Person) -> FreshCode:
    """Create a recovery code for when all cookies are lost; it replaces the one before."""
    connection.execute(delete(keys).where(keys.c.person == person.id, keys.c.kind == "recovery"))
    return FreshCode(_new_key(connection, person.id, "recovery", new_id(24)), None)


def enter(connection: Connection, code: str, now: float) -> tuple[Person, str]:
    """Use up a link or recovery code; return its person and a key for this device."""
    code = code.strip().lower().replace("-", "")
    wanted = select(keys).where(keys.c.hash == hash_of(code), keys.c.kind.in_(("link", "recovery")))
    row = connection.execute(wanted).one_or_none()
    if row is None or (row.expires is not None and row.expires < now):
        raise Refused("bad_code")
    connection.execute(delete(keys).where(keys.c.hash == row.hash))
    name = connection.execute(select(people.c.name).where(people.c.id == row.person)).scalar_one()
    return Person(row.person, name), _new_key(connection, row.person, "device", secrets.token_urlsafe(32))


def forget(connection: Connection, key: str) -> bytes:
    """Delete the key of a device and return its hash: its open sockets must be closed."""
    connection.execute(delete(keys).where(keys.c.hash == hash_of(key)))
    return hash_of(key)


def valid(connection: Connection, hashes: Collection[bytes]) -> set[bytes]:
    """Return which of these key hashes are still valid."""
    return set(connection.execute(select(keys.c.hash).where(keys.c.hash.in_(hashes))).scalars())
