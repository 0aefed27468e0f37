"""Finished matches, which anyone may see completely. Only here does the server use `lt.ALL`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection

import ludotheque as lt
from ludotheque.play import records
from ludotheque.play.events import in_full
from ludotheque.play.position import Position
from ludotheque.play.snapshots import Step
from ludotheque.server.errors import Refused
from ludotheque.server.matches import fairness, ledger, results
from ludotheque.server.matches.in_words import describe_match
from ludotheque.server.people.schemas import Person
from ludotheque.server.tables.making import create
from ludotheque.server.tables.records import TableRecord, read_table
from ludotheque.server.tables.schemas import Fork, NewSeat, NewTable, OpenEntry, OpenFace, OpenStep, Points


def finished(connection: Connection, table_id: str, now: float) -> TableRecord:
    """Read a table whose match is over; refuse others, and tries at today's deal, which people still play."""
    table = read_table(connection, table_id)
    if table.phase != "over":
        raise Refused("not_over")
    if table.row.daily is not None and table.row.daily >= datetime.fromtimestamp(now, UTC).date().isoformat():
        raise Refused("not_before_midnight")
    return table


def record(connection: Connection, table_id: str, now: float) -> dict[str, Any]:
    """Return the full record, with what `ludotheque verify` needs to check the deal."""
    table = finished(connection, table_id, now)
    if lt.game(table.row.game, "plain").later_options(table.row.rules) is None:
        written = _as_stored(connection, table)
    else:
        pos = _played(connection, table)
        written = table.game.record(pos, lt.ALL)
        if not pos.over:
            written["ending"] = table.row.outcome
    written["names"] = [seat.name or seat.bot for seat in table.seats]
    if table.row.dealt is not None:  # brought along from elsewhere: this server dealt nothing
        return written
    written["networks"] = results.networks(connection, table_id) or [None] * len(table.seats)
    written["fairness"] = {
        "server_seed": table.row.seed.hex(),
        "server_hash": fairness.seed_hash(table.row.seed),
        "pledges": [seat.pledge.hex() if seat.pledge else None for seat in table.seats],
        "contributions": [seat.contribution.hex() if seat.contribution else None for seat in table.seats],
    }
    return written


def _as_stored(connection: Connection, table: TableRecord) -> dict[str, Any]:
    """The record of a match by rules that this program can't play: nothing is replayed, a program of that time can."""
    steps = [step for entry in ledger.standing_moves(connection, table.id) for step in entry.steps if step.move]
    return {
        "format": records.FORMAT,
        "game": table.row.game,
        "rules": table.row.rules,
        "players": len(table.seats),
        "options": table.row.options,
        "seats": [seat.brought for seat in table.seats],
        "moves": [[step.seat, step.move] for step in steps],
        "seed": table.origin.seed,
        "ending": table.row.outcome,
    }


def _played(connection: Connection, table: TableRecord) -> Position:
    """The last position, with its whole past: what was taken back is left out."""
    pos = table.deal()
    for entry in ledger.standing_moves(connection, table.id):
        if entry.kind == "withdraw" and entry.seat is not None:
            pos.withdraw(entry.seat, stored=True)
        for move in entry.moves if entry.kind == "decide" else ():
            pos.play(move, entry.seat)
    return pos


def position_at(connection: Connection, table_id: str, number: int, now: float, seat: int | None = None) -> OpenFace:
    """Return the table after an entry: all hands open, or what a seat saw then."""
    table = finished(connection, table_id, now)
    if seat is not None and not 0 <= seat < len(table.seats):
        raise Refused("not_found")
    match = table.load(connection, number)
    pos = match.pos
    viewer = lt.ALL if seat is None else seat
    return OpenFace(number, pos.view(viewer), pos.scores(viewer), list(match.actors), pos.text())


def history(connection: Connection, table_id: str, now: float) -> Callable[[], list[Points]]:
    """Return a job that replays the match and returns the scores after every entry; it needs no database."""
    table = finished(connection, table_id, now)
    if table.game.later_options(table.row.rules) is None:
        raise ledger.OtherRules(f"match {table_id} was played by rules {table.row.rules}")
    story = ledger.story(connection, table.game, table_id, table.origin)
    return lambda: [
        Points(number, pos.scores(lt.ALL), seat, pos.sources(lt.ALL)) for number, seat, pos in story.positions()
    ]


def fork(
    connection: Connection, table_id: str, request: Fork, person: Person, new_id: str, seed: bytes, now: float
) -> TableRecord:
    """Create a table that goes on from an entry; hidden things stay as they were, chance is new."""
    table = finished(connection, table_id, now)
    match = table.load(connection, request.number)
    if match.over:
        raise Refused("already_over")
    mine = match.actors[0]
    given = request.seats or [NewSeat(kind="me" if n == mine else "bot") for n in range(len(table.seats))]
    new = NewTable(
        game=table.row.game,
        seats=given,
        listed=request.listed,
        hints=request.hints,
        takeover=request.takeover,
        clock=request.clock,
        position=match.pos.text(),
    )
    return create(connection, person, new, new_id, seed, now, fork_of=table_id)


def as_text(connection: Connection, table_id: str, language: str, now: float) -> str:
    """Return a match in words."""
    table = finished(connection, table_id, now)
    return describe_match(
        table.game,
        language,
        names=[seat.name or seat.bot for seat in table.seats],
        options=table.row.options,
        entries=ledger.standing_moves(connection, table_id),
        outcome=table.row.outcome or {},
        ended=table.row.ended or table.row.created,
    )


def whole_log(connection: Connection, table_id: str, since: int, now: float) -> list[OpenEntry]:
    """Return a page of the log with nothing hidden, numbered as it is stored."""
    finished(connection, table_id, now)
    return [
        OpenEntry(entry.number, entry.kind, entry.seat, entry.at, entry.target, [_open(step) for step in entry.steps])
        for entry in ledger.entries(connection, table_id, since - 1, since - 1 + ledger.LOG_PAGE)
    ]


def _open(step: Step) -> OpenStep:
    return OpenStep(step.seat, step.move, [in_full(event) for event in step.events])
