"""Where bots, hints and previews are worked out: in threads of their own, so that no table waits for another's.

Whoever asks for much waits for himself: the threads are shared out among addresses, and those of one address among its
tables, by the time that each has had. One address never has all threads, so that another one finds one free at once.

Bots have the lower priority, and a limit: one that fails, takes too long or does not get its turn in time is replaced
for that move by the greedy bot, and should that fail too, by any legal move. Nobody waits for ever.
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
BOT_SECONDS = 6.0  # after which, at the latest, a bot's move is made by another; sooner if it should take less
START_SECONDS = 2.0  # a bot that thinks for the first time may have machine code to load
TURN_SECONDS = 3.0  # for which a bot waits for a thread, before another makes its move
SUBSTITUTE_SECONDS = 4.0  # after which any move is made
HINT_SECONDS = 20.0  # after which there is no hint
MOST_WAITING = 64  # questions of one address; more are refused
log = logging.getLogger(__name__)


class Owner(NamedTuple):
    """For whom something is worked out: where he comes from, and at which table."""

    address: str = ""
    table: str = ""


NOBODY = Owner()  # in particular


class BotMove(NamedTuple):
    """What a bot plays, and whether another one stood in for it."""

    move: int
    stood_in: bool = False


class Busy(TimeoutError):
    """Its turn has not come in time."""


class Task(NamedTuple):
    """A job that waits for a thread."""

    job: Callable[[], Any]
    answer: _Result
    owner: Owner


class FairQueue:
    """Jobs that wait, handed out so that everybody gets the same share of the threads' time."""

    def __init__(self, threads: int) -> None:
        self._most = max(1, threads - 1)  # threads that one address may have
        self._changed = threading.Condition()
        self._waiting: dict[str, OrderedDict[str, deque[Task]]] = {}  # by address, then by table
        self._running: Counter[str] = Counter()
        self._spent: dict[str, float] = {}  # seconds that each address has had, of those who wait or are being served
        self._closed = False

    def put(self, task: Task) -> None:
        """Let a job wait."""
        address, table = task.owner
        with self._changed:
            if address not in self._spent:  # who has asked for nothing has saved nothing: he begins with the others
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
        """The next job, once there is one for which a thread may be had; None when the queue is closed."""
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
        """The address that has had least of those that wait and may have another thread."""
        free = [address for address in self._waiting if self._running[address] < self._most]
        return min(free, key=lambda address: self._spent[address], default=None)

    def done(self, owner: Owner, seconds: float) -> None:
        """A thread has worked for somebody for so long."""
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
        """Let all threads go."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()


class ThreadPool:
    """A few threads that work jobs off. One that is stuck in its job is given up, and another takes its place."""

    def __init__(self, name: str, count: int, begin: Callable[[], None] = lambda: None) -> None:
        self._name = name
        self._begin = begin  # done once, where a thread begins
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
                    answer.fail(error)
                else:
                    answer.give(result)
            with self._lock:
                answer.finished = True
                if answer.given_up:  # another one has taken this one's place
                    return
            self.jobs.done(task.owner, time.monotonic() - began)

    async def run(
        self, job: Callable[[], T], seconds: float | None = None, owner: Owner = NOBODY, turn: float | None = None
    ) -> T:
        """What a job finds out; TimeoutError if it works on it for longer than some seconds.

        Waiting for its turn does not count; but Busy if that does not come in `turn` seconds.
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
        """Stop; what is under way is let go."""
        self.jobs.close()


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

    def __init__(self, metrics: Metrics | None = None) -> None:
        self._metrics = metrics or Metrics()
        self._asked = ThreadPool("answering", THINKERS)
        self._bots = ThreadPool("thinking", THINKERS, levels.step_back)

    @property
    def bots(self) -> FairQueue:
        """Moves and hints that wait."""
        return self._bots.jobs

    @property
    def questions(self) -> FairQueue:
        """All else that waits."""
        return self._asked.jobs

    async def run(self, job: Callable[[], T], owner: Owner = NOBODY) -> T:
        """What a job finds out that somebody waits for."""
        self._check(self._asked, owner)
        return await self._asked.run(job, owner=owner)

    async def advice(self, match: Match, seat: int, owner: Owner = NOBODY) -> Advised:
        """What the best bot would play; refused if that takes it too long."""
        self._check(self._bots, owner)
        try:
            return await self._bots.run(partial(levels.advice, match.pos.copy(), seat), HINT_SECONDS, owner)
        except TimeoutError:
            log.warning("a hint at %s took more than %d s, and was given up", match.pos.game.name, HINT_SECONDS)
            raise Refused("hint_late") from None

    @staticmethod
    def _check(pool: ThreadPool, owner: Owner) -> None:
        if owner.address and pool.jobs.waiting(owner.address) >= MOST_WAITING:
            raise Refused("too_many")

    async def bot_move(self, level: str, seed: str, match: Match, seat: int, owner: Owner = NOBODY) -> BotMove:
        """What a bot plays; if it fails, takes too long, or no thread is free for it, what the greedy one does."""
        game, began = match.pos.game, time.monotonic()
        try:
            limit = min(BOT_SECONDS, levels.patience(game, level) + START_SECONDS)
            job = partial(levels.chosen, level, seed, match.pos.copy(), seat)
            move = await self._bots.run(job, limit, owner, TURN_SECONDS)
            self._metrics.bot_seconds.note(time.monotonic() - began)
            if move is not None:
                return BotMove(move.id)
        except Busy:
            log.warning("no thread was free for the %s bot at %s: the greedy one plays", level, game.name)
        except Exception as error:
            log.error("the %s bot failed at %s: %s", level, game.name, trace(error, texts=False))
        self._metrics.stood_in += 1
        try:
            instead = partial(levels.instead, seed, match.pos.copy(), seat)
            return BotMove((await self._asked.run(instead, SUBSTITUTE_SECONDS, owner, SUBSTITUTE_SECONDS)).id, True)
        except Exception as error:
            log.error("no bot could play at %s: %s", game.name, trace(error, texts=False))
        return BotMove(match.pos.moves(seat)[0].id, True)

    def close(self) -> None:
        """Stop."""
        self._asked.close()
        self._bots.close()
