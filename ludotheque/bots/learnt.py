"""The network behind a bot. Results and records name it, since other weights make another player."""

from __future__ import annotations

from ludotheque.bots.bot import Bot
from ludotheque.bots.catalogue import is_brought, make
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.network import digest_of
from ludotheque.bots.network_bot import NetworkBot, NetworkLevel
from ludotheque.bots.search import Search
from ludotheque.bots.searcher import asks_network
from ludotheque.play.base import BaseGame


def network_behind(game: BaseGame, name: str, players: int | None = None) -> str | None:
    """Return the digest of the network that a bot uses with this many players, or with any number; None without one.

    A bot that others brought asks none that we know of; it is not even made, which may take long.
    """
    return None if is_brought(name) else network_asked_by(make(name, 0, game), game, players)


def network_asked_by(bot: Bot, game: BaseGame, players: int | None = None) -> str | None:
    """Return the digest of the network that this seated bot uses."""
    if not uses_network(bot, game, players):
        return None
    return digest_of(game, bot.path if isinstance(bot, NetworkBot) else None)


def uses_network(bot: Bot, game: BaseGame, players: int | None = None) -> bool:
    """Return whether a bot uses a network with this many players, or with any number."""
    settings = search_settings_of(game)
    if isinstance(bot, NetworkBot):
        return True
    if isinstance(bot, NetworkLevel):
        if players is None or not bot.is_level or settings.plays_network(players):
            return True
        bot = Search(bot.name)
    if isinstance(bot, Search):
        sims = bot.sims_for(game)
        searched = settings.for_level(bot.name, sims).at(sims)
        return asks_network(game, sims, searched) and (players is None or searched.may_ask(players))
    return False
