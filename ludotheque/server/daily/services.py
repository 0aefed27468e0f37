"""The daily deal of each game.

The seed is drawn on the first request of the day and its hash is published at once, so that everybody can check later
that the deal was the same. A try that ends after midnight is not listed: by then its player could know the deal. Each
player sits at the first seat against the usual bots, whose moves follow from the deal and the player's moves. Until
midnight nobody sees a record of it, not even of their own try.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

import ludotheque as lt
from ludotheque.play.game import Game
from ludotheque.server.daily.schemas import DailyTry, DailyView, DealToday
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.modes import MODES
from ludotheque.server.matches import fairness
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import daily_deals, daily_tries, people, results, tables
from ludotheque.server.tables.making import create
from ludotheque.server.tables.records import TableRecord, read_table
from ludotheque.server.tables.schemas import NewSeat, NewTable
from ludotheque.server.tables.starting import start

ORDER = {"won": 2, "drawn": 1, "lost": 0}


def day_of(now: float) -> str:
    """Return the day in UTC."""
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def midnight_after(day: str) -> float:
    """Return when a day is over."""
    try:
        begins = datetime.fromisoformat(day).replace(tzinfo=UTC)
    except ValueError:
        raise Refused("not_found") from None
    return (begins + timedelta(days=1)).timestamp()


def deal(connection: Connection, day: str, game: str) -> Row[Any] | None:
    """Return the deal of a day, if it was drawn."""
    wanted = select(daily_deals).where(daily_deals.c.day == day, daily_deals.c.game == game)
    return connection.execute(wanted).one_or_none()


def of_day(connection: Connection, day: str) -> list[str]:
    """Return the games with a deal on that day."""
    wanted = select(daily_deals.c.game).where(daily_deals.c.day == day).order_by(daily_deals.c.game)
    return list(connection.execute(wanted).scalars())


def dealt(connection: Connection, game: Game, now: float, seed: bytes) -> Row[Any]:
    """Return today's deal; draw it if there is none yet."""
    day = day_of(now)
    found = deal(connection, day, game.name)
    if found is None:
        connection.execute(insert(daily_deals), {"day": day, "game": game.name, "seed": seed, "drawn": now})
        found = deal(connection, day, game.name)
    assert found is not None
    return found


def begin(
    connection: Connection, person: Person, name: str, now: float, new_id: Callable[[], str], seed: bytes
) -> TableRecord:
    """Return the person's try at today's deal; begin it if needed."""
    game = MODES.game(name)
    today = dealt(connection, game, now, seed)
    own = select(daily_tries.c.table).where(
        daily_tries.c.day == today.day, daily_tries.c.game == game.name, daily_tries.c.person == person.id
    )
    if (mine := connection.execute(own).scalar()) is not None:
        return read_table(connection, mine)
    bots = [NewSeat("bot", levels.usual(game)) for _ in range(game.declaration.players[0] - 1)]
    table_id = new_id()
    create(
        connection,
        person,
        NewTable(game=game.name, seats=[NewSeat("me"), *bots], hints=False),
        table_id,
        today.seed,
        now,
    )
    connection.execute(
        insert(daily_tries), {"day": today.day, "game": game.name, "person": person.id, "table": table_id}
    )
    connection.execute(update(tables).where(tables.c.id == table_id).values(daily=today.day))
    return start(connection, table_id, person, now)


def view(connection: Connection, day: str, game: str, reader: Person | None, now: float) -> DailyView:
    """Return the deal of a day, as far as the reader may see it."""
    found = deal(connection, day, game)
    if found is None:
        raise Refused("not_found")
    until = midnight_after(day)
    over = now >= until
    tries = _tries(connection, day, game)
    count = select(func.count()).select_from(daily_tries)
    there = connection.execute(count.where(daily_tries.c.day == day, daily_tries.c.game == game)).scalar_one()
    return DailyView(
        day=day,
        game=game,
        seed_hash=fairness.seed_hash(found.seed),
        seed=found.seed.hex() if over else None,
        until=until,
        tries=there,
        mine=next((one for one, _ in tries if reader is not None and one.person == reader.id), None),
        all=[one for one, ended in tries if ended is not None and ended < until] if over else [],
    )


def today(connection: Connection, reader: Person | None, now: float) -> DealToday:
    """Return today's deal of one game, each day another: how many have tried it, and the reader's result."""
    games = [name for name in lt.names() if not lt.game(name, "plain").declaration.template]
    day = day_of(now)
    game = games[datetime.fromtimestamp(now, UTC).date().toordinal() % len(games)]
    tries = [one for one, _ in _tries(connection, day, game)]
    mine = next((one for one in tries if reader is not None and one.person == reader.id), None)
    if mine is None:
        return DealToday(game, len(tries), None, None, None)
    return DealToday(game, len(tries), mine.result, mine.points, mine.against)


def _tries(connection: Connection, day: str, game: str) -> list[tuple[DailyTry, float | None]]:
    """Return all tries, the best first, and when each of them ended."""
    wanted = (
        select(daily_tries.c.person, daily_tries.c.table, people.c.name)
        .join(people, people.c.id == daily_tries.c.person)
        .where(daily_tries.c.day == day, daily_tries.c.game == game)
    )
    rows = connection.execute(wanted).all()
    ends: dict[str, dict[int, Row[Any]]] = {}
    for row in connection.execute(select(results).where(results.c.match.in_([row.table for row in rows]))):
        ends.setdefault(row.match, {})[row.seat] = row
    told = []
    for row in rows:
        end = ends.get(row.table, {})
        others = [line.points for seat, line in end.items() if seat and line.points is not None]
        one = DailyTry(
            person=row.person,
            name=row.name,
            table=row.table,
            result=end[0].result if 0 in end else None,
            points=end[0].points if 0 in end else None,
            against=max(others, default=None),
        )
        told.append((one, end[0].ended if 0 in end else None))
    return sorted(told, key=lambda one: (-ORDER.get(one[0].result or "", -1), -_margin(one[0]), one[0].name))


def _margin(one: DailyTry) -> int:
    return (one.points or 0) - (one.against or 0)
