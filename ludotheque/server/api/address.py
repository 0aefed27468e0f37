"""The public address of this server."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State

from ludotheque.server.settings import Settings


def address_of(request: Request[Any, Any, State], settings: Settings) -> str:
    """The address of the server as the client reached it; on the local machine the configured one."""
    here = request.url.hostname in ("localhost", "127.0.0.1", "::1")
    return settings.address if here and settings.address else f"{request.url.scheme}://{request.url.netloc}"
