"""All tables that somebody looks at in this process. One that nobody looks at is put away after a while."""

from __future__ import annotations

import asyncio
import logging

from ludotheque.errors import UnknownGame
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.live.webhooks import Webhooks
from ludotheque.server.matches.ledger import OtherRules
from ludotheque.server.matches.match import Match
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables import services as tables
from ludotheque.server.tables.services import Laid

SWEEP_SECONDS = 30.0
CLOCK_SECONDS = 1.0  # from one look at the clocks of tables that were put away to the next
log = logging.getLogger(__name__)


class Room:
    """The open tables, by id."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.storage = storage
        self.settings = settings
        self.thinking = Thinking()
        self.webhooks = Webhooks(storage, settings)
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
                self.tables[id] = LiveTable(self.storage, self.settings, self.thinking, self.webhooks, laid, match)
        return self.tables[id]

    async def _load(self, laid: Laid) -> tuple[Laid, Match | None]:
        """A match that has begun. One of rules that are no longer played is over: only what is stored can be shown."""
        try:
            return laid, await self.storage.found(laid.load)
        except (OtherRules, UnknownGame):
            now = self.settings.now()
            return await self.storage.written(lambda c: tables.close_by_upgrade(c, laid.id, now)), None

    async def changed(self, laid: Laid) -> None:
        """A table was changed over HTTP: whoever is there is told. One that is played at has clocks to run."""
        if laid.id in self.tables or laid.phase == "playing":
            table = await self.open(laid.id)
            await table.changed(laid)

    async def sweep(self) -> None:
        """Put tables away that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            old = self.settings.now() - 60 * self.settings.idle_minutes
            for id, table in list(self.tables.items()):
                if not table.busy and table.touched < old:
                    del self.tables[id]
                    await table.close()

    async def watch_clocks(self) -> None:
        """Open every table at which time is over, also those that nobody looks at; its own clock then does the rest."""
        while True:
            try:
                now = self.settings.now()
                for id in await self.storage.found(lambda c, now=now: tables.overdue(c, now)):  # type: ignore[misc]
                    (await self.open(id)).wake()
            except Exception as error:
                log.error("looking at the clocks failed: %s", type(error).__name__)
            await asyncio.sleep(CLOCK_SECONDS)

    async def close(self) -> None:
        """Stop all bots and clocks."""
        for table in self.tables.values():
            await table.close()
        self.tables.clear()
        await self.webhooks.close()
        self.thinking.close()
