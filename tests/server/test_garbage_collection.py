"""A server looks for garbage rarely, and not through what it has loaded."""

from __future__ import annotations

import gc

from ludotheque.server.garbage_collection import OLD, YOUNG, collect_rarely


def test_garbage_is_looked_for_rarely():
    usual = gc.get_threshold()
    try:
        collect_rarely()
        assert gc.get_threshold()[0] == YOUNG > usual[0]
        assert gc.get_threshold()[2] == OLD
        assert gc.get_freeze_count() > 10_000, "what is loaded is not looked through again"
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
