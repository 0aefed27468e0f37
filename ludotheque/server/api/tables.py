"""Tables over HTTP: `/api/tables`."""

from __future__ import annotations

from typing import Any, Literal

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection, insert, select
from sqlalchemy import delete as sql_delete

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.server import pictures
from ludotheque.server.api.address import address_of
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import (
    LimitsDep,
    MeDep,
    OpenTablesDep,
    OwnerDep,
    SettingsDep,
    StorageDep,
    VisitorDep,
)
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.protocol import Face
from ludotheque.server.matches import ledger
from ludotheque.server.matches.entries import Told
from ludotheque.server.people.schemas import Person
from ludotheque.server.people.services import new_id
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Job, Storage
from ludotheque.server.storage.schema import mutes, notes, people
from ludotheque.server.tables import finished, history, making, records, seating, sharing, starting, views
from ludotheque.server.tables.quotas import bots_among, check_bots, check_tables
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tables.schemas import (
    TABLE_ID,
    ChangeSeat,
    Contribution,
    Fork,
    Invitation,
    Mutes,
    NewTable,
    Note,
    OpenEntry,
    OpenFace,
    Pledge,
    Points,
    Sit,
    TableList,
    TableView,
)

Language = Literal["en", "fr"]


class TablesController(Controller):
    """From making a table to its record."""

    path = "/api/tables"
    tags = ("tables",)

    @get()
    async def lists(self, storage: StorageDep, visitor: VisitorDep) -> TableList:
        """My tables, open ones, and listed ones where people play or have played."""
        return await storage.found(lambda c: history.lists(c, visitor))

    @post()
    async def create(
        self,
        data: JSONBody[NewTable],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """Make a table. Its id is the invitation."""
        id, seed = new_id(TABLE_ID), settings.new_seed()
        job: Job[TableRecord] = lambda c: making.create(c, me, data, id, seed, settings.now())  # noqa: E731
        await limits.new_table(owner.address, bots_among(data.seats))
        return await self._laid(storage, settings, me, job)

    @staticmethod
    async def _laid(storage: Storage, settings: Settings, me: Person, job: Job[TableRecord]) -> TableView:
        """A new table, if there are not too many, nor too many bots."""

        def laid(connection: Connection) -> TableRecord:
            check_tables(connection, me, settings.tables_of_a_person)
            record = job(connection)
            check_bots(connection, me, settings.bots_of_a_person)
            return record

        return views.view(await storage.written(laid), me)

    @get("/{id:str}")
    async def look(
        self, id: FromPath[str], storage: StorageDep, visitor: VisitorDep, open_tables: OpenTablesDep
    ) -> TableView:
        """A table, by its invitation."""
        record = await storage.found(lambda c: records.read(c, id))
        table = open_tables.tables.get(id)
        return views.view(record, visitor, table.here, table.watching) if table else views.view(record, visitor)

    @get("/{id:str}/invitation.svg", media_type="image/svg+xml")
    async def invitation(
        self, id: FromPath[str], request: Request[Any, Any, State], storage: StorageDep, settings: SettingsDep
    ) -> bytes:
        """The table's address as a QR code."""
        from ludotheque.server import qr  # only here: nothing else at a table needs it

        await storage.found(lambda c: records.read(c, id))
        return qr.as_svg(f"{address_of(request, settings)}/table/{id}")

    @post("/{id:str}/seats/{seat:int}", status_code=HTTP_200_OK)
    async def sit(
        self,
        id: FromPath[str],
        seat: FromPath[int],
        data: JSONBody[Sit],
        me: MeDep,
        storage: StorageDep,
        open_tables: OpenTablesDep,
    ) -> TableView:
        """Sit down; or, before the start, change what I bring."""
        return await self._changed(storage, open_tables, me, lambda c: seating.sit(c, id, me, seat, data))

    @delete("/{id:str}/seats/{seat:int}", status_code=HTTP_200_OK)
    async def leave(
        self, id: FromPath[str], seat: FromPath[int], me: MeDep, storage: StorageDep, open_tables: OpenTablesDep
    ) -> TableView:
        """Get up; the host may send somebody away."""
        return await self._changed(storage, open_tables, me, lambda c: seating.leave(c, id, me, seat))

    @put("/{id:str}/seats/{seat:int}")
    async def change(
        self,
        id: FromPath[str],
        seat: FromPath[int],
        data: JSONBody[ChangeSeat],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """The host makes a seat open or a bot's."""
        if data.kind == "bot":
            await limits.new_bots(owner.address)

        def changed(connection: Connection) -> TableRecord:
            record = seating.change(connection, id, me, seat, data)
            check_bots(connection, me, settings.bots_of_a_person)
            return record

        return await self._changed(storage, open_tables, me, changed)

    @post("/{id:str}/start", status_code=HTTP_200_OK)
    async def start(
        self, id: FromPath[str], me: MeDep, storage: StorageDep, settings: SettingsDep, open_tables: OpenTablesDep
    ) -> TableView:
        """The host starts the match."""
        return await self._changed(storage, open_tables, me, lambda c: starting.start(c, id, me, settings.now()))

    @put("/{id:str}/seats/{seat:int}/pledge")
    async def pledge(
        self,
        id: FromPath[str],
        seat: FromPath[int],
        data: JSONBody[Pledge],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
    ) -> TableView:
        """Before the start: what I shall add to the deal, by its hash. A rematch begins when all have pledged."""
        hashed, now = data.pledge, settings.now
        return await self._changed(storage, open_tables, me, lambda c: starting.pledge(c, id, me, seat, hashed, now()))

    @post("/{id:str}/seats/{seat:int}/contribution", status_code=HTTP_200_OK)
    async def contribute(
        self,
        id: FromPath[str],
        seat: FromPath[int],
        data: JSONBody[Contribution],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
    ) -> TableView:
        """Open what I pledged to the deal."""
        given, now = data.contribution, settings.now
        job: Job[TableRecord] = lambda c: starting.open_contribution(c, id, me, seat, given, now())  # noqa: E731
        return await self._changed(storage, open_tables, me, job)

    @post("/{id:str}/seats/{seat:int}/resignation", status_code=HTTP_200_OK)
    async def resign(self, id: FromPath[str], seat: FromPath[int], me: MeDep, open_tables: OpenTablesDep) -> TableView:
        """Give up: between two the other wins, among more a bot plays on."""
        table = await open_tables.open(id)
        await table.resign(me, seat)
        return views.view(table.record, me)

    @post("/{id:str}/seats/{seat:int}/agreement", status_code=HTTP_200_OK)
    async def agree_to_end(
        self, id: FromPath[str], seat: FromPath[int], me: MeDep, open_tables: OpenTablesDep
    ) -> TableView:
        """Propose to end the match here, shared by all; it ends once everyone does."""
        table = await open_tables.open(id)
        await table.agree_to_end(me, seat)
        return views.view(table.record, me)

    @post("/{id:str}/pause", status_code=HTTP_200_OK)
    async def pause(self, id: FromPath[str], me: MeDep, open_tables: OpenTablesDep) -> TableView:
        """Stop the match for a while; the clocks stand still."""
        return await self._pause(id, me, open_tables, True)

    @delete("/{id:str}/pause", status_code=HTTP_200_OK)
    async def go_on(self, id: FromPath[str], me: MeDep, open_tables: OpenTablesDep) -> TableView:
        """Let it go on."""
        return await self._pause(id, me, open_tables, False)

    async def _pause(self, id: str, me: Person, open_tables: OpenTables, wanted: bool) -> TableView:
        table = await open_tables.open(id)
        await table.pause(me, wanted)
        return views.view(table.record, me)

    @post("/{id:str}/rematch")
    async def rematch(
        self,
        id: FromPath[str],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """A new table for the same people; whoever asks second gets the same one."""
        seed, now = settings.new_seed(), settings.now
        table = await storage.found(lambda c: records.read(c, id))
        if not table.row.rematch:
            await limits.new_table(owner.address, sum(seat.kind == "bot" for seat in table.seats))
        record = await storage.written(lambda c: making.rematch(c, id, me, lambda: new_id(TABLE_ID), seed, now()))
        await open_tables.changed(await storage.found(lambda c: records.read(c, id)))
        return views.view(record, me)

    async def _changed(self, storage: Storage, open_tables: OpenTables, me: Person, job: Job[TableRecord]) -> TableView:
        record = await storage.written(job)
        await open_tables.changed(record)
        return views.view(record, me)

    # What happened ------------------------------------------------------------------------------------------------

    @get("/{id:str}/log")
    async def log(
        self,
        id: FromPath[str],
        storage: StorageDep,
        visitor: VisitorDep,
        open_tables: OpenTablesDep,
        seat: FromQuery[int] = SPECTATOR,
        since: FromQuery[int] = 0,
    ) -> list[Told]:
        """A page of my log, or of that of those who watch, from the entry after `since` on."""
        table = await open_tables.open(id)
        if table.record.phase != "over":
            table.playing()
        self._may_see(table.record, visitor, seat)

        def job(connection: Connection) -> list[Told]:
            upto = min(ledger.counted(connection, id, seat), max(0, since) + ledger.LOG_PAGE)
            head = ledger.number_of(connection, id, seat, upto) if upto else 0
            return ledger.log_page(connection, id, seat, head, upto, max(0, since))

        return await storage.found(job)

    @get("/{id:str}/at/{number:int}")
    async def at(
        self,
        id: FromPath[str],
        number: FromPath[int],
        storage: StorageDep,
        visitor: VisitorDep,
        open_tables: OpenTablesDep,
        seat: FromQuery[int] = SPECTATOR,
    ) -> Face:
        """The table as I saw it after an entry of my log."""
        table = await open_tables.open(id)
        table.playing()
        record = table.record
        self._may_see(record, visitor, seat)
        match = await storage.found(lambda c: record.load(c, ledger.number_of(c, id, seat, number)))
        return presenter.past_face(match, seat)

    @staticmethod
    def _may_see(record: TableRecord, visitor: Person | None, seat: int) -> None:
        if seat != SPECTATOR and seat not in record.seats_of(visitor):
            raise Refused("not_your_seat")

    @get("/{id:str}/replay", middleware=[COMPRESSED])
    async def replay(
        self, id: FromPath[str], storage: StorageDep, settings: SettingsDep, since: FromQuery[int] = 0
    ) -> list[OpenEntry]:
        """After the end: a page of all entries, nothing hidden."""
        return await storage.found(lambda c: finished.whole_log(c, id, since, settings.now()))

    @get("/{id:str}/replay/{number:int}", middleware=[COMPRESSED])
    async def replay_at(
        self, id: FromPath[str], number: FromPath[int], storage: StorageDep, settings: SettingsDep
    ) -> OpenFace:
        """After the end: the table after an entry, all hands open."""
        return await storage.found(lambda c: finished.position_at(c, id, number, settings.now()))

    @get("/{id:str}/points", middleware=[COMPRESSED])
    async def points(
        self,
        id: FromPath[str],
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> list[Points]:
        """After the end: the scores after every entry."""
        if (known := open_tables.points.get(id)) is None:
            history = await storage.found(lambda c: finished.history(c, id, settings.now()))
            known = await open_tables.workers.run(history, owner)
            open_tables.points.put(id, known)
        return known

    @get("/{id:str}/picture", media_type="image/png")
    async def picture(
        self,
        id: FromPath[str],
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        owner: OwnerDep,
        language: FromQuery[Language] = "en",
    ) -> Response[bytes]:
        """The table as a picture, for previews of its link: 1200 by 630, after the end with the last position."""
        table = await storage.found(lambda c: records.read(c, id))
        known = sharing.version(table, language, settings.now())
        if (painted := open_tables.pictures.get(known)) is None:
            poster = await storage.found(lambda c: sharing.poster(c, table, language, settings.now()))
            painted = await open_tables.workers.run(lambda: pictures.png(poster()), owner)
            open_tables.pictures.put(known, painted)
        return Response(painted, media_type="image/png", headers={"cache-control": "public, max-age=3600"})

    @post("/{id:str}/fork")
    async def fork(
        self,
        id: FromPath[str],
        data: JSONBody[Fork],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """After the end: a new table that goes on from an entry. It claims nothing about its deal."""
        fresh, seed, now = new_id(TABLE_ID), settings.new_seed(), settings.now()
        job: Job[TableRecord] = lambda c: finished.fork(c, id, data, me, fresh, seed, now)  # noqa: E731
        table = await storage.found(lambda c: records.read(c, id))
        await limits.new_table(owner.address, bots_among(data.seats) if data.seats else len(table.seats) - 1)
        return await self._laid(storage, settings, me, job)

    @get("/{id:str}/record", middleware=[COMPRESSED])
    async def record(self, id: FromPath[str], storage: StorageDep, settings: SettingsDep) -> dict[str, Any]:
        """After the end: the full record, to keep, to replay, to verify."""
        return await storage.found(lambda c: finished.record(c, id, settings.now()))

    @get("/{id:str}/text", media_type="text/plain", middleware=[COMPRESSED])
    async def text(
        self, id: FromPath[str], storage: StorageDep, settings: SettingsDep, language: FromQuery[Language] = "en"
    ) -> str:
        """After the end: the whole match in words, to read and to keep."""
        return await storage.found(lambda c: finished.as_text(c, id, language, settings.now()))

    @post("/{id:str}/invitations", status_code=204)
    async def invite(
        self, id: FromPath[str], data: JSONBody[Invitation], me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> None:
        """Ask somebody to this table whom I have played with: he finds it in his lists."""
        await storage.written(lambda c: history.invite(c, me, id, data.person, settings.now()))

    # Notes and quiet ----------------------------------------------------------------------------------------------

    @get("/{id:str}/note")
    async def note(self, id: FromPath[str], me: MeDep, storage: StorageDep) -> Note:
        """My private notes at this table."""
        wanted = select(notes.c.text).where(notes.c.table == id, notes.c.person == me.id)
        text: str | None = await storage.found(lambda c: c.execute(wanted).scalar())
        return Note(text or "")

    @put("/{id:str}/note")
    async def write_note(self, id: FromPath[str], data: JSONBody[Note], me: MeDep, storage: StorageDep) -> Note:
        """Write them."""

        def job(connection: Connection) -> None:
            records.read(connection, id)
            connection.execute(sql_delete(notes).where(notes.c.table == id, notes.c.person == me.id))
            connection.execute(insert(notes), {"table": id, "person": me.id, "text": data.text})

        await storage.written(job)
        return data

    @get("/{id:str}/mutes")
    async def muted(self, id: FromPath[str], me: MeDep, storage: StorageDep) -> Mutes:
        """Whom I do not hear: those I muted, and those the host muted for all."""

        def job(connection: Connection) -> Mutes:
            host = records.read(connection, id).row.host
            rows = connection.execute(select(mutes).where(mutes.c.table == id, mutes.c.by.in_((me.id, host)))).all()
            mine = sorted(row.person for row in rows if row.by == me.id)
            return Mutes(mine, sorted(row.person for row in rows if row.by == host))

        return await storage.found(job)

    @put("/{id:str}/mutes/{person:str}", status_code=204)
    async def mute(self, id: FromPath[str], person: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """Not to hear somebody any more; muted by the host, nobody hears him."""
        await storage.written(lambda c: _mute(c, id, me, person, True))

    @delete("/{id:str}/mutes/{person:str}")
    async def unmute(self, id: FromPath[str], person: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """To hear him again."""
        await storage.written(lambda c: _mute(c, id, me, person, False))


def _mute(connection: Connection, id: str, me: Person, person: str, wanted: bool) -> None:
    records.read(connection, id)
    if connection.execute(select(people.c.id).where(people.c.id == person)).first() is None:
        raise Refused("not_found")
    connection.execute(sql_delete(mutes).where(mutes.c.table == id, mutes.c.by == me.id, mutes.c.person == person))
    if wanted:
        connection.execute(insert(mutes), {"table": id, "by": me.id, "person": person})
