"""Creating tables and rematches. Each function is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from ludotheque.play.game import Game
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.bot_names import free_name
from ludotheque.server.games.modes import MODES
from ludotheque.server.people import blocking
from ludotheque.server.people.schemas import Person
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import people, seats, tables
from ludotheque.server.tables.records import Seat, TableRecord, read_table
from ludotheque.server.tables.schemas import NewSeat, NewTable
from ludotheque.server.tables.writing import set_seat, set_table


def create(
    connection: Connection,
    person: Person,
    request: NewTable,
    table_id: str,
    seed: bytes,
    now: float,
    fork_of: str | None = None,
    sought: bool = False,
) -> TableRecord:
    """Store a new table."""
    game = MODES.game(request.game)
    options = game.check_options(request.options)
    brought = [seat.brought for seat in request.seats]
    if request.position is None:
        game.before_setup(len(request.seats), options, brought)
    else:
        pos = game.position(request.position)
        if pos.players != len(request.seats):
            raise Refused("wrong_seats")
        options = game.options_of(pos.state)
    if request.rated:
        if request.position is not None or sum(seat.kind == "me" for seat in request.seats) > 1:
            raise Refused("not_ratable")
        check_ratable(game, options, request.seats)
    row: dict[str, Any] = {
        "id": table_id,
        "game": game.name,
        "rules": game.rules_version,
        "options": options,
        "host": person.id,
        "listed": request.listed,
        "hints": request.hints and not request.rated,
        "takeover": request.takeover,
        "rated": request.rated,
        "clock": msgspec.to_builtins(request.clock) if request.clock else None,
        "phase": "open",
        "seed": seed,
        "position": request.position,
        "actors": [],
        "fork_of": fork_of,
        "sought": sought,
        "created": now,
    }
    connection.execute(insert(tables), row)
    taken = {person.name}
    for number, new in enumerate(request.seats):
        mine = new.kind == "me"
        name = person.name if mine else ""
        if new.kind == "bot":
            name = free_name(taken)
            taken.add(name)
        seat = {
            "table": table_id,
            "number": number,
            "kind": "person" if mine else new.kind,
            "person": person.id if mine else None,
            "bot": levels.check_level(game, new.bot) if new.kind == "bot" else None,
            "name": name,
            "brought": new.brought if new.kind != "open" else {},
            "sat": [person.id] if mine else [],
            "pledge": bytes.fromhex(new.pledge) if mine and new.pledge else None,
        }
        connection.execute(insert(seats), seat)
    return read_table(connection, table_id)


def check_ratable(game: Game, options: Mapping[str, Any], seats: Sequence[NewSeat | Seat]) -> None:
    """Refuse a rated match whose bots or difficulty were not measured, or not as they would play here.

    Bots were measured with the usual options and with what they choose to bring. Otherwise points could be had from a
    master with the weakest deck, or from the gentlest difficulty.
    """
    bots = [seat for seat in seats if seat.kind == "bot"]
    together = game.declaration.together
    levels_ = [levels.check_level(game, seat.bot) for seat in bots]
    if not ratings.may_be_rated(game.name, levels_, len(seats), together):
        raise Refused("not_ratable")
    if (bots or together) and (options != game.check_options({}) or any(seat.brought for seat in bots)):
        raise Refused("not_as_measured")


def rematch(
    connection: Connection,
    table_id: str,
    person: Person,
    rated: bool,
    new_id: Callable[[], str],
    seed: bytes,
    now: float,
) -> TableRecord:
    """Propose a rematch: a new table for the same people, each one seat on, with a new deal.

    Only the person who asks has accepted it. The others accept by a pledge or by sitting down (`Seat.accepted`), or by
    asking for the same. Whether it is rated is asked again: nobody is rated because the match before was.
    """
    table = read_table(connection, table_id)
    if not table.seats_of(person):
        raise Refused("not_your_seat")
    if table.phase != "over":
        raise Refused("not_over")
    others = [seat.person for seat in table.seats if seat.person and seat.person != person.id]
    if blocking.between(connection, person.id, others):
        raise Refused("blocked")
    if table.row.rematch:
        return _join_rematch(connection, table.row.rematch, person, rated)
    if rated:
        check_ratable(table.game, table.row.options, table.seats)
        if len(set(others)) < len(others) or len(table.seats_of(person)) > 1:
            raise Refused("not_ratable")
    fresh = new_id()
    row = {**table.row._mapping, "id": fresh, "host": person.id, "phase": "open", "seed": seed, "created": now}
    row |= {
        "rematch_of": table_id,
        "rematch": None,
        "fork_of": None,
        "dealt": None,
        "tournament": None,
        "daily": None,
        "sought": False,
        "asked": None,
        "removed": None,
        "version": 0,
        "outcome": None,
        "started": None,
        "ended": None,
    }
    row |= {"rules": table.game.rules_version, "position": None, "actors": [], "due": None}
    row |= {"rated": rated, "hints": table.row.hints and not rated}
    connection.execute(insert(tables), row)
    turned = [*table.seats[1:], table.seats[0]]
    there = select(people.c.id, people.c.name).where(people.c.id.in_([seat.person for seat in turned if seat.person]))
    names = {row.id: row.name for row in connection.execute(there)}  # today's names: a match keeps those of its start
    for number, seat in enumerate(turned):
        again = {"table": fresh, "number": number, "kind": seat.kind, "person": seat.person, "bot": seat.bot}
        again |= {
            "name": names.get(seat.person, seat.name),
            "brought": seat.brought,
            "sat": [person.id] if seat.person == person.id else [],
        }
        connection.execute(insert(seats), again)
    set_table(connection, table_id, rematch=fresh)
    return read_table(connection, fresh)


def _join_rematch(connection: Connection, table_id: str, person: Person, rated: bool) -> TableRecord:
    """Return the rematch that somebody proposed before; the person who asks for the same has accepted it."""
    table = read_table(connection, table_id)
    if table.phase == "open" and table.row.rated == rated:
        for number in table.seats_of(person):
            set_seat(connection, table_id, number, sat=[person.id])
        return read_table(connection, table_id)
    return table
