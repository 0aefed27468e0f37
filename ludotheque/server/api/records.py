"""Finished matches that people bring along, over HTTP: `/api/records`."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from ludotheque.server.api.dependencies import LimitsDep, MeDep, OpenTablesDep, OwnerDep, SettingsDep, StorageDep
from ludotheque.server.people.services import new_id
from ludotheque.server.tables import importing, views
from ludotheque.server.tables.schemas import TABLE_ID, BroughtRecord, TableView


class RecordsController(Controller):
    """Records of matches from elsewhere."""

    path = "/api/records"
    tags = ("tables",)

    @post()
    async def bring(
        self,
        data: JSONBody[BroughtRecord],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """Open a finished match from its record: to replay, review and share, unrated and unlisted."""
        await limits.new_table(owner.address)
        table_id, seed, now = new_id(TABLE_ID), settings.new_seed(), settings.now()
        brought, played = await open_tables.workers.run(lambda: importing.play_again(data.record, now), owner)
        return views.view(
            await storage.written(lambda c: importing.store(c, me, brought, played, table_id, seed, now)), me
        )
