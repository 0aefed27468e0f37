"""Where others reach this server."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import State

from ludotheque.server.settings import Settings


def address_of(request: Request[Any, Any, State], settings: Settings) -> str:
    """The address of the house: as the one who asks reaches it, unless he sits at this very machine."""
    here = request.url.hostname in ("localhost", "127.0.0.1", "::1")
    return settings.address if here and settings.address else f"{request.url.scheme}://{request.url.netloc}"
