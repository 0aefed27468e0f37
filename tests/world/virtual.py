"""Virtual time: an event loop that never waits, and the clocks of Python that it moves.

`install` must run before anything of the server is imported: modules bind `time.monotonic` when they are loaded.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import selectors
import time
from collections.abc import Callable
from contextvars import ContextVar
from random import Random
from typing import Any

START = 1_790_000_000.0  # seconds since 1970 when each world begins


class VirtualTime:
    """Seconds since the world began."""

    now = 0.0


class Stuck(RuntimeError):
    """Raised when nothing is left that could ever happen."""


class _Selector(selectors.BaseSelector):
    """Instead of waiting for sockets, moves the time on to the next timer."""

    def __init__(self) -> None:
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = selectors.SelectorKey(fileobj, 0, events, data)
        self._keys[fileobj] = key
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck("no task and no timer is left")
        VirtualTime.now += max(0.0, timeout)
        return []

    def get_map(self) -> Any:
        return self._keys


PROCESS: ContextVar[Any] = ContextVar("process", default=None)  # the server process that runs now


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in virtual time. What would run in a thread runs in the loop, after a delay."""

    def __init__(self, delay: Callable[[], float]) -> None:
        super().__init__(_Selector())
        self._delay = delay
        self._clock_resolution = 1e-6
        self.set_task_factory(_make_task)
        self.set_exception_handler(lambda loop, context: None)  # tasks of killed processes never end

    def time(self) -> float:
        return VirtualTime.now

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        future = self.create_future()
        process = PROCESS.get()

        def run() -> None:
            if future.done() or (process is not None and process.dead):
                return
            try:
                result = func(*args)
            except Exception as error:
                future.set_exception(error.with_traceback(None))  # which holds this frame, and that the future
            else:
                future.set_result(result)

        self.call_later(self._delay(), run)
        return future


def _make_task(loop: asyncio.AbstractEventLoop, coro: Any, **more: Any) -> asyncio.Task[Any]:
    task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, **more)
    if (process := PROCESS.get()) is not None:
        process.tasks.add(task)
        task.add_done_callback(process.tasks.discard)
    return task


def install(seed: str) -> None:
    """Give this Python process virtual clocks and seeded secrets."""
    drawn = Random(f"secrets {seed}")
    random.seed(f"module {seed}")
    time.time = lambda: START + VirtualTime.now
    time.monotonic = lambda: VirtualTime.now
    time.thread_time = lambda: 0.0  # processor time is not simulated
    time.sleep = lambda seconds: None
    secrets.token_bytes = lambda nbytes=None: drawn.randbytes(nbytes or 32)
    random._urandom = drawn.randbytes  # type: ignore[attr-defined]
