"""Tournaments over HTTP: `/api/tournaments`."""

from __future__ import annotations

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import LimitsDep, MeDep, OwnerDep, SettingsDep, StorageDep, VisitorDep
from ludotheque.server.people.services import new_id
from ludotheque.server.tables.schemas import TABLE_ID
from ludotheque.server.tournaments import services
from ludotheque.server.tournaments.schemas import Entry, NewTournament, TournamentList, TournamentView


class TournamentsController(Controller):
    """From making one to its last standings. What happens in between happens by itself."""

    path = "/api/tournaments"
    tags = ("tournaments",)

    @get()
    async def lists(
        self, storage: StorageDep, visitor: VisitorDep, before: FromQuery[str | None] = None
    ) -> TournamentList:
        """Those that one may enter or watch; and a page of those that are over, the newest first."""
        return await storage.found(lambda c: services.lists(c, visitor, before))

    @post()
    async def create(
        self,
        data: JSONBody[NewTournament],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TournamentView:
        """Make one. Its id is the invitation."""
        await limits.new_table(owner.address)
        id, now = new_id(TABLE_ID), settings.now()
        return await storage.written(lambda c: services.create(c, me, data, id, now))

    @get("/{id:str}", middleware=[COMPRESSED])
    async def look(
        self, id: FromPath[str], storage: StorageDep, visitor: VisitorDep, since: FromQuery[int | None] = None
    ) -> TournamentView | None:
        """A tournament, by its invitation; null, if nothing has changed since that version."""
        return await storage.found(
            lambda c: None if services.read(c, id).version == since else services.view(c, id, visitor)
        )

    @put("/{id:str}/entry")
    async def enter(
        self, id: FromPath[str], data: JSONBody[Entry], me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> TournamentView:
        """Take part, come back, or bring something else to the matches to come."""
        return await storage.written(lambda c: services.enter(c, id, me, data.brought, settings.now()))

    @delete("/{id:str}/entry", status_code=HTTP_200_OK)
    async def leave(self, id: FromPath[str], me: MeDep, storage: StorageDep, settings: SettingsDep) -> TournamentView:
        """Take part no longer; what I am playing in it is given up."""
        return await storage.written(lambda c: services.leave(c, id, me, settings.now()))

    @post("/{id:str}/start", status_code=HTTP_200_OK)
    async def begin(self, id: FromPath[str], me: MeDep, storage: StorageDep, settings: SettingsDep) -> TournamentView:
        """The organiser begins it now."""
        return await storage.written(lambda c: services.begin(c, id, me, settings.now()))

    @delete("/{id:str}", status_code=HTTP_200_OK)
    async def cancel(self, id: FromPath[str], me: MeDep, storage: StorageDep, settings: SettingsDep) -> TournamentView:
        """The organiser calls it off."""
        return await storage.written(lambda c: services.cancel(c, id, me, settings.now()))
