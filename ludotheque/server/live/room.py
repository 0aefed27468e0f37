"""All tables that somebody looks at in this process. One that nobody looks at is put away after a while."""

from __future__ import annotations

import asyncio

from ludotheque.errors import BadInput, UnknownGame
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.matches import ledger
from ludotheque.server.matches.match import Match
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables import services as tables
from ludotheque.server.tables.services import Laid

SWEEP_SECONDS = 30.0


class Room:
    """The open tables, by id."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.storage = storage
        self.settings = settings
        self.thinking = Thinking()
        self.tables: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()

    async def open(self, id: str) -> LiveTable:
        """The table of that id, loaded if need be."""
        if id in self.tables:
            return self.tables[id]
        async with self._opening:
            if id not in self.tables:
                laid = await self.storage.found(lambda c: tables.read(c, id))
                match = None
                if laid.phase in ("playing", "paused", "over"):
                    laid, match = await self._load(laid)
                self.tables[id] = LiveTable(self.storage, self.settings, self.thinking, laid, match)
        return self.tables[id]

    async def _load(self, laid: Laid) -> tuple[Laid, Match | None]:
        """A match that has begun. One of rules that are no longer played is over: only what is stored can be shown."""
        try:
            match = await self.storage.found(lambda c: ledger.load(c, laid.game, laid.id, laid.origin))
            return laid, match
        except (BadInput, UnknownGame):
            now = self.settings.now()
            return await self.storage.written(lambda c: tables.close_by_upgrade(c, laid.id, now)), None

    async def changed(self, laid: Laid) -> None:
        """A table was changed over HTTP: whoever is there is told."""
        if laid.id in self.tables:
            await self.tables[laid.id].changed(laid)

    async def sweep(self) -> None:
        """Put tables away that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            old = self.settings.now() - 60 * self.settings.idle_minutes
            for id, table in list(self.tables.items()):
                if not table.busy and table.touched < old:
                    del self.tables[id]
                    await table.close()

    async def close(self) -> None:
        """Stop all bots and clocks."""
        for table in self.tables.values():
            await table.close()
        self.tables.clear()
        self.thinking.close()
