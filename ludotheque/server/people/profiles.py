"""Profiles: name, colour, statistics of matches, and the people a person has played with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, Select, case, func, literal, select, update

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
from ludotheque.server.storage.schema import blocks, people, ratings, results, tables

K = TypeVar("K")
FRIENDS = 60
OPPONENTS = 12  # in statistics


def profile(connection: Connection, person_id: str, reader: Person | None) -> Profile:
    """Return a person's profile; to others only name and colour, unless the person shows more."""
    row = connection.execute(select(people).where(people.c.id == person_id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    own = reader is not None and reader.id == person_id
    open_ = own or row.shown
    return Profile(
        id=row.id,
        name=row.name,
        colour=row.colour,
        shown=row.shown,
        since=row.created if open_ else None,
        games=statistics(connection, person_id, own) if open_ else [],
    )


def change(connection: Connection, person: Person, request: ProfileChange) -> Profile:
    """Change the colour, and whether others may read the profile."""
    connection.execute(
        update(people).where(people.c.id == person.id).values(colour=request.colour, shown=request.shown)
    )
    return profile(connection, person.id, person)


def statistics(connection: Connection, person_id: str, own: bool = True) -> list[GameStatistics]:
    """Return statistics of a person's matches by game, most played first, without matches from given positions.

    The id of a match that is not listed opens it: others than its players do not get it.
    """
    columns = (results.c.game, results.c.result, results.c.players, results.c.played_as)
    opens = tables.c.listed | literal(own)
    counted = select(*columns, case((opens, results.c.match)).label("match"), results.c.started, results.c.ended)
    counted = (
        counted.join(tables, tables.c.id == results.c.match)
        .where(results.c.person == person_id, results.c.counted)
        .order_by(results.c.ended)
    )
    games: dict[str, list[Played]] = defaultdict(list)
    for game, *played in connection.execute(counted):
        games[game].append(Played(*played))
    against: dict[str, list[Opponent]] = defaultdict(list)
    for row in connection.execute(_met_most(person_id)):
        count = Count(row.played, row.won, row.drawn, row.lost)
        against[row.game].append(Opponent(row.person, row.bot, row.name, count))
    known = {row.game: row for row in connection.execute(select(ratings).where(ratings.c.person == person_id))}
    told = [_statistics(game, played, against[game], known.get(game)) for game, played in games.items()]
    return sorted(told, key=lambda one: -one.all.played)


class Played(NamedTuple):
    """The facts of a match that statistics need."""

    result: str | None
    players: int
    played_as: str | None
    match: str | None  # its id, if the reader may open it
    started: float | None
    ended: float

    @property
    def seconds(self) -> float:
        """How long the match took."""
        return self.ended - (self.started or 0.0)


def _met_most(person_id: str) -> Select[Any]:
    """Return the query for the opponents met most often, by game, with results."""
    mine, others = results.alias(), results.alias()
    which = (mine.c.game, mine.c.match, mine.c.result, others.c.person, others.c.bot)
    # Bots are counted by level, not by name; several of one level in a match count once.
    each = (
        select(*which, func.max(others.c.name).label("name"))
        .join(others, (mine.c.match == others.c.match) & (mine.c.seat != others.c.seat))
        .where(mine.c.person == person_id, mine.c.counted)
        .group_by(*which)
        .subquery()
    )
    ends = [func.sum(case((each.c.result == end, 1), else_=0)).label(end) for end in ("won", "drawn", "lost")]
    name, played = func.max(each.c.name), func.count()
    place = func.row_number().over(partition_by=each.c.game, order_by=(played.desc(), name)).label("place")
    key = (each.c.game, each.c.person, each.c.bot)
    ranked = select(*key, name.label("name"), played.label("played"), *ends, place).group_by(*key).subquery()
    return select(ranked).where(ranked.c.place <= OPPONENTS).order_by(ranked.c.game, ranked.c.place)


def _statistics(
    game: str, played: Sequence[Played], against: list[Opponent], rating: Row[Any] | None
) -> GameStatistics:
    best, current = _streaks(played)
    timed = [one for one in played if one.started]
    by_players, by_side = _by(played, lambda one: one.players), _by(played, lambda one: one.played_as)
    return GameStatistics(
        game=game,
        all=_count(played),
        by_players={str(n): _count(by_players[n]) for n in sorted(by_players)},
        by_side={side: _count(by_side[side]) for side in sorted(side for side in by_side if side)},
        against=against,
        streak=current,
        best_streak=best,
        shortest=_length(min(timed, key=lambda one: one.seconds)) if timed else None,
        longest=_length(max(timed, key=lambda one: one.seconds)) if timed else None,
        rating=rating_view(rating) if rating is not None else None,
    )


def _by(played: Sequence[Played], key: Callable[[Played], K]) -> dict[K, list[Played]]:
    found: dict[K, list[Played]] = defaultdict(list)
    for one in played:
        found[key(one)].append(one)
    return found


def rating_view(row: Row[Any]) -> RatingView:
    """Return a rating for display: whole numbers, and whether it is provisional."""
    return RatingView(round(row.rating), round(row.deviation), row.deviation > glicko.SURE, row.matches)


def _count(played: Sequence[Played]) -> Count:
    ends = [one.result for one in played]
    return Count(len(ends), ends.count("won"), ends.count("drawn"), ends.count("lost"))


def _length(one: Played) -> Length:
    return Length(one.match, one.seconds)


def _streaks(played: Sequence[Played]) -> tuple[int, int]:
    """Return the longest and the current run of wins."""
    best = run = 0
    for one in played:
        run = run + 1 if one.result == "won" else 0
        best = max(best, run)
    return best, run


def friends(connection: Connection, person: Person) -> list[Friend]:
    """Return the people a person has played with, most recent first, without those the person has blocked."""
    mine, theirs = results.alias(), results.alias()
    avoided = select(blocks.c.person).where(blocks.c.by == person.id)
    last = func.max(theirs.c.ended).label("last")
    met = (
        select(theirs.c.person, people.c.name, people.c.colour, func.count().label("matches"), last)
        .join(mine, mine.c.match == theirs.c.match)
        .join(people, people.c.id == theirs.c.person)
        .where(mine.c.person == person.id, theirs.c.person != person.id, theirs.c.person.not_in(avoided))
        .group_by(theirs.c.person, people.c.name, people.c.colour)
        .order_by(last.desc())
        .limit(FRIENDS)
    )
    found = connection.execute(met).all()
    games = last_games(connection, person.id, [row.person for row in found])
    return [Friend(row.person, row.name, row.colour, row.matches, row.last, games[row.person]) for row in found]


def last_games(connection: Connection, person_id: str, others: list[str]) -> dict[str, str]:
    """Return the game that a person last played with each of them."""
    mine, theirs = results.alias(), results.alias()
    wanted = (
        select(theirs.c.person, theirs.c.game)
        .join(mine, mine.c.match == theirs.c.match)
        .where(mine.c.person == person_id, theirs.c.person.in_(others))
        .order_by(theirs.c.ended)
    )
    return {row.person: row.game for row in connection.execute(wanted)}
