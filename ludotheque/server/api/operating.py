"""What whoever runs the server asks it: whether it lives, whether it can serve, what it counts."""

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


class Standing(msgspec.Struct, frozen=True):
    """How the server is."""

    status: str
    version: str
    trouble: str | None = None  # what the database says, if it fails


@get("/health", tags=["operating"], sync_to_thread=False)
def health() -> Standing:
    """Whether this process answers at all: restart it if not."""
    return Standing("alive", ludotheque.__version__)


@get("/ready", tags=["operating"])
async def ready(storage: StorageDep) -> Response[Standing]:
    """Whether it can serve: its database takes something and gives it back. A proxy sends nobody here if not."""
    try:
        await storage.beat()
    except Exception:
        standing = Standing("not ready", ludotheque.__version__, storage.trouble)
        return Response(standing, status_code=503)
    return Response(Standing("ready", ludotheque.__version__))


@get("/metrics", tags=["operating"], sync_to_thread=False)
def metrics(request: Request[Any, Any, State], settings: SettingsDep, metrics: MetricsDep) -> Response[str]:
    """What is counted, for Prometheus; told to this machine and to whom the operator allows it."""
    if request.client is None or not is_among(request.client.host, settings.metrics_for):
        raise NotFoundException
    return Response(metrics.text(), media_type=FORMAT)


OPERATING = [health, ready, metrics]
