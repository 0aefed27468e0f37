"""Chat at a table: stored, sent to all who have not muted the author, and closed in games of silence."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any

from sqlalchemy import Connection, insert, select

from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.peers import Peers
from ludotheque.server.live.protocol import Pointed, Said, write_message
from ludotheque.server.matches.match import Match
from ludotheque.server.people import blocking
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import mutes, talk
from ludotheque.server.tables.records import TableRecord

SHOWN = 50  # lines for a new page


class Chat:
    """The chat of one table, and pointing; `pages` are the pages open at it."""

    def __init__(self, storage: Storage, peers: Peers, now: Callable[[], float], pages: Set[PageConnection]) -> None:
        self._storage = storage
        self._peers = peers
        self._now = now
        self._pages = pages

    async def add_line(self, record: TableRecord, match: Match | None, person: Person | None, text: str) -> None:
        """Store a line of chat, and send it to the pages of all processes."""
        if person is None:
            raise Refused("no_person")
        self._check_open(record, match, person)
        line = Said(person=person.id, name=self.name_of(record, person), text=text, at=self._now())
        row = {"table": record.id, "person": person.id, "name": line.name, "text": text, "at": line.at}
        number: int = await self._storage.written(
            lambda c: c.execute(insert(talk).values(row).returning(talk.c.id)).scalar_one()
        )
        await self._send_to_all(record, line)
        self._peers.notify_holders(record.id, talk=number)

    async def point(self, record: TableRecord, match: Match | None, person: Person | None, seat: int, at: str) -> None:
        """Show what a seat points at to everyone who has not muted or blocked the player there."""
        self._check_open(record, match, person)  # pointing is a way to talk
        await self.show_pointing(record, seat, at)
        self._peers.notify_holders(record.id, pointed=(seat, at))

    def _check_open(self, record: TableRecord, match: Match | None, person: Person | None) -> None:
        """Refuse chat during a game of silence, except to its players for a while after the rules allow it."""
        if match is None or not presenter.silent(match):
            return
        opened = match.talk is not None and self._now() <= match.talk + presenter.TALK_SECONDS
        if not opened or not record.seats_of(person):
            raise Refused("chat_closed")

    @staticmethod
    def last_lines(connection: Connection, record: TableRecord, person: Person | None) -> list[Said]:
        """The last lines of chat, without those of people whom the reader has muted or blocked."""
        newest = select(talk).where(talk.c.table == record.id).order_by(talk.c.id.desc()).limit(SHOWN)
        said = connection.execute(newest).all()[::-1]
        muted = _muted_for(connection, record, person) if said else set()
        return [_line(row) for row in said if row.person not in muted]

    async def pass_on(self, record: TableRecord, number: int) -> None:
        """Send a line that was stored by another process to the pages here."""
        found = select(talk).where(talk.c.id == number, talk.c.table == record.id)
        row = await self._storage.found(lambda c: c.execute(found).one_or_none())
        if row is not None:
            await self._send_to_all(record, _line(row))

    async def _send_to_all(self, record: TableRecord, line: Said) -> None:
        written = write_message(line)
        for page in await self.pages_that_hear(record, line.person):
            page.post(written)

    async def show_pointing(self, record: TableRecord, seat: int, at: str) -> None:
        """Show what a seat points at to the pages of this process that may hear the player there."""
        person = record.seats[seat].person
        for page in await self.pages_that_hear(record, person) if person else []:
            page.send_message(Pointed(seat=seat, at=at))

    @staticmethod
    def name_of(record: TableRecord, person: Person) -> str:
        """The name of a person at their seat, which does not change during a match; else their current name."""
        return next((s.name for s in record.seats if s.person == person.id and s.name), person.name)

    async def pages_that_hear(self, record: TableRecord, person: str) -> list[PageConnection]:
        """Return the open pages whose viewers have neither muted nor blocked a person."""
        pages = list(self._pages)
        return await self._storage.found(
            lambda c: [page for page in pages if person not in _muted_for(c, record, page.person)]
        )


def _muted_for(connection: Any, record: TableRecord, person: Person | None) -> set[str]:
    """The people whose chat a reader does not get: muted or blocked by the reader, or muted by the host."""
    by = [record.row.host, person.id if person else None]
    wanted = select(mutes.c.person).where(mutes.c.table == record.id, mutes.c.by.in_(by))
    return {str(row.person) for row in connection.execute(wanted)} | blocking.apart(connection, person)


def _line(row: Any) -> Said:
    return Said(person=row.person, name=row.name, text=row.text, at=row.at)
