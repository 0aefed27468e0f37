"""Match histories over HTTP, paged by key (`/api/matches`, `/api/me/matches`, …), and seeks (`/api/me/seek`)."""

from __future__ import annotations

from typing import Literal

from litestar import Controller, delete, get, post
from litestar.params import FromQuery, JSONBody
from sqlalchemy import Connection

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
from ludotheque.server.people.services import new_id
from ludotheque.server.tables import history, seeking
from ludotheque.server.tables.history import Wanted
from ludotheque.server.tables.quotas import check_tables
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tables.schemas import TABLE_ID, History, Seek, SeekView

Verdict = Literal["won", "drawn", "lost"]


class HistoryController(Controller):
    """Finished matches: your own, another person's, all listed ones; and the search for an opponent."""

    path = "/api"
    tags = ("history",)

    @get("/me/matches")
    async def mine(
        self,
        me: MeDep,
        storage: StorageDep,
        game: FromQuery[str | None] = None,
        against: FromQuery[str | None] = None,
        result: FromQuery[Verdict | None] = None,
        since: FromQuery[float | None] = None,
        until: FromQuery[float | None] = None,
        rated: FromQuery[bool | None] = None,
        before: FromQuery[str | None] = None,
    ) -> History:
        """A page of your finished matches, the newest first."""
        wanted = Wanted(game, against, result, since, until, rated, before)
        return await storage.found(lambda c: history.of_person(c, me.id, wanted, me))

    @delete("/me/matches/{id:str}")
    async def remove(self, match_id: PathId, me: MeDep, storage: StorageDep, open_tables: OpenTablesDep) -> None:
        """Remove a match from your list; the match itself stays for the others."""
        await open_tables.changed(await storage.written(lambda c: history.remove(c, me, match_id)))

    @post("/me/seek", status_code=200)
    async def seek(
        self,
        data: JSONBody[Seek],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> SeekView:
        """Seek an opponent. Repeat every few seconds until the answer names a table."""
        seed, now = settings.new_seed(), settings.now()
        known = await storage.found(lambda c: seeking.is_seeking(c, me))
        if not known:
            await limits.new_table(owner.address)  # a seek leads to a new table

        def job(connection: Connection) -> tuple[SeekView, TableRecord | None]:
            check_tables(connection, me, settings.tables_of_a_person)
            return seeking.seek(connection, me, data, lambda: new_id(TABLE_ID), seed, now)

        found, table = await storage.written(job)
        if not known or found.since == now or table is not None:
            open_tables.lobby.touch(tables=table is not None)
        if table is not None:
            await open_tables.changed(table)
        return found

    @delete("/me/seek")
    async def stop(self, me: MeDep, storage: StorageDep, open_tables: OpenTablesDep) -> None:
        """End your seek."""
        await storage.written(lambda c: seeking.stop(c, me))
        open_tables.lobby.touch(tables=False)

    @get("/people/{id:str}/matches")
    async def theirs(
        self,
        person_id: PathId,
        storage: StorageDep,
        visitor: VisitorDep,
        game: FromQuery[str | None] = None,
        result: FromQuery[Verdict | None] = None,
        before: FromQuery[str | None] = None,
    ) -> History:
        """A page of the listed finished matches of a person."""
        wanted = Wanted(game=game, result=result, before=before)
        return await storage.found(lambda c: history.of_person(c, person_id, wanted, visitor))

    @get("/matches")
    async def all(
        self,
        storage: StorageDep,
        visitor: VisitorDep,
        game: FromQuery[str | None] = None,
        against: FromQuery[str | None] = None,
        since: FromQuery[float | None] = None,
        until: FromQuery[float | None] = None,
        rated: FromQuery[bool | None] = None,
        before: FromQuery[str | None] = None,
    ) -> History:
        """A page of all listed finished matches."""
        wanted = Wanted(game=game, against=against, since=since, until=until, rated=rated, before=before)
        return await storage.found(lambda c: history.of_all(c, wanted, visitor))
