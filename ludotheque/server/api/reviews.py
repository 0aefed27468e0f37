"""Reviews of finished matches over HTTP: `/api/tables/{id}/review`."""

from __future__ import annotations

from typing import Literal

from litestar import Controller, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from ludotheque.bots.trying import try_move
from ludotheque.messages import Language
from ludotheque.play.position import Position
from ludotheque.server import pictures
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.api.dependencies import (
    LimitsDep,
    MeDep,
    OpenTablesDep,
    OwnerDep,
    PathId,
    ReviewsDep,
    SettingsDep,
    StorageDep,
    VisitorDep,
)
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import Face
from ludotheque.server.matches.match import Match
from ludotheque.server.reviews import cards, services, views
from ludotheque.server.reviews.schemas import ReviewView, TriedMove, TryMove


class ReviewsController(Controller):
    """The review of a finished match: begun when somebody asks for it, then kept with the match."""

    path = "/api/tables/{id:str}/review"
    tags = ("reviews",)

    @get(middleware=[COMPRESSED])
    async def show(self, table_id: PathId, reviews: ReviewsDep, have: FromQuery[int] = 0) -> ReviewView:
        """The review as it stands; while it is made, ask again with the revision that you have."""
        return await reviews.show(table_id, have)

    @post(status_code=HTTP_200_OK, middleware=[COMPRESSED])
    async def begin(self, table_id: PathId, me: MeDep, reviews: ReviewsDep, owner: OwnerDep) -> ReviewView:
        """Have the match reviewed, or go on with a review that has stopped."""
        return await reviews.begin(table_id, me, owner)

    @get("/at/{number:int}/{seat:int}", middleware=[COMPRESSED])
    async def before(
        self,
        table_id: PathId,
        number: FromPath[int],
        seat: FromPath[int],
        storage: StorageDep,
        settings: SettingsDep,
    ) -> Face:
        """Return what a seat saw when it made a decision, with its legal moves."""
        now = settings.now()
        pos: Position = await storage.found(lambda c: services.position_before(c, table_id, number, seat, now))
        nothing = (0,) * pos.players
        return presenter.face(Match(pos, number, (*nothing, 0), nothing), seat)

    @post("/at/{number:int}/{seat:int}", status_code=HTTP_200_OK)
    async def attempt(
        self,
        table_id: PathId,
        number: FromPath[int],
        seat: FromPath[int],
        data: JSONBody[TryMove],
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TriedMove:
        """Measure another move in the position of a decision, in new worlds."""
        await limits.new_answer(owner.address)
        now = settings.now()
        pos: Position = await storage.found(lambda c: services.position_before(c, table_id, number, seat, now))
        verdict = await storage.found(lambda c: services.verdict_on(c, table_id, number, seat))

        def measure() -> TriedMove:
            action = data.move if isinstance(data.move, int) else pos.game.action(data.move)
            return views.tried(pos.game, try_move(pos, verdict, action, table_id))

        return await open_tables.workers.run(measure, owner)

    @get("/card", media_type="image/svg+xml")
    async def card(
        self,
        table_id: PathId,
        storage: StorageDep,
        settings: SettingsDep,
        visitor: VisitorDep,
        open_tables: OpenTablesDep,
        owner: OwnerDep,
        form: FromQuery[Literal["svg", "png"]] = "svg",
        language: FromQuery[Language] = "en",
    ) -> Response[bytes]:
        """Return a complete review as a picture to share, 1200 by 630: the curve, the result and the players."""
        table, stored = await storage.found(lambda c: services.complete_review(c, table_id, settings.now()))

        def draw() -> bytes:
            poster = cards.card(table, stored.review, stored.entries, visitor, language)
            return pictures.png(poster) if form == "png" else pictures.markup(poster).encode()

        drawn = await open_tables.workers.run(draw, owner)
        headers = {
            "content-disposition": f'attachment; filename="ludotheque-{table.row.game}.{form}"',
            "cache-control": "private, no-cache",  # it names the person who asks for it
        }
        return Response(drawn, media_type="image/png" if form == "png" else "image/svg+xml", headers=headers)
