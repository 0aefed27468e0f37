"""Profiles over HTTP: `/api/people/{id}`, holidays, friends, blocks, ratings."""

from __future__ import annotations

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from ludotheque.server.api.dependencies import MeDep, OpenTablesDep, SettingsDep, StorageDep, VisitorDep
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.modes import MODES
from ludotheque.server.live import holidays as live_holidays
from ludotheque.server.people import blocking, holidays, profiles
from ludotheque.server.people.profiles import rating_view
from ludotheque.server.people.schemas import (
    Friend,
    Holiday,
    HolidayView,
    Person,
    Profile,
    ProfileChange,
    RatedPerson,
    RatingList,
)
from ludotheque.server.ratings import services as ratings


class ProfilesController(Controller):
    """Who people are to each other."""

    path = "/api"
    tags = ("people",)

    @get("/people/{id:str}")
    async def profile(self, id: FromPath[str], storage: StorageDep, visitor: VisitorDep) -> Profile:
        """Somebody's profile: name and colour, and his statistics if he shows them."""
        return await storage.found(lambda c: profiles.profile(c, id, visitor))

    @put("/me/profile")
    async def change(self, data: JSONBody[ProfileChange], me: MeDep, storage: StorageDep) -> Profile:
        """Choose my colour, and whether others may read my profile."""
        return await storage.written(lambda c: profiles.change(c, me, data))

    @get("/me/holiday")
    async def holiday(self, me: MeDep, storage: StorageDep, settings: SettingsDep) -> HolidayView:
        """Until when I am on holiday, and how many days of it I have left."""
        return await storage.found(lambda c: holidays.view(c, me, settings.holidays_a_year, settings.now()))

    @post("/me/holiday", status_code=200)
    async def go_on_holiday(self, data: JSONBody[Holiday], me: MeDep, open_tables: OpenTablesDep) -> HolidayView:
        """Be away for some days: where moves take days, my clock stands still."""
        return await live_holidays.go(open_tables, me, data.days)

    @delete("/me/holiday", status_code=200)
    async def come_back(self, me: MeDep, open_tables: OpenTablesDep) -> HolidayView:
        """Be back before that."""
        return await live_holidays.come_back(open_tables, me)

    @get("/me/friends")
    async def friends(self, me: MeDep, storage: StorageDep) -> list[Friend]:
        """Those whom I have played with, lately met ones first."""
        return await storage.found(lambda c: profiles.friends(c, me))

    @get("/me/blocks")
    async def blocks(self, me: MeDep, storage: StorageDep) -> list[Person]:
        """Those whom I do not want to play with."""
        return await storage.found(lambda c: blocking.blocked(c, me))

    @put("/me/blocks/{person:str}", status_code=204)
    async def block(self, person: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """Not to play with somebody any more, nor hear him."""
        await storage.written(lambda c: blocking.block(c, me, person, True))

    @delete("/me/blocks/{person:str}")
    async def unblock(self, person: FromPath[str], me: MeDep, storage: StorageDep) -> None:
        """To play with him again."""
        await storage.written(lambda c: blocking.block(c, me, person, False))

    @get("/ratings/{game:str}")
    async def ratings(
        self, game: FromPath[str], storage: StorageDep, before: FromQuery[str | None] = None
    ) -> RatingList:
        """The best at a game whose rating is no longer provisional, and who show it; and what its bots have."""
        rows = await storage.found(lambda c: ratings.board(c, game, _key(before) if before else None))
        people = [RatedPerson(row.person, row.name, row.colour, rating_view(row)) for row in rows]
        measured = ratings.fixed().get(game, {})
        offered = levels.ladder(MODES.game(game)) if measured else []
        not_listed = {"difficulty", *levels.LADDER} - {*offered}  # of two levels that are one player one
        bots = {name: points for name, points in measured.items() if name not in not_listed}
        more = len(rows) == ratings.LISTED
        return RatingList(people, bots, f"{rows[-1].rating!r} {rows[-1].person}" if more else None)


def _key(text: str) -> tuple[float, str]:
    rating, _, person = text.partition(" ")
    try:
        return float(rating), person
    except ValueError:
        raise Refused("bad_request") from None
