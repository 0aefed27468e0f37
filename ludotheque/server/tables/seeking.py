"""Searching for a match: people with the same wish are seated together as soon as there are enough."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from ludotheque.server.errors import Refused
from ludotheque.server.games.modes import MODES
from ludotheque.server.people import blocking
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import people, seeks
from ludotheque.server.tables.making import check_ratable, create
from ludotheque.server.tables.records import TableRecord, read_table
from ludotheque.server.tables.schemas import NewSeat, NewTable, Seek, SeekView, Sit
from ludotheque.server.tables.seating import sit
from ludotheque.server.tables.starting import start

ALIVE = 15.0  # seconds after its last request for which a searching page counts as open


def seek(
    connection: Connection, person: Person, wish: Seek, new_id: Callable[[], str], seed: bytes, now: float
) -> tuple[SeekView, TableRecord | None]:
    """Search for a match, or go on searching. Return the state of the search, and the table if one was found."""
    _check(wish)
    terms = terms_of(wish)
    mine = connection.execute(select(seeks).where(seeks.c.person == person.id)).one_or_none()
    if mine is not None and mine.terms == terms and mine.table is not None:
        stop(connection, person)
        return SeekView(table=mine.table, since=mine.created), read_table(connection, mine.table)
    since = mine.created if mine is not None and mine.terms == terms else now
    needed = MODES.game(wish.game).declaration.players[0] - 1
    others = _others(connection, person, terms, now, wish.join)
    joins = wish.join is not None and (mine is None or mine.terms != terms)
    if joins and (not others or others[0][0].id != wish.join):
        raise Refused("search_over")
    found = others[:needed]
    if len(found) < needed:
        stop(connection, person)
        row = {"person": person.id, "game": wish.game, "terms": terms, "wish": msgspec.to_builtins(wish)}
        connection.execute(insert(seeks), {**row, "table": None, "seen": now, "created": since})
        return SeekView(table=None, since=since), None
    stop(connection, person)
    table = _seat(connection, found, (person, wish), new_id(), seed, now)
    waiting = [other.id for other, _ in found]
    connection.execute(update(seeks).where(seeks.c.person.in_(waiting)).values(table=table.id))
    return SeekView(table=table.id, since=since), table


def _check(wish: Seek) -> None:
    """Refuse a wish that no table can be made from: it would fail every search that it is paired with."""
    game = MODES.game(wish.game)
    players = game.declaration.players[0]
    game.before_setup(players, game.check_options({}), [wish.brought, *({} for _ in range(players - 1))])
    if wish.rated:
        check_ratable(game, game.check_options({}), [NewSeat()] * players)


def is_seeking(connection: Connection, person: Person) -> bool:
    """Whether the person is searching for a match."""
    return connection.execute(select(seeks.c.person).where(seeks.c.person == person.id)).first() is not None


def stop(connection: Connection, person: Person) -> None:
    """Stop searching."""
    connection.execute(delete(seeks).where(seeks.c.person == person.id))


def terms_of(wish: Seek) -> str:
    """Hash what must be equal for two wishes to fit: the game, the clock, whether it is rated."""
    return hashlib.sha256(msgspec.json.encode([wish.game, wish.clock, wish.rated])).hexdigest()


def _others(
    connection: Connection, person: Person, terms: str, now: float, first: str | None
) -> list[tuple[Person, Seek]]:
    """Return the people with the same terms who may sit together: one of choice, then the longest waiting."""
    wanted = (
        select(seeks, people.c.name)
        .join(people, people.c.id == seeks.c.person)
        .where(seeks.c.terms == terms, seeks.c.table.is_(None), seeks.c.seen > now - ALIVE)
        .where(seeks.c.person != person.id)
        .order_by(seeks.c.person != first, seeks.c.created)
    )
    fitting: list[tuple[Person, Seek]] = []
    for row in connection.execute(wanted).all():
        if not blocking.between(connection, row.person, [person.id, *(one.id for one, _ in fitting)]):
            fitting.append((Person(row.person, row.name), msgspec.convert(row.wish, Seek)))
    return fitting


def _seat(
    connection: Connection,
    found: list[tuple[Person, Seek]],
    last: tuple[Person, Seek],
    table_id: str,
    seed: bytes,
    now: float,
) -> TableRecord:
    """Create a table for all of them and start it; the person who waited longest is the host."""
    (host, wish), *others = [*found, last]
    seats = [NewSeat("me", None, wish.brought, wish.pledge), *(NewSeat("open") for _ in others)]
    # The searches stood in the lobby for everybody; so does the match.
    new = NewTable(game=wish.game, seats=seats, clock=wish.clock, rated=wish.rated, hints=False, listed=True)
    create(connection, host, new, table_id, seed, now, sought=True)
    for number, (person, theirs) in enumerate(others, 1):
        sit(connection, table_id, person, number, Sit(theirs.brought, theirs.pledge))
    return start(connection, table_id, host, now)
