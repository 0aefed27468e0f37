"""Profiles over HTTP: `/api/people/{id}`, holidays, friends, blocks, ratings."""

from __future__ import annotations

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import Connection

from ludotheque.bots.levels import LADDER
from ludotheque.server.api.dependencies import MeDep, OpenTablesDep, PathId, SettingsDep, StorageDep, VisitorDep
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.modes import MODES
from ludotheque.server.live import holidays as live_holidays
from ludotheque.server.people import blocking, holidays, profiles, statistics
from ludotheque.server.people.profiles import rating_view
from ludotheque.server.people.schemas import (
    Friend,
    Holiday,
    HolidayView,
    MatchStatistics,
    Person,
    Profile,
    ProfileChange,
    RatedPerson,
    RatingList,
)
from ludotheque.server.ratings import services as ratings


class ProfilesController(Controller):
    """Profiles, holidays, friends, blocks and ratings."""

    path = "/api"
    tags = ("people",)

    @get("/people/{id:str}")
    async def profile(self, person_id: PathId, storage: StorageDep, visitor: VisitorDep) -> Profile:
        """Show a profile: name, colour, and the statistics if they are public."""
        return await storage.found(lambda c: profiles.profile(c, person_id, visitor))

    @get("/people/{id:str}/statistics/{game:str}")
    async def statistics(
        self, person_id: PathId, game: FromPath[str], storage: StorageDep, settings: SettingsDep, visitor: VisitorDep
    ) -> MatchStatistics:
        """Show statistics of a person's latest matches of a game, if they are public or yours."""
        played = MODES.game(game)
        return await storage.found(lambda c: statistics.statistics(c, person_id, played, visitor, settings.now()))

    @get("/people/{id:str}/statistics/{game:str}/matches.csv", media_type="text/csv; charset=utf-8")
    async def matches_as_csv(
        self, person_id: PathId, game: FromPath[str], storage: StorageDep, settings: SettingsDep, visitor: VisitorDep
    ) -> str:
        """List the same matches as comma-separated values."""
        played = MODES.game(game)
        return await storage.found(lambda c: statistics.as_csv(c, person_id, played, visitor, settings.now()))

    @put("/me/profile")
    async def change(self, data: JSONBody[ProfileChange], me: MeDep, storage: StorageDep) -> Profile:
        """Change your colour, and whether your profile is public."""
        return await storage.written(lambda c: profiles.change(c, me, data))

    @get("/me/holiday")
    async def holiday(self, me: MeDep, storage: StorageDep, settings: SettingsDep) -> HolidayView:
        """Show until when you are on holiday, and how many days you have left."""
        return await storage.found(lambda c: holidays.view(c, me, settings.holidays_a_year, settings.now()))

    @post("/me/holiday", status_code=200)
    async def go_on_holiday(self, data: JSONBody[Holiday], me: MeDep, open_tables: OpenTablesDep) -> HolidayView:
        """Start a holiday of some days: your clocks stand still in matches of days a move."""
        return await live_holidays.go(open_tables, me, data.days)

    @delete("/me/holiday", status_code=200)
    async def come_back(self, me: MeDep, open_tables: OpenTablesDep) -> HolidayView:
        """End your holiday early."""
        return await live_holidays.come_back(open_tables, me)

    @get("/me/friends")
    async def friends(self, me: MeDep, storage: StorageDep, open_tables: OpenTablesDep) -> list[Friend]:
        """List the people you have played with, the most recent first, and who of them is in the lobby."""

        def read_friends(connection: Connection) -> tuple[list[Friend], set[str]]:
            return profiles.friends(connection, me), blocking.apart(connection, me)

        friends, apart = await storage.found(read_friends)
        here = open_tables.lobby.everybody_online() - apart
        return [msgspec.structs.replace(friend, here=friend.id in here) for friend in friends]

    @get("/me/blocks")
    async def blocks(self, me: MeDep, storage: StorageDep) -> list[Person]:
        """List the people you have blocked."""
        return await storage.found(lambda c: blocking.blocked(c, me))

    @put("/me/blocks/{person:str}", status_code=204)
    async def block(self, person: FromPath[str], me: MeDep, storage: StorageDep, open_tables: OpenTablesDep) -> None:
        """Block a person: you no longer play with them, see them in the lobby or get their chat."""
        await storage.written(lambda c: blocking.block(c, me, person, True))
        open_tables.lobby.set_apart([me.id, person])

    @delete("/me/blocks/{person:str}")
    async def unblock(self, person: FromPath[str], me: MeDep, storage: StorageDep, open_tables: OpenTablesDep) -> None:
        """Unblock a person."""
        await storage.written(lambda c: blocking.block(c, me, person, False))
        open_tables.lobby.set_apart([me.id, person])

    @get("/ratings/{game:str}")
    async def ratings(
        self, game: FromPath[str], storage: StorageDep, before: FromQuery[str | None] = None
    ) -> RatingList:
        """List the highest ratings of a game that are public and not provisional, and those of its bots."""
        rows = await storage.found(lambda c: ratings.board(c, game, _key(before) if before else None))
        people = [RatedPerson(row.person, row.name, row.colour, rating_view(row)) for row in rows]
        measured = ratings.fixed().get(game, {})
        offered = levels.ladder(MODES.game(game)) if measured else []
        not_listed = {"difficulty", *LADDER} - {*offered}  # of two equal levels only one is listed
        bots = {name: points for name, points in measured.items() if name not in not_listed}
        more = len(rows) == ratings.LISTED
        return RatingList(people, bots, f"{rows[-1].rating!r} {rows[-1].person}" if more else None)


def _key(text: str) -> tuple[float, str]:
    rating, _, person = text.partition(" ")
    try:
        return float(rating), person
    except ValueError:
        raise Refused("bad_request") from None
