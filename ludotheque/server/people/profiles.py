"""What may be known of somebody: name, colour, how his matches ended; and whom he has played with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import (
    Count,
    Friend,
    GameStatistics,
    Length,
    Opponent,
    Person,
    Profile,
    ProfileChange,
    RatingView,
)
from ludotheque.server.ratings import glicko
from ludotheque.server.storage.schema import people, ratings, results

FRIENDS = 60
OPPONENTS = 12  # in statistics


def profile(connection: Connection, id: str, reader: Person | None) -> Profile:
    """Somebody's profile; to others only his name and colour, unless he shows the rest."""
    row = connection.execute(select(people).where(people.c.id == id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    own = reader is not None and reader.id == id
    open_ = own or row.shown
    return Profile(
        id=row.id,
        name=row.name,
        colour=row.colour,
        shown=row.shown,
        since=row.created if open_ else None,
        games=statistics(connection, id) if open_ else [],
    )


def change(connection: Connection, person: Person, request: ProfileChange) -> Profile:
    """Another colour; whether others may read it."""
    connection.execute(
        update(people).where(people.c.id == person.id).values(colour=request.colour, shown=request.shown)
    )
    return profile(connection, person.id, person)


def statistics(connection: Connection, id: str) -> list[GameStatistics]:
    """How somebody's matches ended, game by game, the most played first; matches from given positions do not count."""
    counted = select(results).where(results.c.person == id, results.c.counted).order_by(results.c.ended)
    rows = connection.execute(counted).all()
    mine, others = results.alias(), results.alias()
    met = (
        select(others.c.match, others.c.person, others.c.bot, others.c.name)
        .join(mine, (mine.c.match == others.c.match) & (mine.c.seat != others.c.seat))
        .where(mine.c.person == id, mine.c.counted)
    )
    opponents: dict[str, list[Any]] = defaultdict(list)
    for other in connection.execute(met):
        opponents[other.match].append(other)
    known = {row.game: row for row in connection.execute(select(ratings).where(ratings.c.person == id))}
    games: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in rows:
        games[row.game].append(row)
    told = [_statistics(game, played, opponents, known.get(game)) for game, played in games.items()]
    return sorted(told, key=lambda one: -one.all.played)


def _statistics(
    game: str, played: Sequence[Row[Any]], opponents: dict[str, list[Any]], rating: Row[Any] | None
) -> GameStatistics:
    against: dict[tuple[str | None, str | None], list[Row[Any]]] = defaultdict(list)
    names: dict[tuple[str | None, str | None], str] = {}
    for row in played:
        # A bot is known by its level, whatever it was called; of several alike in one match one is counted.
        for key, name in {(o.person, o.bot): o.name for o in opponents[row.match]}.items():
            against[key].append(row)
            names[key] = name
    best, current = _streaks(played)
    timed = sorted((row for row in played if row.started), key=lambda row: row.ended - row.started)
    most = sorted(against.items(), key=lambda item: -len(item[1]))[:OPPONENTS]
    return GameStatistics(
        game=game,
        all=_count(played),
        by_players={str(n): _count([r for r in played if r.players == n]) for n in sorted({r.players for r in played})},
        by_side={
            side: _count([r for r in played if r.played_as == side])
            for side in sorted({r.played_as for r in played if r.played_as})
        },
        against=[Opponent(person, bot, names[person, bot], _count(met)) for (person, bot), met in most],
        streak=current,
        best_streak=best,
        shortest=_length(timed[0]) if timed else None,
        longest=_length(timed[-1]) if timed else None,
        rating=rating_view(rating) if rating is not None else None,
    )


def rating_view(row: Row[Any]) -> RatingView:
    """A rating as it is told: whole numbers, and whether it is provisional."""
    return RatingView(round(row.rating), round(row.deviation), row.deviation > glicko.SURE, row.matches)


def _count(rows: Iterable[Row[Any]]) -> Count:
    ends = [row.result for row in rows]
    return Count(len(ends), ends.count("won"), ends.count("drawn"), ends.count("lost"))


def _length(row: Row[Any]) -> Length:
    return Length(row.match, row.ended - row.started)


def _streaks(played: Sequence[Row[Any]]) -> tuple[int, int]:
    """Matches won in a row: the most there ever were, and those up to now."""
    best = run = 0
    for row in played:
        run = run + 1 if row.result == "won" else 0
        best = max(best, run)
    return best, run


def friends(connection: Connection, person: Person) -> list[Friend]:
    """The people whom somebody has played with, lately met ones first."""
    mine, theirs = results.alias(), results.alias()
    last = func.max(theirs.c.ended).label("last")
    met = (
        select(theirs.c.person, people.c.name, people.c.colour, func.count().label("matches"), last)
        .join(mine, mine.c.match == theirs.c.match)
        .join(people, people.c.id == theirs.c.person)
        .where(mine.c.person == person.id, theirs.c.person != person.id)
        .group_by(theirs.c.person, people.c.name, people.c.colour)
        .order_by(last.desc())
        .limit(FRIENDS)
    )
    found = connection.execute(met).all()
    games = _last_games(connection, person.id, [row.person for row in found])
    return [Friend(row.person, row.name, row.colour, row.matches, row.last, games[row.person]) for row in found]


def _last_games(connection: Connection, id: str, others: list[str]) -> dict[str, str]:
    """The game that somebody last played with each of them."""
    mine, theirs = results.alias(), results.alias()
    wanted = (
        select(theirs.c.person, theirs.c.game)
        .join(mine, mine.c.match == theirs.c.match)
        .where(mine.c.person == id, theirs.c.person.in_(others))
        .order_by(theirs.c.ended)
    )
    return {row.person: row.game for row in connection.execute(wanted)}
