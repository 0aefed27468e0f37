"""Problems over HTTP: `/api/problems`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import (
    LimitsDep,
    OpenTablesDep,
    OwnerDep,
    PathId,
    SettingsDep,
    StorageDep,
    VisitorDep,
)
from ludotheque.server.live import presenter
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.protocol import Action, Previewed, Reason
from ludotheque.server.live.workers import Owner
from ludotheque.server.matches.match import Match
from ludotheque.server.problems import catalogue, services
from ludotheque.server.problems.schemas import Answer, Looking, ProblemList, ProblemVerdict, ProblemView

Told = TypeVar("Told")
Look: TypeAlias = Callable[[Match, int, Sequence[Action], str], Told]
NO_ID = ""  # answers over HTTP need no message id


class ProblemsController(Controller):
    """Positions with one clearly best move: listed, solved and rated. They come from matches of bots."""

    path = "/api/problems"
    tags = ("problems",)

    @get(middleware=[COMPRESSED])
    async def problems(self, storage: StorageDep, settings: SettingsDep, visitor: VisitorDep) -> ProblemList:
        """List all problems with the problem of the day, and what is yours of them."""
        return await storage.found(lambda c: services.listed(c, visitor, settings.now()))

    @get("/{game:str}/{id:str}", middleware=[COMPRESSED])
    async def problem(
        self,
        game: FromPath[str],
        problem_id: PathId,
        storage: StorageDep,
        open_tables: OpenTablesDep,
        owner: OwnerDep,
        visitor: VisitorDep,
    ) -> ProblemView:
        """Show a problem as its seat sees it."""
        name = f"{game}/{problem_id}"
        _, problem = catalogue.find(name)
        card = await storage.found(lambda c: services.card(c, name, visitor))
        face = await open_tables.workers.run(lambda: presenter.face(catalogue.position(name), problem.seat), owner)
        return ProblemView(card, problem.seat, face)

    @post("/{game:str}/{id:str}/answer", status_code=HTTP_200_OK)
    async def answer(
        self,
        game: FromPath[str],
        problem_id: PathId,
        data: JSONBody[Answer],
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
        visitor: VisitorDep,
    ) -> ProblemVerdict:
        """Answer a problem. Your first answer counts for your rating and for the problem's."""
        await limits.new_answer(owner.address)
        name, now = f"{game}/{problem_id}", settings.now()
        text = await open_tables.workers.run(lambda: catalogue.checked(name, data.move), owner)
        return await storage.written(lambda c: services.answer(c, name, text, visitor, now))

    @post("/{game:str}/{id:str}/solution", status_code=HTTP_200_OK)
    async def solution(
        self,
        game: FromPath[str],
        problem_id: PathId,
        storage: StorageDep,
        settings: SettingsDep,
        limits: LimitsDep,
        owner: OwnerDep,
        visitor: VisitorDep,
    ) -> ProblemVerdict:
        """Show the solution. Before your first answer this counts as a wrong one."""
        await limits.new_answer(owner.address)
        name, now = f"{game}/{problem_id}", settings.now()
        return await storage.written(lambda c: services.answer(c, name, None, visitor, now))

    @post("/{game:str}/{id:str}/preview", status_code=HTTP_200_OK)
    async def preview(
        self,
        game: FromPath[str],
        problem_id: PathId,
        data: JSONBody[Looking],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> Previewed:
        """Preview a legal move."""
        return await _looked(presenter.preview, f"{game}/{problem_id}", data, open_tables, owner)

    @post("/{game:str}/{id:str}/why-not", status_code=HTTP_200_OK)
    async def why_not(
        self,
        game: FromPath[str],
        problem_id: PathId,
        data: JSONBody[Looking],
        open_tables: OpenTablesDep,
        owner: OwnerDep,
    ) -> Reason:
        """Explain why a move is illegal; empty if it is legal."""
        return await _looked(presenter.why_not, f"{game}/{problem_id}", data, open_tables, owner)


async def _looked(look: Look[Told], name: str, data: Looking, open_tables: OpenTables, owner: Owner) -> Told:
    """Return what the presenter says of a move in a problem's position."""
    _, problem = catalogue.find(name)
    moves = [data.move, *data.then]
    return await open_tables.workers.run(lambda: look(catalogue.position(name), problem.seat, moves, NO_ID), owner)
