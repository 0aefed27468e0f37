"""The whole server: all areas behind the gate."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

import ludotheque
from ludotheque.server.errors import ErrorBody, Refused, explain, sentence
from ludotheque.server.games.controllers import GamesController
from ludotheque.server.games.modes import MODES
from ludotheque.server.gate import Gate
from ludotheque.server.lessons.controllers import LessonsController
from ludotheque.server.live.controllers import live
from ludotheque.server.live.room import Room
from ludotheque.server.page import page_routes
from ludotheque.server.people.controllers import PeopleController, me, visitor
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables.controllers import TablesController

HTTP_CODES = {400: "bad_request", 401: "no_person", 403: "not_allowed", 404: "not_found", 405: "method_not_allowed"}
HTTP_CODES |= {413: "too_large", 429: "too_many"}
log = logging.getLogger(__name__)


def make_app(settings: Settings) -> ASGIApp:
    """The server as an ASGI application. The database is opened when it starts."""

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        storage = Storage(settings.database)
        room = Room(storage, settings)
        app.state.storage, app.state.settings, app.state.room = storage, settings, room
        tasks = [asyncio.create_task(work) for work in (room.sweep(), room.watch(), room.keep_up())]
        tasks.append(asyncio.create_task(room.peers.run()))
        if settings.prepare:
            tasks.append(asyncio.create_task(MODES.prepare()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await room.close()
            storage.close()

    app = Litestar(
        [PeopleController, TablesController, GamesController, LessonsController, live, *page_routes(settings.page)],
        dependencies={
            "storage": Provide(_storage, sync_to_thread=False),
            "settings": Provide(_settings, sync_to_thread=False),
            "room": Provide(_room, sync_to_thread=False),
            "visitor": Provide(visitor),
            "me": Provide(me),
        },
        exception_handlers={HTTPException: _http_error, Exception: _any_error},
        lifespan=[opened],
        request_max_body_size=settings.largest_request,
        # As JSON alone: the usual viewers fetch their scripts from elsewhere, which our policy forbids.
        openapi_config=OpenAPIConfig(
            title="Ludothèque", version=ludotheque.__version__, render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        logging_config=None,
        debug=False,
    )
    return Gate(app, settings)


def _storage(state: State) -> Storage:
    storage: Storage = state.storage
    return storage


def _settings(state: State) -> Settings:
    settings: Settings = state.settings
    return settings


def _room(state: State) -> Room:
    room: Room = state.room
    return room


def _http_error(_: Request[Any, Any, State], error: HTTPException) -> Response[ErrorBody]:
    """What the framework refuses: no such place, a body that does not fit."""
    status = error.status_code
    code = HTTP_CODES.get(status, "bad_request" if status < 500 else "internal")
    faults = None
    if status == 400 and isinstance(error.extra, list):
        faults = [{"line": 0, "field": e.get("key", ""), "problem": e.get("message", "")} for e in error.extra]
    body = ErrorBody(code=code, message=sentence(code), faults=faults)
    return Response(body, status_code=status if status < 500 else 500, media_type=MediaType.JSON)


def _any_error(_: Request[Any, Any, State], error: Exception) -> Response[ErrorBody]:
    """Everything else: refused on purpose, or a fault of ours, of which nothing is told."""
    status, body = explain(error)
    if not isinstance(error, Refused) and status >= 500:
        log.error("a request failed: %s", type(error).__name__, exc_info=error)
    return Response(body, status_code=status, media_type=MediaType.JSON)
