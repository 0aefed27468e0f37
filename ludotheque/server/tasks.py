"""Cancelling background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

AGAIN_SECONDS = 0.2  # after which a task that has not ended is cancelled again


async def cancel_and_wait(tasks: Sequence[asyncio.Task[None]], again: float = AGAIN_SECONDS) -> None:
    """Cancel tasks until all have ended, and ignore their errors.

    One cancellation is not enough: the Redis client may take it for a lost connection and go on.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=again)
    await asyncio.gather(*tasks, return_exceptions=True)
