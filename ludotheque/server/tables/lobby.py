"""The public facts of the lobby: searches, listed open tables and listed running matches. Nothing about other tables.

A line carries the people whose blocks hide it. Lines hold what anybody may know: no seat option, no pledge, no rating
that its owner keeps private, and no version or counter that a private change would move; everybody sees the round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from ludotheque.server.people import blocking, profiles
from ludotheque.server.people.schemas import Person
from ludotheque.server.ratings import glicko
from ludotheque.server.storage.schema import people, ratings, results, seeks, tables
from ludotheque.server.tables import views
from ludotheque.server.tables.records import TableRecord, read_all, read_undamaged
from ludotheque.server.tables.schemas import (
    LobbyMatch,
    LobbyPerson,
    LobbySeek,
    LobbyTable,
    SeatRating,
    Seek,
)
from ludotheque.server.tables.seeking import ALIVE

MOST = 100  # lines of each kind
FRIENDS = 200  # people whom a viewer has played with, the latest


@dataclass(frozen=True)
class Line:
    """A line, and the people who must not be blocked by a viewer of it."""

    shown: LobbySeek | LobbyTable | LobbyMatch
    people: frozenset[str]


def search_lines(connection: Connection, now: float) -> dict[str, Line]:
    """Return the searches by key: `seek` and the id of a person."""
    wanted = (
        select(seeks, people.c.name, people.c.colour, people.c.shown, ratings.c.rating, ratings.c.deviation)
        .join(people, people.c.id == seeks.c.person)
        .outerjoin(ratings, (ratings.c.person == seeks.c.person) & (ratings.c.game == seeks.c.game))
        .where(seeks.c.table.is_(None), seeks.c.seen > now - ALIVE)
        .order_by(seeks.c.created.desc())
        .limit(MOST)
    )
    found = {}
    for row in connection.execute(wanted):
        wish = msgspec.convert(row.wish, Seek)
        public = row.rating is not None and (row.shown or wish.rated)
        found[f"seek {row.person}"] = Line(
            LobbySeek(
                person=row.person,
                name=row.name,
                colour=row.colour,
                game=row.game,
                clock=wish.clock,
                rated=wish.rated,
                rating=SeatRating(round(row.rating), row.deviation > glicko.SURE) if public else None,
                since=row.created,
            ),
            frozenset({row.person}),
        )
    return found


def table_lines(connection: Connection) -> dict[str, Line]:
    """Return the open tables and the live matches by key: `table` or `match`, and an id."""
    rows: list[Any] = []
    for phase in ("open", "playing"):
        # A deal of the day is secret until midnight, whatever its table says.
        listed = tables.c.listed & tables.c.daily.is_(None) & (tables.c.phase == phase)
        rows += read_undamaged(connection, select(tables).where(listed).order_by(tables.c.created.desc()).limit(MOST))
    found = {}
    for record in read_all(connection, rows):
        if record.phase == "playing":
            found[f"match {record.id}"] = Line(_match(record), record.people)
        elif any(seat.kind == "open" for seat in record.seats):
            found[f"table {record.id}"] = Line(_open_table(record), record.people)
    return found


def _open_table(record: TableRecord) -> LobbyTable:
    return LobbyTable(
        id=record.id,
        game=record.row.game,
        names=[seat.name for seat in record.seats if seat.kind == "person"],
        taken=sum(seat.kind != "open" for seat in record.seats),
        seats=len(record.seats),
        clock=record.clock,
        rated=record.row.rated,
        options=record.row.options,
        since=record.row.created,
    )


def _match(record: TableRecord) -> LobbyMatch:
    known = [seat.rating.rating for seat in views.view(record, None).seats if seat.kind == "person" and seat.rating]
    return LobbyMatch(
        id=record.id,
        game=record.row.game,
        names=[seat.name for seat in record.seats],
        rated=record.row.rated,
        rating=round(sum(known) / len(known)) if known else None,
        round=record.row.round,
        watching=0,
        since=record.row.started or record.row.created,
    )


def acquaintances(connection: Connection, person: Person | None) -> tuple[set[str], dict[str, LobbyPerson]]:
    """Return the people whom blocks keep from a viewer, and those the viewer has played with."""
    if person is None:
        return set(), {}
    apart = blocking.apart(connection, person)
    mine, theirs = results.alias(), results.alias()
    met = (
        select(theirs.c.person, people.c.name, people.c.colour)
        .join(mine, mine.c.match == theirs.c.match)
        .join(people, people.c.id == theirs.c.person)
        .where(mine.c.person == person.id, theirs.c.person != person.id)
        .group_by(theirs.c.person, people.c.name, people.c.colour)
        .order_by(func.max(theirs.c.ended).desc())
        .limit(FRIENDS)
    )
    rows = connection.execute(met).all()
    rows = [row for row in rows if row.person not in apart]
    games = profiles.last_games(connection, person.id, [row.person for row in rows])
    return apart, {row.person: LobbyPerson(row.person, row.name, row.colour, games[row.person]) for row in rows}
