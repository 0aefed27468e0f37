"""The report of `simulate --report`: which factions, leaders and ready-made decks win, and how matches go."""

from __future__ import annotations

import numpy as np

from ludotheque.games.gwynt.components import FACTIONS
from ludotheque.games.gwynt.tables import LEADER_NAMES, READY_NAMES
from ludotheque.play.game import Game
from ludotheque.reports import Results, Section, mean, ranked, share

BOTS = ("greedy",)  # the bots that play unless others are named
FIELDS = ("faction", "leader", "deck_name", "totals", "round")  # read from the final states


def report(game: Game, results: Results) -> list[Section]:
    """Win rates by faction, leader and deck; length and points by round."""
    finals, shares = results.finals, results.shares
    rounds, totals = finals["round"], finals["totals"].reshape(-1, 3, 2)

    def wins(field: str, names: tuple[str, ...] | list[str], kind: str, first: int = 0) -> Section:
        rows = (share(f"{kind}.{name}", shares[finals[field] == number]) for number, name in enumerate(names, first))
        return Section(f"by_{kind}", ranked(rows), fair=1 / results.players)

    return [
        wins("faction", FACTIONS, "faction"),
        wins("leader", LEADER_NAMES, "leader"),
        wins("deck_name", READY_NAMES, "ready_made", first=1),
        Section("rounds", tuple(share("report.rounds_played", rounds == n, number=n) for n in (2, 3))),
        Section(
            "points_by_round",
            tuple(
                mean("report.round_number", totals[rounds >= n, n - 1].ravel(), number=n)
                for n in (1, 2, 3)
                if np.any(rounds >= n)
            ),
            unit="number",
        ),
    ]
