"""A real server on a free local port, and guests who speak to it over real sockets."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import uvicorn
from litestar import Litestar
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import ludotheque as lt
from ludotheque.server.api.transport import protocols
from ludotheque.server.app import make_app
from ludotheque.server.games import levels
from ludotheque.server.live import workers
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.protocol import VERSION
from ludotheque.server.live.table import LiveTable
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage

T = TypeVar("T")
# Routes of closed servers, reused by the next ones: building them took two thirds of the start of a server.
ROUTED: dict[tuple[Path, int], list[Litestar]] = {}
NOON = 1_800_014_400.0  # some day, at noon
PATIENCE = 60.0  # timeout in seconds; the machine may be busy with other work
# Bots lower their priority, so beside two busy loops a bot's move takes minutes. Hints may take as long as the
# tests wait. tests/server/test_workers.py tests both timeouts.
levels.step_back = lambda: None
workers.HINT_SECONDS = PATIENCE


def until(look: Callable[[], T], never: str = "it never came") -> T:
    """Call `look` until it returns something true, and return that; another thread or process may take a while."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < end, never
        time.sleep(0.01)
    return found


def rested(storage: Storage) -> Storage:
    """Return the same store, after its writer has returned its connection to the pool."""
    until(lambda: not storage._kept, "the writer never rests")
    return storage


@cache
def _empty() -> bytes:
    """The bytes of an empty SQLite database with all tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        Storage(f"sqlite:///{path}").close()
        return path.read_bytes()


def laid(database: str) -> str:
    """The URL of a database; a new SQLite file is created with all tables.

    Creating them as a server does takes 0.09 s each time. tests/server/test_migrations.py tests that way.
    """
    path = Path(database.removeprefix("sqlite:///"))
    if database.startswith("sqlite:///") and path.parent.is_dir() and not path.exists():
        path.write_bytes(_empty())
    return database


class _Server(uvicorn.Server):
    """uvicorn's server, which also stores its event loop in the house."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.loop = asyncio.get_running_loop()
        await super().serve(sockets)


@dataclass
class Clock:
    """The clock of a server that began some day at noon, so that no test meets midnight by chance.

    Add seconds to `ahead` to put it forward.
    """

    ahead: float = NOON
    began: float = field(default_factory=time.time)

    def now(self) -> float:
        """The server's time."""
        return time.time() - self.began + self.ahead


def bound() -> socket.socket:
    """A socket at a free local port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    return listener


class House:
    """A server in a thread of its own."""

    def __init__(self, database: str, listener: socket.socket | None = None, **settings: Any) -> None:
        """Start it; `listener` is a bound socket, which stays the caller's."""
        usual: dict[str, Any] = {
            "page": Path("no page"),
            "prepare": False,
            "bot_pause": 0.0,
            "requests_a_second": 500.0,
            "messages_a_second": 2000.0,
            "work_a_second": 1000.0,
            "lines_a_second": 1000.0,
            "tables_an_hour": 1e6,
            "people_an_hour": 1e6,
            "bots_an_hour": 1e6,
            "bots_of_a_person": 10_000,
            "auto_pause": (0.0, 0.02),
            "new_seed": partial(Random("deals").randbytes, 32),  # the same deals in every run
        }
        self.settings = Settings(database=laid(database), **{**usual, **settings})
        listener = bound() if listener is None else listener.dup()
        self.port: int = listener.getsockname()[1]
        self._routed = ROUTED.setdefault((self.settings.page, self.settings.largest_request), [])
        self.app = make_app(self.settings, routed=self._routed.pop() if self._routed else None)
        self.loop: asyncio.AbstractEventLoop  # the server's event loop, for tests that inspect it
        http, ws = protocols(self.settings)
        config = uvicorn.Config(
            self.app,
            http=http,
            ws=ws,
            ws_max_size=self.settings.largest_message,
            # As `ludotheque serve` does it. uvicorn's own settings close all logging handlers of the process; one of
            # them (absl's, from OpenSpiel) writes to the file in which pytest collects the output.
            log_config=None,
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=1,
        )
        self.pages: list[Page] = []
        self._server = _Server(config, self)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        until(lambda: self._server.started, "the server did not start")

    @property
    def open_tables(self) -> OpenTables:
        """The server's open tables."""
        open_tables: OpenTables = self.app.app.state.open_tables  # type: ignore[attr-defined]
        return open_tables

    def counted(self, name: str, **labels: str) -> float:
        """The value of one of the server's counters."""
        return self.open_tables.metrics.registry.get_sample_value(f"ludotheque_{name}_total", labels) or 0.0

    @property
    def tables(self) -> dict[str, LiveTable]:
        """The tables in the server's memory, by id."""
        return self.open_tables.tables

    @property
    def connections(self) -> set[Any]:
        """uvicorn's open connections."""
        return set(self._server.server_state.connections)

    def close(self) -> None:
        """Stop it, and all pages."""
        for page in self.pages:
            page.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"
        routed: Litestar = self.app.app  # type: ignore[attr-defined]
        if routed not in self._routed:  # some are closed twice
            self._routed.append(routed)

    def guest(self, name: str | None = None, address: str | None = None) -> Guest:
        """A new client, registered under a name or anonymous; `address` is the one that a proxy reports."""
        guest = Guest(self, address)
        if name is not None:
            guest.id = guest.ask("POST", "/api/people", {"name": name})["id"]
        return guest


