"""Which bots sit at tables in a browser: those that need no compiled search and no network.

They decide as on a server, move for move, for the same seed.
"""

from __future__ import annotations

import importlib

from ludotheque import bots
from ludotheque.bots.policy import level_policies, policies
from ludotheque.play.game import Game
from ludotheque.server.games import levels

QUICK = ("random", "novice", "greedy")  # also in plain rules


def offered(game: Game) -> list[str]:
    """All bots that may take a seat, from weak to strong."""
    return [name for name in levels.levels(game) if name in QUICK or _is_quick_policy(game, name)]


def ladder(game: Game) -> list[str]:
    """The levels to choose from, from easy to strong; in team games the usual team mate is the last."""
    mate = bots.team_mate(game)
    there = offered(game)
    found = [name for name in levels.ladder(game) if name in there and name != mate]
    if mate is not None and mate in there:
        found.append(mate)
    return found or ["random"]


def first(game: Game) -> str:
    """The level that a newcomer begins with: the weakest opponents, in team games the best team mates."""
    return ladder(game)[-1 if game.declaration.together else 0]


def usual(game: Game) -> str:
    """The bot that sits down where nobody asks for another."""
    return ladder(game)[-1]


def _is_quick_policy(game: Game, name: str) -> bool:
    """Whether a bot, or the policy behind a level, decides at once in plain rules."""
    slow = getattr(importlib.import_module(f"{game.package}.policies"), "LONG", ()) if policies(game) else ()
    policy = level_policies(game).get(name, name)
    return policy in policies(game) and policy not in slow


def check_level(game: Game, name: str | None) -> str:
    """The bot that was asked for, or the usual one; NoSuchBot if it can't play here."""
    if name is None:
        return usual(game)
    if name not in offered(game):
        raise bots.NoSuchBot(f"no bot is called {name!r} here; there are {', '.join(offered(game))}")
    return name
