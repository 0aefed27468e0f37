"""Real server processes that are killed while people play at many tables; checks that nothing is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from websockets.exceptions import WebSocketException

from tests.server.house import PATIENCE, Guest, Page, take_in
from tests.sizes import size

TABLES = 6
KILLS = int(os.environ.get("LUDOTHEQUE_KILLS", size(1, 50)))  # in one test
ROOT = Path(__file__).parent.parent.parent


def serve(
    database: str, port: int = 0, channels: str = "", root: Path = ROOT, settings: Sequence[str] = ()
) -> tuple[subprocess.Popen[str], int]:
    """Start a server process with the sources of a folder; return it and its port."""
    more = ["--channels", channels] if channels else []
    more += [word for setting in settings for word in ("--set", setting)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", "serve", "--plain", "--port", str(port), "--database", database, *more],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "LUDOTHEQUE_LANG": "en", "COLUMNS": "200", "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    found = int(process.stdout.readline().strip().rpartition(":")[2])
    process.stdout.readline()
    process.stdout.close()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            status, _, _ = Guest(SimpleNamespace(port=found, pages=[])).send("GET", "/api/me")  # type: ignore[arg-type]
            if status == 200:
                return process, found
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


@dataclass
class Table:
    """A table at which one person holds all seats, with all messages received there."""

    guest: Guest
    random: Random
    id: str = ""
    log: dict[int, dict[int, Any]] = field(default_factory=dict)
    answered: dict[int, int] = field(default_factory=dict)  # the last question of each seat that was answered for sure
    open: dict[str, Any] | None = None  # a message that was not answered before the server died
    accepted: int = 0
    finished: int = 0

    def lay(self) -> None:
        """A new match."""
        new_id = self.guest.table("lampions", "me", "me", "me", options={"rounds": 6})
        self.guest.start(new_id)
        self.id, self.log, self.answered, self.open = new_id, {}, {}, None

    def come_back(self) -> Page:
        """Open the page again and check that everything received or accepted is still there."""
        page = self.guest.page(self.id)
        for seat, log in self.log.items():
            now = page.logs[seat]
            assert {number: now[number] for number in log} == log, "an entry that was sent is gone or changed"
        for seat, question in self.answered.items():
            face = page.faces[seat]
            assert face["question"] > question or face["outcome"], "an accepted decision is asked for again"
        if self.open is not None:  # it may have been stored: sent again, it is carried out once
            page.send(self.open)
            answer = page.until(lambda m: m.get("id") == (self.open or {})["id"])
            assert answer["type"] == "accepted", answer
            self._take(answer)
        return page

    def _take(self, answer: dict[str, Any]) -> None:
        assert answer["type"] == "accepted", answer
        assert self.open is not None
        self.answered[self.open["seat"]] = self.open["question"]
        self.accepted += 1
        self.open = None

    def play(self, page: Page, stop: threading.Event) -> None:
        """Random moves until the server is gone; a new match when one is over."""
        try:
            while not stop.is_set():
                take_in(page)
                seat = next((s for s, face in sorted(page.faces.items()) if face["moves"]), None)
                if seat is None:
                    self.finished += 1
                    self.lay()
                    page.close()
                    page = self.guest.page(self.id)
                    continue
                face = page.faces[seat]
                new_id = f"{self.id} {self.random.randbytes(8).hex()}"
                move = self.random.choice(face["moves"])["id"]
                self.open = {
                    "type": "decide",
                    "seat": seat,
                    "question": face["question"],
                    "moves": [move],
                    "id": new_id,
                }
                page.send(self.open)
                self._take(page.until(lambda m, wanted=new_id: m.get("id") == wanted))  # type: ignore[misc]
                self.log = {viewer: dict(log) for viewer, log in page.logs.items()}
        except (WebSocketException, HTTPException, OSError):
            pass  # the server was killed
        finally:
            page.drop()


def play_and_kill(database: str, kills: int) -> list[Table]:
    """Play at many tables, kill the server, reconnect everyone; repeat that `kills` times."""
    random = Random(database)
    server, port = serve(database)
    tables: list[Table] = []
    people = ThreadPoolExecutor(TABLES)
    try:
        for n in range(TABLES):
            guest = Guest(SimpleNamespace(port=port, pages=[]))  # type: ignore[arg-type]
            guest.ask("POST", "/api/people", {"name": f"Guest {n}"})
            tables.append(Table(guest, Random(f"{database} {n}")))
            tables[-1].lay()
        for _ in range(kills):
            before = [table.accepted for table in tables]
            stop = threading.Event()
            pages = [table.come_back() for table in tables]
            under_way = [people.submit(table.play, page, stop) for table, page in zip(tables, pages, strict=True)]
            end = time.monotonic() + PATIENCE
            while any(table.accepted == then for table, then in zip(tables, before, strict=True)):
                assert time.monotonic() < end, "a match does not go on"
                time.sleep(0.01)
            time.sleep(random.uniform(0.0, 0.3))
            os.kill(server.pid, signal.SIGKILL)
            server.wait()
            stop.set()
            for playing in under_way:
                playing.result(PATIENCE)
            server, port = serve(database, port)
        for table in tables:
            table.come_back().close()
        return tables
    finally:
        people.shutdown(wait=False)
        server.kill()
        server.wait()
