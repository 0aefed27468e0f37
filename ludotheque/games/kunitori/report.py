"""The report of `simulate --report`: length, causes of the end, win rates, and what winners buy."""

from __future__ import annotations

import numpy as np

from ludotheque.games.kunitori.declaration import DECLARATION
from ludotheque.games.kunitori.tables import NAMES
from ludotheque.play.game import Game
from ludotheque.reports import Results, Section, mean, ranked, share

BOTS = ("money", "army", "mixed")  # the bots that play unless others are named
FIELDS = ("round", "cause", "first", "bought")  # read from the final states


def report(game: Game, results: Results) -> list[Section]:
    """Length, ends, and win rates by seat, by place in the turn order, by bot and by card bought."""
    finals, shares, players = results.finals, results.shares, results.players
    seats = np.arange(players)
    causes = enumerate(DECLARATION.causes, 1)
    place = (seats - finals["first"][:, None]) % players
    bots = np.array(results.bots)[results.bot_seats]
    bought = finals["bought"][:, :players, :] > 0
    fair = 1 / players
    return [
        Section(
            "length",
            (mean("report.rounds", finals["round"]), mean("report.decisions", results.decisions)),
            unit="number",
        ),
        Section("ended_by", ranked(share(f"cause.{cause}", finals["cause"] == n) for n, cause in causes)),
        Section("by_seat", tuple(share("report.seat", shares[:, p], number=p) for p in range(players)), fair=fair),
        Section(
            "by_turn_order",
            tuple(share("report.place", shares[place == n], number=n + 1) for n in range(players)),
            fair=fair,
        ),
        Section(
            "by_bot", ranked(share(f"bot.{bot}", shares[bots == bot]) for bot in dict.fromkeys(results.bots)), fair=fair
        ),
        Section(
            "by_card", ranked(share(f"card.{name}", shares[bought[:, :, k]]) for k, name in enumerate(NAMES)), fair=fair
        ),
        Section(
            "without_card",
            ranked(share(f"card.{name}", shares[~bought[:, :, k]]) for k, name in enumerate(NAMES)),
            fair=fair,
        ),
    ]
