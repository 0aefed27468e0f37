"""Charges each request and message for its CPU time, in any thread, and for the bytes that it stores.

A limit on the number of messages alone would not stop a few that are expensive.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from contextlib import suppress
from contextvars import ContextVar
from time import thread_time
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Spend = Callable[[float], None]
SPEND: ContextVar[Spend | None] = ContextVar("spend", default=None)  # charges CPU seconds to the current caller's quota
STORE: ContextVar[Spend | None] = ContextVar("store", default=None)  # charges stored bytes to it


class Metered(Generic[T]):
    """An awaitable that charges its CPU time in the event loop to the caller's quota."""

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
            with suppress(ValueError):  # closed in another context, where they were never set
                SPEND.reset(token)
                STORE.reset(store)


def charge_caller(job: Callable[[], T]) -> Callable[[], T]:
    """Return the job for another thread, charging its CPU time there to the current caller's quota."""
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


def charge_storage(size: int) -> None:
    """Charge stored bytes to the current caller's quota."""
    store = STORE.get()
    if store is not None:
        store(size)
