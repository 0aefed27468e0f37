"""Rare garbage collection: the event loop stops while it runs.

With 200 tables in memory a full collection takes over 100 ms, and by default it ran every few seconds. Reference
counting frees nearly all that tables leave behind.
"""

from __future__ import annotations

import gc

# New objects before the youngest generation is collected; collections of one generation before the next older one.
YOUNG, MIDDLE, OLD = 100_000, 50, 1000


def collect_rarely() -> None:
    """Collect once, then rarely. A server calls this when everything that stays is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
