"""Where bots, hints and previews are worked out: in threads of their own, so that no table waits for another's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludotheque import bots
from ludotheque.server.matches.match import Match

T = TypeVar("T")
THINKERS = 2
log = logging.getLogger(__name__)


class Thinking:
    """A few threads. Compiled rules run in them beside the event loop; plain ones take turns with it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THINKERS, "thinking")

    async def about(self, job: Callable[[], T]) -> T:
        """What a job finds out."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    async def move_of(self, name: str, seed: str, match: Match, seat: int) -> int:
        """What a bot plays; should it fail, any legal move, so that nobody waits for it for ever."""
        try:
            bot = bots.make(name, seed, match.pos.game)
            move = await self.about(lambda: bots.decide(bot, match.pos.copy(), seat))
            return move.id
        except Exception as error:
            log.error("the %s bot failed at %s: %s", name, match.pos.game.name, type(error).__name__)
            return match.pos.moves(seat)[0].id

    def close(self) -> None:
        """Stop; what is being thought about is let go."""
        self._threads.shutdown(wait=False, cancel_futures=True)
