"""Forced decisions (exactly one legal move), made for players who have switched automation on.

Only the seat's own legal moves are looked at. Others must not learn that a decision was forced: the setting is private,
and each move comes after a random delay.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from ludotheque.server.errors import Refused
from ludotheque.server.matches.match import Match, forced
from ludotheque.server.storage import log_unless_storage_error

log = logging.getLogger(__name__)
_random = secrets.SystemRandom()


class ForcedMoves:
    """The forced decisions of one table: at most one under way for each seat."""

    def __init__(
        self,
        pause: tuple[float, float],
        decide: Callable[[int, int, int], Awaitable[None]],
        hold: Callable[[], Awaitable[bool]],
    ) -> None:
        self._pause = pause
        self._decide = decide  # seat, its question, the move
        self._hold = hold  # whether this process holds the lease
        self._asked: dict[int, int] = {}  # the question of each seat for which a decision is under way
        self._waiting: set[asyncio.Task[None]] = set()

    def wake(self, match: Match | None, wanted: list[int]) -> None:
        """Start a delayed decision for each of these seats that has a forced one."""
        if match is None:
            return
        for seat in wanted:
            move, question = forced(match, seat), match.prompts[seat]
            if move is not None and self._asked.get(seat) != question:
                self._asked[seat] = question
                task = asyncio.create_task(self._answer(seat, question, move))
                self._waiting.add(task)
                task.add_done_callback(self._waiting.discard)

    async def _answer(self, seat: int, question: int, move: int) -> None:
        try:
            mine = await self._hold()  # before the delay: if this process dies, another one finds the lease
            await asyncio.sleep(_random.uniform(*self._pause))
            if mine:
                await self._decide(seat, question, move)
        except Refused:
            pass  # the table has changed meanwhile, and `wake` was called again
        except Exception as error:
            log_unless_storage_error(log, "a forced decision failed", error)
        finally:
            if self._asked.get(seat) == question:
                del self._asked[seat]  # if it was not made, it may be tried again

    async def close(self) -> None:
        """Stop."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)
