"""All that one address, or one person, may have of this server. What is counted in the database is `tables.quotas`."""

from __future__ import annotations

from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import RateLimits, TokenBucket
from ludotheque.server.settings import Settings
from ludotheque.server.shared_limits import SharedLimits

MEGABYTE = 1024 * 1024


class Limits:
    """The limits as the settings have them, for this process and those that share its Redis."""

    def __init__(self, settings: Settings, process: str) -> None:
        self.requests = RateLimits("requests", settings.requests_a_second, 6 * settings.requests_a_second)
        self.work = RateLimits("work", settings.work_a_second, settings.work_at_once)
        self._stored = _an_hour("stored", settings.megabytes_an_hour * MEGABYTE)
        self._stored_by = _an_hour("stored_by", settings.megabytes_of_a_person_an_hour * MEGABYTE)
        self._tables = _an_hour("tables", settings.tables_an_hour)
        self._people = _an_hour("people", settings.people_an_hour)
        self._bots = _an_hour("bots", settings.bots_an_hour)
        told = [self.requests, self.work, self._stored, self._stored_by]
        self.shared = SharedLimits(settings.channels, process, told)

    def storing(self, address: str, person: str | None = None) -> Storing:
        """What may be stored for somebody."""
        mine = [self._stored_by.of(person)] if person else []
        return Storing([self._stored.of(address), *mine])

    async def new_table(self, address: str, bots: int = 0) -> None:
        """Another table is laid from there, with so many bots at it; Refused, if that are too many."""
        if not await self.shared.take(self._tables, address):
            raise Refused("too_many_tables")
        if bots:
            await self.new_bots(address, bots)

    async def new_bots(self, address: str, count: int = 1) -> None:
        """Bots sit down for somebody from there."""
        if not await self.shared.take(self._bots, address, count):
            raise Refused("too_many_bots")

    async def new_person(self, address: str) -> None:
        """Somebody comes in for the first time."""
        if not await self.shared.take(self._people, address):
            raise Refused("too_many")


class Storing:
    """What may be stored for one address, and for one person there."""

    def __init__(self, buckets: list[TokenBucket]) -> None:
        self._buckets = buckets

    def spend(self, size: float) -> None:
        """So many bytes were stored."""
        for bucket in self._buckets:
            bucket.spend(size)

    @property
    def empty(self) -> bool:
        """Whether nothing more is stored for now."""
        return any(bucket.empty for bucket in self._buckets)


def _an_hour(name: str, count: float) -> RateLimits:
    """So many an hour, half of them at once."""
    return RateLimits(name, count / 3600, max(1.0, count / 2))
