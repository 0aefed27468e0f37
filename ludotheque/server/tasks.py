"""Ending what runs beside the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

AGAIN_SECONDS = 0.2  # after which who has not ended is cancelled again


async def ended(tasks: Sequence[asyncio.Task[None]], again: float = AGAIN_SECONDS) -> None:
    """Cancel tasks until all have ended; whatever they fail with is theirs.

    Once is not enough: who talks to Redis just then may take it for a break of the line, and go on. A server was seen
    that never stopped.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=again)
    await asyncio.gather(*tasks, return_exceptions=True)
