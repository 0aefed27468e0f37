"""Starting a match: contributions to the deal are pledged, then opened. Each function is one transaction.

A change that does not fit the state of the table is refused.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, select

from ludotheque.server.errors import Refused
from ludotheque.server.matches import fairness, ledger
from ludotheque.server.matches.match import begin
from ludotheque.server.people import blocking
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import invitations
from ludotheque.server.tables.records import TableRecord, read_table
from ludotheque.server.tables.writing import set_seat, set_table

OPENING_SECONDS = 20.0  # how long a start waits for a pledged contribution


def start(
    connection: Connection, table_id: str, person: Person, now: float, here: Collection[str] | None = None
) -> TableRecord:
    """Start the match as the host; pledged contributions are opened first.

    `here` are the people who have the table open. A rated match with a live clock begins only while all of them do:
    nobody loses on time because the host has started while they were away. None: they were brought together just now.
    """
    table = read_table(connection, table_id)
    table.host_only(person)
    return _start(connection, table, now, here)


def start_among_friends(connection: Connection, table: TableRecord, now: float, here: Collection[str]) -> TableRecord:
    """Start the match if every seat is taken and every player was invited by name and has the table open.

    A link may be opened by anybody: then the host sees who has come, and starts. So does the host of a rated match.
    """
    invited = set(connection.scalars(select(invitations.c.person).where(invitations.c.table == table.id)))
    players = {seat.person for seat in table.seats if seat.kind == "person"}
    full = all(seat.kind != "open" and seat.accepted for seat in table.seats)
    if table.phase != "open" or table.row.rated or not full or not players <= {*invited, table.row.host} & {*here}:
        return table
    return _start(connection, table, now, here)


def _start(connection: Connection, table: TableRecord, now: float, here: Collection[str] | None) -> TableRecord:
    if table.phase not in ("open", "opening"):
        raise Refused("already_started")
    if any(seat.kind == "open" for seat in table.seats):
        raise Refused("seats_open")
    if not all(seat.accepted for seat in table.seats):
        raise Refused("rematch_not_accepted")
    if here is not None and table.row.rated and not table.slow:
        if any(seat.kind == "person" and seat.person not in (table.row.host, *here) for seat in table.seats):
            raise Refused("player_away")
    closed = [seat for seat in table.seats if seat.pledge is not None and seat.contribution is None]
    if closed and (table.phase == "open" or now < table.row.started + OPENING_SECONDS):
        if table.phase == "open":
            set_table(connection, table.id, phase="opening", started=now)
        return read_table(connection, table.id)
    return _begin(connection, table, now)


def pledge(connection: Connection, table_id: str, person: Person, number: int, hashed: str, now: float) -> TableRecord:
    """Store the hash of a seat's contribution to the deal before the start. What the seat brings stays as it is.

    At a rematch a pledge is also the player's consent: the match begins when everybody has pledged.
    """
    table = read_table(connection, table_id)
    seat = table.seat(number)
    if seat.person != person.id:
        raise Refused("not_your_seat")
    if table.phase != "open":
        raise Refused("already_started")
    others = [other.person for other in table.seats if other.person and other.person != person.id]
    if not seat.accepted and blocking.between(connection, person.id, others):
        raise Refused("blocked")
    set_seat(connection, table_id, number, pledge=bytes.fromhex(hashed), sat=[person.id])
    table = read_table(connection, table_id)
    if table.row.rematch_of and all(seat.pledge is not None or seat.kind == "bot" for seat in table.seats):
        set_table(connection, table_id, phase="opening", started=now)
        return read_table(connection, table_id)
    return table


def open_contribution(
    connection: Connection, table_id: str, person: Person, number: int, contribution: str, now: float
) -> TableRecord:
    """Open a seat's pledged contribution; the match begins once all are open."""
    table = read_table(connection, table_id)
    seat = table.seat(number)
    if seat.person != person.id:
        raise Refused("not_your_seat")
    given = bytes.fromhex(contribution)
    if table.phase != "opening" or seat.pledge is None or not fairness.fits(seat.pledge, given):
        raise Refused("wrong_contribution")
    set_seat(connection, table_id, number, contribution=given)
    table = read_table(connection, table_id)
    if all(seat.contribution is not None for seat in table.seats if seat.pledge is not None):
        return _begin(connection, table, now)
    return table


def _begin(connection: Connection, table: TableRecord, now: float) -> TableRecord:
    clock = table.clock
    away = tuple(seat.away_until or 0.0 for seat in table.seats) if table.has_holidays else ()
    match, entry = begin(table.deal(), now, clock.bank if clock else None, clock.increment if clock else 0.0, away)
    set_table(connection, table.id, phase="playing", started=now)
    ledger.appending(table.id, entry, match)(connection)
    return read_table(connection, table.id)
