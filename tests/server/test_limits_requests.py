"""Limits of requests: malformed requests and messages get a proper answer."""

from __future__ import annotations

import json
import time

from ludotheque.server.api.security import DEEPEST, REFUSAL_SECONDS
from tests.server.wire import HEADERS

NESTED = b"[" * 5000
HUGE = 2**63
HOSTILE = [
    ("POST", "/api/tables", NESTED, {}),
    ("POST", "/api/people", b'{"name":' + NESTED, {}),
    ("POST", "/api/tables", b'{"game":"gwynt","options":{"a":' + b'{"a":' * 2000, {}),
    ("GET", f"/api/tables/{{table}}/at/{HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/at/{'9' * 5000}", None, {}),
    ("GET", f"/api/tables/{{table}}/replay/{HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/replay?since={HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/replay?since=-{HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/log?since={HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/log?seat={HUGE}", None, {}),
    ("POST", f"/api/tables/{{table}}/seats/{HUGE}", b"{}", {}),
    ("POST", "/api/tables/{table}/fork", b'{"number":%d}' % HUGE, {}),
    ("POST", "/api/tables/{table}/fork", b'{"number":%d}' % 2**31, {}),
    ("POST", "/api/people", b'{"name":"Ana"}', {"Origin": "http://["}),
    ("POST", "/api/people", b'{"name":"Ana"}', {"Origin": "\xff"}),
    ("POST", "/api/people", b'{"name":"Ana"}', {"Content-Length": "9" * 5000}),
    ("GET", "/api/tables/%00", None, {}),
    ("GET", "/api/tables/" + "a" * 5000, None, {}),
    ("GET", "/api/me", None, {"Cookie": "ludotheque=" + "a" * 20000}),
    ("GET", "/api/me", None, {"Host": "http://["}),
    ("GET", "/api/me", None, {"Host": "localhost:80@example.org"}),
    ("GET", "/api/me", None, {"Host": "localhost:65536"}),
    ("GET", "/api/me", None, {"Host": "localhost:80:80"}),
    ("GET", "/api/me", None, {"Host": "[::1]example.org"}),
    ("BREW", "/api/me", None, {}),
]


def test_a_request_over_the_limit_is_refused_after_a_while(make):
    """Refusals cost time, too: a client that does not slow down is slowed down."""
    house = make(requests_a_second=0.5)
    house.open_tables.limits.requests.rate = 1e-6
    eve = house.guest(None, "203.0.113.5")
    assert [eve.send("GET", "/api/me")[0] for _ in range(3)] == [200] * 3
    began = time.monotonic()
    assert eve.send("GET", "/api/me")[0] == 429
    assert time.monotonic() - began >= 0.9 * REFUSAL_SECONDS


def test_a_body_is_so_deep_and_no_deeper(house):
    ana = house.guest("Ana")

    def named(deep: int) -> int:
        """The status of a request with an ignored field nested to this depth, including the object around it."""
        inner = b"[" * (deep - 1) + b"]" * (deep - 1)
        return ana.send("POST", "/api/people", b'{"name": "A[[[", "more": ' + inner + b"}")[0]

    assert named(DEEPEST) == 201, "brackets in a text do not count"
    assert named(DEEPEST + 1) == 400


def test_whatever_is_sent_is_answered_by_a_sentence_and_all_headers(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "bot", "bot", "bot", options={"rounds": 3})
    for method, path, body, headers in HOSTILE:
        status, got, read = ana.send(method, path.format(table=table), body, headers)
        assert 400 <= status < 500, (method, path[:80], read)
        assert json.loads(read)["message"], (method, path[:80])
        for header in HEADERS:
            assert header in got, (method, path[:80], got)


def test_numbers_that_no_list_has_are_refused_on_the_socket(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page = ana.page(table)
    for seen in ({"0": HUGE}, {"x" * 9: 1}, {str(n): 1 for n in range(20)}):
        page.send({"type": "hello", "version": 2, "table": table, "seen": seen})
    for question, move in ((HUGE, 1), (-HUGE, 1), (1, HUGE)):
        page.send({"type": "decide", "id": "d", "seat": 0, "question": question, "moves": [move]})
    page.send("[" * 9000)
    for _ in range(7):
        assert page.until(lambda m: m["type"] == "refused")["code"] == "bad_request"
