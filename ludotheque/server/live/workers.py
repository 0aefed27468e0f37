"""Thread pools for bots, hints and previews, so that no table waits for another.

The threads are shared fairly among addresses, and those of one address among its tables, by the time that each has
used. One address never has all threads: the next one finds one free at once.

Bots have lower priority and a time limit. If a bot fails, takes too long or gets no thread in time, the greedy bot
makes that move; if that fails as well, any legal move is made.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from ludotheque.errors import trace
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.levels import Advised
from ludotheque.server.matches.match import Match
from ludotheque.server.metrics import Metrics

T = TypeVar("T")
THINKERS = 1 + max(1, os.cpu_count() or 1)  # threads for bots and hints, as many for what people wait for
BOT_SECONDS = 6.0  # the longest that a bot may take; less if its level needs less
START_SECONDS = 2.0  # extra time: the first decision of a bot may load machine code
TURN_SECONDS = 3.0  # that a bot waits for a thread before it is replaced
SUBSTITUTE_SECONDS = 4.0  # after which any move is made
HINT_SECONDS = 20.0  # after which there is no hint
REVIEW_SECONDS = 300.0  # after which a piece of a review is given up: its longest piece takes some seconds
MOST_WAITING = 64  # waiting questions of one address; more are refused
log = logging.getLogger(__name__)


class Owner(NamedTuple):
    """The user of a thread: an address, and a table."""

    address: str = ""
    table: str = ""


NOBODY = Owner()


class BotMove(NamedTuple):
    """The move of a bot, and whether a substitute made it."""

    move: int
    stood_in: bool = False


class Busy(TimeoutError):
    """No thread was free in time."""


class Task(NamedTuple):
    """A job that waits for a thread."""

    job: Callable[[], Any]
    answer: _Result
    owner: Owner


class FairQueue:
    """Waiting jobs, scheduled so that every address gets the same share of the threads' time."""

    def __init__(self, threads: int) -> None:
        self._most = max(1, threads - 1)  # threads that one address may have
        self._changed = threading.Condition()
        self._waiting: dict[str, OrderedDict[str, deque[Task]]] = {}  # by address, then by table
        self._running: Counter[str] = Counter()
        self._spent: dict[str, float] = {}  # seconds used by each address that waits or is served
        self._closed = False

    def put(self, task: Task) -> None:
        """Add a job."""
        address, table = task.owner
        with self._changed:
            if address not in self._spent:  # a new address starts level with the others
                self._spent[address] = min(self._spent.values(), default=0.0)
            self._waiting.setdefault(address, OrderedDict()).setdefault(table, deque()).append(task)
            self._changed.notify()

    def waiting(self, address: str) -> int:
        """How many jobs of an address wait."""
        with self._changed:
            return sum(map(len, self._waiting.get(address, {}).values()))

    def __len__(self) -> int:
        with self._changed:
            return sum(len(tasks) for tables in self._waiting.values() for tasks in tables.values())

    def get(self) -> Task | None:
        """The next job that may run; wait for one if necessary. None when the queue is closed."""
        with self._changed:
            while (address := self._next()) is None:
                if self._closed:
                    return None
                self._changed.wait()
            tables = self._waiting[address]
            table, tasks = next(iter(tables.items()))
            task = tasks.popleft()
            tables.move_to_end(table)
            if not tasks:
                del tables[table]
            if not tables:
                del self._waiting[address]
            self._running[address] += 1
            return task

    def _next(self) -> str | None:
        """The waiting address that has used least, among those that may have another thread."""
        free = [address for address in self._waiting if self._running[address] < self._most]
        return min(free, key=lambda address: self._spent[address], default=None)

    def done(self, owner: Owner, seconds: float) -> None:
        """Charge an owner for the time of a finished job."""
        with self._changed:
            address = owner.address
            self._running[address] -= 1
            self._spent[address] += seconds
            if not self._running[address]:
                del self._running[address]
                if address not in self._waiting:
                    del self._spent[address]
            self._changed.notify()

    def close(self) -> None:
        """Drop all jobs, and let the threads end."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()


class ThreadPool:
    """A few threads that run jobs. A thread that is stuck in a job is abandoned and replaced."""

    def __init__(self, name: str, count: int, begin: Callable[[], None] = lambda: None) -> None:
        self._name = name
        self._begin = begin  # called once in each thread
        self._lock = threading.Lock()
        self.jobs = FairQueue(count)
        for _ in range(count):
            self._add()

    def _add(self) -> None:
        threading.Thread(target=self._work, name=self._name, daemon=True).start()

    def _work(self) -> None:
        self._begin()
        while (task := self.jobs.get()) is not None:
            began = time.monotonic()
            answer = task.answer
            if answer.begin():
                try:
                    result = task.job()
                except Exception as error:
                    answer.set_error(error)
                else:
                    answer.set_result(result)
            with self._lock:
                answer.finished = True
                if answer.given_up:  # another thread has replaced this one
                    return
            self.jobs.done(task.owner, time.monotonic() - began)

    async def run(
        self, job: Callable[[], T], seconds: float | None = None, owner: Owner = NOBODY, turn: float | None = None
    ) -> T:
        """Run a job in a thread, and return its result; TimeoutError if it runs for longer than `seconds`.

        Waiting for a thread does not count; Busy if none is free in `turn` seconds.
        """
        answer = _Result()
        self.jobs.put(Task(job, answer, owner))
        try:
            try:
                await asyncio.wait_for(answer.begun.wait(), turn)
            except TimeoutError:
                raise Busy from None
            result: T = await asyncio.wait_for(asyncio.shield(answer.future), seconds)
        except Busy:
            raise
        except TimeoutError:
            with self._lock:
                answer.given_up = not answer.finished
            if answer.given_up:
                self.jobs.done(owner, seconds or 0.0)
                self._add()
            raise
        finally:
            answer.wanted = False
        return result

    def close(self) -> None:
        """Stop; running jobs are abandoned."""
        self.jobs.close()


class _Result:
    """The result of a job, passed from a thread to the event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self._loop.create_future()
        self.future.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may await it
        self.begun = asyncio.Event()
        self.wanted = True
        self.finished = False
        self.given_up = False

    def begin(self) -> bool:
        """Mark the job as begun; False if nobody waits for it any more."""
        return self.wanted and self._call(self.begun.set)

    def set_result(self, result: Any) -> None:
        """Pass the result to the event loop."""
        self._call(lambda: None if self.future.done() else self.future.set_result(result))

    def set_error(self, error: Exception) -> None:
        """Pass the error to the event loop."""
        self._call(lambda: None if self.future.done() else self.future.set_exception(error))

    def _call(self, act: Callable[[], Any]) -> bool:
        try:
            self._loop.call_soon_threadsafe(act)
        except RuntimeError:  # the server has closed meanwhile
            return False
        return True


