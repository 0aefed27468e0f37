"""Shares of the wins and lengths of matches: the figures of any simulation, with honest intervals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.reports.intervals import wilson
from ludotheque.reports.results import Results


def summary(results: Results) -> dict[str, Any]:
    """The figures of a simulation for JSON. Shared wins count in parts: the intervals are a little wide."""
    decisions = results.decisions
    total = int(decisions.sum())
    return {
        "game": results.game,
        "seed": results.seed,
        "players": results.players,
        "games": results.matches,
        "decisions": total,
        "seconds": round(results.seconds, 4),
        "decisions_per_second": round(total / results.seconds),
        "length": {
            "mean": float(decisions.mean()),
            "least": int(decisions.min()),
            "most": int(decisions.max()),
        },
        "shared_wins": int(((results.shares > 0).sum(axis=1) > 1).sum()),
        "causes": dict(Counter(results.causes).most_common()),
        "seats": by_seat(results),
        "bots": by_bot(results),
    }


def by_seat(results: Results) -> list[dict[str, Any]]:
    """A row for each seat; its bot is named if it was always the same."""
    names = np.array(results.bots)[results.bot_seats]
    rows = []
    for seat in range(results.players):
        there = sorted(set(names[:, seat].tolist()))
        bot = there[0] if len(there) == 1 else "/".join(there)
        rows.append({"seat": seat, "bot": bot, **figures(results.shares[:, seat], results.scores[:, seat])})
    return rows


def by_bot(results: Results) -> list[dict[str, Any]]:
    """A row for each bot, wherever it sat."""
    names = np.array(results.bots)[results.bot_seats]
    # Seats that win and lose together are one case a match, however many there are.
    together = bool((results.shares == results.shares[:, :1]).all())
    return [
        {
            "bot": bot,
            **figures(
                results.shares[names == bot],
                results.scores[names == bot],
                int((names == bot).any(axis=1).sum()) if together else None,
            ),
        }
        for bot in dict.fromkeys(results.bots)
    ]


def figures(shares: NDArray[np.float64], scores: NDArray[np.int64], cases: int | None = None) -> dict[str, Any]:
    """The share of the wins with its interval over all cases, the share of matches won, and the mean points."""
    share = float(shares.mean())
    interval = [round(bound, 4) for bound in wilson(share, len(shares) if cases is None else cases)]
    won = float((shares > 0).mean())
    return {"share": share, "interval": interval, "won": won, "points": float(scores.mean())}
