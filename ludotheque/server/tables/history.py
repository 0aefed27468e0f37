"""Lists of tables: those a person may want to open, and finished matches, their own and public, paged by key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    tuple_,
    update,
)

from ludotheque.server.errors import Refused
from ludotheque.server.people import blocking
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import invitations, put_away, results, seats, tables
from ludotheque.server.tables.records import TableRecord, read_all, read_table, read_undamaged
from ludotheque.server.tables.schemas import History, HistoryLine, MatchStanding, TableList, TableView
from ludotheque.server.tables.seating import leave
from ludotheque.server.tables.views import view

LISTED = 50  # open tables in a list
RECENT = 12  # tables of each kind to be watched
RUNNING = 200  # of mine that are not over
LATELY = 6  # of mine that are
MOST_ASKED = 50  # invitations of one person to tables that have not begun
PAGE = 30  # matches on a page of a history


def lists(connection: Connection, person: Person | None) -> TableList:
    """Return the reader's tables, invitations, open tables, and recent matches."""
    mine = _mine(connection, person) if person is not None else []
    asked = _invited(connection, person) if person is not None else []
    known = {row.id for row in [*mine, *asked]}
    apart = blocking.apart(connection, person)
    waiting = _listed(connection, "open", tables.c.created, LISTED)
    recent = [row for phase in ("playing", "paused") for row in _listed(connection, phase, tables.c.created, RECENT)]
    recent += _listed(connection, "over", tables.c.ended, RECENT)

    def own(rows: Sequence[Row[Any]]) -> list[TableView]:
        return [view(table, person) for table in read_all(connection, rows)]

    def others(rows: Sequence[Row[Any]]) -> list[TableView]:
        found = read_all(connection, [row for row in rows if row.id not in known])
        return [view(table, person) for table in found if apart.isdisjoint(table.people)]

    due = {row.id: row.due for row in mine if row.phase == "playing" and row.due is not None}
    standing = {
        row.id: MatchStanding(row.round, row.scores or [], row.turned)
        for row in mine
        if row.phase in ("playing", "paused")
    }
    return TableList(own(mine), own(asked), others(waiting), others(recent), due, standing)


def _listed(connection: Connection, phase: str, order: Any, most: int) -> list[Row[Any]]:
    wanted = select(tables).where(tables.c.phase == phase, tables.c.listed).order_by(order.desc()).limit(most)
    return read_undamaged(connection, wanted)


def _mine(connection: Connection, person: Person) -> list[Row[Any]]:
    """Return all tables that are not over, newest first, then the last finished ones."""
    # By what is kept of finished matches most of them are passed over without their tables being read. Sets of ids,
    # each by an index, then the tables by these: no join in which a database might misjudge numbers, and read all.
    finished = select(results.c.match).where(results.c.person == person.id)
    sat = select(seats.c.table).where(seats.c.person == person.id).except_(finished)
    hosted = select(tables.c.id).where(tables.c.host == person.id, tables.c.phase == "open")
    ids = {*connection.execute(sat).scalars(), *connection.execute(hosted).scalars()}
    kept = ~exists().where(put_away.c.person == person.id, put_away.c.table == tables.c.id)
    running = (
        select(tables)
        .where(tables.c.id.in_(ids), tables.c.phase != "over", kept)
        .order_by(tables.c.created.desc())
        .limit(RUNNING)
    )
    last = (
        select(tables)
        .join(results, results.c.match == tables.c.id)
        .where(results.c.person == person.id, kept)
        .order_by(results.c.ended.desc(), results.c.match.desc())
        .limit(LATELY)
    )
    found = {row.id: row for row in [*read_undamaged(connection, running), *read_undamaged(connection, last)]}
    return list(found.values())


def _invited(connection: Connection, person: Person) -> list[Row[Any]]:
    wanted = (
        select(tables)
        .join(invitations, invitations.c.table == tables.c.id)
        .where(invitations.c.person == person.id, tables.c.phase == "open")
        .where(tables.c.id.not_in(select(seats.c.table).where(seats.c.person == person.id)))
        .where(invitations.c.by.not_in(blocking.kept_apart(person.id)))
        .order_by(invitations.c.at.desc())
        .limit(LISTED)
    )
    return read_undamaged(connection, wanted)


# Histories ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A filter for finished matches; `before` is the key of a page."""

    game: str | None = None
    against: str | None = None  # part of a player's name
    result: str | None = None
    since: float | None = None
    until: float | None = None
    rated: bool | None = None
    before: str | None = None


def of_person(connection: Connection, person: str, wanted: Wanted, reader: Person | None) -> History:
    """Return a person's finished matches: all of them to that person, to others those that they are offered."""
    own = reader is not None and reader.id == person
    query = (
        select(tables, *_OWN)
        .join(results, results.c.match == tables.c.id)
        .where(results.c.person == person)
        .order_by(results.c.ended.desc(), results.c.match.desc())
    )
    if own:
        query = query.where(tables.c.id.not_in(select(put_away.c.table).where(put_away.c.person == person)))
    else:
        query = query.where(*_offered(reader))
    if wanted.result is not None:
        query = query.where(results.c.result == wanted.result)
    if wanted.rated is not None:
        query = query.where(results.c.rated == wanted.rated)
    if wanted.against:
        other = results.alias()
        named = _named(other, wanted.against)
        query = query.where(exists().where(other.c.match == results.c.match, other.c.seat != results.c.seat, named))
    return _page(connection, _narrowed(query, wanted, results.c.game, results.c.ended, results.c.match), reader)


