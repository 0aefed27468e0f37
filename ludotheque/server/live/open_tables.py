"""The tables that are open in this process. A table without pages is closed after a while."""

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
from ludotheque.server.live.lobby import LobbyHub
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
from ludotheque.server.storage import READERS, Storage, database_failure, log_unless_storage_error
from ludotheque.server.tables import closing, leasing, orders, records, retention
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tables.schemas import Points

SWEEP_SECONDS = 30.0
FORGET_SECONDS = 3600.0  # between two searches for tables past their retention
CLOCK_SECONDS = 1.0  # between two checks of the clocks of closed tables
POINTS_KEPT = 100  # matches whose points are cached: computing them replays the match
PICTURES_KEPT = 200  # of some 50 kB each
ALONE_SECONDS = 60.0  # before a table that could not be opened is tried again
KEEP_UP_SECONDS = 5.0  # between two checks of what other processes have stored: notices may get lost
TELL_ALL = 6  # every so many checks, presence goes to all processes; else to those that have the table open
BANNED = Closing(1008, "banned")
REVOKED = Closing(1008, "revoked")  # for the pages of a revoked device key
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
        self.lobby = LobbyHub(storage, self.peers, settings.now, self._spectators)
        self.pages: set[PageConnection] = set()  # every open socket, at a table or not
        self.points: RecentCache[list[Points]] = RecentCache(POINTS_KEPT)  # of finished matches, which do not change
        self.pictures: RecentCache[bytes] = RecentCache(PICTURES_KEPT)  # of tables, for previews
        self._left_alone: dict[str, float] = {}  # tables that could not be opened, and when to try again
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # tables that are being loaded
        self._loading = asyncio.Semaphore(READERS - 1)  # one reader is left for everything else
        self._noticing: set[asyncio.Task[None]] = set()

    async def open(self, table_id: str) -> LiveTable:
        """The table of that id, loaded if necessary."""
        if table_id in self.tables:
            return self.tables[table_id]
        lock = self._opening.setdefault(
            table_id, asyncio.Lock()
        )  # one lock a table: loading one does not delay the others
        async with lock:
            if table_id not in self.tables:
                async with self._loading:
                    record, match, playable = await self.storage.found(partial(_stored, table_id=table_id))
                if not playable:
                    now = self.settings.now()
                    record = await self.storage.written(lambda c: closing.close_by_upgrade(c, table_id, now))
                self.tables[table_id] = LiveTable(
                    self.storage,
                    self.settings,
                    self.workers,
                    self.notifier,
                    self.peers,
                    self.lobby,
                    self.metrics,
                    record,
                    match,
                )
                self.peers.open_table(table_id)
                if not self.peers.alone:  # nobody repeats the notices sent since it was read
                    heads = await self.storage.found(partial(ledger.heads, ids=[table_id]))
                    await self.tables[table_id].check(*heads[table_id])
        return self.tables[table_id]

    def end_key(self, key: bytes) -> None:
        """Close the sockets of a revoked device key, here and at the other processes."""
        self.peers.notify_all("", revoked=key.hex())
        self._close_pages([key])

    def _close_pages(self, keys: Collection[bytes]) -> None:
        for page in self.pages:
            if page.key in keys:
                page.part(REVOKED)

    async def noticed(self, notice: Notice) -> None:
        """Take a notice of another process: close revoked pages, and update the table if it is open here."""
        self.lobby.noticed(notice)
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
        except Exception as error:  # the next check of the database finds what was missed
            log_unless_storage_error(log, "a notice of another process could not be carried out", error)

    def _spectators(self, table_id: str) -> int | None:
        """The number of spectators of a table that is open here."""
        table = self.tables.get(table_id)
        return len(table.watching) if table is not None else None

    async def changed(self, record: TableRecord) -> None:
        """Update the pages of a table that was changed over HTTP; open a table whose match runs, for its clocks."""
        if record.row.listed or record.phase == "open":  # it may just have been taken off the list
            self.lobby.touch()
        if record.id in self.tables or record.phase == "playing":
            table = await self.open(record.id)
            await table.changed(record)
        else:
            self.peers.notify_all(record.id, changed=True)

    async def sweep(self) -> None:
        """Close tables that have had no page for a while, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            old = self.settings.now() - 60 * self.settings.idle_minutes
            for table_id in [
                table_id for table_id, table in self.tables.items() if not table.busy and table.touched < old
            ]:
                # While the one before it was put away, it may be gone, or somebody have come.
                if table_id in self.tables and not self.tables[table_id].busy:
                    await self._put_away(table_id)

    async def _put_away(self, table_id: str) -> None:
        self.peers.close_table(table_id)
        if (table := self.tables.pop(table_id, None)) is not None:
            try:
                await table.close()
            except Exception as error:  # its lease runs out by itself
                log_unless_storage_error(log, "a table could not be put away", error)

    async def forget(self) -> None:
        """Delete tables past their retention, some at a time, until cancelled."""
        settings = self.settings

        def outdated(connection: Connection) -> list[str]:
            days = settings.keep_unbegun_days, settings.keep_finished_days
            return retention.outdated(connection, settings.now(), *days)

        while True:
            try:
                while old := await self.storage.found(outdated):
                    await self.storage.written(partial(retention.forget, ids=old))
                    for table_id in old:
                        await self._put_away(table_id)
                    log.warning("%d tables were deleted: their retention has ended", len(old))
                await self.storage.written(partial(retention.forget_links, now=settings.now()))
            except Exception as error:
                log_unless_storage_error(log, "deleting old tables failed", error)
            await asyncio.sleep(FORGET_SECONDS)

    async def watch(self) -> None:
        """Open tables without pages whose clock has run out or whose lease was abandoned, until cancelled."""
        begun = False
        while True:
            try:
                now = self.settings.now()
                late, abandoned, ordered = await self.storage.found(partial(_look_around, now=now))
                left = []
                # A single process knows at its start that the holders of all leases are gone.
                dead = self.peers.alone and not begun
                if dead or abandoned:
                    left = await self.storage.written(partial(leasing.abandoned, now=now, every=dead))
                begun = True
                await self._obey(ordered)
                for table_id in {*late, *left}:
                    await self._wake(table_id)
            except Exception as error:
                log_unless_storage_error(log, "checking the clocks failed", error)
            await asyncio.sleep(CLOCK_SECONDS)

    async def _obey(self, ordered: orders.Orders) -> None:
        """Carry out the operator's orders: bans, and tables to close."""
        self._bans.networks = ordered.bans
        for page in self.pages:
            if self._bans.holds(page.address):
                page.part(BANNED)
        for table_id in ordered.closing:
            try:
                await (await self.open(table_id)).close_by_order()
            except Exception as error:
                log_unless_storage_error(log, f"table {table_id} could not be closed", error)
            await self.storage.written(partial(orders.closed, table_id=table_id))

    async def _wake(self, table_id: str) -> None:
        """Open a table and wake its automation; one that can't be opened is skipped for a while."""
        if monotonic() < self._left_alone.get(table_id, 0.0):
            return
        try:
            (await self.open(table_id)).wake()
        except Exception as error:
            if database_failure(error) is None:  # not if the database is unreachable: then no table can be opened
                self._left_alone[table_id] = monotonic() + ALONE_SECONDS
            log_unless_storage_error(log, f"table {table_id} can't be opened", error)
        else:
            self._left_alone.pop(table_id, None)

    async def keep_up(self) -> None:
        """Catch up with other processes, announce presence, and close pages of revoked keys, until cancelled."""
        for check in itertools.count():
            await asyncio.sleep(KEEP_UP_SECONDS)
            try:
                keys = {page.key for page in self.pages if page.person}
                if keys:
                    self._close_pages(keys - await self.storage.found(partial(people.valid, hashes=keys)))
                if self.peers.alone:
                    continue
                heads = await self.storage.found(partial(ledger.heads, ids=list(self.tables)))
                for table_id, table in list(self.tables.items()):
                    # Without this the others would take the table for closed here. Not of all tables at once.
                    if table.audience.pages or self.peers.holders(table_id):
                        table.announce_presence(to_all=(check + hash(table_id)) % TELL_ALL == 0)
                    if table_id in heads:
                        await table.check(*heads[table_id])
            except Exception as error:
                log_unless_storage_error(log, "catching up with other processes failed", error)

    async def close(self) -> None:
        """Close all tables, and stop the threads."""
        for table_id in list(self.tables):
            await self._put_away(table_id)
        await self.notifier.close()
        self.workers.close()


def _look_around(connection: Connection, now: float) -> tuple[list[str], bool, orders.Orders]:
    """What a process looks for each second, in one read: late clocks, abandoned leases, orders of the operator."""
    late, abandoned = records.overdue(connection, now), leasing.any_abandoned(connection, now)
    return late, abandoned, orders.read_orders(connection, now)


def _stored(connection: Connection, table_id: str) -> tuple[TableRecord, Match | None, bool]:
    """A table, its match, and whether these rules can play it on (if not, only its stored log can be shown)."""
    record = records.read_table(connection, table_id)
    if record.phase not in ("playing", "paused", "over"):
        return record, None, True
    try:
        return record, record.load(connection), True
    except (OtherRules, NoSuchEntry, UnknownGame):
        return record, None, False
