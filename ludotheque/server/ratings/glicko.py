"""Glicko-2, by Mark E. Glickman's paper “Example of the Glicko-2 system” (glicko.net), with a weight for each result.

A duel has the weight 1. In a match of n players each of a player's n - 1 pairs has the weight 1 / (n - 1), so that one
match counts as much as one duel.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

RATING, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06  # of a new player
TAU = 0.5  # how fast volatility may change
SCALE = 173.7178
SURE = 110.0  # a rating whose deviation is above is provisional
PRECISION = 1e-6


@dataclass(frozen=True)
class Rating:
    """A rating with its deviation and volatility."""

    rating: float = RATING
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    @property
    def provisional(self) -> bool:
        """Whether the deviation is still large."""
        return self.deviation > SURE


@dataclass(frozen=True)
class Result:
    """One game against an opponent: 1 won, 0.5 drawn, 0 lost."""

    against: Rating
    score: float
    weight: float = 1.0


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def expected(mine: Rating, theirs: Rating) -> float:
    """Return the expected score against an opponent."""
    return 1 / (1 + math.exp(-_g(theirs.deviation / SCALE) * (mine.rating - theirs.rating) / SCALE))


def after(mine: Rating, results: Sequence[Result], periods: float = 0.0) -> Rating:
    """Return the rating after some results (steps 3 to 8 of the paper), `periods` after the last ones."""
    phi = _waited(mine, periods) / SCALE
    if not results:
        return Rating(mine.rating, min(DEVIATION, SCALE * phi), mine.volatility)
    seen = [(r, _g(r.against.deviation / SCALE), expected(mine, r.against)) for r in results]
    v = 1 / sum(r.weight * g * g * e * (1 - e) for r, g, e in seen)
    gain = sum(r.weight * g * (r.score - e) for r, g, e in seen)
    volatility = _volatility(phi, mine.volatility, v, v * gain)
    grown = math.sqrt(phi * phi + volatility * volatility)
    new_phi = 1 / math.sqrt(1 / (grown * grown) + 1 / v)
    return Rating(mine.rating + SCALE * new_phi * new_phi * gain, min(DEVIATION, SCALE * new_phi), volatility)


def _waited(mine: Rating, periods: float) -> float:
    """Return the deviation after periods without a result (step 6)."""
    sigma = SCALE * mine.volatility
    return min(DEVIATION, math.sqrt(mine.deviation**2 + periods * sigma * sigma))


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Return the new volatility by the Illinois algorithm (step 5)."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta * delta - phi * phi - v - ex) / (2 * (phi * phi + v + ex) ** 2) - (x - a) / TAU**2

    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
