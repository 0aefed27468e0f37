"""Storing a finished match that a person brings along as a record: unrated, unlisted, nobody's result.

No seat belongs to a person, and no results are kept. So the match counts in no rating, statistics or history, and is
not given away for research. Its address is the only way to it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, insert

from ludotheque.server.games.modes import MODES
from ludotheque.server.matches import ledger
from ludotheque.server.matches.brought import Brought, read_finished
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match, begin, follow
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import decisions, seats, snapshots, tables
from ludotheque.server.tables.records import TableRecord, read_table

Played = Sequence[tuple[Entry, Match]]


def play_again(text: str, now: float) -> tuple[Brought, Played]:
    """Read a record, and play its match again entry by entry; Refused if it is no finished match."""
    brought = read_finished(text, MODES.game, now)
    match, entry = begin(brought.deal(), now)
    played = [(entry, match)]
    for one in brought.entries:
        match, entry = follow(match, one)
        played.append((entry, match))
    return brought, played


def store(
    connection: Connection, person: Person, brought: Brought, played: Played, table_id: str, seed: bytes, now: float
) -> TableRecord:
    """Store a match that was played again, as a table that is over."""
    last = played[-1][1]
    row = {
        "id": table_id,
        "game": brought.game.name,
        "rules": brought.rules,
        "options": brought.options,
        "host": person.id,
        "listed": False,
        "hints": False,
        "takeover": "bot",
        "seed": seed,
        "position": brought.position,
        "dealt": brought.seed,
        "created": now,
        "started": now,
        "ended": now,
        **ledger.list_columns(last),
    }
    connection.execute(insert(tables), row)
    connection.execute(
        insert(seats),
        [
            {"table": table_id, "number": number, "kind": "person", "name": name, "brought": given, "sat": []}
            for number, (name, given) in enumerate(zip(brought.names, brought.seats, strict=True))
        ],
    )
    given = [ledger.appending(table_id, entry, match).given for entry, match in played]
    connection.execute(insert(decisions), [one.entry for one in given])
    connection.execute(insert(snapshots), [one.snapshot for one in given if one.snapshot is not None])
    return read_table(connection, table_id)
