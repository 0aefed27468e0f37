"""95 % intervals of figures."""

from __future__ import annotations

import math

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