class Workers:
    """One thread pool for questions of people, one for bots. Compiled rules run without the interpreter lock."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self._metrics = metrics or Metrics()
        self._asked = ThreadPool("answering", THINKERS)
        self._bots = ThreadPool("thinking", THINKERS, levels.step_back)

    @property
    def bots(self) -> FairQueue:
        """The waiting moves and hints."""
        return self._bots.jobs

    @property
    def questions(self) -> FairQueue:
        """All other waiting questions."""
        return self._asked.jobs

    async def run(self, job: Callable[[], T], owner: Owner = NOBODY) -> T:
        """The result of a job for which a person waits."""
        self._check(self._asked, owner)
        return await self._asked.run(job, owner=owner)

    async def advice(self, match: Match, seat: int, owner: Owner = NOBODY) -> Advised:
        """A hint: the move of the best bot. Refused if it takes too long."""
        self._check(self._bots, owner)
        try:
            return await self._bots.run(partial(levels.advice, match.pos.copy(), seat), HINT_SECONDS, owner)
        except TimeoutError:
            log.warning("a hint at %s took more than %d s, and was given up", match.pos.game.name, HINT_SECONDS)
            raise Refused("hint_late") from None

    async def review(self, job: Callable[[], T], owner: Owner = NOBODY) -> T:
        """The result of a piece of a review, made with the low priority of bots; TimeoutError if it never ends."""
        return await self._bots.run(job, REVIEW_SECONDS, owner)

    @staticmethod
    def _check(pool: ThreadPool, owner: Owner) -> None:
        if owner.address and pool.jobs.waiting(owner.address) >= MOST_WAITING:
            raise Refused("too_many")

    async def bot_move(self, level: str, seed: str, match: Match, seat: int, owner: Owner = NOBODY) -> BotMove:
        """The move of a bot; that of the greedy bot if it fails, takes too long or gets no thread."""
        game, began = match.pos.game, time.monotonic()
        try:
            bot = levels.make_bot(level, seed, game)
            limit = min(BOT_SECONDS, levels.patience(bot) + START_SECONDS)
            job = partial(levels.choose_move, bot, match.pos.copy(), seat)
            move = await self._bots.run(job, limit, owner, TURN_SECONDS)
            self._metrics.bot_seconds.observe(time.monotonic() - began)
            if move is not None:
                return BotMove(move.id)
        except Busy:
            log.warning("no thread was free for the %s bot at %s: the greedy one plays", level, game.name)
        except Exception as error:
            log.error("the %s bot failed at %s: %s", level, game.name, trace(error, texts=False))
        self._metrics.stood_in.inc()
        try:
            instead = partial(levels.substitute_move, seed, match.pos.copy(), seat)
            return BotMove((await self._asked.run(instead, SUBSTITUTE_SECONDS, owner, SUBSTITUTE_SECONDS)).id, True)
        except Exception as error:
            log.error("no bot could play at %s: %s", game.name, trace(error, texts=False))
        return BotMove(match.pos.moves(seat)[0].id, True)

    def close(self) -> None:
        """Stop."""
        self._asked.close()
        self._bots.close()
