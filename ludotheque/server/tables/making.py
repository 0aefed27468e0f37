"""New tables, and those that follow a match. Each function is one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from ludotheque.play.game import Game
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.modes import MODES
from ludotheque.server.people.schemas import Person
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import people, seats, tables
from ludotheque.server.tables.records import TableRecord, read
from ludotheque.server.tables.schemas import (
    NewTable,
)
from ludotheque.server.tables.writing import set_table

BOT_NAMES = ("Ada", "Bao", "Cleo", "Dov", "Eli", "Fay", "Gus")  # short, of everywhere, one for each letter


def create(
    connection: Connection,
    person: Person,
    request: NewTable,
    id: str,
    seed: bytes,
    now: float,
    fork_of: str | None = None,
) -> TableRecord:
    """A new table."""
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
        _check_rated(game, request)
    row: dict[str, Any] = {
        "id": id,
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
            "table": id,
            "number": number,
            "kind": "person" if mine else new.kind,
            "person": person.id if mine else None,
            "bot": levels.checked(game, new.bot) if new.kind == "bot" else None,
            "name": name,
            "brought": new.brought if new.kind != "open" else {},
            "sat": [person.id] if mine else [],
            "pledge": bytes.fromhex(new.pledge) if mine and new.pledge else None,
        }
        connection.execute(insert(seats), seat)
    return read(connection, id)


def _check_rated(game: Game, request: NewTable) -> None:
    """A rated match is dealt afresh, and everybody at it has one seat; how strong its bots play is known."""
    seated = [levels.checked(game, seat.bot) for seat in request.seats if seat.kind == "bot"]
    mine = sum(seat.kind == "me" for seat in request.seats)
    known = ratings.may_be_rated(game.name, seated, len(request.seats), game.declaration.together)
    if request.position is not None or mine > 1 or not known:
        raise Refused("not_ratable")


def free_name(taken: set[str]) -> str:
    """A name for a bot that nobody at the table has."""
    return next(
        name for name in (*BOT_NAMES, *(f"{name} {n}" for n in (2, 3) for name in BOT_NAMES)) if name not in taken
    )


def rematch(
    connection: Connection, id: str, person: Person, new_id: Callable[[], str], seed: bytes, now: float
) -> TableRecord:
    """A new table for the same people, each one seat on, with a new deal. Who asks second finds the first one's."""
    table = read(connection, id)
    if not table.seats_of(person):
        raise Refused("not_your_seat")
    if table.phase != "over":
        raise Refused("not_over")
    if table.row.rematch:
        return read(connection, table.row.rematch)
    fresh = new_id()
    row = {**table.row._mapping, "id": fresh, "host": person.id, "phase": "open", "seed": seed, "created": now}
    row |= {
        "rematch_of": id,
        "rematch": None,
        "fork_of": None,
        "tournament": None,
        "daily": None,
        "asked": None,
        "removed": None,
        "version": 0,
        "outcome": None,
        "started": None,
        "ended": None,
    }
    row |= {"rules": table.game.rules_version, "position": None, "actors": [], "due": None}
    connection.execute(insert(tables), row)
    turned = [*table.seats[1:], table.seats[0]]
    there = select(people.c.id, people.c.name).where(people.c.id.in_([seat.person for seat in turned if seat.person]))
    names = {row.id: row.name for row in connection.execute(there)}  # those of today: a match has frozen its own
    for number, seat in enumerate(turned):
        again = {"table": fresh, "number": number, "kind": seat.kind, "person": seat.person, "bot": seat.bot}
        again |= {
            "name": names.get(seat.person, seat.name),
            "brought": seat.brought,
            "sat": [seat.person] if seat.person else [],
        }
        connection.execute(insert(seats), again)
    set_table(connection, id, rematch=fresh)
    return read(connection, fresh)
