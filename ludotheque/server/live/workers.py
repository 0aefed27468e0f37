"""Where bots, hints and previews are worked out: in threads of their own, so that no table waits for another's.

Bots have the lower priority, and a limit: one that fails or takes too long is replaced for that move by the greedy bot,
and should that fail too, by any legal move. Nobody waits for ever.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from ludotheque.errors import trace
from ludotheque.server.games import levels
from ludotheque.server.games.levels import Advised
from ludotheque.server.matches.match import Match

T = TypeVar("T")
THINKERS = 2  # threads for bots and hints, as many for what people wait for
BOT_SECONDS = 6.0  # after which, at the latest, a bot's move is made by another; sooner if it should take less
START_SECONDS = 2.0  # a bot that thinks for the first time may have machine code to load
SUBSTITUTE_SECONDS = 4.0  # after which any move is made
HINT_SECONDS = 20.0  # after which there is no hint
log = logging.getLogger(__name__)


class ThreadPool:
    """A few threads that work jobs off. One that is stuck in its job is given up, and another takes its place."""

    def __init__(self, name: str, count: int, begin: Callable[[], None] = lambda: None) -> None:
        self._name = name
        self._count = count
        self._begin = begin  # done once, where a thread begins
        self._lock = threading.Lock()
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], _Result] | None] = queue.SimpleQueue()
        for _ in range(count):
            self._add()

    def _add(self) -> None:
        threading.Thread(target=self._work, name=self._name, daemon=True).start()

    def _work(self) -> None:
        self._begin()
        while (task := self._jobs.get()) is not None:
            job, answer = task
            if answer.begin():
                try:
                    result = job()
                except Exception as error:
                    answer.fail(error)
                else:
                    answer.give(result)
            with self._lock:
                answer.finished = True
                if answer.given_up:  # another one has taken this one's place
                    return

    async def run(self, job: Callable[[], T], seconds: float | None = None) -> T:
        """What a job finds out; TimeoutError if it works on it for longer. Waiting for its turn does not count."""
        answer = _Result()
        self._jobs.put((job, answer))
        try:
            await answer.begun.wait()
            result: T = await asyncio.wait_for(asyncio.shield(answer.future), seconds)
        except TimeoutError:
            with self._lock:
                answer.given_up = not answer.finished
            if answer.given_up:
                self._add()
            raise
        finally:
            answer.wanted = False
        return result

    def close(self) -> None:
        """Stop; what is under way is let go."""
        for _ in range(self._count):
            self._jobs.put(None)


class _Result:
    """What a thread owes to the event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()
        self.future.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be listening
        self.begun = asyncio.Event()
        self.wanted = True
        self.finished = False
        self.given_up = False

    def begin(self) -> bool:
        """Whether it is still worth beginning."""
        return self.wanted and self._call(self.begun.set)

    def give(self, result: Any) -> None:
        """Hand the result over."""
        self._call(lambda: None if self.future.done() else self.future.set_result(result))

    def fail(self, error: Exception) -> None:
        """Hand over why there is none."""
        self._call(lambda: None if self.future.done() else self.future.set_exception(error))

    def _call(self, act: Callable[[], Any]) -> bool:
        try:
            self._loop.call_soon_threadsafe(act)
        except RuntimeError:  # the server has closed meanwhile
            return False
        return True


class Workers:
    """Threads for what people wait for, and others for bots. Compiled rules run beside the event loop."""

    def __init__(self) -> None:
        self._asked = ThreadPool("answering", THINKERS)
        self._bots = ThreadPool("thinking", THINKERS, levels.step_back)

    async def run(self, job: Callable[[], T]) -> T:
        """What a job finds out that somebody waits for."""
        return await self._asked.run(job)

    async def advice(self, match: Match, seat: int) -> Advised:
        """What the best bot would play."""
        return await self._bots.run(partial(levels.advice, match.pos.copy(), seat), HINT_SECONDS)

    async def bot_move(self, level: str, seed: str, match: Match, seat: int) -> int:
        """What a bot plays; if it takes too long, what the greedy one does."""
        game = match.pos.game
        try:
            limit = min(BOT_SECONDS, levels.patience(game, level) + START_SECONDS)
            job = partial(levels.chosen, level, seed, match.pos.copy(), seat)
            return (await self._bots.run(job, limit)).id
        except Exception as error:
            log.error("the %s bot failed at %s: %s", level, game.name, trace(error, texts=False))
        try:
            instead = partial(levels.instead, seed, match.pos.copy(), seat)
            return (await self._asked.run(instead, SUBSTITUTE_SECONDS)).id
        except Exception as error:
            log.error("no bot could play at %s: %s", game.name, trace(error, texts=False))
        return match.pos.moves(seat)[0].id

    def close(self) -> None:
        """Stop."""
        self._asked.close()
        self._bots.close()
