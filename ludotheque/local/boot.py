"""How a worker of the page starts its house, in Pyodide."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ludotheque.local import stand_ins


def prepare() -> None:
    """Import what every house needs. The worker may keep the interpreter as it is afterwards."""
    stand_ins.install()
    from ludotheque.local import assets, house  # noqa: F401  # import what was just unpacked


def start(send: Callable[[int, str], None], keep: Callable[[str, str | None], None], plural: stand_ins.Plural) -> Any:
    """The house of this browser; the arguments are functions of the worker."""
    prepare()
    stand_ins.use_plural(plural)
    from ludotheque.local.assets import Assets
    from ludotheque.local.house import House

    return House(send, keep, time.time, Assets.read_list())
