"""Statistics of a person's matches of one game, computed from stored results when they are asked for.

Nothing is kept beside the results. Only the latest matches are read, however long somebody has played. They are as
private as the profile; ids of matches that are not listed go to their players alone.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, select

from ludotheque.errors import LudothequeError
from ludotheque.play.base import BaseGame
from ludotheque.server.errors import Refused
from ludotheque.server.people.schemas import (
    Count,
    LevelCount,
    MatchStatistics,
    Opening,
    OptionCount,
    Person,
    PlayedMatch,
)
from ludotheque.server.storage.schema import decisions, people, results, tables

MOST = 2000  # matches that are looked at, the latest
DRAWN = 300  # of them, those whose points are sent one by one
OPENED = 300  # of them, those whose first moves are read
OPENINGS = 8  # that are listed
FIRST = 40  # entries of a match among which a seat's first move is looked for
FILE = "statistics.toml"  # of a game: `openings`, the kinds of moves that count as one
COLUMNS = (
    *("ended", "match", "result", "points", "players", "seat", "side", "against", "options", "opening"),
    *("rated", "before", "after"),
)


def statistics(
    connection: Connection, person_id: str, game: BaseGame, reader: Person | None, now: float
) -> MatchStatistics:
    """Return the statistics of a person's matches of a game; refuse if the person does not show them to the reader."""
    own = _may_read(connection, person_id, reader)
    played = _played(connection, person_id, game.name)
    opened = _openings(connection, game, played[:OPENED], now)
    levels = _levels(connection, person_id, game.name)
    return MatchStatistics(
        game=game.name,
        all=_count(played),
        most=MOST,
        by_level=_by_level(played, levels),
        by_players=_by(played, lambda row: str(row.players)),
        by_seat=_by(played, lambda row: str(row.seat + 1)),
        by_side=_by(played, lambda row: row.played_as),
        by_option=_by_option(played, game),
        matches=[
            PlayedMatch(
                match=row.match if own or row.listed else None,
                ended=row.ended,
                result=row.result,
                points=row.points,
                rating=round(row.after) if row.after is not None else None,
            )
            for row in reversed(played[:DRAWN])
        ],
        openings=_counted_openings(game, played, opened),
        opened=len(opened),
    )


def as_csv(connection: Connection, person_id: str, game: BaseGame, reader: Person | None, now: float) -> str:
    """Return the same matches as a table, the newest first."""
    own = _may_read(connection, person_id, reader)
    played = _played(connection, person_id, game.name)
    opened = _openings(connection, game, played[:OPENED], now)
    others = _others(connection, person_id, game.name)
    written = io.StringIO()
    out = csv.writer(written, lineterminator="\n")
    out.writerow(COLUMNS)
    for row in played:
        named = own or row.listed
        against = [bot or (name if named else "person") for bot, name in others[row.match]]
        out.writerow(
            _cell(value)
            for value in (
                *(datetime.fromtimestamp(row.ended, UTC).isoformat(timespec="seconds"), row.match if named else ""),
                *(row.result, row.points, row.players, row.seat + 1, (row.played_as or "").rpartition(".")[2]),
                *("; ".join(against), "; ".join(f"{name}={value}" for name, value in sorted(row.options.items()))),
                *(opened.get(row.match, ""), "yes" if row.rated else "no"),
                *(round(one) if one is not None else "" for one in (row.before, row.after)),
            )
        )
    return written.getvalue()


def _cell(value: Any) -> Any:
    """A value for a table; a program that opens it must not take a name for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") else value


def _may_read(connection: Connection, person_id: str, reader: Person | None) -> bool:
    """Whether the reader is that person; refuse a reader to whom the person does not show the profile."""
    row = connection.execute(select(people.c.shown).where(people.c.id == person_id)).one_or_none()
    if row is None:
        raise Refused("not_found")
    own = reader is not None and reader.id == person_id
    if not own and not row.shown:
        raise Refused("not_allowed")
    return own


def _latest(person_id: str, game: str) -> Any:
    return (
        select(results.c.match, results.c.seat)
        .where(results.c.person == person_id, results.c.game == game, results.c.counted)
        .order_by(results.c.ended.desc(), results.c.match.desc())
        .limit(MOST)
        .subquery()
    )


def _played(connection: Connection, person_id: str, game: str) -> Sequence[Row[Any]]:
    """The latest results of a person in a game, the newest first."""
    columns: tuple[Any, ...] = (
        *(results.c.match, results.c.seat, results.c.result, results.c.points, results.c.players),
        *(results.c.played_as, results.c.ended, results.c.rated, results.c.before, results.c.after),
        *(tables.c.options, tables.c.listed, tables.c.daily),
    )
    wanted = (
        select(*columns)
        .join(tables, tables.c.id == results.c.match)
        .where(results.c.person == person_id, results.c.game == game, results.c.counted)
        .order_by(results.c.ended.desc(), results.c.match.desc())
        .limit(MOST)
    )
    return connection.execute(wanted).all()


def _others(connection: Connection, person_id: str, game: str) -> dict[str, list[tuple[str | None, str]]]:
    """The other seats of those matches: the bot's level, if it is one, and the name."""
    latest = _latest(person_id, game)
    wanted = (
        select(results.c.match, results.c.bot, results.c.name)
        .join(latest, (latest.c.match == results.c.match) & (latest.c.seat != results.c.seat))
        .order_by(results.c.match, results.c.seat)
    )
    found: dict[str, list[tuple[str | None, str]]] = defaultdict(list)
    for row in connection.execute(wanted):
        found[row.match].append((row.bot, row.name))
    return found


