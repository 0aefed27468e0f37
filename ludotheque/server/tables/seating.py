"""Seats: taking one, leaving it, and the settings of the player. Each function is one transaction.

A change that does not fit the state of the table is refused.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, select

from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.bot_names import free_name
from ludotheque.server.matches.match import lost
from ludotheque.server.people import blocking
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import decisions
from ludotheque.server.tables.making import check_ratable
from ludotheque.server.tables.records import TableRecord, read_table
from ludotheque.server.tables.schemas import (
    ChangeSeat,
    Conditional,
    Sit,
)
from ludotheque.server.tables.writing import set_seat, set_table


def sit(
    connection: Connection, table_id: str, person: Person, number: int, request: Sit, paired: bool = False
) -> TableRecord:
    """Take an open seat before the start, or one that a player left. Blocks don't count for `paired` players."""
    table = read_table(connection, table_id)
    seat = table.seat(number)
    running = table.running
    if seat.kind == "person" and seat.person == person.id and table.phase == "open":
        pass  # a player may change what they bring until the start
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
        table_id,
        number,
        kind="person",
        person=person.id,
        name=person.name,
        brought=brought,
        sat=[*(one for one in seat.sat if one != person.id), person.id] if running else [person.id],
        pledge=pledge,
    )
    return read_table(connection, table_id)


def leave(connection: Connection, table_id: str, person: Person, number: int) -> TableRecord:
    """Leave a seat, or remove a player from it as the host. In a match a bot or another person takes over."""
    table = read_table(connection, table_id)
    seat = table.seat(number)
    if seat.kind != "person" or person.id not in (seat.person, table.row.host):
        raise Refused("not_allowed")
    if table.row.tournament is not None and (seat.person != person.id or len(table.seats) == 2):
        raise Refused("tournament_table")
    if table.phase == "open":
        set_seat(connection, table_id, number, kind="open", person=None, name="", brought={}, sat=[], pledge=None)
    elif table.running:
        if seat.person != person.id:
            if table.row.rated or table.row.sought:
                raise Refused("no_removal")
            set_table(connection, table_id, removed=sorted({*(table.row.removed or ()), str(seat.person)}))
        if table.row.takeover == "bot" or table.row.rated:
            return seat_a_bot(connection, table_id, number)
        set_seat(connection, table_id, number, kind="open", person=None, auto=False, conditional=None)
    else:
        raise Refused("already_over" if table.phase == "over" else "already_started")
    return read_table(connection, table_id)


def ending_without(table: TableRecord, seat: int, cause: str) -> dict[str, Any] | None:
    """Return how the match ends when the player at a seat gives up; None if a bot plays on in their place.

    Between two the other wins. In a tournament the last player at the table wins, since others wait for the end. A
    rated match that no player is left in ends at once: nobody would play it to its end, and nobody would be rated.
    """
    players = len(table.seats)
    left = [other.number for other in table.seats if other.kind == "person" and other.number != seat]
    others = [other for other in range(players) if other != seat]
    if table.game.declaration.together:
        return None if left else lost(seat, cause, [], players)
    if players == 2 or (table.row.rated and not left):
        return lost(seat, cause, others, players)
    if table.row.tournament is not None and len(left) == 1:
        return lost(seat, cause, left, players)
    return None


def seat_a_bot(connection: Connection, table_id: str, number: int, bot: str | None = None) -> TableRecord:
    """Let a bot play on at a seat: the usual one, if none is asked for.

    A player of a tournament who has decided nothing yet has not come: the match counts as if they had never sat there.
    """
    table = read_table(connection, table_id)
    bot = levels.check_level(table.game, bot)
    came = table.row.tournament is None or _has_decided(connection, table_id, number)
    sat: dict[str, list[str]] = {} if came else {"sat": []}
    set_seat(connection, table_id, number, kind="bot", person=None, bot=bot, auto=False, conditional=None, **sat)
    return read_table(connection, table_id)


def _has_decided(connection: Connection, table_id: str, number: int) -> bool:
    made = select(decisions.c.number).where(decisions.c.match == table_id, decisions.c.seat == number)
    return connection.execute(made.where(decisions.c.kind == "decide").limit(1)).first() is not None


def set_auto(connection: Connection, table_id: str, number: int, wanted: bool) -> TableRecord:
    """Set whether forced decisions are made for the player."""
    set_seat(connection, table_id, number, auto=wanted)
    return read_table(connection, table_id)


def set_conditional(connection: Connection, table_id: str, number: int, wanted: Conditional | None) -> TableRecord:
    """Set the player's conditional moves, or remove them."""
    set_seat(connection, table_id, number, conditional=None if wanted is None else msgspec.to_builtins(wanted))
    return read_table(connection, table_id)


def change(connection: Connection, table_id: str, person: Person, number: int, request: ChangeSeat) -> TableRecord:
    """Make a seat open or give it to a bot as the host; in a running match only a seat that a player left."""
    table = read_table(connection, table_id)
    table.host_only(person)
    seat = table.seat(number)
    if table.running and seat.kind == "open" and request.kind == "bot":
        return seat_a_bot(connection, table_id, number, None if table.row.rated else request.bot)
    if table.phase != "open":
        raise Refused("already_started")
    bot, name = None, ""
    if request.kind == "bot":
        bot = levels.check_level(table.game, request.bot)
        name = free_name({seat.name for seat in table.seats if seat.number != number})
    set_seat(
        connection,
        table_id,
        number,
        kind=request.kind,
        bot=bot,
        person=None,
        name=name,
        brought={},
        sat=[],
        pledge=None,
    )
    changed = read_table(connection, table_id)
    if changed.row.rated:
        check_ratable(changed.game, changed.row.options, changed.seats)
    return changed
