"""The lobby: searches, open tables, live matches and acquaintances, sent to pages as they change.

One process reads the lines once for all its pages, and only while a page looks at them. Changes are collected: pages
get at most four messages a second, and fewer if reading or sending takes long. A page for which nothing changes gets
nothing. Blocks are applied to each viewer; a viewer whom no block concerns gets the same bytes as all others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec

from ludotheque.server.errors import Refused
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.live.protocol import Lobby, LobbyChanged, LobbyInvited, write_message
from ludotheque.server.storage import Storage, log_unless_storage_error
from ludotheque.server.tables.lobby import Line, acquaintances, search_lines, table_lines
from ludotheque.server.tables.schemas import LobbyMatch, LobbyPerson, LobbySeek, LobbyTable

SEND_SECONDS = 0.25  # between two messages to a page
SHARE = 20  # the lobby uses one part in so many of the time: after a slow round it waits longer …
SLOW_SECONDS = 0.5  # … but not so long that a change is not shown within a second
READ_SECONDS = 3.0  # after which the lines are read in any case: searches end silently, notices may get lost
ONLINE_SECONDS = 15.0  # between two notices about who is in the lobby
FORGET_SECONDS = 40.0  # after which what another process said is out of date
TOGETHER = 50  # messages sent before other tasks get their turn
MOST_VIEWERS = 3000  # pages in the lobby of one process
log = logging.getLogger(__name__)

Lines = Mapping[str, Line]


class Viewer:
    """A page in the lobby: whom it must not see, whom its person has played with, and who of them is shown."""

    __slots__ = ("friends", "hides", "page", "people", "seen")

    def __init__(self, page: PageConnection, seen: bool) -> None:
        self.page = page
        self.seen = seen
        self.hides: frozenset[str] = frozenset()
        self.friends: dict[str, LobbyPerson] = {}
        self.people: frozenset[str] = frozenset()

    def may_see(self, line: Line | None) -> bool:
        """Whether there is such a line for this viewer."""
        return line is not None and line.people.isdisjoint(self.hides)


class LobbyHub:
    """The lobby of this process."""

    def __init__(
        self, storage: Storage, peers: Peers, now: Callable[[], float], watching: Callable[[str], int | None]
    ) -> None:
        self._storage = storage
        self._peers = peers
        self._now = now
        self._watching = watching  # spectators of a table that is open here
        self._lines: Lines = {}
        self._read: Lines = {}  # the same without spectators
        self._read_at = -READ_SECONDS
        self._stale = True
        self._tables: Lines = {}  # of these lines, those of tables: reading them costs most
        self._tables_stale = True
        self._viewers: dict[PageConnection, Viewer] = {}
        self._apart: set[str] = set()  # people whose blocks have changed
        self._blocks = 0  # how often blocks have changed
        self._touched = asyncio.Event()
        self._lock = asyncio.Lock()
        self._told: tuple[float, frozenset[str]] = (-ONLINE_SECONDS, frozenset())
        self._online: dict[str, tuple[float, frozenset[str]]] = {}  # at other processes
        self._spectators: dict[tuple[str, str], tuple[float, int]] = {}  # by table and other process

    @property
    def pages(self) -> int:
        """The number of pages in the lobby."""
        return len(self._viewers)

    # Changes ------------------------------------------------------------------------------------------------------

    def touch(self, tables: bool = True) -> None:
        """Note that a listed table or match has changed, or a search alone."""
        self._stale = True
        self._tables_stale |= tables
        # At once: a round here may have to wait for the next.
        self._peers.notify_all("", lobby=tables, searches=not tables)
        self._touched.set()

    def touch_spectators(self) -> None:
        """Note that spectators of a listed match have come or gone."""
        self._touched.set()

    def set_apart(self, people: Iterable[str]) -> None:
        """Note that people have blocked or unblocked each other."""
        self._apart.update(people)
        self._blocks += 1
        self._peers.notify_all("", apart=tuple(people))
        self._touched.set()

    def invited(self, person: str) -> None:
        """Tell the pages of a person in the lobby, at any process, that there is an invitation."""
        self._peers.notify_all("", invited=person)
        self._tell_invited(person)

    def _tell_invited(self, person: str) -> None:
        for page in self._viewers:
            if page.person is not None and page.person.id == person:
                page.send_message(LobbyInvited())

    def noticed(self, notice: Notice) -> None:
        """Take a notice of another process."""
        if notice.lobby or notice.searches:
            self._stale = True
            self._tables_stale |= notice.lobby
        if notice.online is not None:
            self._online[notice.by] = (monotonic(), frozenset(notice.online))
        self._apart.update(notice.apart)
        self._blocks += bool(notice.apart)
        if notice.invited is not None:
            self._tell_invited(notice.invited)
        if notice.pages is not None:
            self._spectators[notice.table, notice.by] = (monotonic(), len(notice.watching))
        if notice.lobby or notice.searches or notice.online is not None or notice.apart:
            self._touched.set()

    # Pages --------------------------------------------------------------------------------------------------------

    async def come(self, page: PageConnection, seen: bool) -> None:
        """Show a page the lobby, and every change from now on."""
        if page not in self._viewers and len(self._viewers) >= MOST_VIEWERS:
            raise Refused("too_many")
        viewer = Viewer(page, seen)
        blocks = self._blocks
        await self._look_up([viewer])
        async with self._lock:
            if not self._viewers:  # nobody has kept the lines fresh
                self._stale = self._tables_stale = True
                await self._read_lines()
                self._lines = self._with_spectators()
            if page.gone:
                return
            self._viewers[page] = viewer
            if blocks != self._blocks and page.person is not None:
                self._apart.add(page.person.id)  # a block may have come after they were read
            viewer.people = frozenset(viewer.friends.keys() & self.everybody_online())
            visible = [line.shown for line in self._lines.values() if viewer.may_see(line)]
            people = [viewer.friends[one] for one in sorted(viewer.people)]
            page.send_message(Lobby(**_by_kind(visible), people=people))
        self._touched.set()  # the others may see that somebody has come

    def go(self, page: PageConnection) -> None:
        """Forget a page."""
        if self._viewers.pop(page, None) is not None:
            self._touched.set()

    async def run(self) -> None:
        """Send changes as they come, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(READ_SECONDS):
                    await self._touched.wait()
            self._touched.clear()
            self._tell_who_is_here()
            if not self._viewers:
                continue
            began = monotonic()
            try:
                async with self._lock:
                    await self._send_changes()
            except Exception as error:  # the next round finds what was missed
                self._stale = True
                log_unless_storage_error(log, "the lobby could not be updated", error)
            await asyncio.sleep(min(SLOW_SECONDS, max(SEND_SECONDS, SHARE * (monotonic() - began))))

    def _tell_who_is_here(self) -> None:
        here = self._online_here()
        at, told = self._told
        if here != told or monotonic() - at > ONLINE_SECONDS:
            self._peers.notify_all("", online=tuple(sorted(here)))
            self._told = (monotonic(), here)

    # Reading ------------------------------------------------------------------------------------------------------

    async def _read_lines(self) -> None:
        late = monotonic() - self._read_at >= READ_SECONDS
        if not self._stale and not late:
            return
        with_tables = self._tables_stale or late
        self._stale = self._tables_stale = False
        now = self._now()
        try:
            searches = await self._storage.found(lambda c: search_lines(c, now))
            if with_tables:
                self._tables = await self._storage.found(table_lines)
        except BaseException:
            self._tables_stale = self._tables_stale or with_tables
            raise
        self._read = {**searches, **self._tables}
        if with_tables:
            self._read_at = monotonic()

    def _with_spectators(self) -> Lines:
        """The lines that were read, each match with the number of its spectators."""
        old = monotonic() - FORGET_SECONDS
        self._spectators = {key: one for key, one in self._spectators.items() if one[0] > old}
        elsewhere: dict[str, int] = {}
        for (table, _), (_, count) in self._spectators.items():
            elsewhere[table] = elsewhere.get(table, 0) + count
        found: dict[str, Line] = {}
        for key, line in self._read.items():
            if isinstance(line.shown, LobbyMatch):
                here = self._watching(line.shown.id)
                count = here if here is not None else elsewhere.get(line.shown.id, 0)
                found[key] = Line(msgspec.structs.replace(line.shown, watching=count), line.people)
            else:
                found[key] = line
        return found

    async def _look_up(self, viewers: list[Viewer]) -> None:
        """Read whom these viewers must not see, and whom they have played with."""
        people = [viewer.page.person for viewer in viewers]
        known = await self._storage.found(lambda c: [acquaintances(c, person) for person in people])
        for viewer, (apart, friends) in zip(viewers, known, strict=True):
            own = [viewer.page.person.id] if viewer.page.person else []
            viewer.hides = frozenset({*apart, *own})
            viewer.friends = friends

    def _online_here(self) -> frozenset[str]:
        return frozenset(one.page.person.id for one in self._viewers.values() if one.seen and one.page.person)

    def everybody_online(self) -> frozenset[str]:
        """The people in the lobby, at any process, who let others see that."""
        fresh = monotonic() - FORGET_SECONDS
        return self._online_here().union(*(people for at, people in self._online.values() if at > fresh))

    # Sending ------------------------------------------------------------------------------------------------------

    async def _send_changes(self) -> None:
        """Read what has changed, and send it to all pages."""
        apart, self._apart = self._apart, set()
        concerned = [one for one in self._viewers.values() if one.page.person and one.page.person.id in apart]
        before = {one.page: one.hides for one in concerned}
        if concerned:
            await self._look_up(concerned)
        await self._read_lines()
        old, new = self._lines, self._with_spectators()
        self._lines = new
        changed = [key for key, line in new.items() if old.get(key) != line]
        gone = [key for key in old if key not in new]
        involved = {one for key in changed for one in new[key].people}
        involved.update(one for key in [*changed, *gone] if key in old for one in old[key].people)
        common = b""
        if changed or gone:
            common = write_message(LobbyChanged(**_by_kind([new[key].shown for key in changed]), people=[], gone=gone))
        online = self.everybody_online()
        for number, viewer in enumerate(list(self._viewers.values())):
            if number % TOGETHER == TOGETHER - 1:
                await asyncio.sleep(0)
            if viewer.page not in self._viewers:
                continue
            people = frozenset(viewer.friends.keys() & online)
            hid = before.get(viewer.page)
            if hid is not None or people != viewer.people or not involved.isdisjoint(viewer.hides):
                keys = [*changed, *gone] if hid is None else [*new, *(key for key in old if key not in new)]
                self._send_own(viewer, people, keys, old, viewer.hides if hid is None else hid)
            elif common:
                viewer.page.post(common)

    def _send_own(
        self, viewer: Viewer, people: frozenset[str], keys: list[str], old: Lines, hid: frozenset[str]
    ) -> None:
        """Send one viewer what has changed among lines that not everybody sees; `hid` is whom it did not see before."""
        shown: list[LobbySeek | LobbyTable | LobbyMatch] = []
        gone = [f"person {one}" for one in sorted(viewer.people - people)]
        for key in keys:
            was, now = old.get(key), self._lines.get(key)
            saw = was is not None and was.people.isdisjoint(hid)
            if now is not None and viewer.may_see(now):
                if not saw or was != now:
                    shown.append(now.shown)
            elif saw:
                gone.append(key)
        came = [viewer.friends[one] for one in sorted(people - viewer.people)]
        viewer.people = people
        if shown or came or gone:  # else a message would betray that somebody is hidden
            viewer.page.send_message(LobbyChanged(**_by_kind(shown), people=came, gone=gone))


def _by_kind(shown: Iterable[LobbySeek | LobbyTable | LobbyMatch]) -> dict[str, Any]:
    """Lines by the field of a message that they belong to."""
    found: dict[str, Any] = {"seeks": [], "open": [], "live": []}
    fields = {LobbySeek: "seeks", LobbyTable: "open", LobbyMatch: "live"}
    for line in shown:
        found[fields[type(line)]].append(line)
    return found
