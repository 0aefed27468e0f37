"""How a worker of the page starts its house, in Pyodide."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ludotheque.local import stand_ins


def start(
    send: Callable[[int, str], None], keep: Callable[[str, str | None], None], plural: Callable[[str, float], str]
) -> Any:
    """The house of this browser; the arguments are functions of the worker."""
    stand_ins.install(plural)
    from ludotheque.local.assets import Assets  # import what was just unpacked
    from ludotheque.local.house import House

    return House(send, keep, time.time, Assets.read_list())
