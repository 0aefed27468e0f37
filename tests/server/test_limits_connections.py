"""Limits of connections: half-sent requests are cut off, and their number is limited. Nobody else notices."""

from __future__ import annotations

import socket

from ludotheque.server.api import transport
from ludotheque.server.settings import Settings
from tests.server.house import PATIENCE, Guest, House, until
from tests.server.wire import HEADERS, hung_up, raw


def test_an_unfinished_request_is_cut_off(make):
    house = make(head_seconds=0.2, body_seconds=0.2)
    host = f"Host: 127.0.0.1:{house.port}\r\n".encode()
    assert hung_up(raw(house)) == b"", "a connection that sends nothing"
    assert hung_up(raw(house, b"GET /api/me HTTP/1.1\r\n" + host)) == b"", "a request without the end of its headers"
    whole = b"GET /api/me HTTP/1.1\r\n" + host + b"\r\n"
    again = hung_up(raw(house, whole + b"GET /api/me"))
    assert again.startswith(b"HTTP/1.1 200"), "nor those of a second request"
    begun = b"POST /api/people HTTP/1.1\r\nContent-Length: 100\r\n" + host + b"\r\n{"
    answer = hung_up(raw(house, begun))
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"too_late" in answer
    for header in HEADERS:
        assert header.encode() in answer


def test_a_request_in_very_many_pieces_is_cut_off(make, monkeypatch):
    monkeypatch.setattr(transport, "MOST_READS", 5)
    house = make(head_seconds=PATIENCE)
    connection = raw(house, b"GET /api/me HTTP/1.1\r\nX-Slow: ")
    until(lambda: not _takes_more(connection), "it is never cut off")
    connection.close()
    whole = f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\n\r\n".encode()
    with raw(house) as connection:
        for _ in range(9):  # more requests than pieces: each is counted by itself
            connection.sendall(whole)
            answer = connection.recv(1 << 16)
            while not answer.endswith(b"null"):
                answer += connection.recv(1 << 16)
            assert answer.startswith(b"HTTP/1.1 200")


def test_new_connections_of_an_address_are_limited_too():
    connections = transport.Connections(Settings(connections_of_an_address=2, proxies=("127.0.0.1",)))
    connections._new.rate = 1e-9
    for _ in range(4):
        assert connections.take("192.0.2.7")
        connections.release("192.0.2.7")
    assert not connections.take("192.0.2.7"), "none is open, but too many were opened"
    assert connections.take("192.0.2.8")
    assert all(connections.take("127.0.0.1") for _ in range(9)), "a proxy"


def test_one_address_has_so_many_connections_and_all_together_so_many(make):
    house = make(connections_of_an_address=3, proxies=())
    taken = [raw(house) for _ in range(3)]
    assert hung_up(raw(house)) == b""
    taken.pop().close()
    until(lambda: house.guest().ask("GET", "/api/me", status=200) is None, "a place that is free again is given away")
    house.close()
    house = make(connections=3, connections_of_an_address=100)
    taken += [raw(house) for _ in range(3)]
    assert hung_up(raw(house)) == b""
    for connection in taken:
        connection.close()
    ana = until(lambda: _came_in(house))
    assert ana is not None
    page = ana.page()
    house.guest().ask("GET", "/api/me")
    page.close()


def _takes_more(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"a")
    except ConnectionError:
        return False
    return True


def _came_in(house: House) -> Guest | None:
    try:
        return house.guest("Ana")
    except ConnectionError:
        return None


def test_a_proxy_has_as_many_connections_as_it_needs(make):
    house = make(connections_of_an_address=2)
    taken = [raw(house) for _ in range(5)]
    assert house.guest("Ana").id
    for connection in taken:
        connection.close()
