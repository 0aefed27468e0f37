"""The limits of an address and of a person. Those that are counted in the database are in `tables.quotas`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from ludotheque.server.errors import Refused
from ludotheque.server.rate_limits import REMEMBERED, RateLimits, TokenBucket
from ludotheque.server.settings import Settings
from ludotheque.server.shared_limits import SharedLimits

MEGABYTE = 1024 * 1024


class Limits:
    """The limits of the settings, for this process and those that share its Redis."""

    def __init__(self, settings: Settings, process: str) -> None:
        self.requests = RateLimits("requests", settings.requests_a_second, 6 * settings.requests_a_second)
        self.work = RateLimits("work", settings.work_a_second, settings.work_at_once)
        self._stored = _an_hour("stored", settings.megabytes_an_hour * MEGABYTE)
        self._stored_by = _an_hour("stored_by", settings.megabytes_of_a_person_an_hour * MEGABYTE)
        self._tables = _an_hour("tables", settings.tables_an_hour)
        self._people = _an_hour("people", settings.people_an_hour)
        self._bots = _an_hour("bots", settings.bots_an_hour)
        self._reviews = _an_hour("reviews", settings.reviews_an_hour)
        self._invitations = _an_hour("invitations", settings.invitations_an_hour)
        self._invitations_to = _an_hour("invitations_to", settings.invitations_to_one_an_hour)
        self._answers = _an_hour("answers", settings.answers_an_hour)
        self._addresses: OrderedDict[str, str] = OrderedDict()  # by person
        often = [self.requests, self.work, self._stored, self._stored_by]
        self.shared = SharedLimits(settings.channels, process, often)

    def storing(self, address: str, person: str | None = None) -> Storing:
        """Return the storage limit of an address and, if given, of a person."""
        mine = [self._stored_by.bucket_of(person)] if person else []
        return Storing([self._stored.bucket_of(address), *mine])

    async def new_table(self, address: str, bots: int = 0) -> None:
        """Count a new table with its bots; Refused, if the address has made too many."""
        if not await self.shared.take(self._tables, address):
            raise Refused("too_many_tables")
        if bots:
            await self.new_bots(address, bots)

    def note_address(self, person: str, address: str) -> None:
        """Remember where a person of a tournament comes from: its tables count for the addresses of its players."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > REMEMBERED:
            self._addresses.popitem(last=False)

    def out_of_tables(self, people: Sequence[str]) -> bool:
        """Whether most of these people come from addresses that have no tables left for now."""
        empty = sum(self._tables_of(person).empty for person in people)
        return 2 * empty > len(people)

    def spend_table(self, person: str) -> None:
        """Count a table that a tournament laid for a person."""
        self._tables_of(person).spend(1)

    def _tables_of(self, person: str) -> TokenBucket:
        return self._tables.bucket_of(self._addresses.get(person, f"person {person}"))

    async def new_bots(self, address: str, count: int = 1) -> None:
        """Count new bots at tables of an address; Refused, if there are too many."""
        if not await self.shared.take(self._bots, address, count):
            raise Refused("too_many_bots")

    async def new_review(self, address: str) -> None:
        """Count a new review for an address; Refused, if there are too many."""
        if not await self.shared.take(self._reviews, address):
            raise Refused("too_many_reviews")

    async def new_invitation(self, address: str, by: str, person: str) -> None:
        """Count a new invitation by an address, and by one person to another; Refused, if there are too many.

        It counts in any case: whether the invited person declined must not show in what is refused.
        """
        one = await self.shared.take(self._invitations_to, f"{by} {person}")
        if not one or not await self.shared.take(self._invitations, address):
            raise Refused("too_many")

    async def new_answer(self, address: str) -> None:
        """Count an answer to a problem for an address; Refused, if there are too many."""
        if not await self.shared.take(self._answers, address):
            raise Refused("too_many")

    async def new_person(self, address: str) -> None:
        """Count a new account of an address; Refused, if there are too many."""
        if not await self.shared.take(self._people, address):
            raise Refused("too_many")


class Storing:
    """The storage limit of one address and one person."""

    def __init__(self, buckets: list[TokenBucket]) -> None:
        self._buckets = buckets

    def spend(self, size: float) -> None:
        """Charge bytes that were stored."""
        for bucket in self._buckets:
            bucket.spend(size)

    @property
    def empty(self) -> bool:
        """Whether the limit is reached."""
        return any(bucket.empty for bucket in self._buckets)


def _an_hour(name: str, count: float) -> RateLimits:
    """Return a limit of `count` an hour, half of them at once."""
    return RateLimits(name, count / 3600, max(1.0, count / 2))
