"""All tables that somebody looks at in this process. One that nobody looks at is put away after a while."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Collection
from functools import partial
from time import monotonic
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from ludotheque.errors import UnknownGame
from ludotheque.server.addresses import Bans
from ludotheque.server.cache import RecentCache
from ludotheque.server.limits import Limits
from ludotheque.server.live.connection import Closing, PageConnection
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches import ledger
from ludotheque.server.matches.ledger import NoSuchEntry, OtherRules
from ludotheque.server.matches.match import Match
from ludotheque.server.metrics import Metrics
from ludotheque.server.notifications.notifier import Notifier
from ludotheque.server.people import services as people
from ludotheque.server.settings import Settings
from ludotheque.server.storage import READERS, Storage, log_unless_told, trouble
from ludotheque.server.tables import closing, leasing, orders, records, retention
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tables.schemas import Points

SWEEP_SECONDS = 30.0
FORGET_SECONDS = 3600.0  # from one look for tables that are kept no longer to the next
CLOCK_SECONDS = 1.0  # from one look at the clocks of tables that were put away to the next
POINTS_KEPT = 100  # matches whose points are remembered: to find them a match is played again
PICTURES_KEPT = 200  # of some 50 kB each
ALONE_SECONDS = 60.0  # until a table is tried again that could not be opened
KEEP_UP_SECONDS = 5.0  # from one look at what other processes have stored to the next: their notices may get lost
TELL_ALL = 6  # such looks until all processes are told who is at a table; else those that have it open, too
BANNED = Closing(1008, "banned")
REVOKED = Closing(1008, "revoked")  # to the pages of a device whose key is no longer good
log = logging.getLogger(__name__)


class OpenTables:
    """The open tables, by id."""

    def __init__(self, storage: Storage, settings: Settings, limits: Limits, metrics: Metrics, bans: Bans) -> None:
        self.storage = storage
        self.settings = settings
        self.limits = limits
        self.metrics = metrics
        self._bans = bans
        self.workers = Workers(metrics)
        self.notifier = Notifier(storage, settings)
        self.peers = Peers(settings.channels, self.noticed)
        self.tables: dict[str, LiveTable] = {}
        self.pages: set[PageConnection] = set()  # every open socket, at a table or not
        self.points: RecentCache[list[Points]] = RecentCache(POINTS_KEPT)  # of finished matches: they do not change
        self.pictures: RecentCache[bytes] = RecentCache(PICTURES_KEPT)  # of tables, for previews
        self._left_alone: dict[str, float] = {}  # tables that could not be opened, and until when they are left alone
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # those that are being loaded
        self._loading = asyncio.Semaphore(READERS - 1)  # one reader is left to everything else
        self._noticing: set[asyncio.Task[None]] = set()

    async def open(self, id: str) -> LiveTable:
        """The table of that id, loaded if need be."""
        if id in self.tables:
            return self.tables[id]
        lock = self._opening.setdefault(id, asyncio.Lock())  # each its own: others are not waited for
        async with lock:
            if id not in self.tables:
                async with self._loading:
                    record, match, playable = await self.storage.found(partial(_stored, id=id))
                if not playable:
                    now = self.settings.now()
                    record = await self.storage.written(lambda c: closing.close_by_upgrade(c, id, now))
                self.tables[id] = LiveTable(
                    self.storage, self.settings, self.workers, self.notifier, self.peers, self.metrics, record, match
                )
                self.peers.open(id)
                if not self.peers.alone:  # what was stored since it was read, nobody will tell again
                    heads = await self.storage.found(partial(ledger.heads, ids=[id]))
                    await self.tables[id].check(*heads[id])
        return self.tables[id]

    def end_key(self, key: bytes) -> None:
        """A device key was revoked: its sockets are closed, here and at the other processes."""
        self.peers.tell("", revoked=key.hex())
        self._close_pages([key])

    def _close_pages(self, keys: Collection[bytes]) -> None:
        for page in self.pages:
            if page.key in keys:
                page.part(REVOKED)

    async def noticed(self, notice: Notice) -> None:
        """Another process tells of a table: whoever looks at it here is told too."""
        if notice.revoked is not None:
            self._close_pages([bytes.fromhex(notice.revoked)])
        if (table := self.tables.get(notice.table)) is not None:
            task = asyncio.create_task(self._pass_on(table, notice))
            self._noticing.add(task)
            task.add_done_callback(self._noticing.discard)

    @staticmethod
    async def _pass_on(table: LiveTable, notice: Notice) -> None:
        try:
            await table.noticed(notice)
        except Exception as error:  # what got lost is found by looking
            log_unless_told(log, "what another process has done could not be shown", error)

    async def changed(self, record: TableRecord) -> None:
        """A table was changed over HTTP: whoever is there is told. One that is played at has clocks to run."""
        if record.id in self.tables or record.phase == "playing":
            table = await self.open(record.id)
            await table.changed(record)
        else:
            self.peers.tell(record.id, changed=True)

    async def sweep(self) -> None:
        """Put tables away that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            old = self.settings.now() - 60 * self.settings.idle_minutes
            for id in [id for id, table in self.tables.items() if not table.busy and table.touched < old]:
                # While the one before it was put away, it may be gone, or somebody have come.
                if id in self.tables and not self.tables[id].busy:
                    await self._put_away(id)

    async def _put_away(self, id: str) -> None:
        self.peers.put_away(id)
        if (table := self.tables.pop(id, None)) is not None:
            try:
                await table.close()
            except Exception as error:  # what can't be let go any more runs out by itself
                log_unless_told(log, "a table could not be put away", error)

    async def forget(self) -> None:
        """Forget tables that are kept no longer, some at a time."""
        settings = self.settings

        def outdated(connection: Connection) -> list[str]:
            days = settings.keep_unbegun_days, settings.keep_finished_days
            return retention.outdated(connection, settings.now(), *days)

        while True:
            try:
                while old := await self.storage.found(outdated):
                    await self.storage.written(partial(retention.forget, ids=old))
                    for id in old:
                        await self._put_away(id)
                    log.warning("%d tables are forgotten: they are kept no longer", len(old))
                await self.storage.written(partial(retention.forget_links, now=settings.now()))
            except Exception as error:
                log_unless_told(log, "forgetting old tables failed", error)
            await asyncio.sleep(FORGET_SECONDS)

    async def watch(self) -> None:
        """Open every table at which something has to be done that nobody looks at: its own clock does the rest."""
        begun = False
        while True:
            try:
                now = self.settings.now()
                late = await self.storage.found(partial(records.overdue, now=now))
                left = []
                # Who is alone knows when he begins that no lease is worth anything: its process is no more.
                dead = self.peers.alone and not begun
                if dead or await self.storage.found(partial(leasing.any_abandoned, now=now)):
                    left = await self.storage.written(partial(leasing.abandoned, now=now, every=dead))
                begun = True
                await self._obey(await self.storage.found(partial(orders.read, now=now)))
                for id in {*late, *left}:
                    await self._wake(id)
            except Exception as error:
                log_unless_told(log, "looking at the clocks failed", error)
            await asyncio.sleep(CLOCK_SECONDS)

    async def _obey(self, ordered: orders.Orders) -> None:
        """Do what whoever runs the house has ordered."""
        self._bans.networks = ordered.bans
        for page in self.pages:
            if self._bans.holds(page.address):
                page.part(BANNED)
        for id in ordered.closing:
            try:
                await (await self.open(id)).close_by_order()
            except Exception as error:
                log_unless_told(log, f"table {id} could not be closed", error)
            await self.storage.written(partial(orders.closed, id=id))

    async def _wake(self, id: str) -> None:
        """Let a table go on; one that can't be opened is left alone for a while, and keeps no other from it."""
        if monotonic() < self._left_alone.get(id, 0.0):
            return
        try:
            (await self.open(id)).wake()
        except Exception as error:
            if trouble(error) is None:  # while the database is away no table can be opened: this one is like the others
                self._left_alone[id] = monotonic() + ALONE_SECONDS
            log_unless_told(log, f"table {id} can't be opened", error)
        else:
            self._left_alone.pop(id, None)

    async def keep_up(self) -> None:
        """Look for what others have stored meanwhile, and tell them who is here; let pages go whose key was revoked."""
        for look in itertools.count():
            await asyncio.sleep(KEEP_UP_SECONDS)
            try:
                keys = {page.key for page in self.pages if page.person}
                if keys:
                    self._close_pages(keys - await self.storage.found(partial(people.valid, hashes=keys)))
                if self.peers.alone:
                    continue
                heads = await self.storage.found(partial(ledger.heads, ids=list(self.tables)))
                for id, table in list(self.tables.items()):
                    if table.audience.pages or self.peers.holders(id):  # else they would believe that it is put away
                        table.be_here(to_all=(look + hash(id)) % TELL_ALL == 0)  # not of all tables at once
                    if id in heads:
                        await table.check(*heads[id])
            except Exception as error:
                log_unless_told(log, "looking at other processes' tables failed", error)

    async def close(self) -> None:
        """Stop all bots and clocks."""
        for id in list(self.tables):
            await self._put_away(id)
        await self.notifier.close()
        self.workers.close()


def _stored(connection: Connection, id: str) -> tuple[TableRecord, Match | None, bool]:
    """A table and its match, and whether that can be played on: of rules of before only what is stored can be shown."""
    record = records.read(connection, id)
    if record.phase not in ("playing", "paused", "over"):
        return record, None, True
    try:
        return record, record.load(connection), True
    except (OtherRules, NoSuchEntry, UnknownGame):
        return record, None, False
