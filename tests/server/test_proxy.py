"""The proxy of deploy/: a real Caddy with the real Caddyfile before two servers that say who they are."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.server.databases import PATIENCE, folder, program

CADDYFILE = Path(__file__).parent.parent.parent / "deploy" / "Caddyfile"
NAMES = ("server-1", "server-2")
TABLES = [f"table{number}" for number in range(24)]


class Server:
    """Answers everything with its name, until it is stopped."""

    def __init__(self, name: str) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", str(len(name)))
                self.end_headers()
                self.wfile.write(name.encode())

            def log_message(self, *_: object) -> None:
                pass

        self.name = name
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


class Proxy:
    """Caddy, listening at a socket in a folder, and the servers behind it by name."""

    def __init__(self, door: Path, servers: dict[str, Server]) -> None:
        self.door, self.servers = door, servers

    def serving(self, path: str) -> str:
        """The name of the server that answers."""
        status, name = self.answer(path)
        assert status == 200, status
        return name

    def answer(self, path: str) -> tuple[int, str]:
        """The status and the body of the answer."""
        with closing(HTTPConnection("games.example.org", timeout=PATIENCE)) as line:
            line.sock = socket.socket(socket.AF_UNIX)
            line.sock.settimeout(PATIENCE)
            line.sock.connect(str(self.door))
            line.request("GET", path)
            answer = line.getresponse()
            return answer.status, answer.read().decode()


@contextmanager
def caddy(here: Path, servers: dict[str, Server]) -> Iterator[Proxy]:
    """Caddy with the file of deploy/, with other addresses of its own and of the servers, once it answers."""
    door, file = here / "door", here / "Caddyfile"
    config = CADDYFILE.read_text(encoding="utf-8").replace("{$HOST} {\n", f"{{$HOST}} {{\n\tbind unix/{door}\n")
    for name, server in servers.items():
        assert f"{name}:8420" in config
        config = config.replace(f"{name}:8420", f"127.0.0.1:{server.port}")
    file.write_text("{\n\tadmin off\n}\n" + config, encoding="utf-8")
    env = {**os.environ, "HOST": "http://games.example.org", "HOME": str(here), "XDG_DATA_HOME": str(here)}
    command = [program("caddy", "caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
    with (here / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=env, cwd=here)
        try:
            proxy = Proxy(door, servers)
            wait_for(proxy, process, here / "log")
            yield proxy
        finally:
            process.terminate()
            process.wait(PATIENCE)


def wait_for(proxy: Proxy, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until it answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            proxy.serving("/")
            return
        except OSError:
            assert process.poll() is None, log.read_text(errors="replace")
            assert time.monotonic() < end, log.read_text(errors="replace")
            time.sleep(0.05)


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with ExitStack() as until:
        servers = {name: Server(name) for name in NAMES}
        for server in servers.values():
            until.callback(server.stop)
        here = until.enter_context(folder())
        yield until.enter_context(caddy(here, servers))


def test_all_that_concerns_a_table_goes_to_one_server(proxy: Proxy) -> None:
    served = {table: proxy.serving(f"/api/live?table={table}") for table in TABLES}
    assert set(served.values()) == set(NAMES), "and tables are shared out"
    for table, name in served.items():
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/log?since=3", f"/api/live?table={table}"):
            assert proxy.serving(path) == name, path
    others = {proxy.serving("/api/games") for _ in range(40)}
    assert others == set(NAMES), "other requests go to any process"


def test_if_that_server_is_away_the_other_one_answers(proxy: Proxy) -> None:
    table = TABLES[0]
    first = proxy.serving(f"/api/live?table={table}")
    proxy.servers[first].stop()
    (other,) = set(NAMES) - {first}
    assert [proxy.serving(f"/api/live?table={table}") for _ in range(3)] == [other] * 3


def test_metrics_are_not_served_outside(proxy: Proxy) -> None:
    """Docker gives IPv6 visitors an address of the servers' network, which may read the metrics."""
    for path in ("/metrics", "/metrics/", "/metrics//", "/metrics/?x", "/metrics%2F", "//metrics"):
        assert proxy.answer(path)[0] == 404, path
    assert proxy.answer("/metricsx")[0] == 200
