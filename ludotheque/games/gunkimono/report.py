"""The report of `simulate --report`: sources of points, values of fortresses and banners."""

from __future__ import annotations

import numpy as np

from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.components import UNITS
from ludotheque.games.gunkimono.tables import BANNER_ROW
from ludotheque.play.game import Game
from ludotheque.reports import Results, Section, mean, share

BOTS = ("greedy",)  # who plays unless others are named
FIELDS = ("first", "formations", "fortresses", "built", "honour", "count")  # of the final states


def report(game: Game, results: Results) -> list[Section]:
    """Points by source, fortresses and banners by match, honour by unit, the first player's share."""
    finals, shares, n = results.finals, results.shares, results.players
    formations, fortresses = finals["formations"][:, :n], finals["fortresses"][:, :n]
    built, banners = finals["built"][:, :n], finals["count"][:, state.TAKEN : state.TAKEN + n]
    honour = np.minimum(finals["honour"].reshape(-1, state.SEATS, len(UNITS))[:, :n], BANNER_ROW[n])
    order = (np.arange(n) - finals["first"][:, None]) % n  # 0: the first player
    return [
        Section(
            "sources",
            (
                mean("report.from_formations", formations.ravel()),
                mean("report.from_fortresses", fortresses.ravel()),
                mean("report.from_banners", (results.scores - formations - fortresses).ravel()),
            ),
            unit="number",
        ),
        Section(
            "earned",
            (
                mean("report.fortresses_built", built.ravel()),
                mean("report.banners_taken", banners.ravel()),
                mean("report.honour_steps", honour.sum(axis=2).ravel()),
            ),
            unit="number",
        ),
        Section(
            "by_fortresses",
            tuple(
                share("report.with_fortresses", shares[built == k], number=k) for k in range(3) if np.any(built == k)
            ),
            fair=1 / n,
        ),
        Section(
            "honour",
            tuple(mean(f"unit.{unit}", honour[:, :, u].ravel()) for u, unit in enumerate(UNITS)),
            unit="number",
        ),
        Section(
            "by_order", tuple(share("report.place", shares[order == k], number=k + 1) for k in range(n)), fair=1 / n
        ),
    ]
