"""The daily deals over HTTP: `/api/daily`."""

from __future__ import annotations

from functools import partial

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK
from sqlalchemy import Connection

import ludotheque as lt
from ludotheque.server.api.dependencies import (
    LimitsDep,
    MeDep,
    OpenTablesDep,
    OwnerDep,
    SettingsDep,
    StorageDep,
    VisitorDep,
)
from ludotheque.server.daily import services
from ludotheque.server.daily.schemas import DailyView, DealToday
from ludotheque.server.people.services import new_id
from ludotheque.server.practice import services as practice
from ludotheque.server.problems import services as problems
from ludotheque.server.problems.schemas import ProblemToday
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables.schemas import TABLE_ID, TableView
from ludotheque.server.tables.views import view


class Today(msgspec.Struct, frozen=True):
    """What there is to play today besides matches."""

    until: float  # midnight (UTC)
    deal: DealToday
    problem: ProblemToday | None  # none where there are no problems
    due: int  # mistakes of mine to be solved again


class DailyController(Controller):
    """The daily deals: one seed a day for each game, the same bots, one try each."""

    path = "/api/daily"
    tags = ("daily",)

    @get()
    async def today(
        self, storage: StorageDep, settings: SettingsDep, visitor: VisitorDep, day: FromQuery[str | None] = None
    ) -> list[DailyView]:
        """List the deals of today or of another day, one for each game; today's are drawn if necessary."""
        now = settings.now()
        wanted = day or services.day_of(now)
        if day is None:
            await self._draw(storage, settings, wanted)

        def views(connection: Connection) -> list[DailyView]:
            games = services.of_day(connection, wanted)
            return [services.view(connection, wanted, game, visitor, now) for game in games]

        return await storage.found(views)

    @staticmethod
    async def _draw(storage: Storage, settings: Settings, day: str) -> None:
        """Draw today's deals that do not exist yet."""
        there = await storage.found(lambda c: services.of_day(c, day))
        missing = [lt.game(name, "plain") for name in lt.names() if name not in there]

        def drawn(connection: Connection) -> None:
            for game in missing:
                services.dealt(connection, game, settings.now(), settings.new_seed())

        if missing:
            await storage.written(drawn)

    @get("/glance")
    async def glance(self, storage: StorageDep, settings: SettingsDep, visitor: VisitorDep) -> Today:
        """Show at a glance one of today's deals, the problem of the day, and how many of your mistakes are due."""
        now = settings.now()

        def read_today(connection: Connection) -> Today:
            return Today(
                until=services.midnight_after(services.day_of(now)),
                deal=services.today(connection, visitor, now),
                problem=problems.today(connection, visitor, now),
                due=practice.count_due(connection, visitor, now) if visitor is not None else 0,
            )

        return await storage.found(read_today)

    @get("/{day:str}/{game:str}")
    async def show_deal(
        self,
        day: FromPath[str],
        game: FromPath[str],
        storage: StorageDep,
        settings: SettingsDep,
        visitor: VisitorDep,
    ) -> DailyView:
        """Show the deal of a day; after midnight with its seed and all results."""
        return await storage.found(lambda c: services.view(c, day, game, visitor, settings.now()))

    @post("/{game:str}", status_code=HTTP_200_OK)
    async def play(
        self,
        game: FromPath[str],
        me: MeDep,
        storage: StorageDep,
        settings: SettingsDep,
        open_tables: OpenTablesDep,
        limits: LimitsDep,
        owner: OwnerDep,
    ) -> TableView:
        """Start or continue your try at today's deal, and return its table."""
        await limits.new_table(owner.address)
        fresh, now, seed = partial(new_id, TABLE_ID), settings.now(), settings.new_seed()
        record = await storage.written(lambda c: services.begin(c, me, game, now, fresh, seed))
        await open_tables.changed(record)
        return view(record, me)
