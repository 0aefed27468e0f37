"""A shared review: one person leads, and the pages that follow are shown what that person looks at.

Only numbers travel: an entry of the log, a decision that is studied, and what is pointed at. Each page asks for the
rest itself and gets what its own person may see. Nothing is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from ludotheque.server.errors import Refused
from ludotheque.server.live.audience import Audience
from ludotheque.server.live.chat import Chat
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.live.protocol import Led, Moment
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage, log_unless_storage_error
from ludotheque.server.tables.finished import finished
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tasks import cancel_and_wait

LEAD_SECONDS = 20.0  # that a leader's place is kept after the last of their pages has closed
log = logging.getLogger(__name__)


class Guide:
    """The page that leads the review at one table, and those that follow."""

    def __init__(
        self, storage: Storage, peers: Peers, now: Callable[[], float], chat: Chat, audience: Audience
    ) -> None:
        self._storage = storage
        self._peers = peers
        self._now = now
        self._chat = chat
        self._audience = audience
        self._leader: tuple[str, str] | None = None  # person and name
        self._moment: Moment | None = None
        self._left: float | None = None  # when the leader's last page closed
        self._following: set[PageConnection] = set()
        self._elsewhere: dict[str, int] = {}  # following pages at other processes
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop telling."""
        await cancel_and_wait(list(self._tasks), 1.0)

    async def follow(self, record: TableRecord, page: PageConnection) -> None:
        """Show a page from now on what the leader looks at."""
        await self._check(record)
        self._following.add(page)
        await self.show(record)
        self._peers.notify_holders(record.id, following=len(self._following))

    async def lead(self, record: TableRecord, person: Person | None, moment: Moment | None) -> None:
        """Show what a person looks at, who leads from now on; without a moment the person gives up the lead."""
        if person is None:
            raise Refused("no_person")
        await self._check(record)
        mine = self._leader is not None and self._leader[0] == person.id
        if moment is None and not mine:
            return
        if not mine and not self._is_free():
            raise Refused("led_already")
        self._leader = None if moment is None else (person.id, self._chat.name_of(record, person))
        self._moment, self._left = moment, None
        self._announce(record)
        await self.show(record)

    async def note(self, record: TableRecord, notice: Notice) -> None:
        """Take what another process says of the lead and of its pages."""
        if notice.who:
            self._peers.notify_holders(record.id, following=len(self._following))
            if self._leader is not None:
                self._announce(record)
        if notice.following is not None:
            self._elsewhere[notice.by] = notice.following
        if notice.led is not None:
            person, name, self._moment = notice.led
            self._leader, self._left = ((person, name) if person else None), None
        if notice.following is not None or notice.led is not None or self._leader_has_left():
            await self.show(record)

    def leave(self, record: TableRecord, page: PageConnection) -> None:
        """Forget a page that has closed, and tell the others if that matters to them."""
        followed = page in self._following
        self._following.discard(page)
        if followed:
            self._peers.notify_holders(record.id, following=len(self._following))
        if (self._leader_has_left() or followed) and self._following:
            task = asyncio.create_task(self._show_again(record))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _show_again(self, record: TableRecord) -> None:
        try:
            await self.show(record)
        except Exception as error:
            log_unless_storage_error(log, f"who leads at {record.id} could not be told", error)

    async def show(self, record: TableRecord) -> None:
        """Tell the pages that follow, and the leader's, who leads and what to look at.

        A page whose person does not hear the leader, because of a mute or a block, learns nothing of them.
        """
        pages = self._following | {page for page in self._audience.pages if self._leads(page)}
        nobody = Led(leader=None, mine=False, here=False, followers=0, moment=None)
        if self._leader is None:
            for page in pages:
                page.send_message(nobody)
            return
        person, name = self._leader
        here, followers = self._audience.is_here(person), len(self._following) + sum(self._elsewhere.values())
        hearing = set(await self._chat.pages_that_hear(record, person))
        for page in pages:
            mine = self._leads(page)
            told = Led(leader=name, mine=mine, here=here, followers=followers, moment=self._moment)
            page.send_message(told if mine or page in hearing else nobody)

    def _leads(self, page: PageConnection) -> bool:
        return self._leader is not None and page.person is not None and page.person.id == self._leader[0]

    def _is_free(self) -> bool:
        """Whether nobody leads, or the leader has been away for long enough."""
        if self._leader is None:
            return True
        self._leader_has_left()
        return self._left is not None and self._now() >= self._left + LEAD_SECONDS

    def _leader_has_left(self) -> bool:
        """Note when the leader's last page has closed; return whether that is new."""
        if self._leader is None or self._audience.is_here(self._leader[0]):
            self._left = None
            return False
        new = self._left is None
        self._left = self._now() if self._left is None else self._left
        return new

    def _announce(self, record: TableRecord) -> None:
        person, name = self._leader or ("", "")
        self._peers.notify_holders(record.id, led=(person, name, self._moment))

    async def _check(self, record: TableRecord) -> None:
        """Refuse where there is no replay: the match is not over, or others still play its deal."""
        await self._storage.found(lambda c: finished(c, record.id, self._now()))
