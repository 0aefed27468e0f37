"""Limits of sockets: those that do not listen, or do not stop talking. Nobody else notices."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from ludotheque.server.api import transport
from ludotheque.server.live.connection import MOST_WAITING, Closing, PageConnection
from ludotheque.server.live.workers import Owner
from tests.server.house import PATIENCE, House, until
from tests.server.wire import frame, hung_up, opened

HELLOS = 300  # fewer than may wait to be heard, or to be sent: it is not for their number that one is cut off


@pytest.mark.parametrize("opcode", [0x9, 0xA])
def test_pings_and_pongs_have_an_end(house, opcode):
    connection = opened(house)
    connection.sendall(frame(opcode, b"x" * 100) * 200)
    assert b"too_many" in hung_up(connection)


def test_a_flood_of_pings_is_not_parsed_completely(house, monkeypatch):
    """A read may bring 40,000 of them: to parse all would stop the event loop for half a second."""
    counted: list[int] = []
    handle = transport.GuardedSocket.handle_ping

    def count(protocol: transport.GuardedSocket) -> None:
        counted.append(1)
        handle(protocol)

    monkeypatch.setattr(transport.GuardedSocket, "handle_ping", count)
    connection = opened(house)
    with suppress(ConnectionError):
        connection.sendall(frame(0x9) * 20_000)
    hung_up(connection)
    assert transport.PINGS_AT_ONCE < len(counted) <= transport.PINGS_AT_ONCE + transport.CHUNK


def test_a_message_in_endless_pieces_has_an_end(house):
    connection = opened(house)
    connection.sendall(frame(0x1, fin=False) + frame(0x0, fin=False) * (transport.MOST_FRAMES + 10))
    assert b"too_many" in hung_up(connection)


def test_more_messages_than_can_be_looked_at_have_an_end(house, monkeypatch):
    monkeypatch.setattr(transport, "MOST_UNHEARD", 50)
    connection = opened(house)
    connection.sendall(frame(0x1, b"{}") * 5000)
    assert b"too_many" in hung_up(connection)


def test_most_messages_before_a_disconnect_are_dropped(house):
    """Many hellos, then nothing: as many as are let through come in, no more are worked off."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    connection = opened(house)
    hello = json.dumps({"type": "hello", "version": 2, "table": table}).encode()
    before = house.counted("messages", type="hello")
    connection.sendall(frame(0x1, hello) * 900 + frame(0x8))
    hung_up(connection)
    until(lambda: not house.open_tables.pages, "the page has not gone")
    assert house.counted("messages", type="hello") - before <= transport.LAST_WORDS + 1


def leaves_unread(house: House, size: int) -> tuple[socket.socket, bytes]:
    """A page that does not read, with this many bytes waiting beyond the system's buffers; and its request."""
    table = house.guest("Ana").table("lampions", "me", "me", "me")
    connection = opened(house)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    until(lambda: house.open_tables.pages)
    (server_side,) = [one for one in house.connections if isinstance(one, transport.GuardedSocket)]
    server_side.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    hello = frame(0x1, json.dumps({"type": "hello", "version": 2, "table": table}).encode())
    for _ in range(HELLOS):
        if server_side.transport.get_write_buffer_size() > size or not house.open_tables.pages:
            break
        said = house.counted("messages", type="hello")
        connection.sendall(hello)
        while house.counted("messages", type="hello") == said and house.open_tables.pages:
            time.sleep(0.001)
    return connection, hello


def test_a_page_that_does_not_read_is_cut_off(make):
    house = make(slow_seconds=0.3)
    connection, _ = leaves_unread(house, 1 << 17)
    until(lambda: not house.open_tables.pages, "it still waits for somebody who does not read")
    connection.close()


def test_unread_messages_of_a_page_are_limited(make, monkeypatch):
    house = make(slow_seconds=10 * PATIENCE)
    connection, hello = leaves_unread(house, 1000)
    assert house.open_tables.pages
    monkeypatch.setattr(transport, "MOST_UNSENT", 1000)
    connection.sendall(hello)
    until(lambda: not house.open_tables.pages, "it still listens to somebody who does not")
    connection.close()


def test_a_page_with_too_many_waiting_messages_is_closed():
    page = PageConnection(None)
    for number in range(MOST_WAITING):
        page.post(b"%d" % number)
    gone_before = page.gone
    page.post(b"one more")
    page.post(b"nobody is there any more")
    waiting = [page.waiting.get_nowait() for _ in range(page.waiting.qsize())]
    assert (gone_before, page.gone) == (False, True)
    assert waiting[-2:] == [b"%d" % (MOST_WAITING - 1), Closing(1013, "too_slow")]


def test_a_page_has_four_questions_under_way(house, monkeypatch):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page, other = ana.page(table), ana.page(table)
    answering = threading.Event()

    async def run(job: Callable[[], object], owner: Owner) -> object:
        while not answering.is_set():
            await asyncio.sleep(0.01)
        return job()

    monkeypatch.setattr(house.open_tables.workers, "run", run)
    move = page.faces[0]["moves"][0]["id"]
    for number in range(5):
        page.send({"type": "preview", "id": f"p{number}", "seat": 0, "move": move})
    refused = page.until(lambda m: m.get("id", "").startswith("p"))
    assert (refused["id"], refused.get("code")) == ("p4", "too_many")
    other.send({"type": "preview", "id": "mine", "seat": 0, "move": move})
    answering.set()
    assert {page.until(lambda m: m["type"] == "previewed")["id"] for _ in range(4)} == {"p0", "p1", "p2", "p3"}
    assert other.until(lambda m: m.get("id") == "mine")["type"] == "previewed", "another page has its own four"
