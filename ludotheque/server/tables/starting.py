"""How a match begins: what seats add to the deal is pledged, then opened. Each function is one transaction; what does
not fit how the table stands is refused.
"""

from __future__ import annotations

from sqlalchemy import Connection

from ludotheque.server.errors import Refused
from ludotheque.server.matches import fairness, ledger
from ludotheque.server.matches.match import begin
from ludotheque.server.people.schemas import Person
from ludotheque.server.tables.records import TableRecord, read
from ludotheque.server.tables.writing import set_seat, set_table

OPENING_SECONDS = 20.0  # how long a start waits for a pledged contribution


def start(connection: Connection, id: str, person: Person, now: float) -> TableRecord:
    """The host starts the match; where contributions were pledged, they are opened first."""
    table = read(connection, id)
    table.host_only(person)
    if table.phase not in ("open", "opening"):
        raise Refused("already_started")
    if any(seat.kind == "open" for seat in table.seats):
        raise Refused("seats_open")
    closed = [seat for seat in table.seats if seat.pledge is not None and seat.contribution is None]
    if closed and (table.phase == "open" or now < table.row.started + OPENING_SECONDS):
        if table.phase == "open":
            set_table(connection, id, phase="opening", started=now)
        return read(connection, id)
    return _begin(connection, table, now)


def pledge(connection: Connection, id: str, person: Person, number: int, hashed: str, now: float) -> TableRecord:
    """Before the start: what a seat shall add to the deal, by its hash. What it brings stays as it is.

    Who pledges at a rematch has come to it: it begins when all have.
    """
    table = read(connection, id)
    if table.seat(number).person != person.id:
        raise Refused("not_your_seat")
    if table.phase != "open":
        raise Refused("already_started")
    set_seat(connection, id, number, pledge=bytes.fromhex(hashed))
    table = read(connection, id)
    if table.row.rematch_of and all(seat.pledge is not None or seat.kind == "bot" for seat in table.seats):
        set_table(connection, id, phase="opening", started=now)
        return read(connection, id)
    return table


def open_contribution(
    connection: Connection, id: str, person: Person, number: int, contribution: str, now: float
) -> TableRecord:
    """What a seat pledged; once all have opened theirs, the match begins."""
    table = read(connection, id)
    seat = table.seat(number)
    if seat.person != person.id:
        raise Refused("not_your_seat")
    given = bytes.fromhex(contribution)
    if table.phase != "opening" or seat.pledge is None or not fairness.fits(seat.pledge, given):
        raise Refused("wrong_contribution")
    set_seat(connection, id, number, contribution=given)
    table = read(connection, id)
    if all(seat.contribution is not None for seat in table.seats if seat.pledge is not None):
        return _begin(connection, table, now)
    return table


def _begin(connection: Connection, table: TableRecord, now: float) -> TableRecord:
    clock = table.clock
    away = tuple(seat.away_until or 0.0 for seat in table.seats) if table.has_holidays else ()
    match, entry = begin(table.deal(), now, clock.bank if clock else None, clock.increment if clock else 0.0, away)
    set_table(connection, table.id, phase="playing", started=now)
    ledger.appending(table.id, entry, match)(connection)
    return read(connection, table.id)
