"""What the results of many matches say, with honest intervals."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.simulation import Results

Z = 1.959964  # 95 % of a normal distribution lie within so many deviations


def wilson(part: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a part seen in `n` trials.

    >>> [round(x, 3) for x in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    if n <= 0:
        return 0.0, 1.0
    middle = part + Z * Z / (2 * n)
    spread = Z * math.sqrt(part * (1 - part) / n + Z * Z / (4 * n * n))
    bottom = 1 + Z * Z / n
    low, high = (middle - spread) / bottom, (middle + spread) / bottom
    return (0.0 if part <= 0 else low), (1.0 if part >= 1 else high)


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
    """A row a seat; its bot is named if it was always the same."""
    names = np.array(results.bots)[results.bot_seats]
    rows = []
    for seat in range(results.players):
        there = sorted(set(names[:, seat].tolist()))
        bot = there[0] if len(there) == 1 else "/".join(there)
        rows.append({"seat": seat, "bot": bot, **figures(results.shares[:, seat], results.scores[:, seat])})
    return rows


def by_bot(results: Results) -> list[dict[str, Any]]:
    """A row a sort of bot, wherever it sat."""
    names = np.array(results.bots)[results.bot_seats]
    # Who wins and loses together is one case a match, however many sit there.
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
    """Share of the wins with its interval over so many cases (usually all), how often won at all, mean points."""
    share = float(shares.mean())
    interval = [round(bound, 4) for bound in wilson(share, len(shares) if cases is None else cases)]
    won = float((shares > 0).mean())
    return {"share": share, "interval": interval, "won": won, "points": float(scores.mean())}