def of_all(connection: Connection, wanted: Wanted, reader: Person | None) -> History:
    """Return the finished matches that a reader is offered."""
    nothing = [literal(None).label(column.name) for column in _OWN]
    query = (
        select(tables, *nothing)
        .where(tables.c.phase == "over", *_offered(reader))
        .order_by(tables.c.ended.desc(), tables.c.id.desc())
    )
    if wanted.rated is not None:
        query = query.where(tables.c.rated == wanted.rated)
    if wanted.against:
        query = query.where(exists().where(results.c.match == tables.c.id, _named(results, wanted.against)))
    return _page(connection, _narrowed(query, wanted, tables.c.game, tables.c.ended, tables.c.id), reader)


_OWN = (
    results.c.seat.label("own_seat"),
    results.c.result.label("own_result"),
    results.c.points.label("own_points"),
    results.c.rated.label("own_rated"),
    results.c.before.label("own_before"),
    results.c.after.label("own_after"),
)


def _offered(reader: Person | None) -> list[ColumnElement[bool]]:
    """Match listed tables that were not hosted or played by people from whom blocks keep the reader apart."""
    if reader is None:
        return [tables.c.listed]
    apart = blocking.kept_apart(reader.id)
    theirs = results.alias()
    played = exists().where(theirs.c.match == tables.c.id, theirs.c.person.in_(apart))
    return [tables.c.listed, tables.c.host.not_in(apart), ~played]


def _named(those: FromClause, part: str) -> ColumnElement[bool]:
    """Match names that contain a text."""
    return func.lower(those.c.name).contains(part.lower(), autoescape=True)


def _narrowed(query: Select[Any], wanted: Wanted, game: Any, ended: Any, table_id: Any) -> Select[Any]:
    if wanted.game is not None:
        query = query.where(game == wanted.game)
    if wanted.since is not None:
        query = query.where(ended >= wanted.since)
    if wanted.until is not None:
        query = query.where(ended < wanted.until)
    if wanted.before is not None:
        query = query.where(tuple_(ended, table_id) < _key(wanted.before))
    return query.limit(PAGE + 1)


def _key(text: str) -> tuple[float, str]:
    at, _, table_id = text.partition(" ")
    try:
        return float(at), table_id
    except ValueError:
        raise Refused("bad_request") from None


def _page(connection: Connection, query: Select[Any], reader: Person | None) -> History:
    rows = connection.execute(query).all()
    shown = rows[:PAGE]
    lines = [
        HistoryLine(
            table=view(table, reader),
            seat=row.own_seat,
            result=row.own_result,
            points=row.own_points,
            rated=bool(row.own_rated),
            before=row.own_before,
            after=row.own_after,
        )
        for row, table in zip(shown, read_all(connection, shown), strict=True)
    ]
    more = len(rows) > PAGE
    return History(lines, f"{shown[-1].ended!r} {shown[-1].id}" if more else None)


# Putting away, asking somebody ----------------------------------------------------------------------------------------


def remove(connection: Connection, person: Person, table_id: str) -> TableRecord:
    """Hide a match from the person's list. The person leaves a table that has not begun."""
    table = read_table(connection, table_id)
    mine = table.seats_of(person)
    if table.phase in ("playing", "paused", "opening") and any(
        seat.kind == "person" and seat.person != person.id for seat in table.seats if mine
    ):
        raise Refused("still_playing")
    if table.phase == "open":
        for seat in mine:
            leave(connection, table_id, person, seat)
        if table.row.host == person.id:
            connection.execute(update(tables).where(tables.c.id == table_id).values(listed=False))
    connection.execute(delete(invitations).where(invitations.c.person == person.id, invitations.c.table == table_id))
    connection.execute(delete(put_away).where(put_away.c.person == person.id, put_away.c.table == table_id))
    connection.execute(insert(put_away), {"person": person.id, "table": table_id})
    return read_table(connection, table_id)


def invite(connection: Connection, person: Person, table_id: str, other: str, now: float) -> TableRecord | None:
    """Invite a person to a table whom one has played with. Return the table if the person is to be notified of it.

    Nobody is notified twice of a table, nor of one that they took off their list; the inviter does not learn that.
    """
    table = read_table(connection, table_id)
    if table.phase != "open":
        raise Refused("already_started")
    if not table.seats_of(person) and table.row.host != person.id:
        raise Refused("not_allowed")
    mine, theirs = results.alias(), results.alias()
    met = (
        select(mine.c.match)
        .join(theirs, theirs.c.match == mine.c.match)
        .where(mine.c.person == person.id, theirs.c.person == other)
        .limit(1)
    )
    if connection.execute(met).first() is None or blocking.between(connection, person.id, [other]):
        raise Refused("not_allowed")
    # Nobody is invited to people from whom a block keeps them apart: the seat would be refused.
    seated = [seat.person for seat in table.seats if seat.person is not None]
    if other in seated or blocking.between(connection, other, seated):
        return None
    asked = select(func.count()).select_from(invitations).join(tables, tables.c.id == invitations.c.table)
    asked = asked.where(invitations.c.by == person.id, tables.c.phase == "open")
    if connection.execute(asked).scalar_one() >= MOST_ASKED:
        raise Refused("too_many")
    known = select(invitations.c.by).where(invitations.c.person == other, invitations.c.table == table_id)
    declined = select(put_away.c.person).where(put_away.c.person == other, put_away.c.table == table_id)
    if any(connection.execute(one).first() for one in (known, declined)):
        return None
    connection.execute(insert(invitations), {"person": other, "table": table_id, "by": person.id, "at": now})
    return table
