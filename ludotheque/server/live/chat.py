"""Talk at a table: kept, told to all who have not muted the speaker, and closed where a game wants silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import Pointed, Said, write_message
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import mutes, talk

if TYPE_CHECKING:
    from ludotheque.server.live.table import LiveTable

SHOWN = 50  # lines for somebody who comes in


class Chat:
    """The talk of one table, and fingers that point."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table

    async def say(self, person: Person | None, text: str) -> None:
        """Talk."""
        if person is None:
            raise Refused("no_person")
        self._may_talk(person)
        table = self.table
        line = Said(person=person.id, name=self._name(person), text=text, at=table.settings.now())
        row = {"table": table.id, "person": person.id, "name": line.name, "text": text, "at": line.at}
        number: int = await table.storage.written(
            lambda c: c.execute(insert(talk).values(row).returning(talk.c.id)).scalar_one()
        )
        await self._tell_all(line)
        table.peers.tell(table.id, talk=number)

    def point(self, person: Person | None, seat: int, at: str) -> None:
        """Show everyone what somebody points at."""
        self._may_talk(person)  # a finger speaks, too
        self.show_pointing(seat, at)
        self.table.peers.tell(self.table.id, pointed=(seat, at))

    def _may_talk(self, person: Person | None) -> None:
        """In a game of silence nobody talks during play, but who plays, for a while after the rules have allowed it."""
        match = self.table.match
        if match is None or not presenter.silent(match):
            return
        opened = match.talk is not None and self.table.settings.now() <= match.talk + presenter.TALK_SECONDS
        if not opened or not self.table.record.seats_of(person):
            raise Refused("chat_closed")

    def _name(self, person: Person) -> str:
        """The name he sits here under: it does not change while the match lasts."""
        return next((s.name for s in self.table.record.seats if s.person == person.id and s.name), person.name)

    async def last_lines(self, person: Person | None) -> list[Said]:
        """What somebody who comes in finds said."""
        return await self.table.storage.found(lambda c: self._last_lines(c, person))

    def _last_lines(self, connection: Any, person: Person | None) -> list[Said]:
        newest = select(talk).where(talk.c.table == self.table.id).order_by(talk.c.id.desc()).limit(SHOWN)
        silent = self._muted_for(connection, person.id if person else None)
        rows = connection.execute(newest).all()[::-1]
        return [Said(person=r.person, name=r.name, text=r.text, at=r.at) for r in rows if r.person not in silent]

    def _muted_for(self, connection: Any, person: str | None) -> set[str]:
        """Whom somebody does not hear: those he muted, and those the host muted for all."""
        by = [self.table.record.row.host, person]
        wanted = select(mutes.c.person).where(mutes.c.table == self.table.id, mutes.c.by.in_(by))
        return {str(row.person) for row in connection.execute(wanted)}

    async def _tell_all(self, line: Said) -> None:
        people = {page: page.person.id if page.person else None for page in self.table.pages}
        deaf = await self.table.storage.found(
            lambda c: {page for page, who in people.items() if line.person in self._muted_for(c, who)}
        )
        written = write_message(line)
        for page in people:
            if page not in deaf:
                page.post(written)

    async def pass_on(self, number: int) -> None:
        """Tell what was said at another process."""
        found = select(talk).where(talk.c.id == number, talk.c.table == self.table.id)
        row = await self.table.storage.found(lambda c: c.execute(found).one_or_none())
        if row is not None:
            await self._tell_all(Said(person=row.person, name=row.name, text=row.text, at=row.at))

    def show_pointing(self, seat: int, at: str) -> None:
        """Show a finger, here."""
        for page in self.table.pages:
            page.tell(Pointed(seat=seat, at=at))
