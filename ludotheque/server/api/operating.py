"""Endpoints for the operator: health, readiness, metrics."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

import ludotheque
from ludotheque.server.addresses import is_among
from ludotheque.server.api.dependencies import MetricsDep, SettingsDep, StorageDep
from ludotheque.server.metrics import FORMAT
from ludotheque.server.settings import Settings


class Standing(msgspec.Struct, frozen=True):
    """The state of the server."""

    status: str
    version: str
    trouble: str | None = None  # the message of a failing database, for operators only


@get("/health", tags=["operating"], sync_to_thread=False)
def health() -> Standing:
    """Report that this process answers; restart it if it does not."""
    return Standing("alive", ludotheque.__version__)


@get("/ready", tags=["operating"])
async def ready(request: Request[Any, Any, State], settings: SettingsDep, storage: StorageDep) -> Response[Standing]:
    """Report whether the database can be written and read; a proxy sends nobody here if not.

    Only those who may read the metrics learn why: what the database says may name its address.
    """
    try:
        await storage.beat()
    except Exception:
        trouble = storage.trouble if _is_operator(request, settings) else None
        return Response(Standing("not ready", ludotheque.__version__, trouble), status_code=503)
    return Response(Standing("ready", ludotheque.__version__))


@get("/metrics", tags=["operating"], sync_to_thread=False)
def metrics(request: Request[Any, Any, State], settings: SettingsDep, metrics: MetricsDep) -> Response[str]:
    """Return the metrics for Prometheus, to this machine and the addresses that the operator allows."""
    if not _is_operator(request, settings):
        raise NotFoundException
    return Response(metrics.text(), media_type=FORMAT)


def _is_operator(request: Request[Any, Any, State], settings: Settings) -> bool:
    return request.client is not None and is_among(request.client.host, settings.metrics_for)


OPERATING = [health, ready, metrics]
