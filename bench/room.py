"""The cost of lists, histories and profiles with 100,000 finished matches in the database.

    python bench/room.py [--database postgresql://…] [--matches 100000] [--people 10000]

People and finished matches of Gwynt are written straight into the database, one in ten of them listed; one person has
played 2,000 of them. Then what the server does for a page is measured: the median of 21 times, in milliseconds, by the
clock on the wall and, for what other programs on the machine take, by that of the process (in which SQLite works, but
not PostgreSQL).
Without --database SQLite lies in a temporary folder.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import msgspec
from sqlalchemy import Connection, insert

from ludotheque.server.people import profiles
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import people, results, seats, tables
from ludotheque.server.tables import history

TIMES, TOGETHER = 21, 5000
BUSY, BUSY_MATCHES = 0, 2000


def fill(storage: Storage, matches: int, count: int) -> None:
    """People who have played."""
    folk = [{"id": f"p{n}", "name": f"Player {n}", "created": 0.0} for n in range(count)]
    for at in range(0, count, TOGETHER):
        storage.write(lambda c, at=at: c.execute(insert(people), folk[at : at + TOGETHER])).result()  # type: ignore[misc]
    rng = random.Random(1)
    for at in range(0, matches, TOGETHER):
        rows = [_match(rng, n, count) for n in range(at, min(at + TOGETHER, matches))]

        def job(connection: Connection, rows: list[Any] = rows) -> None:
            connection.execute(insert(tables), [table for table, _, _ in rows])
            connection.execute(insert(seats), [seat for _, both, _ in rows for seat in both])
            connection.execute(insert(results), [line for _, _, both in rows for line in both])

        storage.write(job).result()


def _match(rng: random.Random, n: int, count: int) -> tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]:
    first = BUSY if n % (100_000 // BUSY_MATCHES) == 0 else rng.randrange(1, count)
    both = [first, (first + rng.randrange(1, count - 1)) % count]
    won = rng.randrange(2)
    outcome = {"cause": "gems_lost", "ranking": [[won], [1 - won]], "shares": [float(p == won) for p in range(2)]}
    table = {"id": f"m{n}", "game": "gwynt", "rules": "1", "options": {}, "host": f"p{both[0]}", "listed": n % 10 == 0}
    table |= {"hints": True, "takeover": "bot", "phase": "over", "seed": bytes(32), "actors": [], "outcome": outcome}
    table |= {"created": float(n), "started": float(n), "ended": float(n + 600)}
    lines, sitting = [], []
    for seat, who in enumerate(both):
        person = {"person": f"p{who}", "name": f"Player {who}"}
        sitting.append({"table": f"m{n}", "number": seat, "kind": "person", "brought": {}, "sat": [], **person})
        line = {"match": f"m{n}", "seat": seat, "bot": None, "game": "gwynt", "players": 2, "started": float(n)}
        line |= {"ended": float(n + 600), "share": float(seat == won), "result": "won" if seat == won else "lost"}
        lines.append({**line, "points": None, "played_as": None, "counted": True, "rated": False, **person})
    return table, sitting, lines


def main() -> None:
    """Fill a database, and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database")
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(asked.database or f"sqlite:///{Path(folder) / 'room.sqlite'}")
        fill(storage, asked.matches, asked.people)
        anybody, busy = Person("p77", "Player 77"), Person(f"p{BUSY}", f"Player {BUSY}")
        deep = storage.read(lambda c: history.of_all(c, history.Wanted(until=asked.matches / 2), None)).next
        cases = {
            "home, somebody unknown": lambda c: history.lists(c, None),
            "home, somebody": lambda c: history.lists(c, anybody),
            f"home, somebody with {BUSY_MATCHES} matches": lambda c: history.lists(c, busy),
            "my matches": lambda c: history.of_person(c, busy.id, history.Wanted(), busy),
            "my matches, with a name": lambda c: history.of_person(c, busy.id, history.Wanted(against="er 99"), busy),
            "public matches, from the middle": lambda c: history.of_all(c, history.Wanted(before=deep), None),
            f"profile with {BUSY_MATCHES} matches": lambda c: profiles.profile(c, busy.id, busy),
        }
        for name, job in cases.items():
            wall, own = [], []
            for _ in range(TIMES):
                begun, worked = perf_counter(), process_time()
                msgspec.json.encode(storage.read(job))
                wall.append(1000 * (perf_counter() - begun))
                own.append(1000 * (process_time() - worked))
            print(f"{name:40} {median(wall):7.1f} ms   {median(own):7.1f} ms of the process")
        storage.close()


if __name__ == "__main__":
    main()