class Answer(dict[str, Any]):
    """A JSON answer with its status and headers."""

    status: int
    headers: dict[str, str]


class Guest:
    """An HTTP client that keeps its cookie, like a browser."""

    def __init__(self, house: House, address: str | None = None) -> None:
        self.house = house
        self.port = house.port
        self.forwarded = {"X-Forwarded-For": address} if address else {}
        self.cookie = ""
        self.id = ""

    def send(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {"Content-Type": "application/json", "Cookie": self.cookie, **self.forwarded, **(headers or {})}
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection.request(method, path, data, given)
        response = connection.getresponse()
        read = response.read()
        found = {name.lower(): value for name, value in response.getheaders()}
        connection.close()
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].partition(";")[0]
        return response.status, found, read

    def ask(  # plain-words: ignore (every test of the server uses this name)
        self, method: str, path: str, body: Any = None, status: int | None = None
    ) -> Any:
        """Send a request and return the JSON of its answer; a refusal fails unless its `status` is expected."""
        got, _, read = self.send(method, path, body)
        expected = got < 300 if status is None else got == status
        assert expected, f"{method} {path}: {got} {read[:300]!r}"
        return json.loads(read) if read else None

    def table(self, game: str, *seats: Any, **more: Any) -> str:
        """Create a table and return its id; a seat is "me", "open", "bot" or a dictionary."""
        wanted = [seat if isinstance(seat, dict) else {"kind": seat} for seat in seats]
        for seat in wanted:
            if seat["kind"] == "bot":
                seat.setdefault("bot", "random")
        return str(self.ask("POST", "/api/tables", {"game": game, "seats": wanted, **more})["id"])

    def sit(self, table: str, seat: int, **more: Any) -> Any:
        """Sit down."""
        return self.ask("POST", f"/api/tables/{table}/seats/{seat}", more)

    def start(self, table: str) -> Any:
        """Start the match."""
        return self.ask("POST", f"/api/tables/{table}/start")

    def page(self, table: str | None = None, **seen: int) -> Page:
        """Open a page, at a table."""
        page = Page(self)
        if table is not None:
            page.hello(table, seen)
        return page


