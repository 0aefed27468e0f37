"""Problems: listed, answered and rated.

The first answer of a person counts, for them and for the problem: Glicko-2, as if they had met in a match. To have the
solution shown first is a wrong answer. All later tries are free.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, func, insert, select, update

from ludotheque.play.problems import Problem
from ludotheque.server.people.schemas import Person
from ludotheque.server.problems import catalogue
from ludotheque.server.problems.schemas import (
    ProblemCard,
    ProblemList,
    ProblemRating,
    ProblemState,
    ProblemToday,
    ProblemVerdict,
)
from ludotheque.server.ratings import glicko
from ludotheque.server.ratings.glicko import Rating, Result
from ludotheque.server.ratings.services import PERIOD
from ludotheque.server.storage.schema import problem_ratings, problem_stats, problem_tries

WAY = 30  # ratings of the past that are told
Tries = Mapping[str, Row[Any]]


def _streak(tries: Tries, now: float) -> int:
    """Count the days in a row on which the problem of the day was tried; today may still be missing."""
    days = {row.daily for row in tries.values()}
    before = 1
    while catalogue.day_of(now, before) in days:
        before += 1
    return before - 1 + (catalogue.of_day(catalogue.day_of(now)) in tries)


def today(connection: Connection, person: Person | None, now: float) -> ProblemToday | None:
    """Return the problem of the day, and what the reader made of it; none where there are no problems."""
    name = catalogue.of_day(catalogue.day_of(now))
    if name is None:
        return None
    tries = _tries(connection, person)
    row = tries.get(name)
    return ProblemToday(name, name.partition("/")[0], None if row is None else bool(row.right), _streak(tries, now))


# Lists ----------------------------------------------------------------------------------------------------------------


def listed(connection: Connection, person: Person | None, now: float) -> ProblemList:
    """Return all problems, and what is the reader's of them."""
    tries = _tries(connection, person)
    stats = {row.problem: row for row in connection.execute(select(problem_stats))}
    cards = [_card(name, problem, stats.get(name), tries.get(name)) for name, problem in catalogue.problems().items()]
    themes = catalogue.count_themes({name: bool(row.right) for name, row in tries.items()})

    def result(name: str, day: str, today: bool) -> bool | None:
        row = tries.get(name)
        return bool(row.right) if row is not None and (row.daily == day or today) else None

    return ProblemList(catalogue.latest_days(now, result), _mine(connection, person, tries), themes, cards)


def _tries(connection: Connection, person: Person | None) -> dict[str, Row[Any]]:
    if person is None:
        return {}
    wanted = select(problem_tries).where(problem_tries.c.person == person.id).order_by(problem_tries.c.at)
    return {row.problem: row for row in connection.execute(wanted)}


def card(connection: Connection, name: str, person: Person | None) -> ProblemCard:
    """Return a problem as it is listed."""
    _, problem = catalogue.find(name)
    stats = connection.execute(select(problem_stats).where(problem_stats.c.problem == name)).one_or_none()
    return _card(name, problem, stats, _tries(connection, person).get(name))


def _mine(connection: Connection, person: Person | None, tries: Tries) -> ProblemRating | None:
    if person is None:
        return None
    row = connection.execute(select(problem_ratings).where(problem_ratings.c.person == person.id)).one_or_none()
    if row is None:
        return None
    way = [round(one.after) for one in tries.values()][-WAY:]
    return ProblemRating(round(row.rating), row.deviation <= glicko.SURE, row.tries, row.right, way)


def _card(name: str, problem: Problem, stats: Row[Any] | None, tried: Row[Any] | None) -> ProblemCard:
    state: ProblemState = "new" if tried is None else "solved" if tried.solved else "again"
    if stats is None:
        return catalogue.card_of(name, problem, state)
    return catalogue.card_of(name, problem, state, stats.rating, stats.tries, stats.right)


# Answers --------------------------------------------------------------------------------------------------------------


def answer(connection: Connection, name: str, text: str | None, person: Person | None, now: float) -> ProblemVerdict:
    """Judge an answer and count the first one; without a move, the solution is asked for."""
    game, problem = catalogue.find(name)
    right = text in problem.right
    counted, before, after = False, None, None
    if person is not None:
        counted, before, after = _count(connection, name, problem, text, right, person, now)
    chance = None if text is None else problem.chance_of(text)
    told = catalogue.solution_of(game, problem, _people(connection, name)) if right or text is None else None
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
    today = catalogue.day_of(now)
    row_values: dict[str, Any] = {"person": person.id, "problem": name, "move": text, "right": right, "solved": right}
    row_values |= {"daily": today if catalogue.of_day(today) == name else None, "after": new.rating, "at": now}
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


def _people(connection: Connection, name: str) -> dict[str | None, int]:
    """How many people answered first with which move; None counts those who asked for the solution."""
    wanted = select(problem_tries.c.move, func.count()).where(problem_tries.c.problem == name)
    return {row[0]: int(row[1]) for row in connection.execute(wanted.group_by(problem_tries.c.move))}
