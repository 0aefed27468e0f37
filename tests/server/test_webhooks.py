"""Turns are announced by webhook where the operator allows it, and nowhere else; play never waits for it."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from ludotheque.server.errors import Refused
from ludotheque.server.notifications import outgoing
from ludotheque.server.notifications.notifier import Notifier
from ludotheque.server.notifications.outgoing import is_public
from ludotheque.server.notifications.webhooks import check_webhook
from ludotheque.server.settings import Settings
from tests.server.house import PATIENCE, House


class Receiver(HTTPServer):
    """Collects what was posted, in order; can be told never to answer."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[str, dict[str, Any]]] = queue.Queue()
        self.answering = threading.Event()
        self.answering.set()
        super().__init__(("127.0.0.1", 0), Hook)


class Hook(BaseHTTPRequestHandler):
    """Takes a post."""

    server: Receiver

    def do_POST(self) -> None:
        """Store the request."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.put((self.path, json.loads(body)))
        self.server.answering.wait(PATIENCE)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def receiving(tmp_path: Path, **settings: Any) -> Iterator[tuple[Receiver, House]]:
    """A receiver on this machine, and a house that may call it."""
    receiver = Receiver()
    thread = threading.Thread(target=receiver.serve_forever, daemon=True)
    thread.start()
    host = f"127.0.0.1:{receiver.server_port}"
    usual: dict[str, Any] = {"webhook_hosts": (host,), "webhook_private": True}
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", **{**usual, **settings})
    try:
        yield receiver, house
    finally:
        receiver.answering.set()
        house.close()
        receiver.shutdown()
        receiver.server_close()
        thread.join()


def test_a_turn_is_announced_to_who_is_not_there_and_says_nothing_of_the_match(tmp_path):
    with receiving(tmp_path) as (receiver, house):
        ana, bo = house.guest("Ana"), house.guest("Bo")
        url = f"http://127.0.0.1:{receiver.server_port}/hook?key=1"
        assert bo.ask("PUT", "/api/me/webhook", {"url": url})["url"] == url
        assert bo.ask("GET", "/api/me/webhook")["url"] == url
        table = ana.table("lampions", "me", "open", "me")
        bo.sit(table, 1)
        ana.start(table)
        path, told = receiver.got.get(timeout=PATIENCE)
        assert path == "/hook?key=1"
        assert set(told) == {"event", "table", "game", "seat", "text", "content"}
        assert (told["event"], told["table"], told["seat"]) == ("turn", table, 1)
        page = ana.page(table)
        page.ask("say", text="hello?")
        assert receiver.got.empty(), "of each question once"
        there = bo.page(table)
        for seat, at in ((0, page), (2, page), (1, there)):
            at.decide(seat, at.faces[seat]["moves"][0]["id"])
        bo.ask("PUT", "/api/me/webhook", {"url": None})
        assert receiver.got.empty(), "who is there needs no announcement"


def test_a_receiver_that_never_answers_delays_nobody(tmp_path):
    with receiving(tmp_path) as (receiver, house):
        receiver.answering.clear()
        ana, bo = house.guest("Ana"), house.guest("Bo")
        bo.ask("PUT", "/api/me/webhook", {"url": f"http://127.0.0.1:{receiver.server_port}/"})
        table = ana.table("lampions", "me", "open", "me")
        bo.sit(table, 1)
        ana.start(table)
        receiver.got.get(timeout=PATIENCE)
        page = ana.page(table)
        assert page.decide(0, page.faces[0]["moves"][0]["id"])["type"] == "accepted"


def test_a_call_takes_so_long_and_no_longer(tmp_path, monkeypatch):
    monkeypatch.setattr(outgoing, "SECONDS", 0.2)
    with receiving(tmp_path) as (receiver, _):
        receiver.answering.clear()
        url = urlsplit(f"http://127.0.0.1:{receiver.server_port}/")

        async def call() -> set[asyncio.Task[int]]:
            calling = asyncio.ensure_future(outgoing.post(url, {}, b"{}", private=True))
            ended, _ = await asyncio.wait([calling], timeout=PATIENCE)
            return ended

        (ended,) = asyncio.run(call()) or (None,)
        assert ended is not None, "it waits for an answer that never comes"
        assert isinstance(ended.exception(), TimeoutError)


class Slow:
    """A way to reach people on which nobody is ever reached."""

    wanted = True

    def __init__(self) -> None:
        self.told: list[str] = []

    async def announce_turn(self, person: str, record: object, seat: int) -> None:
        """Note the call, and wait."""
        self.told.append(person)
        await asyncio.Event().wait()

    async def announce_invitation(self, person: str, record: object, by: str) -> None:
        """Nobody is invited here."""


@pytest.mark.parametrize(("people", "told"), [(1, 10), (50, outgoing.AT_ONCE)])
def test_announcements_are_limited_per_person_and_in_total(storage, people, told):
    """Fifty turns at the same moment, of one person or of fifty."""
    slow = Slow()
    seats = [SimpleNamespace(person=f"p{n % people}") for n in range(50)]

    async def announce() -> None:
        notifier = Notifier(storage, Settings(database=""))
        notifier._transports = [slow]
        for seat in range(50):
            notifier.notify(SimpleNamespace(seats=seats), seat)  # type: ignore[arg-type]
            await asyncio.sleep(0)
        await notifier.close()

    asyncio.run(announce())
    assert len(slow.told) == told


def test_a_host_of_the_list_that_lies_in_the_own_network_is_not_called(tmp_path, monkeypatch):
    """The name is allowed, its address is not: the address is checked when the call is made."""
    with receiving(tmp_path, webhook_private=False) as (receiver, house):
        ana, bo = house.guest("Ana"), house.guest("Bo")
        refused = bo.ask("PUT", "/api/me/webhook", {"url": f"http://127.0.0.1:{receiver.server_port}/"}, status=400)
        assert refused["code"] == "bad_webhook", "plain HTTP"
        said: queue.Queue[tuple[str, ...]] = queue.Queue()
        monkeypatch.setattr("ludotheque.server.notifications.notifier.log.info", lambda *why: said.put(why))
        bo.ask("PUT", "/api/me/webhook", {"url": f"https://127.0.0.1:{receiver.server_port}/"})
        table = ana.table("lampions", "me", "open", "me")
        bo.sit(table, 1)
        ana.start(table)
        assert said.get(timeout=PATIENCE)[-1].splitlines()[0] == "NotCalled", "not even tried"
        assert receiver.got.empty()


def test_without_the_operators_leave_nothing_is_announced(house):
    ana = house.guest("Ana")
    refused = ana.ask("PUT", "/api/me/webhook", {"url": "https://hooks.example.org/x"}, status=409)
    assert refused["code"] == "no_webhooks"
    assert ana.ask("GET", "/api/me/webhook") == {"url": None, "hosts": []}


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/x",
        "https://hooks.example.org:8443/x",
        "https://elsewhere.example.org/x",
        "https://hooks.example.org.evil.example/x",
        "https://hooks.example.org@evil.example/x",
        "https://me:secret@hooks.example.org/x",
        "https://hooks.example.org/x y",
        "https://hooks.example.org/x\r\nHost: evil",
        "https://hooks.example.org:port/",
        "ftp://hooks.example.org/x",
        "file:///etc/passwd",
        "hooks.example.org",
    ],
)
def test_addresses_that_are_not_called(url):
    settings = Settings(database="sqlite://", webhook_hosts=("hooks.example.org",))
    assert check_webhook("https://hooks.example.org/x?y=1", settings).hostname == "hooks.example.org"
    with pytest.raises(Refused) as refused:
        check_webhook(url, settings)
    assert refused.value.code == "bad_webhook"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
    ],
)
def test_public_addresses(address, public):
    assert is_public(address) is public
