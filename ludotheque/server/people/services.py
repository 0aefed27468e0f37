"""Who somebody is: keys of devices, one-time links between them, recovery codes. Only hashes are stored."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from ludotheque.server.errors import Refused
from ludotheque.server.people import names
from ludotheque.server.people.schemas import FreshCode, Person, Push
from ludotheque.server.storage.schema import keys, people, seats, tables
from ludotheque.server.storage.schema import pushes as push_table

MOST_PUSHES = 10  # browsers of one person that are sent messages
LINK_SECONDS = 15 * 60.0
# Without letters and digits that are mistaken for each other: a recovery code is written down by hand.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id(length: int = 12) -> str:
    """A name that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hash_of(secret: str) -> bytes:
    """What is stored of a secret. It was drawn from far more than anyone can try: no salt, no stretching is needed."""
    return hashlib.sha256(secret.encode()).digest()


def _new_key(connection: Connection, person: str, kind: str, secret: str, expires: float | None = None) -> str:
    connection.execute(insert(keys), {"hash": hash_of(secret), "person": person, "kind": kind, "expires": expires})
    return secret


def welcome(connection: Connection, name: str, now: float) -> tuple[Person, str]:
    """A new person, and the key for his device."""
    person = Person(new_id(), names.checked(name))
    connection.execute(insert(people), {"id": person.id, "name": person.name, "created": now})
    return person, _new_key(connection, person.id, "device", secrets.token_urlsafe(32))


def who(connection: Connection, key: str | None) -> Person | None:
    """The person whose device has this key."""
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
    """Another name: at once where he waits, not where he plays, since a changed name is talk; and those tables."""
    name = names.checked(name)
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
    """Where his turns are announced."""
    url: str | None = connection.execute(select(people.c.webhook).where(people.c.id == person)).scalar()
    return url


def set_webhook(connection: Connection, person: Person, url: str | None) -> None:
    """Announce his turns there, or nowhere."""
    connection.execute(update(people).where(people.c.id == person.id).values(webhook=url))


def pushes(connection: Connection, person: str) -> list[Row[Any]]:
    """The browsers that take messages for somebody."""
    return list(connection.execute(select(push_table).where(push_table.c.person == person)).all())


def add_push(connection: Connection, person: Person, push: Push, now: float) -> str:
    """Messages for somebody go to this browser too; its id. A browser is one person's: whoever subscribed last."""
    hash = hash_of(push.endpoint)
    connection.execute(delete(push_table).where(push_table.c.hash == hash))
    there = pushes(connection, person.id)
    for old in sorted(there, key=lambda row: row.created)[: max(0, len(there) - MOST_PUSHES + 1)]:
        connection.execute(delete(push_table).where(push_table.c.hash == old.hash))
    row = {"hash": hash, "person": person.id, "endpoint": push.endpoint, "key": push.key, "auth": push.auth}
    connection.execute(insert(push_table), {**row, "language": push.language, "created": now})
    return hash.hex()


def forget_push(connection: Connection, person: str, id: str) -> None:
    """No messages to that browser any more."""
    try:
        hash = bytes.fromhex(id)
    except ValueError:
        raise Refused("not_found") from None
    connection.execute(delete(push_table).where(push_table.c.person == person, push_table.c.hash == hash))


def link(connection: Connection, person: Person, now: float) -> FreshCode:
    """A code that lets him in from another device, once and soon."""
    connection.execute(delete(keys).where(keys.c.person == person.id, keys.c.kind == "link"))
    expires = now + LINK_SECONDS
    return FreshCode(_new_key(connection, person.id, "link", new_id(16), expires), expires)


def recovery(connection: Connection, person: Person) -> FreshCode:
    """A code for the day when all his cookies are lost; the one before ends to work."""
    connection.execute(delete(keys).where(keys.c.person == person.id, keys.c.kind == "recovery"))
    return FreshCode(_new_key(connection, person.id, "recovery", new_id(24)), None)


def enter(connection: Connection, code: str, now: float) -> tuple[Person, str]:
    """The person of a link or recovery code, with a key for this device; the code is used up."""
    code = code.strip().lower().replace("-", "")
    wanted = select(keys).where(keys.c.hash == hash_of(code), keys.c.kind.in_(("link", "recovery")))
    row = connection.execute(wanted).one_or_none()
    if row is None or (row.expires is not None and row.expires < now):
        raise Refused("bad_code")
    connection.execute(delete(keys).where(keys.c.hash == row.hash))
    name = connection.execute(select(people.c.name).where(people.c.id == row.person)).scalar_one()
    return Person(row.person, name), _new_key(connection, row.person, "device", secrets.token_urlsafe(32))


def forget(connection: Connection, key: str) -> bytes:
    """This device no longer knows him; the hash of its key, whose open sockets are to be closed."""
    connection.execute(delete(keys).where(keys.c.hash == hash_of(key)))
    return hash_of(key)


def valid(connection: Connection, hashes: Collection[bytes]) -> set[bytes]:
    """Those of some device keys, by their hashes, that are still good."""
    return set(connection.execute(select(keys.c.hash).where(keys.c.hash.in_(hashes))).scalars())
