"""One's own mistakes over HTTP: `/api/me/mistakes`."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import MeDep, PathId, SettingsDep, StorageDep
from ludotheque.server.practice import services
from ludotheque.server.practice.schemas import Exercise, Practice, PracticeVerdict
from ludotheque.server.problems.schemas import Answer


class PracticeController(Controller):
    """Your mistakes from reviewed matches, solved again when they are due. Nobody else sees them."""

    path = "/api/me/mistakes"
    tags = ("practice",)

    @get(middleware=[COMPRESSED])
    async def mistakes(self, me: MeDep, storage: StorageDep, settings: SettingsDep) -> Practice:
        """List your mistakes, the due ones first."""
        return await storage.found(lambda c: services.listed(c, me, settings.now()))

    @get("/{id:str}/{number:int}", middleware=[COMPRESSED])
    async def exercise(
        self, table_id: PathId, number: FromPath[int], me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> Exercise:
        """Show a mistake to be solved: the position as you saw it, and what you played."""
        now = settings.now()
        return await storage.found(lambda c: services.exercise(c, me, table_id, number, now))

    @post("/{id:str}/{number:int}/answer", status_code=HTTP_200_OK)
    async def answer(
        self,
        table_id: PathId,
        number: FromPath[int],
        data: JSONBody[Answer],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
    ) -> PracticeVerdict:
        """Answer a mistake. The first answer when it is due says when it comes back."""
        now = settings.now()
        return await storage.written(lambda c: services.answer(c, me, table_id, number, data.move, data.hinted, now))

    @post("/{id:str}/{number:int}/solution", status_code=HTTP_200_OK)
    async def solution(
        self, table_id: PathId, number: FromPath[int], me: MeDep, storage: StorageDep, settings: SettingsDep
    ) -> PracticeVerdict:
        """Show the better move. If the mistake is due, this counts as a wrong answer."""
        now = settings.now()
        return await storage.written(lambda c: services.answer(c, me, table_id, number, None, False, now))
