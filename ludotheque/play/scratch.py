"""A workspace for views and texts that call rules: each thread has its own, since a server looks from several."""

from __future__ import annotations

import threading
from typing import Any

from ludotheque.kernel import Program


class Scratch(threading.local):
    """Looks like a plain workspace of the program."""

    def __init__(self, program: Program) -> None:
        work: Any = program.work.plain()
        for field in program.work.fields:
            setattr(self, field.name, getattr(work, field.name))
