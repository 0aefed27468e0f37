"""Bots of one game: its compiled policies, and the bots of its optional `bots.py`.

A policy is a way to play, told as a function of the game (`policies.choose`). It is wrapped here as a bot for tables,
and called by the arena in compiled loops.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ludotheque.bots.bot import Bot
from ludotheque.bots.search import program_for
from ludotheque.kernel import Program
from ludotheque.play.base import BaseGame
from ludotheque.play.moves import Move
from ludotheque.play.position import Position

KERNEL = "ludotheque.bots.policy_kernel"


class Policy:
    """Plays by one of its game's policies."""

    def __init__(self, policy: str, seed: object = 0, name: str | None = None) -> None:
        self.policy = policy
        self.seed = seed
        self.name = policy if name is None else name  # a level that the policy plays, or its own name

    def choose(self, pos: Position, seat: int) -> Move:
        """The policy's move for `seat` in a position redealt for it."""
        program, game = program_for(pos), pos.game
        policy = policies(game).index(self.played_by(program))
        kernel: Any = program.add(KERNEL)
        states, work = program.states(1 + kernel.SCRATCH), program.workspaces(1)
        program.put(states, 0, pos.state)
        out = program.actions(game.declaration.action_count)
        return Move(game, int(kernel.decide(states, work, out, seat, policy)))

    def played_by(self, program: Program) -> str:
        """Return the policy that plays: in plain mode, the default team mate plays for one that thinks long."""
        module = optional_module(f"{program.package}.policies")
        slow = program.mode == "plain" and self.policy in getattr(module, "LONG", ())
        return str(module.TEAM_MATE) if slow else self.policy

    def explain(self, pos: Position, seat: int) -> tuple[str, dict[str, Any]] | None:
        """The reason for its plan: key and parameters of a sentence, if the game's optional `reasons.py` has one."""
        plan = getattr(reasons_of(pos.game), "explain", None)
        if plan is None:
            return None
        program = program_for(pos)
        told: tuple[str, dict[str, Any]] = plan(pos, seat, self.played_by(program), program)
        return told


@cache
def optional_module(name: str) -> Any:
    """An optional module of a game, or None."""
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


def reasons_of(game: BaseGame) -> Any:
    """Return the game's optional `reasons.py`: what a planner aims at (`explain`), what a move gains (`compare`)."""
    return optional_module(f"{game.package}.reasons")


def policies(game: BaseGame) -> tuple[str, ...]:
    """The names of the game's policies, as they are numbered."""
    module = optional_module(f"{game.package}.policies")
    return tuple(module.POLICIES) if module is not None else ()


def level_policies(game: BaseGame) -> dict[str, str]:
    """The levels that a policy of the game plays better than any search: level → policy."""
    return dict(getattr(optional_module(f"{game.package}.policies"), "LEVELS", {})) if policies(game) else {}


def own(game: BaseGame) -> dict[str, Callable[[object], Bot]]:
    """Return the factories of this game's own bots by name; a factory takes the seed."""
    made: dict[str, Callable[[object], Bot]] = {name: partial(Policy, name) for name in policies(game)}
    module = optional_module(f"{game.package}.bots")
    return made | dict(module.BOTS) if module is not None else made


def usual_of(game: BaseGame) -> str | None:
    """Return the default team mate among the game's own bots: the one it names, otherwise the last."""
    module = optional_module(f"{game.package}.policies")
    return getattr(module, "TEAM_MATE", None) or next(reversed(own(game)), None)
