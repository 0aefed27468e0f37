"""Our table server as bench/server.py measures it: `python bench/served.py uvicorn|granian PORT`.

LUDOTHEQUE_DATABASE says where the tables are kept, LUDOTHEQUE_BENCH_COMPILED the games whose rules are to be
compiled.
"""

from __future__ import annotations

import asyncio
import os
import sys

from litestar.types import ASGIApp

from ludotheque.server.api.transport import protocols
from ludotheque.server.app import make_app
from ludotheque.server.games.modes import MODES
from ludotheque.server.garbage_collection import collect_rarely
from ludotheque.server.settings import Settings


def settings() -> Settings:
    """Without the limits that one machine that plays 200 tables would meet."""
    return Settings(
        database=os.environ["LUDOTHEQUE_DATABASE"],
        channels=os.environ.get("LUDOTHEQUE_CHANNELS", ""),
        prepare=False,
        bot_pause=0,
        requests_a_second=1e6,
        messages_a_second=1e6,
        work_a_second=1e6,
        lines_a_second=1e6,
        sockets_of_an_address=100_000,
        connections=100_000,
        tables_of_a_person=100_000,
        tables_an_hour=1e9,
        people_an_hour=1e9,
        bots_an_hour=1e9,
        bots_of_a_person=1_000_000,
        megabytes_an_hour=1e6,
        megabytes_of_a_person_an_hour=1e6,
    )


def make() -> ASGIApp:
    """The application."""
    if games := os.environ.get("LUDOTHEQUE_BENCH_COMPILED"):
        asyncio.run(MODES.prepare(games.split()))
    collect_rarely()
    return make_app(settings())


def main() -> None:
    """Serve until stopped."""
    server, port = sys.argv[1], int(sys.argv[2])
    if server == "granian":
        from granian import Granian
        from granian.constants import Interfaces

        Granian("served:make", port=port, interface=Interfaces.ASGI, factory=True, log_enabled=False).serve()
        return
    import uvicorn

    http, ws = protocols(settings())
    largest = settings().largest_message
    uvicorn.run(make(), port=port, http=http, ws=ws, ws_max_size=largest, log_level="warning")


if __name__ == "__main__":
    main()
