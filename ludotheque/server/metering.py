"""What a request or a message costs: the time of a processor, wherever it is spent for it, and room in the database.

A limit that only counts messages never bites where one of them costs more than its share.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from contextvars import ContextVar
from time import thread_time
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Spend = Callable[[float], None]
SPEND: ContextVar[Spend | None] = ContextVar("spend", default=None)  # who pays for what is being done, in seconds
STORE: ContextVar[Spend | None] = ContextVar("store", default=None)  # and for what is stored, in bytes


class Metered(Generic[T]):
    """Something to be awaited, of which every step in the event loop is paid for; what others do meanwhile is not."""

    def __init__(self, work: Awaitable[T], spend: Spend, store: Spend | None = None) -> None:
        self._work = work
        self._spend = spend
        self._store = store

    def __await__(self) -> Generator[Any, Any, T]:
        steps: Any = self._work.__await__()
        spend = self._spend
        answer: Any = None
        thrown: BaseException | None = None
        token, store = SPEND.set(spend), STORE.set(self._store)
        try:
            while True:
                began = thread_time()
                try:
                    waits_for = steps.send(answer) if thrown is None else steps.throw(thrown)
                except StopIteration as done:
                    result: T = done.value
                    return result
                finally:
                    spend(thread_time() - began)
                answer = thrown = None
                try:
                    answer = yield waits_for
                except BaseException as error:
                    thrown = error
        finally:
            with suppress(ValueError):  # thrown away by somebody else, where they were never set
                SPEND.reset(token)
                STORE.reset(store)


def paid(job: Callable[[], T]) -> Callable[[], T]:
    """The same job for another thread: whoever pays here pays for it there."""
    spend = SPEND.get()
    if spend is None:
        return job

    def timed() -> T:
        began = thread_time()
        try:
            return job()
        finally:
            spend(thread_time() - began)

    return timed


def stored(size: int) -> None:
    """So many bytes are stored for whoever pays here."""
    store = STORE.get()
    if store is not None:
        store(size)
