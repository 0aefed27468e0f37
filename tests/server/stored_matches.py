"""Stored matches: one of every released rules version, as the database rows were.

    python -m tests.server.stored_matches

plays and writes one for each game whose rules version has none yet. A written file is never replaced: it
stands for the matches people have played by those rules.
"""

from __future__ import annotations

import base64
import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, Table, insert, select

import ludotheque as lt
from ludotheque.server.matches import ledger
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match, decide, end, pause, undo, withdraw
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import decisions, people, seats, snapshots, tables
from ludotheque.server.tables import making, starting, writing
from ludotheque.server.tables.schemas import NewSeat, NewTable

FOLDER = Path(__file__).parent / "fixtures"
PARTS: tuple[Table, ...] = (people, tables, seats, decisions, snapshots)
ID = "kept"
MOST = 300  # entries
HOST = Person("person0", "Ana")


def files() -> list[Path]:
    """The files of all stored matches."""
    return sorted(FOLDER.glob("*.json"))


# Reading --------------------------------------------------------------------------------------------------------------


def put(storage: Storage, file: Path, upto: int | None = None) -> dict[str, Any]:
    """Put a stored match into the database, whole or up to an entry as a running one; return its table's row."""
    kept = json.loads(file.read_text(encoding="utf-8"), object_hook=_bytes)
    if upto is not None:
        kept["tables"][0] |= {"phase": "playing", "outcome": None, "ended": None}
        for part in ("decisions", "snapshots"):
            kept[part] = [row for row in kept[part] if row["number"] <= upto]

    def job(connection: Connection) -> None:
        for table in PARTS:
            connection.execute(insert(table), kept[table.name])

    storage.write(job).result()
    row: dict[str, Any] = kept["tables"][0]
    return row


def _bytes(found: dict[str, Any]) -> Any:
    return base64.b64decode(found["base64"]) if set(found) == {"base64"} else found


# Writing --------------------------------------------------------------------------------------------------------------


def play(storage: Storage, name: str) -> None:
    """A whole match, with moves and choices taken back and a pause; one that gets too long ends by agreement."""
    game, random = lt.game(name, "plain"), Random(f"kept {name}")
    players = game.declaration.players[0]
    wish = NewTable(game=name, seats=[NewSeat(kind="me")] * players)

    def begin(connection: Connection) -> Match:
        for n, someone in enumerate(("Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus")[:players]):
            connection.execute(insert(people), {"id": f"person{n}", "name": someone, "created": 0.0})
        making.create(connection, HOST, wish, ID, random.randbytes(32), 1.0)
        for n in range(players):
            writing.set_seat(connection, ID, n, person=f"person{n}", sat=[f"person{n}"])
        return starting.start(connection, ID, HOST, 2.0).load(connection)

    match = storage.write(begin).result()
    before = [match]

    def store(step: tuple[Match, Entry]) -> Match:
        storage.write(ledger.appending(ID, step[1], step[0], before[-1])).result()
        before.append(step[0])
        return step[0]

    while not match.over:
        at = 3.0 + match.number
        if match.number in (20, 30):
            earlier = before[-3]
            match = store(undo(match, earlier, match.actors[0], 0xFF, at))
        elif match.number == 25:
            match = store(pause(match, 0, True, at))
            match = store(pause(match, 0, False, at))
        elif match.number == MOST:
            shares = [1 / players] * players
            drawn = {"cause": "agreed", "key": "ending.agreed", "ranking": [list(range(players))], "shares": shares}
            match = store(end(match, None, drawn, at))
        elif (may := [s for s in match.pos.ready if match.pos.may_withdraw(s)]) and random.random() < 0.1:
            match = store(withdraw(match, random.choice(may), at))
        else:
            seat = random.choice(match.actors)
            match = store(decide(match, seat, [random.choice(match.pos.moves(seat)).id], at))


def written(storage: Storage) -> str:
    """All database rows of the match, as JSON."""

    def rows(connection: Connection) -> dict[str, list[dict[str, Any]]]:
        order = {table.name: table.primary_key.columns for table in PARTS}
        return {
            table.name: [dict(row._mapping) for row in connection.execute(select(table).order_by(*order[table.name]))]
            for table in PARTS
        }

    def shown(value: Any) -> Any:
        assert isinstance(value, bytes)
        return {"base64": base64.b64encode(value).decode()}

    return json.dumps(storage.read(rows), default=shown, indent=1) + "\n"


def main() -> None:
    """Write the missing files."""
    FOLDER.mkdir(exist_ok=True)
    for name in lt.names():
        file = FOLDER / f"{name}-{lt.game(name, 'plain').rules_version}.json"
        if not file.exists():
            with tempfile.TemporaryDirectory() as folder:
                storage = Storage(f"sqlite:///{folder}/kept.sqlite")
                play(storage, name)
                file.write_text(written(storage), encoding="utf-8")
                storage.close()


if __name__ == "__main__":
    main()
