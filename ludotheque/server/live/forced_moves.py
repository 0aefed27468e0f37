"""Forced decisions, made for those who asked for it: with exactly one legal move there is nothing to decide.

Only what the seat itself sees is looked at, its own legal moves. That an answer was forced is still something that the
others need not know: so nobody else is told that a seat has this on, and the move comes after a while that is drawn
anew each time.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from ludotheque.server.errors import Refused
from ludotheque.server.matches.match import Match
from ludotheque.server.storage import log_unless_told

log = logging.getLogger(__name__)
_random = secrets.SystemRandom()


def forced(match: Match, seat: int) -> int | None:
    """The only move that a seat can make, if it owes one and there is but one; none for who has just gone back.

    Were it made again at once, he could never go further back.
    """
    question = None if match.paused or seat in match.held else match.questions[seat]
    return question.moves[0].id if question and len(question.moves) == 1 else None


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
        self._hold = hold  # whether it is for this process to do
        self._asked: dict[int, int] = {}  # the question of each seat that is being waited for
        self._waiting: set[asyncio.Task[None]] = set()

    def wake(self, match: Match | None, wanted: list[int]) -> None:
        """Look at the seats that want it; begin to wait for each decision that is forced."""
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
            mine = await self._hold()  # before the wait: should this process die meanwhile, another one finds it
            await asyncio.sleep(_random.uniform(*self._pause))
            if mine:
                await self._decide(seat, question, move)
        except Refused:
            pass  # the table has changed meanwhile, and whoever changed it woke us
        except Exception as error:
            log_unless_told(log, "a forced decision failed", error)
        finally:
            if self._asked.get(seat) == question:
                del self._asked[seat]  # should nothing have come of it, it may be tried again

    async def close(self) -> None:
        """Stop."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)
