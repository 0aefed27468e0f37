"""The HTTP types about problems."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludotheque.server.live.protocol import Action, Face

ProblemState = Literal["new", "again", "solved"]
Moves = Annotated[list[Action], msgspec.Meta(max_length=32)]


class ProblemCard(msgspec.Struct, frozen=True):
    """A problem in the list. Its themes are told after one's own answer: they say what the best move is about."""

    id: str
    game: str
    players: int
    prompt: str  # the question: message key …
    params: dict[str, Any]  # … and parameters
    rating: int
    tries: int
    right: float | None  # share of first answers; None before the first
    state: ProblemState
    themes: list[str]


class ThemeCount(msgspec.Struct, frozen=True):
    """My first answers to the problems of a theme."""

    game: str
    theme: str
    tries: int
    right: int


class ProblemRating(msgspec.Struct, frozen=True):
    """My rating in problems, apart from those in games; `way` are the latest ones, oldest first."""

    rating: int
    sure: bool
    tries: int
    right: int
    way: list[int]


class DailyProblem(msgspec.Struct, frozen=True):
    """The problem of a day, the same for everybody, and how I fared: None if I have not tried it."""

    day: str
    id: str
    right: bool | None


class ProblemToday(msgspec.Struct, frozen=True):
    """The problem of the day, and whether I have answered it rightly."""

    id: str
    game: str
    right: bool | None
    streak: int  # days in a row on which I tried the problem of the day; today may still be missing


class ProblemList(msgspec.Struct, frozen=True):
    """All problems, and what is mine of them."""

    daily: list[DailyProblem]  # of the last seven days, the oldest first; none where there are no problems
    mine: ProblemRating | None
    themes: list[ThemeCount]
    problems: list[ProblemCard]


class ProblemView(msgspec.Struct, frozen=True):
    """A problem to be solved: the position as its seat sees it."""

    card: ProblemCard
    seat: int
    face: Face


class Answer(msgspec.Struct, frozen=True):
    """An answer to a problem, or to a mistake: the move."""

    move: Action
    hinted: bool = False


class Looking(msgspec.Struct, frozen=True):
    """A question about a move, and those after it."""

    move: Action
    then: Moves = []


class Measured(msgspec.Struct, frozen=True):
    """A move with its win chance, and how many people answered with it first."""

    text: str
    key: str
    params: dict[str, Any]
    chance: float
    right: bool
    people: int


class Solution(msgspec.Struct, frozen=True):
    """The measured moves, the best first. Other legal moves looked poorer at first sight."""

    moves: list[Measured]
    error: float  # standard error of the difference between right and wrong
    worlds: int
    themes: list[str]


class ProblemVerdict(msgspec.Struct, frozen=True):
    """What an answer is worth. The solution is told with a right answer, or when it is asked for."""

    right: bool
    chance: float | None  # of the move; None if it was not measured
    counted: bool  # whether it counted for my rating: only the first answer does
    before: int | None
    after: int | None
    solution: Solution | None
