"""Problems: positions of a game with one clearly best move, seen from one seat.

A game may ship them in its `problems.json`, which `ludotheque problems` writes. Every value in it was measured; nothing
is computed when somebody solves a problem.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.play import opening
from ludotheque.play.base import BaseGame
from ludotheque.play.position import Position

FORMAT = "ludotheque-problems/1"
FILE = "problems.json"  # in the folder of a game
NEAR = 0.02  # of the win: a move that is behind the best by no more is right, too
SEED = "problem"


@dataclass(frozen=True)
class Problem:
    """One problem. `moves` are the measured moves by notation with their win chances, the best first."""

    id: str
    position: str
    seat: int
    players: int
    prompt: tuple[str, Mapping[str, Any]]  # the question: key and parameters
    moves: tuple[tuple[str, float], ...]
    margin: float  # what the best wrong move loses
    error: float  # standard error of the margin
    worlds: int  # in which the margin was measured
    themes: tuple[str, ...]
    rating: float  # to begin with

    @property
    def right(self) -> tuple[str, ...]:
        """The right moves: the best, and those that are as good."""
        best = self.moves[0][1]
        return tuple(move for move, chance in self.moves if chance >= best - NEAR)

    def chance_of(self, move: str) -> float | None:
        """The win chance of a move; None if it looked too poor to be measured."""
        return next((chance for one, chance in self.moves if one == move), None)

    def open(self, game: BaseGame) -> Position:
        """The position."""
        return opening.from_text(game, self.position, SEED, f"problem {self.id}")

    def to_json(self) -> dict[str, Any]:
        """The problem as it stands in the file."""
        row = dict(self.__dict__)
        return {
            **row,
            "prompt": list(self.prompt),
            "moves": [list(move) for move in self.moves],
            "themes": list(self.themes),
        }


def read_problems(path: Path, rules: str) -> tuple[Problem, ...]:
    """The problems of a file that fit these rules; none if there is no such file, or it is of another rules version."""
    if not path.is_file():
        return ()
    data = json.loads(path.read_text(encoding="utf-8"))
    if data.get("format") != FORMAT:
        raise BadInput.at(path.name, 0, "format", f"expected {FORMAT!r}")
    return tuple(problem_of(row) for row in data["problems"]) if data["rules"] == rules else ()


def problem_of(row: Mapping[str, Any]) -> Problem:
    """The problem that stands in a file."""
    lists: dict[str, Any] = {
        "moves": tuple((move, chance) for move, chance in row["moves"]),
        "themes": tuple(row["themes"]),
    }
    lists["prompt"] = (row["prompt"][0], row["prompt"][1])
    return Problem(**{**row, **lists})
