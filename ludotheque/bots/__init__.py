"""Bots: seats like any other. They are only handed redealt positions, so none can see more than its seat.

>>> import ludotheque as lt
>>> from ludotheque import bots
>>> pos = lt.game("lampions", "plain").start(players=3, seed=7)
>>> bot = bots.make("greedy", seed=1)
>>> pos.play(bots.decide(bot, pos, 0), 0)
>>> pos.ready
(0,)
"""

from ludotheque.bots.advice import Advice, advise
from ludotheque.bots.bot import Bot
from ludotheque.bots.catalogue import (
    BOTS,
    NoSuchBot,
    alike,
    best,
    fits,
    make,
    names,
    register,
    strongest,
    team_mate,
    unregister,
    usual,
)
from ludotheque.bots.deciding import decide, explain, fallback, patience
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.policy import own
from ludotheque.bots.random_bot import RandomBot
from ludotheque.bots.registered import BadBot
from ludotheque.bots.search import Search, step_back

__all__ = [
    "BOTS",
    "Advice",
    "BadBot",
    "Bot",
    "Greedy",
    "NoSuchBot",
    "RandomBot",
    "Search",
    "advise",
    "alike",
    "best",
    "decide",
    "explain",
    "fallback",
    "fits",
    "make",
    "names",
    "own",
    "patience",
    "register",
    "step_back",
    "strongest",
    "team_mate",
    "unregister",
    "usual",
]
