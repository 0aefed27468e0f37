"""Problems in a browser: judged as on a server. There are no ratings: those come from what many people answer.

What the person tried is kept beside the tables, each problem for itself, so that two tabs do not overwrite each other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ludotheque.play.problems import Problem
from ludotheque.server.live import presenter
from ludotheque.server.problems import catalogue
from ludotheque.server.problems.schemas import ProblemCard, ProblemList, ProblemState, ProblemVerdict, ProblemView

ID = "problem "  # what is kept begins with this, followed by the name of the problem


@dataclass
class Try:
    """How the first answer to a problem was, when it was given, and whether the problem has been solved since."""

    right: bool
    solved: bool
    at: float


class Problems:
    """The problems of one browser. `keep(id, text)` stores a try."""

    def __init__(self, keep: Callable[[str, str | None], None], now: Callable[[], float]) -> None:
        self._keep, self._now = keep, now
        self._tries: dict[str, Try] = {}

    def restore(self, texts: Mapping[str, str]) -> None:
        """Take in what was stored before. A try that can't be read is forgotten: its problem is new again."""
        for kept, text in texts.items():
            try:
                told = json.loads(text)
                self._tries[kept.removeprefix(ID)] = Try(bool(told["right"]), bool(told["solved"]), float(told["at"]))
            except (ValueError, KeyError, TypeError):
                continue

    def listed(self) -> ProblemList:
        """Return all problems, and how they were answered here."""
        answers = {name: one.right for name, one in self._tries.items()}
        cards = [self._card(name, problem) for name, problem in catalogue.problems().items()]
        return ProblemList(
            catalogue.latest_days(self._now(), self._result), None, catalogue.count_themes(answers), cards
        )

    def _result(self, name: str, day: str, today: bool) -> bool | None:
        tried = self._tries.get(name)
        return tried.right if tried is not None and (today or catalogue.day_of(tried.at) == day) else None

    def _card(self, name: str, problem: Problem) -> ProblemCard:
        tried = self._tries.get(name)
        state: ProblemState = "new" if tried is None else "solved" if tried.solved else "again"
        return catalogue.card_of(name, problem, state)

    def view(self, name: str) -> ProblemView:
        """Return a problem as its seat sees it."""
        _, problem = catalogue.find(name)
        return ProblemView(
            self._card(name, problem), problem.seat, presenter.face(catalogue.position(name), problem.seat)
        )

    def answer(self, name: str, move: int | str | None) -> ProblemVerdict:
        """Judge an answer and note the first one; without a move, the solution is asked for."""
        game, problem = catalogue.find(name)
        text = None if move is None else catalogue.checked(name, move)
        right = text in problem.right
        counted = name not in self._tries
        tried = self._tries.setdefault(name, Try(right, right, self._now()))
        if counted or (right and not tried.solved):
            tried.solved = right
            self._keep(ID + name, json.dumps(asdict(tried)))
        chance = None if text is None else problem.chance_of(text)
        told = catalogue.solution_of(game, problem, {}) if right or text is None else None
        return ProblemVerdict(right, chance, counted, None, None, told)

    @staticmethod
    def looked(look: Callable[..., Any], name: str, data: Mapping[str, Any]) -> Any:
        """Return what the presenter says of a move in a problem's position."""
        _, problem = catalogue.find(name)
        return look(catalogue.position(name), problem.seat, [data["move"], *data.get("then", ())], "")
