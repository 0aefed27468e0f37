"""The dependencies that the framework passes to request handlers, by parameter name."""

from __future__ import annotations

from typing import Annotated

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter

from ludotheque.server.addresses import normalise_address
from ludotheque.server.errors import Refused
from ludotheque.server.limits import Limits
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.reviewing import Reviews
from ludotheque.server.live.workers import Owner
from ludotheque.server.metrics import Metrics
from ludotheque.server.people import services as people
from ludotheque.server.people.schemas import Person
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage

COOKIE = "ludotheque"

PathId = Annotated[str, PathParameter(name="id")]  # the `{id}` of a path

StorageDep = NamedDependency[Storage]
SettingsDep = NamedDependency[Settings]
OpenTablesDep = NamedDependency[OpenTables]
ReviewsDep = NamedDependency[Reviews]
MetricsDep = NamedDependency[Metrics]
LimitsDep = NamedDependency[Limits]
OwnerDep = NamedDependency[Owner]  # `owner`: the address whose share of the threads is used
VisitorDep = NamedDependency[Person | None]  # `visitor`: the person of the cookie, if any
MeDep = NamedDependency[Person]  # `me`: the same; visitors without an account are refused


def _storage(state: State) -> Storage:
    storage: Storage = state.storage
    return storage


def _settings(state: State) -> Settings:
    settings: Settings = state.settings
    return settings


def _open_tables(state: State) -> OpenTables:
    open_tables: OpenTables = state.open_tables
    return open_tables


def _reviews(state: State) -> Reviews:
    reviews: Reviews = state.reviews
    return reviews


def _metrics(state: State) -> Metrics:
    metrics: Metrics = state.metrics
    return metrics


def _limits(state: State) -> Limits:
    limits: Limits = state.limits
    return limits


def _owner(request: Request[None, None, State]) -> Owner:
    return Owner(normalise_address(request.client.host) if request.client else "")


async def _visitor(request: Request[None, None, State], storage: StorageDep) -> Person | None:
    """The person of the device that sends the request; None without an account."""
    key = request.cookies.get(COOKIE)
    return await storage.found(lambda c: people.person_of_key(c, key)) if key else None


async def _me(visitor: VisitorDep) -> Person:
    """The same; refuse visitors without an account."""
    if visitor is None:
        raise Refused("no_person")
    return visitor


PROVIDERS = {
    "storage": Provide(_storage, sync_to_thread=False),
    "settings": Provide(_settings, sync_to_thread=False),
    "open_tables": Provide(_open_tables, sync_to_thread=False),
    "reviews": Provide(_reviews, sync_to_thread=False),
    "metrics": Provide(_metrics, sync_to_thread=False),
    "limits": Provide(_limits, sync_to_thread=False),
    "owner": Provide(_owner, sync_to_thread=False),
    "visitor": Provide(_visitor),
    "me": Provide(_me),
}