def _levels(connection: Connection, person_id: str, game: str) -> dict[str, str]:
    """The level of all other seats, of matches in which they were bots of one level."""
    found = {}
    for match, others in _others(connection, person_id, game).items():
        bots = {bot for bot, _ in others}
        if len(bots) == 1 and (bot := bots.pop()) is not None:
            found[match] = bot
    return found


# Counting -------------------------------------------------------------------------------------------------------------


def _count(played: Iterable[Row[Any]]) -> Count:
    ends = Counter(row.result for row in played)
    return Count(ends.total(), ends["won"], ends["drawn"], ends["lost"])


def _grouped(played: Iterable[Row[Any]], key: Callable[[Row[Any]], str | None]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in played:
        if (name := key(row)) is not None:
            found[name].append(row)
    return found


def _by(played: Iterable[Row[Any]], key: Callable[[Row[Any]], str | None]) -> dict[str, Count]:
    found = _grouped(played, key)
    return {name: _count(found[name]) for name in sorted(found)}


def _by_level(played: Sequence[Row[Any]], levels: Mapping[str, str]) -> list[LevelCount]:
    found = _grouped(played, lambda row: levels.get(row.match))
    return [LevelCount(name, _count(rows)) for name, rows in found.items()]


def _by_option(played: Sequence[Row[Any]], game: BaseGame) -> list[OptionCount]:
    """Results by the values of each option of which these matches had several."""
    found = []
    for option in game.declaration.options:
        rows = defaultdict(list)
        for row in played:
            rows[_written(row.options.get(option.name, option.default))].append(row)
        if len(rows) > 1:
            found += [OptionCount(option.name, value, _count(rows[value])) for value in sorted(rows)]
    return found


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# First moves ----------------------------------------------------------------------------------------------------------


@cache
def _kinds(folder: Path) -> frozenset[str]:
    """The kinds of moves of a game that count as an opening; empty if all do."""
    file = folder / FILE
    return frozenset(tomllib.loads(file.read_text(encoding="utf-8"))["openings"] if file.is_file() else ())


def _openings(connection: Connection, game: BaseGame, played: Sequence[Row[Any]], now: float) -> dict[str, str]:
    """The first move that counts of the person's seat, by match, in notation. None of a deal that others still play."""
    today = datetime.fromtimestamp(now, UTC).date().isoformat()
    seats = {row.match: row.seat for row in played if row.daily is None or row.daily < today}
    wanted = (
        select(decisions.c.match, decisions.c.number, decisions.c.kind, decisions.c.seat)
        .add_columns(decisions.c.moves, decisions.c.target)
        .where(decisions.c.match.in_(list(seats)), decisions.c.number <= FIRST)
        .where(decisions.c.kind.in_(("decide", "undo", "withdraw")))
        .order_by(decisions.c.match, decisions.c.number)
    )
    made: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in connection.execute(wanted):
        moves = made[row.match]
        if row.kind == "undo":  # what was taken back was not played
            made[row.match] = [one for one in moves if one[0] <= (row.target or 0)]
        elif row.seat == seats[row.match]:
            if row.kind == "withdraw":
                made[row.match] = moves[:-1]
            else:
                moves += [(row.number, move) for move in row.moves]
    firsts = ((match, _first(game, [move for _, move in moves])) for match, moves in made.items())
    return {match: move for match, move in firsts if move is not None}


def _first(game: BaseGame, moves: Iterable[str]) -> str | None:
    kinds = _kinds(game.folder)
    for text in moves:
        try:
            key, _ = game.notation.describe(game.action(text))
        except LudothequeError:  # of an earlier version of the rules
            continue
        if not kinds or key.partition(".")[2] in kinds:
            return text
    return None


def _counted_openings(game: BaseGame, played: Sequence[Row[Any]], opened: Mapping[str, str]) -> list[Opening]:
    """The openings that were chosen more than once, the most frequent first."""
    found = _grouped(played, lambda row: opened.get(row.match))
    told = []
    for text, rows in sorted(found.items(), key=lambda one: (-len(one[1]), one[0])):
        if len(rows) > 1:
            key, params = game.notation.describe(game.action(text))
            told.append(Opening(text, key, params, _count(rows)))
    return told[:OPENINGS]
