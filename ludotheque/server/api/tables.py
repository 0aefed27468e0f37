"""Tables over HTTP: `/api/tables`."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection, insert, select
from sqlalchemy import delete as sql_delete

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.messages import Language
from ludotheque.server import pictures
from ludotheque.server.api.address import address_of
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import (
    LimitsDep,
    MeDep,
    OpenTablesDep,
    OwnerDep,
    PathId,
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
from ludotheque.server.matches.match import Match
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


class TablesController(Controller):
    """Tables, from their creation to the record of the match."""

    path = "/api/tables"
    tags = ("tables",)

    @get()
    async def lists(self, storage: StorageDep, visitor: VisitorDep) -> TableList:
        """List your tables, open ones, and listed ones with running or finished matches."""
        return await storage.found(lambda c: history.lists(c, visitor))

    @post()
    async def create(
        self,
        data: JSONBody[NewTable],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """Create a table. Its id is the invitation."""
        table_id, seed = new_id(TABLE_ID), settings.new_seed()
        job: Job[TableRecord] = lambda c: making.create(c, me, data, table_id, seed, settings.now())  # noqa: E731
        await limits.new_table(owner.address, bots_among(data.seats))
        table = await self._laid(storage, settings, me, job)
        if data.listed:
            open_tables.lobby.touch()
        return table

    @staticmethod
    async def _laid(storage: Storage, settings: Settings, me: Person, job: Job[TableRecord]) -> TableView:
        """Create a table within the limits on tables and bots of a person."""

        def laid(connection: Connection) -> TableRecord:
            check_tables(connection, me, settings.tables_of_a_person)
            record = job(connection)
            check_bots(connection, me, settings.bots_of_a_person)
            return record

        return views.view(await storage.written(laid), me)

    @get("/{id:str}")
    async def show_table(
        self, table_id: PathId, storage: StorageDep, visitor: VisitorDep, open_tables: OpenTablesDep
    ) -> TableView:
        """Show a table by its id."""
        record = await storage.found(lambda c: records.read_table(c, table_id))
        table = open_tables.tables.get(table_id)
        return views.view(record, visitor, table.here, table.watching) if table else views.view(record, visitor)

    @get("/{id:str}/invitation.svg", media_type="image/svg+xml")
    async def invitation(
        self, table_id: PathId, request: Request[Any, Any, State], storage: StorageDep, settings: SettingsDep
    ) -> bytes:
        """The table's address as a QR code."""
        from ludotheque.server import qr  # only here: nothing else at a table uses it

        await storage.found(lambda c: records.read_table(c, table_id))
        return qr.as_svg(f"{address_of(request, settings)}/table/{table_id}")

    @post("/{id:str}/seats/{seat:int}", status_code=HTTP_200_OK)
    async def sit(
        self,
        table_id: PathId,
        seat: FromPath[int],
        data: JSONBody[Sit],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
    ) -> TableView:
        """Take a seat; or, before the start, change what you bring. A match of invited people may begin with it."""
        here = (await open_tables.open(table_id)).here

        def seated(connection: Connection) -> TableRecord:
            new = me.id not in records.read_table(connection, table_id).people
            record = seating.sit(connection, table_id, me, seat, data)
            return starting.start_among_friends(connection, record, settings.now(), here) if new else record

        return await self._changed(storage, open_tables, me, seated)

    @delete("/{id:str}/seats/{seat:int}", status_code=HTTP_200_OK)
    async def leave(
        self, table_id: PathId, seat: FromPath[int], me: MeDep, storage: StorageDep, open_tables: OpenTablesDep
    ) -> TableView:
        """Leave a seat, or free another player's as the host. Leaving a running rated match is resigning from it."""
        record = await storage.found(lambda c: records.read_table(c, table_id))
        duel = record.row.tournament is not None and len(record.seats) == 2  # leaving that is refused
        if record.row.rated and record.running and not duel and seat in record.seats_of(me):
            table = await open_tables.open(table_id)
            await table.resign(me, seat)
            return views.view(table.record, me)
        return await self._changed(storage, open_tables, me, lambda c: seating.leave(c, table_id, me, seat))

    @put("/{id:str}/seats/{seat:int}")
    async def change(
        self,
        table_id: PathId,
        seat: FromPath[int],
        data: JSONBody[ChangeSeat],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """Open a seat or give it to a bot, as the host."""
        if data.kind == "bot":
            await limits.new_bots(owner.address)

        def changed(connection: Connection) -> TableRecord:
            record = seating.change(connection, table_id, me, seat, data)
            check_bots(connection, me, settings.bots_of_a_person)
            return record

        return await self._changed(storage, open_tables, me, changed)

    @post("/{id:str}/start", status_code=HTTP_200_OK)
    async def start(
        self, table_id: PathId, me: MeDep, storage: StorageDep, settings: SettingsDep, open_tables: OpenTablesDep
    ) -> TableView:
        """Start the match, as the host."""
        here, now = (await open_tables.open(table_id)).here, settings.now
        return await self._changed(storage, open_tables, me, lambda c: starting.start(c, table_id, me, now(), here))

    @put("/{id:str}/seats/{seat:int}/pledge")
    async def pledge(
        self,
        table_id: PathId,
        seat: FromPath[int],
        data: JSONBody[Pledge],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
    ) -> TableView:
        """Pledge your contribution to the deal by its hash. A rematch begins when all have pledged."""
        hashed, now = data.pledge, settings.now
        return await self._changed(
            storage, open_tables, me, lambda c: starting.pledge(c, table_id, me, seat, hashed, now())
        )

    @post("/{id:str}/seats/{seat:int}/contribution", status_code=HTTP_200_OK)
    async def contribute(
        self,
        table_id: PathId,
        seat: FromPath[int],
        data: JSONBody[Contribution],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
    ) -> TableView:
        """Open your pledged contribution to the deal."""
        given, now = data.contribution, settings.now
        job: Job[TableRecord] = lambda c: starting.open_contribution(c, table_id, me, seat, given, now())  # noqa: E731
        return await self._changed(storage, open_tables, me, job)

    @post("/{id:str}/seats/{seat:int}/resignation", status_code=HTTP_200_OK)
    async def resign(self, table_id: PathId, seat: FromPath[int], me: MeDep, open_tables: OpenTablesDep) -> TableView:
        """Resign: between two the other wins, among more a bot plays on."""
        table = await open_tables.open(table_id)
        await table.resign(me, seat)
        return views.view(table.record, me)

    @post("/{id:str}/seats/{seat:int}/agreement", status_code=HTTP_200_OK)
    async def agree_to_end(
        self, table_id: PathId, seat: FromPath[int], me: MeDep, open_tables: OpenTablesDep
    ) -> TableView:
        """Propose a draw; the match ends once everyone has."""
        table = await open_tables.open(table_id)
        await table.agree_to_end(me, seat)
        return views.view(table.record, me)

    @post("/{id:str}/pause", status_code=HTTP_200_OK)
    async def pause(self, table_id: PathId, me: MeDep, open_tables: OpenTablesDep) -> TableView:
        """Pause the match; the clocks stand still."""
        return await self._pause(table_id, me, open_tables, True)

    @delete("/{id:str}/pause", status_code=HTTP_200_OK)
    async def go_on(self, table_id: PathId, me: MeDep, open_tables: OpenTablesDep) -> TableView:
        """Resume the match."""
        return await self._pause(table_id, me, open_tables, False)

    async def _pause(self, table_id: str, me: Person, open_tables: OpenTables, wanted: bool) -> TableView:
        table = await open_tables.open(table_id)
        await table.pause(me, wanted)
        return views.view(table.record, me)

    @post("/{id:str}/rematch")
    async def rematch(
        self,
        table_id: PathId,
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
        rated: FromQuery[bool] = False,
    ) -> TableView:
        """Propose a rematch to the same people, rated or not; it begins when everybody has accepted it."""
        seed, now = settings.new_seed(), settings.now
        table = await storage.found(lambda c: records.read_table(c, table_id))
        if not table.row.rematch:
            await limits.new_table(owner.address, sum(seat.kind == "bot" for seat in table.seats))

        def propose(connection: Connection) -> TableRecord:
            if not records.read_table(connection, table_id).row.rematch:
                check_tables(connection, me, settings.tables_of_a_person)
            record = making.rematch(connection, table_id, me, rated, lambda: new_id(TABLE_ID), seed, now())
            check_bots(connection, me, settings.bots_of_a_person)
            return record

        record = await storage.written(propose)
        await open_tables.changed(record)
        await open_tables.changed(await storage.found(lambda c: records.read_table(c, table_id)))
        return views.view(record, me)

    async def _changed(self, storage: Storage, open_tables: OpenTables, me: Person, job: Job[TableRecord]) -> TableView:
        record = await storage.written(job)
        await open_tables.changed(record)
        return views.view(record, me)

    # Logs and records ---------------------------------------------------------------------------------------------

    @get("/{id:str}/log")
    async def log(
        self,
        table_id: PathId,
        storage: StorageDep,
        visitor: VisitorDep,
        open_tables: OpenTablesDep,
        seat: FromQuery[int] = SPECTATOR,
        since: FromQuery[int] = 0,
    ) -> list[Told]:
        """A page of your log, or of the spectators' log, after entry `since`."""
        await open_tables.open(table_id)  # a match that these rules can't go on with is closed

        def job(connection: Connection) -> list[Told]:
            self._check_viewer(records.read_table(connection, table_id), visitor, seat)
            upto = min(ledger.count_noticed(connection, table_id, seat), max(0, since) + ledger.LOG_PAGE)
            head = ledger.number_of(connection, table_id, seat, upto) if upto else 0
            return ledger.log_page(connection, table_id, seat, head, upto, max(0, since))

        return await storage.found(job)

    @get("/{id:str}/at/{number:int}")
    async def at(
        self,
        table_id: PathId,
        number: FromPath[int],
        storage: StorageDep,
        visitor: VisitorDep,
        open_tables: OpenTablesDep,
        seat: FromQuery[int] = SPECTATOR,
    ) -> Face:
        """The position as you saw it after an entry of your log."""
        await open_tables.open(table_id)  # a match that these rules can't go on with is closed

        def job(connection: Connection) -> Match:
            record = records.read_table(connection, table_id)
            self._check_viewer(record, visitor, seat)
            return record.load(connection, ledger.number_of(connection, table_id, seat, number))

        return presenter.past_face(await storage.found(job), seat)

    @staticmethod
    def _check_viewer(record: TableRecord, visitor: Person | None, seat: int) -> None:
        """Refuse a visitor who may not see a match through that seat; `record` is of the read that fetches the data."""
        if record.phase not in ("playing", "paused", "over"):
            raise Refused("not_started")
        if seat != SPECTATOR and seat not in record.seats_of(visitor):
            raise Refused("not_your_seat")

    @get("/{id:str}/replay", middleware=[COMPRESSED])
    async def replay(
        self, table_id: PathId, storage: StorageDep, settings: SettingsDep, since: FromQuery[int] = 0
    ) -> list[OpenEntry]:
        """After the end: a page of all entries, with nothing hidden."""
        return await storage.found(lambda c: finished.whole_log(c, table_id, since, settings.now()))

    @get("/{id:str}/replay/{number:int}", middleware=[COMPRESSED])
    async def replay_at(
        self,
        table_id: PathId,
        number: FromPath[int],
        storage: StorageDep,
        settings: SettingsDep,
        seat: FromQuery[int | None] = None,
    ) -> OpenFace:
        """After the end: the position after an entry, with nothing hidden, or as a seat saw it then."""
        return await storage.found(lambda c: finished.position_at(c, table_id, number, settings.now(), seat))

    @get("/{id:str}/points", middleware=[COMPRESSED])
    async def points(
        self,
        table_id: PathId,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> list[Points]:
        """After the end: the scores after every entry."""
        if (known := open_tables.points.get(table_id)) is None:
            history = await storage.found(lambda c: finished.history(c, table_id, settings.now()))
            known = await open_tables.workers.run(history, owner)
            open_tables.points.put(table_id, known)
        return known

    @get("/{id:str}/picture", media_type="image/png")
    async def picture(
        self,
        table_id: PathId,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        owner: OwnerDep,
        language: FromQuery[Language] = "en",
    ) -> Response[bytes]:
        """The picture for link previews of the table, 1200 by 630; after the end with the last position."""
        table = await storage.found(lambda c: records.read_table(c, table_id))
        known = sharing.version(table, language, settings.now())
        if (painted := open_tables.pictures.get(known)) is None:
            poster = await storage.found(lambda c: sharing.poster(c, table, language, settings.now()))
            painted = await open_tables.workers.run(lambda: pictures.png(poster()), owner)
            open_tables.pictures.put(known, painted)
        return Response(painted, media_type="image/png", headers={"cache-control": "public, max-age=3600"})

    @post("/{id:str}/fork")
    async def fork(
        self,
        table_id: PathId,
        data: JSONBody[Fork],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """After the end: create a table that plays on from an entry. Its deal is not a fair deal."""
        fresh, seed, now = new_id(TABLE_ID), settings.new_seed(), settings.now()
        job: Job[TableRecord] = lambda c: finished.fork(c, table_id, data, me, fresh, seed, now)  # noqa: E731
        table = await storage.found(lambda c: records.read_table(c, table_id))
        await limits.new_table(owner.address, bots_among(data.seats) if data.seats else len(table.seats) - 1)
        return await self._laid(storage, settings, me, job)

    @get("/{id:str}/record", middleware=[COMPRESSED])
    async def record(self, table_id: PathId, storage: StorageDep, settings: SettingsDep) -> dict[str, Any]:
        """After the end: the full record, to replay and verify."""
        return await storage.found(lambda c: finished.record(c, table_id, settings.now()))

    @get("/{id:str}/text", media_type="text/plain", middleware=[COMPRESSED])
    async def text(
        self, table_id: PathId, storage: StorageDep, settings: SettingsDep, language: FromQuery[Language] = "en"
    ) -> str:
        """After the end: the whole match in words."""
        return await storage.found(lambda c: finished.as_text(c, table_id, language, settings.now()))

    @post("/{id:str}/invitations", status_code=204)
    async def invite(
        self,
        table_id: PathId,
        data: JSONBody[Invitation],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> None:
        """Invite a person you have played with: the table appears in their list, and they are notified once."""
        await limits.new_invitation(owner.address, me.id, data.person)
        table = await storage.written(lambda c: history.invite(c, me, table_id, data.person, settings.now()))
        if table is not None:
            open_tables.lobby.invited(data.person)
            open_tables.notifier.invite(data.person, table, me.name)

    # Notes and mutes ----------------------------------------------------------------------------------------------

    @get("/{id:str}/note")
    async def note(self, table_id: PathId, me: MeDep, storage: StorageDep) -> Note:
        """Show your private notes at this table."""
        wanted = select(notes.c.text).where(notes.c.table == table_id, notes.c.person == me.id)
        text: str | None = await storage.found(lambda c: c.execute(wanted).scalar())
        return Note(text or "")

    @put("/{id:str}/note")
    async def write_note(self, table_id: PathId, data: JSONBody[Note], me: MeDep, storage: StorageDep) -> Note:
        """Change your private notes."""

        def job(connection: Connection) -> None:
            records.read_table(connection, table_id)
            connection.execute(sql_delete(notes).where(notes.c.table == table_id, notes.c.person == me.id))
            connection.execute(insert(notes), {"table": table_id, "person": me.id, "text": data.text})

        await storage.written(job)
        return data

    @get("/{id:str}/mutes")
    async def muted(self, table_id: PathId, me: MeDep, storage: StorageDep) -> Mutes:
        """List the people you have muted, and those the host has muted for all."""

        def job(connection: Connection) -> Mutes:
            host = records.read_table(connection, table_id).row.host
            rows = connection.execute(
                select(mutes).where(mutes.c.table == table_id, mutes.c.by.in_((me.id, host)))
            ).all()
            mine = sorted(row.person for row in rows if row.by == me.id)
            return Mutes(mine, sorted(row.person for row in rows if row.by == host))

        return await storage.found(job)

    @put("/{id:str}/mutes/{person:str}", status_code=204)
    async def mute(self, table_id: PathId, person: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """Mute a person, for yourself or, as the host, for all."""
        await storage.written(lambda c: _mute(c, table_id, me, person, True))

    @delete("/{id:str}/mutes/{person:str}")
    async def unmute(self, table_id: PathId, person: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """Unmute a person."""
        await storage.written(lambda c: _mute(c, table_id, me, person, False))


def _mute(connection: Connection, table_id: str, me: Person, person: str, wanted: bool) -> None:
    records.read_table(connection, table_id)
    if connection.execute(select(people.c.id).where(people.c.id == person)).first() is None:
        raise Refused("not_found")
    connection.execute(
        sql_delete(mutes).where(mutes.c.table == table_id, mutes.c.by == me.id, mutes.c.person == person)
    )
    if wanted:
        connection.execute(insert(mutes), {"table": table_id, "by": me.id, "person": person})
