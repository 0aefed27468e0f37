"""A server looks for garbage rarely, and not through what it has loaded."""

from __future__ import annotations

import gc

from ludotheque.server.garbage_collection import collect_rarely

MADE = 50_000  # objects, as a few decisions at many tables make them


def looks() -> int:
    """Count the garbage collections while many objects are created."""
    found: list[str] = []

    def count_collection(phase: str, info: dict[str, int]) -> None:
        found.append(phase)

    gc.callbacks.append(count_collection)
    try:
        kept: list[list[int]] = [[] for _ in range(MADE)]
        assert len(kept) == MADE
    finally:
        gc.callbacks.remove(count_collection)
    return found.count("start")


def test_garbage_is_looked_for_rarely():
    gc.unfreeze()  # as a server finds it: tests/conftest.py has frozen what the tests loaded
    usual, frozen = gc.get_threshold(), gc.get_freeze_count()
    gc.collect()
    assert looks() > 1, "by itself the interpreter looks often"
    try:
        collect_rarely()
        assert looks() == 0
        assert gc.get_freeze_count() > frozen + 10_000, "what is loaded is not looked through again"
    finally:
        gc.set_threshold(*usual)
