"""Problems: listed, answered and rated.

The first answer of a person counts, for them and for the problem: Glicko-2, as if they had met in a match. To have the
solution shown first is a wrong answer. All later tries are free. Nothing is computed here: every value was measured
when the problem was found.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, func, insert, select, update

import ludotheque as lt
from ludotheque.play.game import Game
from ludotheque.play.problems import Problem
from ludotheque.server.errors import Refused
from ludotheque.server.matches.match import Match, begin
from ludotheque.server.people.schemas import Person
from ludotheque.server.problems.schemas import (
    DailyProblem,
    Measured,
    ProblemCard,
    ProblemList,
    ProblemRating,
    ProblemState,
    ProblemVerdict,
    Solution,
    ThemeCount,
)
from ludotheque.server.ratings import glicko
from ludotheque.server.ratings.glicko import Rating, Result
from ludotheque.server.ratings.services import PERIOD
from ludotheque.server.storage.schema import problem_ratings, problem_stats, problem_tries

DAYS = 7  # of the problem of the day that are listed
WAY = 30  # ratings of the past that are told
Tries = Mapping[str, Row[Any]]


@cache
def catalogue() -> Mapping[str, Problem]:
    """Return the problems of all games, by game/id."""
    games = [lt.game(name, "plain") for name in lt.names()]
    return {f"{game.name}/{problem.id}": problem for game in games for problem in game.problems}


def find(name: str) -> tuple[Game, Problem]:
    """Return a problem and its game."""
    if name not in catalogue():
        raise Refused("not_found")
    return lt.game(name.partition("/")[0], "plain"), catalogue()[name]


def checked(name: str, move: int | str) -> str:
    """Return a legal move of a problem as it is written; an illegal one is refused and counts for nothing."""
    game, problem = find(name)
    action, pos = game.action(move), problem.open(game)
    if action not in pos.legal_ids(problem.seat):
        pos.play(action, problem.seat)  # raises the refusal with its rule
    return game.move(action).text


def position(name: str) -> Match:
    """Return the position of a problem, as a match that is not stored."""
    game, problem = find(name)
    return begin(problem.open(game), 0.0)[0]


# The problem of the day -----------------------------------------------------------------------------------------------


def of_day(day: str) -> str | None:
    """Return the problem of a day: drawn from all of them by the day alone, so that every process names the same."""
    names = sorted(catalogue())
    if not names:
        return None
    return names[int.from_bytes(hashlib.sha256(day.encode()).digest()[:8], "big") % len(names)]


def day_of(now: float, ago: int = 0) -> str:
    """Return a day in UTC, so many days ago."""
    return (datetime.fromtimestamp(now, UTC).date() - timedelta(days=ago)).isoformat()


def _daily(tries: Tries, now: float) -> list[DailyProblem]:
    found = []
    for ago in reversed(range(DAYS)):
        day = day_of(now, ago)
        if (name := of_day(day)) is not None:
            row = tries.get(name)
            tried = row is not None and (row.daily == day or ago == 0)
            found.append(DailyProblem(day, name, bool(row.right) if row is not None and tried else None))
    return found


# Lists ----------------------------------------------------------------------------------------------------------------


def listed(connection: Connection, person: Person | None, now: float) -> ProblemList:
    """Return all problems, and what is the reader's of them."""
    tries = _tries(connection, person)
    stats = {row.problem: row for row in connection.execute(select(problem_stats))}
    cards = [_card(name, problem, stats.get(name), tries.get(name)) for name, problem in catalogue().items()]
    return ProblemList(_daily(tries, now), _mine(connection, person, tries), _themes(tries), cards)


def _tries(connection: Connection, person: Person | None) -> dict[str, Row[Any]]:
    if person is None:
        return {}
    wanted = select(problem_tries).where(problem_tries.c.person == person.id).order_by(problem_tries.c.at)
    return {row.problem: row for row in connection.execute(wanted)}


def card(connection: Connection, name: str, person: Person | None) -> ProblemCard:
    """Return a problem as it is listed."""
    _, problem = find(name)
    stats = connection.execute(select(problem_stats).where(problem_stats.c.problem == name)).one_or_none()
    return _card(name, problem, stats, _tries(connection, person).get(name))


def _card(name: str, problem: Problem, stats: Row[Any] | None, tried: Row[Any] | None) -> ProblemCard:
    state: ProblemState = "new" if tried is None else "solved" if tried.solved else "again"
    key, params = problem.prompt
    return ProblemCard(
        id=name,
        game=name.partition("/")[0],
        players=problem.players,
        prompt=key,
        params=dict(params),
        rating=round(problem.rating if stats is None else stats.rating),
        tries=0 if stats is None else stats.tries,
        right=None if stats is None or not stats.tries else round(stats.right / stats.tries, 3),
        state=state,
        themes=[] if tried is None else list(problem.themes),
    )


