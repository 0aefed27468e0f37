"""Our table server as bench/server.py measures it: `python bench/served.py uvicorn|granian PORT`.

LUDOTHEQUE_DATABASE says where the tables are kept, LUDOTHEQUE_BENCH_COMPILED the game whose rules are to be compiled.
"""

from __future__ import annotations

import asyncio
import os
import sys

from litestar.types import ASGIApp

from ludotheque.server.api.compression import CompressedSocket
from ludotheque.server.app import make_app
from ludotheque.server.games.modes import MODES
from ludotheque.server.garbage_collection import collect_rarely
from ludotheque.server.settings import Settings

LARGEST = 16 * 1024


def make() -> ASGIApp:
    """The application, without the limits that one machine that plays 200 tables would meet."""
    if game := os.environ.get("LUDOTHEQUE_BENCH_COMPILED"):
        asyncio.run(MODES.prepare([game]))
    settings = Settings(
        database=os.environ["LUDOTHEQUE_DATABASE"],
        prepare=False,
        bot_pause=0,
        requests_a_second=1e6,
        messages_a_second=1e6,
        sockets_of_an_address=100_000,
    )
    collect_rarely()
    return make_app(settings)


def main() -> None:
    """Serve until stopped."""
    server, port = sys.argv[1], int(sys.argv[2])
    if server == "granian":
        from granian import Granian
        from granian.constants import Interfaces

        Granian("served:make", port=port, interface=Interfaces.ASGI, factory=True, log_enabled=False).serve()
        return
    import uvicorn

    uvicorn.run(make(), port=port, ws=CompressedSocket, ws_max_size=LARGEST, log_level="warning")


if __name__ == "__main__":
    main()
