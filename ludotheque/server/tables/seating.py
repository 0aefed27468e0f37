"""Who sits where: taking a seat, leaving it, and what is set for whoever holds it. Each function is one transaction;
what does not fit how the table stands is refused.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.people import blocking
from ludotheque.server.people.schemas import Person
from ludotheque.server.tables.making import free_name
from ludotheque.server.tables.records import TableRecord, read
from ludotheque.server.tables.schemas import (
    ChangeSeat,
    Conditional,
    Sit,
)
from ludotheque.server.tables.writing import set_seat, set_table


def sit(
    connection: Connection, id: str, person: Person, number: int, request: Sit, paired: bool = False
) -> TableRecord:
    """Take an open seat; before the start, or where somebody left for good. Who is paired does not choose with whom."""
    table = read(connection, id)
    seat = table.seat(number)
    running = table.phase in ("playing", "paused")
    if seat.kind == "person" and seat.person == person.id and table.phase == "open":
        pass  # what he brings may be changed until the start
    elif seat.kind != "open" or table.phase not in ("open", "playing", "paused"):
        raise Refused("seat_taken")
    if running and any(person.id in other.sat for other in table.seats if other.number != number):
        raise Refused("knows_another_hand")
    if running and person.id in (table.row.removed or ()):
        raise Refused("removed")
    brought = seat.brought if running else request.brought
    if not running:
        given = [request.brought if n == number else {} for n in range(len(table.seats))]
        if table.row.position is None:
            table.game.before_setup(len(table.seats), table.row.options, given)
    others = [other.person for other in table.seats if other.person and other.person != person.id]
    if table.row.rated and person.id in (other.person for other in table.seats if other.number != number):
        raise Refused("one_seat_each")
    if not paired and blocking.between(connection, person.id, [*others, table.row.host]):
        raise Refused("blocked")
    pledge = bytes.fromhex(request.pledge) if request.pledge and not running else seat.pledge
    set_seat(
        connection,
        id,
        number,
        kind="person",
        person=person.id,
        name=person.name,
        brought=brought,
        sat=sorted({*seat.sat, person.id}) if running else [person.id],
        pledge=pledge,
    )
    return read(connection, id)


def leave(connection: Connection, id: str, person: Person, number: int) -> TableRecord:
    """Leave a seat, or (the host) remove somebody from it. In a match a bot takes over, or somebody else may."""
    table = read(connection, id)
    seat = table.seat(number)
    if seat.kind != "person" or person.id not in (seat.person, table.row.host):
        raise Refused("not_allowed")
    if table.row.tournament is not None and (seat.person != person.id or len(table.seats) == 2):
        raise Refused("tournament_table")
    if table.phase == "open":
        set_seat(connection, id, number, kind="open", person=None, name="", brought={}, sat=[], pledge=None)
    elif table.phase in ("playing", "paused"):
        if seat.person != person.id:
            set_table(connection, id, removed=sorted({*(table.row.removed or ()), str(seat.person)}))
        if table.row.takeover == "bot":
            return seat_a_bot(connection, id, number)
        set_seat(connection, id, number, kind="open", person=None, auto=False, conditional=None)
    else:
        raise Refused("already_over" if table.phase == "over" else "already_started")
    return read(connection, id)


def seat_a_bot(connection: Connection, id: str, number: int, bot: str | None = None) -> TableRecord:
    """A bot plays on at a seat: the usual one, if none is asked for."""
    table = read(connection, id)
    bot = levels.checked(table.game, bot)
    set_seat(connection, id, number, kind="bot", person=None, bot=bot, auto=False, conditional=None)
    return read(connection, id)


def set_auto(connection: Connection, id: str, number: int, wanted: bool) -> TableRecord:
    """Whether forced decisions are made for whoever sits there."""
    set_seat(connection, id, number, auto=wanted)
    return read(connection, id)


def set_conditional(connection: Connection, id: str, number: int, wanted: Conditional | None) -> TableRecord:
    """The conditional moves of whoever sits there, or none."""
    set_seat(connection, id, number, conditional=None if wanted is None else msgspec.to_builtins(wanted))
    return read(connection, id)


def change(connection: Connection, id: str, person: Person, number: int, request: ChangeSeat) -> TableRecord:
    """The host makes a seat open or a bot's, before the start; later, one that was left for good a bot's."""
    table = read(connection, id)
    table.host_only(person)
    seat = table.seat(number)
    if table.phase in ("playing", "paused") and seat.kind == "open" and request.kind == "bot":
        return seat_a_bot(connection, id, number, request.bot)
    if table.phase != "open":
        raise Refused("already_started")
    bot, name = None, ""
    if request.kind == "bot":
        bot = levels.checked(table.game, request.bot)
        name = free_name({seat.name for seat in table.seats if seat.number != number})
    set_seat(
        connection, id, number, kind=request.kind, bot=bot, person=None, name=name, brought={}, sat=[], pledge=None
    )
    return read(connection, id)
