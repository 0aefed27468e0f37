"""Which bots sit at tables in a browser.

Where the site has the module of a game, all that a server offers, with the same decisions for the same seed. Elsewhere
those that need no compiled search and no network.
"""

from __future__ import annotations

import importlib
from collections.abc import Container

from ludotheque import bots
from ludotheque.bots.catalogue import is_brought
from ludotheque.bots.policy import level_policies, policies
from ludotheque.play.game import Game
from ludotheque.server.games import levels

QUICK = ("random", "novice", "greedy")  # also in plain rules


def offered(game: Game, modules: Container[str] = ()) -> list[str]:
    """All bots that may take a seat, from weak to strong; `modules` names the games that have one here."""
    known = [name for name in levels.levels(game) if not is_brought(name)]
    if game.name in modules:
        return known
    return [name for name in known if name in QUICK or _is_quick_policy(game, name)]


def ladder(game: Game, modules: Container[str] = ()) -> list[str]:
    """The levels to choose from, from easy to strong; in team games the usual team mate is the last of quick ones."""
    if game.name in modules:
        return levels.ladder(game)
    mate = bots.team_mate(game)
    there = offered(game)
    found = [name for name in levels.ladder(game) if name in there and name != mate]
    if mate is not None and mate in there:
        found.append(mate)
    return found or ["random"]


def first(game: Game, modules: Container[str] = ()) -> str:
    """The level that a newcomer begins with: the weakest opponents, in team games the best team mates."""
    return ladder(game, modules)[-1 if game.declaration.together else 0]


def usual(game: Game, modules: Container[str] = ()) -> str:
    """The bot that sits down where nobody asks for another."""
    return levels.usual(game) if game.name in modules else ladder(game)[-1]


def _is_quick_policy(game: Game, name: str) -> bool:
    """Whether a bot, or the policy behind a level, decides at once in plain rules."""
    slow = getattr(importlib.import_module(f"{game.package}.policies"), "LONG", ()) if policies(game) else ()
    policy = level_policies(game).get(name, name)
    return policy in policies(game) and policy not in slow


def check_level(game: Game, name: str | None, modules: Container[str] = ()) -> str:
    """The bot that was asked for, or the usual one; NoSuchBot if it can't play here."""
    if name is None:
        return usual(game, modules)
    there = offered(game, modules)
    if name not in there:
        raise bots.NoSuchBot(f"no bot is called {name!r} here; there are {', '.join(there)}")
    return name
