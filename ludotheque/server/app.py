"""Builds the server: storage, open tables and the API behind the security middleware."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

import ludotheque
from ludotheque.errors import trace
from ludotheque.server.addresses import Bans
from ludotheque.server.api.daily import DailyController
from ludotheque.server.api.dependencies import PROVIDERS
from ludotheque.server.api.errors import explain
from ludotheque.server.api.games import GamesController
from ludotheque.server.api.history import HistoryController
from ludotheque.server.api.lessons import LessonsController
from ludotheque.server.api.operating import OPERATING
from ludotheque.server.api.page import page_routes
from ludotheque.server.api.people import PeopleController
from ludotheque.server.api.practice import PracticeController
from ludotheque.server.api.problems import ProblemsController
from ludotheque.server.api.profiles import ProfilesController
from ludotheque.server.api.records import RecordsController
from ludotheque.server.api.reviews import ReviewsController
from ludotheque.server.api.security import SecurityMiddleware
from ludotheque.server.api.socket import live
from ludotheque.server.api.tables import TablesController
from ludotheque.server.api.tournaments import TournamentsController
from ludotheque.server.errors import ErrorBody, Refused, sentence
from ludotheque.server.games.modes import MODES
from ludotheque.server.limits import Limits
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.reviewing import Reviews
from ludotheque.server.live.tournaments import keep_tournaments_going
from ludotheque.server.metrics import Metrics, open_files, resident_bytes
from ludotheque.server.people.services import new_id
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tasks import cancel_and_wait

HTTP_CODES = {400: "bad_request", 401: "no_person", 403: "not_allowed", 404: "not_found", 405: "method_not_allowed"}
HTTP_CODES |= {408: "too_late", 413: "too_large", 429: "too_many"}
CANCEL_SECONDS = 1.0  # after which a task that has not ended is cancelled again
log = logging.getLogger(__name__)


def make_app(settings: Settings, given: Storage | None = None, routed: Litestar | None = None) -> ASGIApp:
    """Return the server as an ASGI application.

    Without `given`, it opens the database of the settings when it starts. `routed` reuses the routes of a server that
    is closed: making them takes most of the time.
    """

    metrics, bans = Metrics(), Bans()
    limits = Limits(settings, new_id())

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        storage = given or Storage(settings.database, serving=True)
        open_tables = OpenTables(storage, settings, limits, metrics, bans)
        storage.on_written = metrics.commit_seconds.observe
        _watch(metrics, open_tables, storage, limits)
        app.state.metrics = metrics
        app.state.limits = limits
        app.state.storage, app.state.settings, app.state.open_tables = storage, settings, open_tables
        app.state.reviews = reviews = Reviews(open_tables)
        works = [open_tables.sweep(), open_tables.watch(), open_tables.keep_up(), open_tables.peers.run()]
        works.append(open_tables.lobby.run())
        works += [keep_tournaments_going(open_tables), limits.shared.run(), open_tables.forget()]
        tasks = [asyncio.create_task(work) for work in works]
        if settings.prepare:
            tasks.append(asyncio.create_task(MODES.prepare()))
        try:
            yield
        finally:
            await cancel_and_wait(tasks, CANCEL_SECONDS)
            await reviews.close()
            await open_tables.close()
            storage.close()

    app = routed or make_routed(settings)
    app.state.opened = opened
    return SecurityMiddleware(app, settings, limits, metrics, bans)


def make_routed(settings: Settings) -> Litestar:
    """Return all routes of the server; of the settings they depend on `page` and `largest_request` only."""
    return Litestar(
        [
            PeopleController,
            ProfilesController,
            TablesController,
            ReviewsController,
            RecordsController,
            TournamentsController,
            DailyController,
            HistoryController,
            GamesController,
            LessonsController,
            ProblemsController,
            PracticeController,
            live,
            *OPERATING,
            *page_routes(settings.page),
        ],
        dependencies=PROVIDERS,
        exception_handlers={HTTPException: _http_error, Exception: _any_error},
        lifespan=[_opened],
        request_max_body_size=settings.largest_request,
        # JSON only: the usual viewers load scripts from other sites, which our content security policy forbids.
        openapi_config=OpenAPIConfig(
            title="Ludothèque",
            version=ludotheque.__version__,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        logging_config=None,
        debug=False,
    )


@asynccontextmanager
async def _opened(app: Litestar) -> AsyncIterator[None]:
    """Enter the lifespan context that `make_app` has put into the state."""
    async with app.state.opened(app):
        yield


def _watch(metrics: Metrics, open_tables: OpenTables, storage: Storage, limits: Limits) -> None:
    """Add the gauges whose values are looked up when the metrics are requested."""
    tables, workers = open_tables.tables, open_tables.workers
    metrics.gauge("tables_open", "Tables in memory.", lambda: len(tables))
    metrics.gauge("tables_watched", "Tables at which a page is open.", lambda: sum(t.busy for t in tables.values()))
    metrics.gauge("sockets", "Open sockets.", lambda: len(open_tables.pages))
    metrics.gauge("lobby_pages", "Pages that show the lobby.", lambda: open_tables.lobby.pages)
    metrics.gauge("bots_waiting", "Bot moves and hints waiting for a thread.", lambda: len(workers.bots))
    metrics.gauge("questions_waiting", "Previews and the like waiting for a thread.", lambda: len(workers.questions))
    metrics.gauge("commits_waiting", "Writes waiting to be committed.", lambda: storage.waiting)
    metrics.gauge("commits", "Groups of writes committed since the start.", lambda: storage.groups)
    metrics.gauge("database_up", "1 while the database works.", lambda: float(storage.trouble is None))
    metrics.gauge("limits_unasked", "Limit checks that Redis was too slow for.", lambda: limits.shared.unasked)
    metrics.gauge("memory_bytes", "Memory in use.", resident_bytes)
    metrics.gauge("open_files", "Open files, connections included.", open_files)


def _http_error(_: Request[Any, Any, State], error: HTTPException) -> Response[ErrorBody]:
    """Answer what the framework refuses: an unknown path, a body that does not fit."""
    status = error.status_code
    code = HTTP_CODES.get(status, "bad_request" if status < 500 else "internal")
    faults = None
    if status == 400 and isinstance(error.extra, list):
        faults = [{"line": 0, "field": e.get("key", ""), "problem": e.get("message", "")} for e in error.extra]
    body = ErrorBody(code=code, message=sentence(code), faults=faults)
    return Response(body, status_code=status if status < 500 else 500, media_type=MediaType.JSON)


def _any_error(_: Request[Any, Any, State], error: Exception) -> Response[ErrorBody]:
    """Answer any other error; the details of unexpected ones go into the log only."""
    status, body = explain(error)
    if not isinstance(error, Refused) and (status >= 500 or body.code == "damaged") and body.code != "storage":
        log.error("a request failed: %s", trace(error))  # errors of the database are logged by the storage
    return Response(body, status_code=status, media_type=MediaType.JSON)
