"""The report of `simulate --report`: how often the team wins, why it loses, how long matches last."""

from __future__ import annotations

import numpy as np

from ludotheque.games.gorynich.components import LEVELS, TILES
from ludotheque.games.gorynich.declaration import DECLARATION, Cause
from ludotheque.play.game import Game
from ludotheque.reports import Results, Section, mean, ranked, share

BOTS = ("greedy",)  # the bots that play unless others are named
FIELDS = ("players", "level", "tile", "over", "round", "knights", "knight", "tokens")  # read from the final states


def report(game: Game, results: Results) -> list[Section]:
    """Win rate by players and level and by tile; causes of loss; rounds; knights left in matches that were lost."""
    finals = results.finals
    over, rounds, players = finals["over"], finals["round"], finals["players"]
    won = over == Cause.ALL_BURNT
    lost = over[~won]
    alive = (finals["knight"] >= 0).sum(axis=1)
    sections = [
        Section(
            "wins",
            tuple(
                share(
                    "report.level_players", won[(finals["level"] == n) & (players == p)], option_value=level, number=p
                )
                for n, level in enumerate(LEVELS)
                for p in range(game.declaration.players[0], game.declaration.players[1] + 1)
                if np.any((finals["level"] == n) & (players == p))
            ),
        ),
        Section(
            "wins_by_tile", ranked(share(f"tile.{tile}", won[with_tile(finals, t)]) for t, tile in enumerate(TILES))
        ),
        Section(
            "rounds",
            tuple(
                mean(key, rounds[some]) for key, some in (("report.won", won), ("report.lost", ~won)) if np.any(some)
            ),
            unit="number",
        ),
    ]
    if len(lost):
        causes = (
            share(f"cause.{cause}", lost == n) for n, cause in enumerate(DECLARATION.causes, 1) if n != Cause.ALL_BURNT
        )
        sections.append(Section("losses", ranked(causes)))
        sections.append(Section("left", (mean("report.left_in_losses", alive[~won]),), unit="number"))
    return sections


def with_tile(finals: np.ndarray, tile: int) -> np.ndarray:
    """The matches that had a tile in play."""
    found: np.ndarray = (finals["tile"] == tile).any(axis=1)
    return found