def _mine(connection: Connection, person: Person | None, tries: Tries) -> ProblemRating | None:
    if person is None:
        return None
    row = connection.execute(select(problem_ratings).where(problem_ratings.c.person == person.id)).one_or_none()
    if row is None:
        return None
    way = [round(one.after) for one in tries.values()][-WAY:]
    return ProblemRating(round(row.rating), row.deviation <= glicko.SURE, row.tries, row.right, way)


def _themes(tries: Tries) -> list[ThemeCount]:
    tried, right = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for name, row in tries.items():
        problem = catalogue().get(name)
        for theme in problem.themes if problem is not None else ():
            tried[name.partition("/")[0], theme] += 1
            right[name.partition("/")[0], theme] += bool(row.right)
    return [ThemeCount(*which, count, right[which]) for which, count in tried.most_common()]


# Answers --------------------------------------------------------------------------------------------------------------


def answer(connection: Connection, name: str, text: str | None, person: Person | None, now: float) -> ProblemVerdict:
    """Judge an answer and count the first one; without a move, the solution is asked for."""
    game, problem = find(name)
    right = text in problem.right
    counted, before, after = False, None, None
    if person is not None:
        counted, before, after = _count(connection, name, problem, text, right, person, now)
    chance = None if text is None else problem.chance_of(text)
    told = _solution(connection, game, name, problem) if right or text is None else None
    return ProblemVerdict(right, chance, counted, before, after, told)


def _count(
    connection: Connection, name: str, problem: Problem, text: str | None, right: bool, person: Person, now: float
) -> tuple[bool, int | None, int | None]:
    """Rate a first answer, and note a later one; return whether it was the first, and the ratings around it."""
    mine = (problem_tries.c.person == person.id, problem_tries.c.problem == name)
    if (row := connection.execute(select(problem_tries).where(*mine)).one_or_none()) is not None:
        if right and not row.solved:
            connection.execute(update(problem_tries).where(*mine).values(solved=True))
        return False, None, None
    solver, since, tries, rights = _rating(connection, problem_ratings, "person", person.id, Rating(), now)
    hard, waited, tried, solved = _rating(connection, problem_stats, "problem", name, Rating(problem.rating), now)
    new = glicko.after(solver, [Result(hard, float(right))], since)
    _keep(connection, problem_ratings, {"person": person.id}, new, tries + 1, rights + right, now)
    other = glicko.after(hard, [Result(solver, float(not right))], waited)
    _keep(connection, problem_stats, {"problem": name}, other, tried + 1, solved + right, now)
    today = day_of(now)
    row_values: dict[str, Any] = {"person": person.id, "problem": name, "move": text, "right": right, "solved": right}
    row_values |= {"daily": today if of_day(today) == name else None, "after": new.rating, "at": now}
    connection.execute(insert(problem_tries), row_values)
    return True, round(solver.rating), round(new.rating)


def _rating(
    connection: Connection, table: Table, column: str, value: str, fresh: Rating, now: float
) -> tuple[Rating, float, int, int]:
    """Return a rating, the periods since its last change, and the tries and right answers so far."""
    row = connection.execute(select(table).where(table.c[column] == value)).one_or_none()
    if row is None:
        return fresh, 0.0, 0, 0
    return Rating(row.rating, row.deviation, row.volatility), max(0.0, now - row.at) / PERIOD, row.tries, row.right


def _keep(
    connection: Connection, table: Table, whose: dict[str, str], rating: Rating, tries: int, right: int, now: float
) -> None:
    ((column, value),) = whose.items()
    connection.execute(delete(table).where(table.c[column] == value))
    numbers = {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility, "at": now}
    connection.execute(insert(table), {**whose, **numbers, "tries": tries, "right": right})


def _solution(connection: Connection, game: Game, name: str, problem: Problem) -> Solution:
    wanted = select(problem_tries.c.move, func.count()).where(problem_tries.c.problem == name)
    people = {row[0]: int(row[1]) for row in connection.execute(wanted.group_by(problem_tries.c.move))}
    moves = []
    for text, chance in problem.moves:
        key, params = game.notation.describe(game.action(text))
        moves.append(Measured(text, key, params, chance, text in problem.right, people.get(text, 0)))
    return Solution(moves, problem.error, problem.worlds, list(problem.themes))
