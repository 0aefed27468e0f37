"""When the interpreter looks for garbage: rarely, because the loop stands still meanwhile.

With 200 tables in memory, looking through all objects takes over 100 ms, and by default it happened every few seconds.
Nearly all that tables leave behind is freed without it.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 100_000, 50, 1000  # objects made since the last look, and looks at the younger ones since the last


def collect_rarely() -> None:
    """To be called once by who serves, when all that stays is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
