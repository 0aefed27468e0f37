"""The shipped problems as people get them, without who answered what: the same on a server and in a browser.

Nothing is computed here: every value was measured when the problem was found.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache

from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.problems import Problem
from ludotheque.server.errors import Refused
from ludotheque.server.matches.match import Match, begin
from ludotheque.server.problems.schemas import DailyProblem, Measured, ProblemCard, ProblemState, Solution, ThemeCount

DAYS = 7  # of the problem of the day that are listed


def problems() -> Mapping[str, Problem]:
    """Return the problems of all games, by game/id."""
    return {f"{game}/{problem.id}": problem for game in registry.names() for problem in of_game(game).values()}


def find(name: str) -> tuple[Game, Problem]:
    """Return a problem and its game."""
    game, _, wanted = name.partition("/")
    problem = of_game(game).get(wanted) if game in registry.names() else None
    if problem is None:
        raise Refused("not_found")
    return registry.game(game, "plain"), problem


@cache
def of_game(name: str) -> Mapping[str, Problem]:
    """Return the problems of a game by id."""
    return {problem.id: problem for problem in registry.game(name, "plain").problems}


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
    names = sorted(problems())
    if not names:
        return None
    return names[int.from_bytes(hashlib.sha256(day.encode()).digest()[:8], "big") % len(names)]


def day_of(now: float, ago: int = 0) -> str:
    """Return a day in UTC, so many days ago."""
    return (datetime.fromtimestamp(now, UTC).date() - timedelta(days=ago)).isoformat()


def latest_days(now: float, result: Callable[[str, str, bool], bool | None]) -> list[DailyProblem]:
    """The problems of the last days. `result` says how the reader fared, of a problem, its day, "it is today"."""
    days = [(day_of(now, ago), ago == 0) for ago in reversed(range(DAYS))]
    named = [(day, today, of_day(day)) for day, today in days]
    return [DailyProblem(day, name, result(name, day, today)) for day, today, name in named if name is not None]


# As the page gets them ------------------------------------------------------------------------------------------------


def card_of(
    name: str, problem: Problem, state: ProblemState, rating: float | None = None, tries: int = 0, right: int = 0
) -> ProblemCard:
    """A problem as it is listed. Its themes are told to those who have tried it."""
    key, params = problem.prompt
    return ProblemCard(
        id=name,
        game=name.partition("/")[0],
        players=problem.players,
        prompt=key,
        params=dict(params),
        rating=round(problem.rating if rating is None else rating),
        tries=tries,
        right=round(right / tries, 3) if tries else None,
        state=state,
        themes=[] if state == "new" else list(problem.themes),
    )


def count_themes(answers: Mapping[str, bool]) -> list[ThemeCount]:
    """The first answers to problems, right or wrong, by game and theme."""
    tried, right, known = Counter[tuple[str, str]](), Counter[tuple[str, str]](), problems()
    for name, was_right in answers.items():
        problem = known.get(name)
        for theme in problem.themes if problem is not None else ():
            tried[name.partition("/")[0], theme] += 1
            right[name.partition("/")[0], theme] += was_right
    return [ThemeCount(*which, count, right[which]) for which, count in tried.most_common()]


def solution_of(game: Game, problem: Problem, people: Mapping[str | None, int]) -> Solution:
    """The measured moves, with how many people answered with each first."""
    moves = []
    for text, chance in problem.moves:
        key, params = game.notation.describe(game.action(text))
        moves.append(Measured(text, key, params, chance, text in problem.right, people.get(text, 0)))
    return Solution(moves, problem.error, problem.worlds, list(problem.themes))
