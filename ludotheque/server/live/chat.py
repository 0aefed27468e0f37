"""Chat at a table: kept, told to all who have not muted the speaker, and closed where a game wants silence."""

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

SHOWN = 50  # lines for somebody who comes in


class Chat:
    """The chat of one table, and fingers that point; `pages` are those open at it."""

    def __init__(self, storage: Storage, peers: Peers, now: Callable[[], float], pages: Set[PageConnection]) -> None:
        self._storage = storage
        self._peers = peers
        self._now = now
        self._pages = pages

    async def say(self, record: TableRecord, match: Match | None, person: Person | None, text: str) -> None:
        """Say something to the table."""
        if person is None:
            raise Refused("no_person")
        self._check_open(record, match, person)
        line = Said(person=person.id, name=_name(record, person), text=text, at=self._now())
        row = {"table": record.id, "person": person.id, "name": line.name, "text": text, "at": line.at}
        number: int = await self._storage.written(
            lambda c: c.execute(insert(talk).values(row).returning(talk.c.id)).scalar_one()
        )
        await self._tell_all(record, line)
        self._peers.tell_holders(record.id, talk=number)

    def point(self, record: TableRecord, match: Match | None, person: Person | None, seat: int, at: str) -> None:
        """Show everyone what somebody points at."""
        self._check_open(record, match, person)  # a finger speaks, too
        self.show_pointing(seat, at)
        self._peers.tell_holders(record.id, pointed=(seat, at))

    def _check_open(self, record: TableRecord, match: Match | None, person: Person | None) -> None:
        """In a game of silence nobody talks during play, but who plays, for a while after the rules have allowed it."""
        if match is None or not presenter.silent(match):
            return
        opened = match.talk is not None and self._now() <= match.talk + presenter.TALK_SECONDS
        if not opened or not record.seats_of(person):
            raise Refused("chat_closed")

    @staticmethod
    def last_lines(connection: Connection, record: TableRecord, person: Person | None) -> list[Said]:
        """What somebody who comes in finds said."""
        newest = select(talk).where(talk.c.table == record.id).order_by(talk.c.id.desc()).limit(SHOWN)
        said = connection.execute(newest).all()[::-1]
        muted = _muted_for(connection, record, person) if said else set()
        return [_line(row) for row in said if row.person not in muted]

    async def pass_on(self, record: TableRecord, number: int) -> None:
        """Tell what was said at another process."""
        found = select(talk).where(talk.c.id == number, talk.c.table == record.id)
        row = await self._storage.found(lambda c: c.execute(found).one_or_none())
        if row is not None:
            await self._tell_all(record, _line(row))

    async def _tell_all(self, record: TableRecord, line: Said) -> None:
        pages = list(self._pages)
        deaf = await self._storage.found(
            lambda c: {page for page in pages if line.person in _muted_for(c, record, page.person)}
        )
        written = write_message(line)
        for page in pages:
            if page not in deaf:
                page.post(written)

    def show_pointing(self, seat: int, at: str) -> None:
        """Show a finger, here."""
        for page in self._pages:
            page.tell(Pointed(seat=seat, at=at))


def _name(record: TableRecord, person: Person) -> str:
    """The name he sits here under: it does not change while the match lasts."""
    return next((s.name for s in record.seats if s.person == person.id and s.name), person.name)


def _muted_for(connection: Any, record: TableRecord, person: Person | None) -> set[str]:
    """Whom somebody does not hear: those he muted or blocked, and those the host muted for all."""
    by = [record.row.host, person.id if person else None]
    wanted = select(mutes.c.person).where(mutes.c.table == record.id, mutes.c.by.in_(by))
    return {str(row.person) for row in connection.execute(wanted)} | blocking.apart(connection, person)


def _line(row: Any) -> Said:
    return Said(person=row.person, name=row.name, text=row.text, at=row.at)