class Page:
    """One open page: the latest messages for each viewer."""

    def __init__(self, guest: Guest, headers: dict[str, str] | None = None) -> None:
        origin = f"http://127.0.0.1:{guest.port}"
        given = {"Cookie": guest.cookie, "Origin": origin, **guest.forwarded, **(headers or {})}
        self._open = ExitStack()
        opening = connect(
            f"ws://127.0.0.1:{guest.port}/api/live",
            additional_headers=given,
            open_timeout=PATIENCE,
            max_size=None,
            max_queue=None,  # keep reading, so that messages sent before the server closes are not lost
            close_timeout=0.5,
        )
        self.socket: ClientConnection = self._open.enter_context(opening)
        self.got: list[dict[str, Any]] = []
        self.faces: dict[int, dict[str, Any]] = {}
        self.logs: dict[int, dict[int, dict[str, Any]]] = {}
        self.table: dict[str, Any] = {}
        self.asked = 0
        self.name = f"page {len(guest.house.pages)}"  # ids are unique among all pages of a person
        guest.house.pages.append(self)

    def hello(self, table: str, seen: dict[str, int] | None = None) -> None:
        """Send hello, and wait for the messages that follow."""
        self.send({"type": "hello", "version": VERSION, "table": table, "seen": seen or {}, "id": "hello"})
        welcome = self.until(lambda m: m["type"] in ("welcome", "refused"))
        assert welcome["type"] == "welcome", welcome
        state = self.until(lambda m: m["type"] == "table")["table"]
        if state["phase"] in ("playing", "paused", "over"):
            for seat in welcome["seats"] or [lt.SPECTATOR]:
                while self.next()["type"] != "sync" or seat not in self.faces:
                    pass

    def send(self, message: Any) -> None:
        """Send a message, or any text."""
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def flood(self, message: str) -> None:
        """Send the message until the server closes the connection, which may happen after any number."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.send(message)

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.got.append(message)
        if message["type"] in ("sync", "update"):
            self.faces[message["seat"]] = message["face"]
            log = self.logs.setdefault(message["seat"], {})
            log.update({entry["number"]: entry for entry in message["log"]})
        if message["type"] == "table":
            self.table = message["table"]
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool], timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message for which `wanted` is true; those before it are processed."""
        end = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, end - time.monotonic()))
            if wanted(message):
                return message

    def until_closed(self) -> list[str]:
        """The codes of all refusals until the server closes the connection."""
        codes = []
        while True:
            try:
                codes.append(self.next().get("code", ""))
            except ConnectionClosed:
                return codes

    def caught_up(self) -> list[dict[str, Any]]:
        """Process and return all messages that the server has sent to this page so far.

        The server answers in order, so these are all messages before the answer to a ping sent now.
        """
        before = len(self.got)
        refused = self.ask("hello", version=0, table="")
        assert refused["code"] == "wrong_version"
        return self.got[before:-1]

    def ask(self, kind: str, **parts: Any) -> dict[str, Any]:  # plain-words: ignore (as above)
        """Send a message and wait for its answer."""
        self.asked += 1
        message_id = parts.pop("id", f"{self.name} {self.asked}")
        self.send({"type": kind, "id": message_id, **parts})
        return self.until(lambda m: m.get("id") == message_id)

    def decide(self, seat: int, *moves: Any, **parts: Any) -> dict[str, Any]:
        """Send moves as the seat's decision."""
        if "question" not in parts:
            parts["question"] = self.faces[seat]["question"]
        return self.ask("decide", seat=seat, moves=list(moves), **parts)

    def close(self) -> None:
        """Close the page."""
        self._open.close()

    def drop(self) -> None:
        """Drop the connection without closing it."""
        self.socket.socket.close()


def play_to_the_end(pages: dict[int, Page], random: Random, most: int = 10_000) -> int:
    """Play random moves at every page's seat until the end, or `most` moves; return how many were made."""
    end = time.monotonic() + PATIENCE
    moves = 0
    while time.monotonic() < end:
        moved = False
        for seat, page in pages.items():
            take_in(page)
            if page.faces[seat]["moves"]:
                answer = page.decide(seat, random.choice(page.faces[seat]["moves"])["id"])
                assert answer["type"] == "accepted" or answer["code"] == "stale", answer
                moved = True
                moves += answer["type"] == "accepted"
                end = time.monotonic() + PATIENCE  # counted from move to move: a match may be long
        if moves >= most or all(page.faces[seat]["outcome"] for seat, page in pages.items()):
            return moves
        if not moved:
            time.sleep(0.002)
    raise AssertionError("the match does not go on")


def play_until(
    pages: dict[int, Page],
    wanted: Callable[[dict[str, Any]], bool],
    random: Random,
    among: Callable[[list[dict[str, Any]]], list[dict[str, Any]]] = list,
) -> int:
    """Play random moves, chosen by `among`, until `wanted` is true of a seat's face; return that seat."""
    end = time.monotonic() + PATIENCE
    while True:
        for seat, page in pages.items():
            page.caught_up()
            face = page.faces[seat]
            assert not face["outcome"], "the match ended before the wanted decision"
            if not face["moves"]:
                continue
            if wanted(face):
                return seat
            answer = page.decide(seat, random.choice(among(face["moves"]))["id"])
            assert answer["type"] == "accepted" or answer["code"] == "stale", answer
            end = time.monotonic() + PATIENCE
        assert time.monotonic() < end, "no seat has a decision"
        time.sleep(0.002)


def take_in(page: Page) -> None:
    """Process messages that have arrived, without waiting for others (`Page.caught_up` waits)."""
    try:
        while True:
            page.next(0)
    except (TimeoutError, ConnectionClosed):
        pass
