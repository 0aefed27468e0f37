"""PostgreSQL stopped, killed and started again while people and bots play.

Nothing that was acknowledged is lost, players get a message, and play goes on within seconds.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

import pytest
from websockets.exceptions import InvalidStatus

from ludotheque.server.errors import sentence
from ludotheque.server.storage import Storage
from tests.server import databases
from tests.server.databases import Postgres
from tests.server.house import Guest, House, Page, take_in, until

TABLES = 4
SOON = 20.0  # seconds until a server is ready again, on a machine that may be busy; on a quiet one it takes one or two


@dataclass
class Player:
    """A player who sends unstored decisions again, and remembers all messages."""

    guest: Guest
    random: Random
    seats: tuple[str, ...]
    table: str = ""
    log: dict[int, dict[int, Any]] = field(default_factory=dict)
    answered: dict[int, int] = field(default_factory=dict)  # the last question of each seat that was accepted
    accepted: int = 0
    refused: int = 0
    waits: bool = False  # has no decision until another message comes

    def play(self, stop: threading.Event) -> None:
        """Random moves until it is enough; a new match when one is over."""
        page = self.sit_down()
        while not stop.is_set():
            take_in(page)
            if all(face["outcome"] for face in page.faces.values()):
                page.close()
                page = self.sit_down()
                continue
            seat = next((s for s, face in sorted(page.faces.items()) if face["moves"]), None)
            self.waits = seat is None
            if seat is None:
                time.sleep(0.01)  # a bot is to move, or what comes after the last decision is told later
                continue
            face = page.faces[seat]
            message = {"seat": seat, "question": face["question"], "moves": [self.random.choice(face["moves"])["id"]]}
            self.decide(page, message, f"{self.table} {self.random.randbytes(8).hex()}")
            self.log = {viewer: dict(log) for viewer, log in page.logs.items()}
        page.close()

    def decide(self, page: Page, message: dict[str, Any], message_id: str) -> None:
        """Send a decision until it is accepted, always under the same id: it is carried out once."""
        while (answer := page.ask("decide", id=message_id, **message))["type"] != "accepted":
            assert (answer["code"], answer["message"]) == ("storage", sentence("storage")), answer
            self.refused += 1
            time.sleep(0.1)
        self.answered[message["seat"]] = message["question"]
        self.accepted += 1

    def sit_down(self) -> Page:
        """A new match; laying it is tried until it succeeds."""
        self.log, self.answered = {}, {}
        wanted = {"game": "lampions", "seats": [{"kind": kind, "bot": "random"} for kind in self.seats]}
        self.table = self.insist("POST", "/api/tables", {**wanted, "options": {"rounds": 6}})["id"]
        self.insist("POST", f"/api/tables/{self.table}/start")
        while True:
            try:
                page = Page(self.guest)
                try:
                    page.hello(self.table)
                    return page
                except AssertionError:  # it can't be read now
                    page.close()
            except InvalidStatus as refused:  # nor who asks
                if refused.response.status_code != 503:
                    raise
            self.refused += 1
            time.sleep(0.1)

    def insist(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until the answer is another than that the database fails; it says nothing else while that is away."""
        while True:
            status, _, read = self.guest.send(method, path, body)
            answer: dict[str, Any] = json.loads(read) if read else {}
            if status < 300 or answer.get("code") == "already_started":
                return answer
            assert (status, answer.get("code")) == (503, "storage"), answer
            self.refused += 1
            time.sleep(0.1)

    def finds_all(self) -> None:
        """Reconnect and check that everything received or accepted is there."""
        page = self.guest.page(self.table)
        for seat, log in self.log.items():
            assert {number: page.logs[seat].get(number) for number in log} == log, "an entry that was sent is gone"
        for seat, question in self.answered.items():
            face = page.faces[seat]
            assert face["question"] > question or face["outcome"], "an accepted answer is asked for again"


def stopped(postgres: Postgres) -> None:
    """Stop it as an operator does."""
    postgres.stop("fast")


@pytest.mark.parametrize("end", [stopped, Postgres.kill], ids=["stopped", "killed"])
def test_play_goes_on_when_postgresql_is_started_again(end: Callable[[Postgres], None], caplog) -> None:
    with databases.cluster() as postgres:
        house = House(postgres.url)
        stop, people = threading.Event(), ThreadPoolExecutor(TABLES)
        try:
            seats = [("me", "me", "me")] * (TABLES - 1) + [("me", "bot", "bot")]
            players = [Player(house.guest(f"P{n}"), Random(n), kinds) for n, kinds in enumerate(seats)]
            playing = [people.submit(player.play, stop) for player in players]

            def everybody(does: Callable[[Player], bool]) -> bool:
                """Whether `does` is true of all players; raises the error of a player that failed."""
                for one in playing:
                    if one.done():
                        one.result()
                return all(does(player) for player in players)

            def go_on(more: int = 5) -> None:
                """Everybody has made some more moves."""
                goals = {player.guest: player.accepted + more for player in players}
                until(lambda: everybody(lambda p: p.accepted >= goals[p.guest]), "somebody does not go on")

            go_on()
            for _ in range(2):
                end(postgres)
                watcher = house.guest()
                until(lambda: everybody(lambda p: bool(p.refused) or p.waits), "not everybody is told")
                until(lambda: any(p.refused for p in players), "nobody is told")
                answer = watcher.ask("GET", "/ready", status=503)
                assert answer["trouble"], "who asks is told what the database says"
                assert watcher.ask("GET", "/health")["status"] == "alive"
                time.sleep(1)  # players have read all earlier messages by now
                during = sum(player.accepted for player in players)
                time.sleep(0.5)
                assert sum(player.accepted for player in players) == during, "nothing is accepted without a database"
                postgres.start()
                back = time.monotonic()
                until(lambda: house.guest().send("GET", "/ready")[0] == 200)
                assert time.monotonic() - back < SOON, "it is ready too late"
                for player in players:
                    player.refused = 0
                go_on()
            stop.set()
            for one in playing:
                one.result()
            for player in players:
                player.finds_all()
            told = [line for line in caplog.messages if line.startswith("the database fails: ")]
            assert told
            assert "Nothing that was acknowledged is lost." in told[0]
            assert len(told) <= 2 * 10, "now and then, not for everything that fails on it"
            others = [
                line.partition("\n")[0] for line in caplog.messages if not line.startswith("the database fails: ")
            ]
            assert not others, "and nothing else is said: no traces of what everybody knows by now"
        finally:
            stop.set()
            people.shutdown(wait=False)
            house.close()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system has no such limit")
def test_a_postgresql_whose_machine_vanishes_is_not_waited_for_without_end() -> None:
    """A test can't make a machine vanish, but it can check the timeout of the socket."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with databases.cluster(port) as postgres:
        storage = Storage(postgres.url)
        try:
            for engine in (storage._writing, storage._reading):
                connection = engine.raw_connection()
                with socket.socket(fileno=os.dup(cast(Any, connection.driver_connection).fileno())) as line:
                    assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 10_000  # milliseconds
                    assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
                    assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 10
                connection.close()
        finally:
            storage.close()
