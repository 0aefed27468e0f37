"""Random messages and requests to real tables: whatever is sent, the answer is a proper message.

`test_fuzzing.py` sends some; `bench/fuzz.py` sends any number. The same seed sends the same messages.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from websockets.exceptions import ConnectionClosed

import ludotheque as lt
from ludotheque.server.live.protocol import VERSION
from tests.server.house import Guest, House, Page

HUGE = (2**31, 2**63, -(2**63), 10**30, 1e308, -1, 0.5)
TEXTS = ("", "\x00", "a" * 300, "\u202e", "🐉" * 30, "swap", "pass", "../..", "'; DROP TABLE people; --", "{}", "null")
GAMES = ("lampions", "gwynt", "kunitori", "gorynich", "gunkimono")


def anything(random: Random, depth: int = 0) -> Any:
    """A value of any kind."""
    kinds = 8 if depth < 3 else 6
    match random.randrange(kinds):
        case 0:
            return random.choice(HUGE)
        case 1:
            return random.choice(TEXTS)
        case 2:
            return random.randrange(-3, 600)
        case 3:
            return random.choice((None, True, False))
        case 4 | 5:
            return random.randrange(0, 8)
        case 6:
            return [anything(random, depth + 1) for _ in range(random.randrange(4))]
    return {random.choice(TEXTS): anything(random, depth + 1) for _ in range(random.randrange(4))}


class Room:
    """Some people at tables of every game, some of them over, and counts of all answers."""

    def __init__(self, house: House, seed: object) -> None:
        self.house = house
        self.random = Random(f"fuzz {seed}")
        self.guests = [house.guest(name) for name in ("Ana", "Bo", "Cy")]
        self.tables = [self._table(game) for game in lt.names() if game in GAMES]
        self.answers: Counter[str] = Counter()
        self.pages: dict[int, Page] = {}

    def _table(self, game: str) -> str:
        host, other, third = self.guests
        players = lt.game(game, "plain").declaration.players[0]
        seats = ["me", "open", *(["bot"] * (players - 2))][:players]
        table = host.table(game, *seats, listed=True)
        if players > 1:
            other.sit(table, 1)
        host.start(table)
        if game == "lampions":
            over = third.table("gwynt", "me", "bot")
            third.start(over)
            third.ask("POST", f"/api/tables/{over}/seats/0/resignation")
            self.over = over
        return table

    # Sockets --------------------------------------------------------------------------------------------------------

    def send_messages(self, count: int) -> None:
        """Send messages; reopen sockets that were closed."""
        for _ in range(count):
            self._send_message()
        for number in list(self.pages):
            self._close(number)

    def _send_message(self) -> None:
        number = self.random.randrange(len(self.guests) + 1)
        try:
            page = self._page(number)
            page.send(self._message(page))
            if self.random.randrange(4) == 0:
                refused = page.ask("hello", version=0, table="", id="still there?")
                assert refused["code"] == "wrong_version"
                self._look(page)
        except ConnectionClosed as closed:
            reason = closed.rcvd.reason if closed.rcvd else "?"
            assert reason in ("too_many", "", "revoked") or "frame" in reason or "utf" in reason.lower(), reason
            self.answers[f"closed {reason}"] += 1
            self._close(number)

    def _page(self, number: int) -> Page:
        if number not in self.pages:
            guest = self.guests[number] if number < len(self.guests) else self.house.guest()
            self.pages[number] = guest.page(self.random.choice(self.tables))
        return self.pages[number]

    def _close(self, number: int) -> None:
        page = self.pages.pop(number)
        self._look(page)
        page.close()
        self.house.pages.remove(page)

    def _look(self, page: Page) -> None:
        for message in page.got:
            kind = message["type"]
            self.answers[f"{kind} {message['code']}" if kind == "refused" else kind] += 1
        page.got.clear()

    def _message(self, page: Page) -> str | bytes:
        random = self.random
        match random.randrange(12):
            case 0:
                return json.dumps(anything(random))
            case 1:
                return bytes(random.randrange(256) for _ in range(random.randrange(40)))
            case 2:
                text = json.dumps(self._sensible(page))
                at = random.randrange(len(text))
                return text[:at] + random.choice(('"', "[", "}", "\\", "\x00", "9" * 30, "")) + text[at + 1 :]
            case 3 | 4 | 5:
                message = self._sensible(page)
                message[random.choice(list(message))] = anything(random)
                return json.dumps(message)
        return json.dumps(self._sensible(page))

    def _sensible(self, page: Page) -> dict[str, Any]:
        random = self.random
        seat = random.choice([*page.faces, 0, 1, 6])
        face = page.faces.get(seat) or {"question": 1, "moves": []}
        moves = [move["id"] for move in face["moves"]] or [0]
        some = [random.choice((random.choice(moves), random.randrange(600))) for _ in range(random.randrange(1, 5))]
        kind = random.choice(("decide", "decide", "undo", "preview", "why_not", "say", "point", "auto", "more"))
        own: dict[str, dict[str, Any]] = {
            "decide": {"seat": seat, "question": face["question"] or 0, "moves": some},
            "undo": {"seat": seat, "turn": random.random() < 0.5},
            "preview": {"seat": seat, "move": some[0], "then": some[1:]},
            "why_not": {"seat": seat, "move": some[0]},
            "say": {"text": random.choice(TEXTS)},
            "point": {"seat": seat, "at": random.choice(TEXTS)},
            "auto": {"seat": seat, "on": random.random() < 0.5},
        }
        if kind == "more":
            kind = random.choice(("hello", "withdraw", "answer_undo"))
            own |= {
                "hello": {"version": VERSION, "table": random.choice([*self.tables, self.over, "x"]), "seen": {"0": 1}},
                "withdraw": {"seat": seat, "question": face["question"] or 0},
                "answer_undo": {"seat": seat, "agree": random.random() < 0.5},
            }
        return {"type": kind, "id": f"f{random.randrange(10**9)}", **own[kind]}

    # Requests -------------------------------------------------------------------------------------------------------

    def send_requests(self, count: int) -> None:
        """Send requests to every address that the server publishes, with real tables and people in them."""
        paths = self.guests[0].ask("GET", "/schema/openapi.json")["paths"]
        routes = [(method.upper(), path, about) for path, by in sorted(paths.items()) for method, about in by.items()]
        for _ in range(count):
            self._request(*self.random.choice(routes))

    def _request(self, method: str, path: str, about: dict[str, Any]) -> None:
        random = self.random
        if (method, path) in (("DELETE", "/api/me/key"),):
            return  # it would end the guest's account
        guest: Guest = random.choice(self.guests)
        parts = {
            "id": random.choice([*self.tables, self.over, "nothing", "%00", "a" * 400]),
            "seat": random.choice((0, 1, 2, 99, -1, 2**63)),
            "number": random.choice((0, 1, 5, 10**6, 2**31, 2**63)),
            "name": random.choice((*GAMES, "nothing")),
            "language": random.choice(("en", "fr", "xx")),
            "person": guest.id,
            "path": random.choice(("x", "../../etc/passwd", "cover.svg")),
        }
        query = f"?{random.choice(('since', 'seat', 'game', 'x'))}={random.choice((0, 7, -1, 2**63, 'x'))}"
        address = path
        for name, value in parts.items():
            address = address.replace(f"{{{name}}}", str(value))
        address += query if random.random() < 0.3 else ""
        body = None if "requestBody" not in about and random.random() < 0.9 else self._body()
        headers = (
            {"Content-Type": random.choice(("application/json", "text/plain", ""))} if random.random() < 0.1 else {}
        )
        status, got, read = guest.send(method, address, body, headers)
        assert status < 500 or status == 503, f"{method} {address} {body!r}: {status} {read[:300]!r}"
        assert "content-security-policy" in got, address
        self.answers[str(status)] += 1

    def _body(self) -> bytes:
        random = self.random
        if random.random() < 0.2:
            return random.choice((b"", b"[" * 3000, b"\xff\xfe", b"{", b'"' * 50, b"1" * 6000))
        body: dict[str, Any] = {
            "game": random.choice(GAMES),
            "seats": [{"kind": random.choice(("me", "open", "bot"))} for _ in range(random.randrange(1, 5))],
            "name": "Di",
            "number": random.randrange(4),
            "kind": random.choice(("open", "bot")),
            "text": "note",
            "option": "deck",
            "value": random.choice(("", "faction: monsters\n", "x" * 3000)),
            "steps": [],
            "move": random.randrange(50),
            "code": "nothing",
            "url": "https://example.org",
        }
        for _ in range(random.randrange(3)):
            body[random.choice([*body, "options", "brought", "clock", "position", "pledge"])] = anything(random)
        return json.dumps(body).encode()
