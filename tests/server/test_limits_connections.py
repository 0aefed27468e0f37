"""Limits of connections: half-sent requests are cut off, and there are so many. Nobody else notices."""

from __future__ import annotations

from tests.server.house import Guest, House, until
from tests.server.wire import HEADERS, hung_up, raw


def test_who_does_not_finish_a_request_is_cut_off(make):
    house = make(head_seconds=0.2, body_seconds=0.2)
    host = f"Host: 127.0.0.1:{house.port}\r\n".encode()
    assert hung_up(raw(house)) == b"", "who says nothing"
    assert hung_up(raw(house, b"GET /api/me HTTP/1.1\r\n" + host)) == b"", "who does not end his headers"
    whole = b"GET /api/me HTTP/1.1\r\n" + host + b"\r\n"
    again = hung_up(raw(house, whole + b"GET /api/me"))
    assert again.startswith(b"HTTP/1.1 200"), "nor those of a second request"
    begun = b"POST /api/people HTTP/1.1\r\nContent-Length: 100\r\n" + host + b"\r\n{"
    answer = hung_up(raw(house, begun))
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"too_late" in answer
    for header in HEADERS:
        assert header.encode() in answer


def test_one_address_has_so_many_connections_and_all_together_so_many(make):
    house = make(connections_of_an_address=3, proxies=())
    taken = [raw(house) for _ in range(3)]
    assert hung_up(raw(house)) == b""
    taken.pop().close()
    until(lambda: house.guest().ask("GET", "/api/me", status=200) is None, "a place that is free again is given away")
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
