"""What the framework hands to those who answer requests, by the parameter's name."""

from __future__ import annotations

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide

from ludotheque.server.addresses import network_of
from ludotheque.server.errors import Refused
from ludotheque.server.limits import Limits
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.workers import Owner
from ludotheque.server.metrics import Metrics
from ludotheque.server.people import services as people
from ludotheque.server.people.schemas import Person
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage

COOKIE = "ludotheque"

StorageDep = NamedDependency[Storage]
SettingsDep = NamedDependency[Settings]
OpenTablesDep = NamedDependency[OpenTables]
MetricsDep = NamedDependency[Metrics]
LimitsDep = NamedDependency[Limits]
OwnerDep = NamedDependency[Owner]  # `owner`: for whom something is worked out in a thread
VisitorDep = NamedDependency[Person | None]  # `visitor`: whose cookie came, if any
MeDep = NamedDependency[Person]  # `me`: the same, where somebody unknown can't go on


def _storage(state: State) -> Storage:
    storage: Storage = state.storage
    return storage


def _settings(state: State) -> Settings:
    settings: Settings = state.settings
    return settings


def _open_tables(state: State) -> OpenTables:
    open_tables: OpenTables = state.open_tables
    return open_tables


def _metrics(state: State) -> Metrics:
    metrics: Metrics = state.metrics
    return metrics


def _limits(state: State) -> Limits:
    limits: Limits = state.limits
    return limits


def _owner(request: Request[None, None, State]) -> Owner:
    return Owner(network_of(request.client.host) if request.client else "")


async def _visitor(request: Request[None, None, State], storage: StorageDep) -> Person | None:
    """Whose device sends the request; None for somebody unknown."""
    key = request.cookies.get(COOKIE)
    return await storage.found(lambda c: people.who(c, key)) if key else None


async def _me(visitor: VisitorDep) -> Person:
    """The same, where somebody unknown can't go on."""
    if visitor is None:
        raise Refused("no_person")
    return visitor


PROVIDERS = {
    "storage": Provide(_storage, sync_to_thread=False),
    "settings": Provide(_settings, sync_to_thread=False),
    "open_tables": Provide(_open_tables, sync_to_thread=False),
    "metrics": Provide(_metrics, sync_to_thread=False),
    "limits": Provide(_limits, sync_to_thread=False),
    "owner": Provide(_owner, sync_to_thread=False),
    "visitor": Provide(_visitor),
    "me": Provide(_me),
}
