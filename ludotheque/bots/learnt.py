"""Which network a bot plays by: results and records name it, since a bot with other weights is another player."""

from __future__ import annotations

from ludotheque.bots.catalogue import make
from ludotheque.bots.levels import search_settings_of
from ludotheque.bots.network import digest_of
from ludotheque.bots.network_bot import NetworkBot, NetworkLevel
from ludotheque.bots.search import Search
from ludotheque.bots.searcher import asks_network
from ludotheque.play.base import BaseGame


def network_behind(game: BaseGame, name: str, players: int | None = None) -> str | None:
    """The digest of the network that a bot asks, at a table of so many or at any; None if it asks none."""
    bot, settings = make(name, 0, game), search_settings_of(game)
    if isinstance(bot, NetworkBot):
        return digest_of(game, bot.path)
    if isinstance(bot, NetworkLevel):
        if players is None or not bot.is_level or settings.plays_network(players):
            return digest_of(game)
        bot = Search(name)
    if isinstance(bot, Search):
        sims = bot.sims_for(game)
        searched = settings.at(sims)
        if asks_network(game, sims, searched) and (players is None or searched.asks_network(players)):
            return digest_of(game)
    return None
