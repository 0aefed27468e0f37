"""Lessons over HTTP: `/api/games/{name}/lessons`.

A lesson is one or a few decisions of one seat. The page sends all steps so far with each request, so nothing is stored.
"""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

import ludotheque as lt
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import OpenTablesDep, OwnerDep, PathId
from ludotheque.server.lessons.schemas import Asking, LessonMoment, LessonView, Played
from ludotheque.server.lessons.services import find, list_lessons, played
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import Previewed, Reason
from ludotheque.server.matches.entries import describe_entry

NO_ID = ""  # answers over HTTP need no message id


class LessonsController(Controller):
    """Lessons, the position after some steps, and previews of moves in it."""

    path = "/api/games/{name:str}/lessons"
    tags = ("lessons",)
    middleware = (COMPRESSED,)  # lessons hold no secrets

    @get(sync_to_thread=True)
    def lessons(self, name: FromPath[str]) -> list[LessonView]:
        """List the lessons of a game, in order."""
        return list_lessons(lt.game(name, "plain"))

    @post("/{id:str}", status_code=HTTP_200_OK)
    async def moment(
        self,
        name: FromPath[str],
        lesson_id: PathId,
        data: JSONBody[Played],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> LessonMoment:
        """Show a lesson after some steps."""
        lesson = find(name, lesson_id)

        def job() -> LessonMoment:
            match, entries = played(name, lesson, data.steps)
            log = [describe_entry(entry, lesson.seat, number) for number, entry in enumerate(entries, 1)]
            return LessonMoment(face=presenter.face(match, lesson.seat), log=log)

        return await open_tables.workers.run(job, owner)

    @post("/{id:str}/preview", status_code=HTTP_200_OK)
    async def preview(
        self,
        name: FromPath[str],
        lesson_id: PathId,
        data: JSONBody[Asking],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> Previewed:
        """Preview a legal move."""
        lesson = find(name, lesson_id)
        return await open_tables.workers.run(
            lambda: presenter.preview(played(name, lesson, data.steps)[0], lesson.seat, [data.move, *data.then], NO_ID),
            owner,
        )

    @post("/{id:str}/why-not", status_code=HTTP_200_OK)
    async def why_not(
        self,
        name: FromPath[str],
        lesson_id: PathId,
        data: JSONBody[Asking],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> Reason:
        """Explain why a move is illegal; empty if it is legal."""
        lesson = find(name, lesson_id)
        return await open_tables.workers.run(
            lambda: presenter.why_not(played(name, lesson, data.steps)[0], lesson.seat, [data.move, *data.then], NO_ID),
            owner,
        )
