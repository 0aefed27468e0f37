"""Tournaments over HTTP: `/api/tournaments`."""

from __future__ import annotations

from litestar import Controller, delete, get, post, put
from litestar.params import FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import LimitsDep, MeDep, OwnerDep, PathId, SettingsDep, StorageDep, VisitorDep
from ludotheque.server.people.services import new_id
from ludotheque.server.tables.schemas import TABLE_ID
from ludotheque.server.tournaments import services
from ludotheque.server.tournaments.schemas import Entry, NewTournament, TournamentList, TournamentView


class TournamentsController(Controller):
    """Tournaments, from their creation to the final standings. The server runs them."""

    path = "/api/tournaments"
    tags = ("tournaments",)

    @get()
    async def lists(
        self, storage: StorageDep, visitor: VisitorDep, before: FromQuery[str | None] = None
    ) -> TournamentList:
        """List tournaments to enter or watch, and a page of finished ones, the newest first."""
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
        """Create a tournament. Its id is the invitation."""
        await limits.new_table(owner.address)
        tournament_id, now = new_id(TABLE_ID), settings.now()
        return await storage.written(lambda c: services.create(c, me, data, tournament_id, now))

    @get("/{id:str}", middleware=[COMPRESSED])
    async def show_tournament(
        self,
        tournament_id: PathId,
        storage: StorageDep,
        visitor: VisitorDep,
        limits: LimitsDep,
        owner: OwnerDep,
        since: FromQuery[int | None] = None,
    ) -> TournamentView | None:
        """Show a tournament by its id; null if nothing has changed since that version."""
        if visitor is not None:
            limits.note_address(visitor.id, owner.address)
        return await storage.found(
            lambda c: (
                None
                if services.read_tournament(c, tournament_id).version == since
                else services.view(c, tournament_id, visitor)
            )
        )

    @put("/{id:str}/entry")
    async def enter(
        self,
        tournament_id: PathId,
        data: JSONBody[Entry],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TournamentView:
        """Enter, come back, or change what you bring to the next matches."""
        limits.note_address(me.id, owner.address)
        return await storage.written(lambda c: services.enter(c, tournament_id, me, data.brought, settings.now()))

    @delete("/{id:str}/entry", status_code=HTTP_200_OK)
    async def leave(
        self, tournament_id: PathId, me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> TournamentView:
        """Leave the tournament, and resign your running match in it."""
        return await storage.written(lambda c: services.leave(c, tournament_id, me, settings.now()))

    @post("/{id:str}/start", status_code=HTTP_200_OK)
    async def begin(
        self, tournament_id: PathId, me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> TournamentView:
        """Start the tournament now, as its organiser."""
        return await storage.written(lambda c: services.begin(c, tournament_id, me, settings.now()))

    @delete("/{id:str}", status_code=HTTP_200_OK)
    async def cancel(
        self, tournament_id: PathId, me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> TournamentView:
        """Cancel the tournament, as its organiser."""
        return await storage.written(lambda c: services.cancel(c, tournament_id, me, settings.now()))
