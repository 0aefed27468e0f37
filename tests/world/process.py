"""One process of the server: its application, with everything that it does, until it is killed."""

from __future__ import annotations

import asyncio
import contextvars
import json
from collections.abc import Coroutine
from random import Random
from typing import Any

from litestar import Litestar

from ludotheque.server import app as server_app
from ludotheque.server.live.workers import NOBODY, FairQueue, Owner
from ludotheque.server.settings import Settings
from tests.world.disk import Disk, SimulatedStorage
from tests.world.network import Line
from tests.world.virtual import PROCESS

ROUTED: list[Litestar] = []  # routes of ended processes: building them takes most of a start
CLIENT_HOST = "10.0.0."  # an address for each person


class SimulatedPool:
    """A thread pool whose jobs run in the loop after a while."""

    random = Random("pool")

    def __init__(self, name: str, count: int, begin: Any = None) -> None:
        self.jobs = FairQueue(count)

    async def run(
        self, job: Any, seconds: float | None = None, owner: Owner = NOBODY, turn: float | None = None
    ) -> Any:
        """Run a job; one in fifty takes longer than any limit."""
        late = seconds is not None and self.random.random() < 0.02
        await asyncio.sleep(seconds if late and seconds else self.random.uniform(0.001, 0.3))
        if late:
            raise TimeoutError
        return job()

    def close(self) -> None:
        """Stop."""
        self.jobs.close()


class Process:
    """A running server process."""

    def __init__(self, url: str, settings: dict[str, Any], disk: Disk, name: str) -> None:
        self.name = name
        self.dead = False
        self.ready = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self._context = contextvars.copy_context()
        self._context.run(PROCESS.set, self)
        self.settings = Settings(database=url, **settings)
        self.disk = disk
        self.storage = SimulatedStorage(url, disk, self)
        app: Any = server_app.make_app(self.settings, self.storage, ROUTED.pop() if ROUTED else None)
        self.app = app
        self._lifespan: asyncio.Queue[Any] = asyncio.Queue()
        self._lifespan.put_nowait({"type": "lifespan.startup"})
        self._sockets: set[tuple[Line, Line]] = set()
        self._life = self.run(self._live())

    async def _live(self) -> None:
        await self.app({"type": "lifespan", "asgi": {}, "state": {}}, self._lifespan.get, self._began)

    async def _began(self, message: Any) -> None:
        self.ready = message["type"] == "lifespan.startup.complete"

    @property
    def tables(self) -> dict[str, Any]:
        """The tables in its memory, by id."""
        found: dict[str, Any] = self.app.app.state.open_tables.tables if self.ready else {}
        return found

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something as a part of this process."""
        return asyncio.get_running_loop().create_task(work, context=self._context.copy())

    async def stop(self, seconds: float) -> bool:
        """Stop it, as SIGTERM does; return whether it has ended in time."""
        self.ready = False
        for up, down in self._sockets:
            up.inbox.put_nowait({"type": "websocket.disconnect", "code": 1012})
            down.send({"type": "websocket.close", "code": 1012})
        await asyncio.sleep(Random(self.name).uniform(0.0, 1.0))
        self._lifespan.put_nowait({"type": "lifespan.shutdown"})
        await asyncio.wait([self._life], timeout=seconds)
        ended = self._life.done() or self.dead
        if not self.dead:
            self.kill()
        return ended

    def kill(self) -> None:
        """End it at once, as `kill -9` does: nothing more is stored or sent."""
        self.dead, self.ready = True, False
        for lines in self._sockets:
            for line in lines:
                line.cut = True
        for task in list(self.tasks):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            task.cancel()
        ROUTED.append(self.app.app)
        if self.storage in self.disk.storages:
            self.disk.storages.remove(self.storage)
        for engine in (self.storage._writing, self.storage._reading):
            self.storage._return_connections()
            engine.dispose()
        self.storage._jobs.put(None)

    # Requests and sockets -----------------------------------------------------------------------------------------

    def _scope(self, kind: str, path: str, cookie: str, address: str) -> dict[str, Any]:
        path, _, query = path.partition("?")
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"cookie", cookie.encode())]
        origin = [(b"origin", b"http://localhost")]
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers + origin,
            "client": (address, 1),
            "server": ("localhost", 80),
            "subprotocols": [],
            "extensions": {},
        }

    async def ask(  # plain-words: ignore (as in tests/server/house.py)
        self, method: str, path: str, body: Any, cookie: str, address: str
    ) -> tuple[int, dict[str, str], Any]:
        """Send a request and return status, headers and JSON of the answer."""
        scope = {**self._scope("http", path, cookie, address), "method": method}
        data = b"" if body is None else json.dumps(body).encode()
        scope["headers"] = [*scope["headers"], (b"content-length", str(len(data)).encode())]
        sent = [{"type": "http.request", "body": data, "more_body": False}]
        got: list[Any] = []
        never = asyncio.Event()

        async def receive() -> Any:
            if not sent:
                await never.wait()
            return sent.pop()

        async def send(message: Any) -> None:
            got.append(message)

        await asyncio.shield(self.run(self.app(scope, receive, send)))
        headers = {name.decode().lower(): value.decode() for name, value in got[0]["headers"]}
        answer = b"".join(message.get("body", b"") for message in got[1:])
        return got[0]["status"], headers, json.loads(answer) if answer else None

    def open_socket(self, cookie: str, address: str, up: Line, down: Line) -> None:
        """Open a socket whose messages go over these lines."""
        self._sockets.add((up, down))
        scope = self._scope("websocket", "/api/live", cookie, address)
        up.inbox.put_nowait({"type": "websocket.connect"})

        async def send(message: Any) -> None:
            down.send(message)

        async def serve() -> None:
            await self.app(scope, up.inbox.get, send)
            down.send({"type": "websocket.close", "code": 1000})
            self._sockets.discard((up, down))

        self.run(serve())
