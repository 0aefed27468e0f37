"""The catalogue of bots: which exist, which can play a game, and which is the default."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from ludotheque.bots.bot import Bot
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.levels import ADEPT, AMATEUR, MASTER, NOVICE, search_settings_of
from ludotheque.bots.network import PARTNER, has_network, partners
from ludotheque.bots.network_bot import FILE as NETWORK_FILE
from ludotheque.bots.network_bot import NAME as NETWORK
from ludotheque.bots.network_bot import NetworkBot, NetworkLevel, network_levels
from ludotheque.bots.policy import Policy, level_policies, own, usual_of
from ludotheque.bots.random_bot import RandomBot
from ludotheque.bots.registered import RegisteredBots
from ludotheque.bots.search import Search, thinking_for
from ludotheque.errors import LudothequeError
from ludotheque.play import registry
from ludotheque.play.base import BaseGame

# `seconds:3` thinks for three seconds, `sims:200` for 200 simulations, `tries:800` uses 800 tries of the network
SECONDS, SIMS, TRIES = "seconds:", "sims:", "tries:"
MOST_SECONDS, MOST_SIMS, MOST_TRIES = 3600, 10_000_000, 1_000_000


class NoSuchBot(LudothequeError):
    """No bot of that name, or it can't play that game."""


BOTS: dict[str, Callable[[object], Bot]] = {  # from weak to strong
    "random": RandomBot,
    NOVICE: partial(Search, NOVICE),
    "greedy": Greedy,
    NETWORK: NetworkBot,
    AMATEUR: partial(Search, AMATEUR),
    ADEPT: partial(Search, ADEPT),
    MASTER: partial(Search, MASTER),
}
REGISTERED = RegisteredBots(taken=BOTS)


def register(name: str, factory: Callable[[object], Bot], games: Collection[str] | None = None) -> None:
    """Make a bot known under `name` to all parts of this process. `factory(seed)` makes one.

    `games` names those that it plays; all, if neither it nor `factory.games` says so. BadBot if it can't be used.
    """
    REGISTERED.register(name, factory, games)


def unregister(name: str) -> None:
    """Forget a bot that was registered; nothing happens if there is none of that name."""
    REGISTERED.unregister(name)


def is_brought(name: str) -> bool:
    """Return whether the bot of that name comes from another package."""
    return name in REGISTERED.bots()


def names(game: BaseGame | str | None = None) -> list[str]:
    """The names of all bots: those of other packages, then ours, from weak to strong. Given a game, only bots that can
    play it, its own last.
    """
    known = [*REGISTERED.bots(), *BOTS]
    if game is None:
        return known
    game = _known(game)
    special = own(game)
    return [*(name for name in known if name not in special and fits(name, game)), *special]


def _known(game: BaseGame | str) -> BaseGame:
    """Return the game itself, or the game of that name."""
    return registry.game(game) if isinstance(game, str) else game


def fits(name: str, game: BaseGame) -> bool:
    """Return whether the bot can play the game: a bot that evaluates positions needs a heuristic or a network."""
    if name == "random" or name in own(game) or name in partners(game):
        return True
    if name == NETWORK or name.startswith((NETWORK_FILE, TRIES)):
        return "observation" in game.kernel_modules and (name.startswith(NETWORK_FILE) or has_network(game))
    brought = REGISTERED.bots().get(name)
    if brought is not None:
        return brought.plays(game.name)
    return game.has_heuristic and (name in BOTS or name.startswith((SECONDS, SIMS)))


def alike(game: BaseGame, one: str, other: str) -> bool:
    """Return whether two levels are the same player in that game, with any number of players."""
    networks, policies = network_levels(game), level_policies(game)
    if one in networks or other in networks:  # as in `make`
        everywhere = not search_settings_of(game).networks_players
        errs = search_settings_of(game).temperature
        return everywhere and networks.get(one) == networks.get(other) and errs(one) == errs(other)
    return one in policies and policies[one] == policies.get(other)


def team_mate(game: BaseGame) -> str | None:
    """Return the game's own bot for team play, if it is co-operative and has one."""
    return usual_of(game) if game.declaration.together else None


def strongest(game: BaseGame) -> str:
    """The name of the strongest bot that answers at once."""
    return team_mate(game) or ("greedy" if game.has_heuristic else "random")


def usual(game: BaseGame) -> str:
    """The name of the default bot: one that people can beat if they play well."""
    return team_mate(game) or (AMATEUR if game.has_heuristic else "random")


def best(game: BaseGame) -> str:
    """The name of the strongest bot, which takes its time."""
    return MASTER if game.has_heuristic else (team_mate(game) or "random")


def make(name: str, seed: object = 0, game: BaseGame | str | None = None) -> Bot:
    """A bot by name. Given its game, one that can't play it is refused here, not at its first move."""
    if game is not None:
        game = _known(game)
    if game is not None and name in own(game):
        return own(game)[name](seed)
    if game is not None and name in network_levels(game):
        return NetworkLevel(name, network_levels(game)[name], seed)
    if game is not None and name in level_policies(game):  # with other cards the network can't play
        return Policy(level_policies(game)[name], seed, name)
    if game is not None and name.startswith(PARTNER):
        return NetworkBot(seed, name, _partner(game, name))
    brought = REGISTERED.bots().get(name)
    if brought is not None:
        if game is not None and not brought.plays(game.name):
            played = ", ".join(sorted(brought.games or ()))
            raise NoSuchBot(f"the {name} bot can't play {game.name}: it says that it plays {played or 'nothing'}")
        return brought.factory(seed)
    if name not in BOTS and not name.startswith((SECONDS, SIMS, TRIES, NETWORK_FILE)):
        fault = REGISTERED.fault(name)
        if fault is not None:
            raise NoSuchBot(str(fault))
        there = names(game)
        raise NoSuchBot(f"no bot is called {name!r}; there are {', '.join(there)}, {SECONDS}3, {SIMS}200")
    if game is not None and name.startswith((NETWORK, TRIES)) and not fits(name, game):
        raise NoSuchBot(f"the {name} bot can't play {game.name}: the game has no network for its rules")
    if game is not None and not fits(name, game):
        raise NoSuchBot(f"the {name} bot can't play {game.name}: the game has no heuristic.py; take the random bot")
    if name.startswith(SECONDS):
        return thinking_for(_number(name, SECONDS, MOST_SECONDS), seed)
    if name.startswith(NETWORK_FILE):
        return NetworkBot(seed, name, Path(name.removeprefix(NETWORK_FILE)))
    if name.startswith(TRIES):
        return NetworkLevel(name, int(_number(name, TRIES, MOST_TRIES)), seed, math.inf)
    if name.startswith(SIMS):
        return Search(name, seed, int(_number(name, SIMS, MOST_SIMS)), math.inf)
    return BOTS[name](seed)


def _partner(game: BaseGame, name: str) -> Path:
    """The network of a partner."""
    there = partners(game)
    if name not in there:
        raise NoSuchBot(f"{game.name} has no bot {name!r}: its partners are {', '.join(there) or 'none'}")
    return there[name]


def _number(name: str, kind: str, most: int) -> float:
    """The number in the name of a bot."""
    try:
        number = float(name.removeprefix(kind))
    except ValueError:
        number = math.nan
    if not 0 < number <= most or (kind != SECONDS and number != int(number)):
        raise NoSuchBot(f"{name!r} tells no number: write {kind}3, or another up to {most}")
    return number
