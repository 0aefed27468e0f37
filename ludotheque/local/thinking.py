"""Bots of a browser's tables, in a worker of their own: the page's other requests do not wait while they think.

The worker that holds the tables asks for a decision with the table as it is kept. The match is played again here, so
the bot knows the same past and decides the same.
"""

from __future__ import annotations

import json
import time
from typing import Any

from ludotheque.local.assets import Assets
from ludotheque.local.table import LocalTable


class Thinker:
    """The bots. `take` gives them a game's module or network."""

    def __init__(self, assets: Assets) -> None:
        self.assets = assets
        self._table: LocalTable | None = None  # the last one

    def take(self, address: str, thing: Any) -> None:
        """Take a file that the worker was given."""
        self.assets.take(address, thing)

    def decide(self, asked: str) -> str:
        """The decision that `House.asks_bots` asks for, as JSON."""
        wanted = json.loads(asked)
        table = self._follow(json.loads(wanted["table"]))
        move, client = table.choose(wanted["seat"])
        return json.dumps({**wanted, "table": None, "move": move, "client": client})

    def _follow(self, stored: dict[str, Any]) -> LocalTable:
        """The table; what was known of it before is not played again."""
        known, entries = self._table, stored["entries"]
        if known is not None and known.id == stored["id"] and known.catch_up(entries):
            return known
        self._table = None  # if the new one can't be read
        self._table = LocalTable(stored, time.time, self.assets)
        return self._table
