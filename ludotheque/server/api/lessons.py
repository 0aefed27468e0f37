"""Lessons over HTTP: `/api/games/{name}/lessons`.

A lesson is one or a few decisions of one seat. So the page sends all that was played so far, and nothing of it is
stored: whoever tries again sends less.
"""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

import ludotheque as lt
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import OpenTablesDep, OwnerDep
from ludotheque.server.lessons.schemas import Asking, LessonMoment, LessonView, Played
from ludotheque.server.lessons.services import find, played
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import Previewed, Reason
from ludotheque.server.matches.entries import told

NO_ID = ""  # an answer over HTTP needs none to be found


class LessonsController(Controller):
    """From the list of lessons to what a move would do in one."""

    path = "/api/games/{name:str}/lessons"
    tags = ("lessons",)
    middleware = (COMPRESSED,)  # a lesson is nobody's secret

    @get(sync_to_thread=True)
    def lessons(self, name: FromPath[str]) -> list[LessonView]:
        """The lessons of a game, in the order in which they are taken."""
        game = lt.game(name, "plain")
        return [
            LessonView(
                id=lesson.id,
                seat=lesson.seat,
                players=lesson.open(game).players,
                rules=list(lesson.rules),
                goals=[list(goal) for goal in lesson.goals],
                slips=dict(lesson.slips),
            )
            for lesson in game.lessons
        ]

    @post("/{id:str}", status_code=HTTP_200_OK)
    async def moment(
        self,
        name: FromPath[str],
        id: FromPath[str],
        data: JSONBody[Played],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> LessonMoment:
        """A lesson after what has been played."""
        lesson = find(name, id)

        def job() -> LessonMoment:
            match, entries = played(name, lesson, data.steps)
            log = [told(entry, lesson.seat, number) for number, entry in enumerate(entries, 1)]
            return LessonMoment(face=presenter.face(match, lesson.seat), log=log)

        return await open_tables.workers.run(job, owner)

    @post("/{id:str}/preview", status_code=HTTP_200_OK)
    async def preview(
        self,
        name: FromPath[str],
        id: FromPath[str],
        data: JSONBody[Asking],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> Previewed:
        """What a legal move would do."""
        lesson = find(name, id)
        return await open_tables.workers.run(
            lambda: presenter.preview(played(name, lesson, data.steps)[0], lesson.seat, [data.move, *data.then], NO_ID),
            owner,
        )

    @post("/{id:str}/why-not", status_code=HTTP_200_OK)
    async def why_not(
        self,
        name: FromPath[str],
        id: FromPath[str],
        data: JSONBody[Asking],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> Reason:
        """Why a move is not to be made; nothing if it may be."""
        lesson = find(name, id)
        return await open_tables.workers.run(
            lambda: presenter.why_not(played(name, lesson, data.steps)[0], lesson.seat, [data.move, *data.then], NO_ID),
            owner,
        )
