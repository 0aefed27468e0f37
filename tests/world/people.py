"""Simulated people: they open pages, play, undo, chat, leave, come back, and try what they must not do."""

from __future__ import annotations

import asyncio
import hashlib
import json
from random import Random
from typing import TYPE_CHECKING, Any

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.server.live.protocol import VERSION
from tests.world.network import Line
from tests.world.process import CLIENT_HOST, Process

if TYPE_CHECKING:
    from tests.world.world import World

SILENCE = 40.0  # seconds without any message after which a page pings the server …
PATIENCE = 12.0  # … and, without an answer to that, opens another line
TABLES = 12  # the newest tables, among which people choose, for each dozen people
SECRET = bytes(32)
CLOCKS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"bank": 60.0, "increment": 5.0, "at_zero": "bot"},
    {"bank": 120.0, "increment": 2.0, "at_zero": "loss"},
    {"bank": 40.0, "increment": 10.0, "at_zero": "move"},
    {"bank": 86_400.0, "increment": 3600.0, "at_zero": "loss"},
)


class Page:
    """One open page at a table, and what it knows."""

    def __init__(self, person: Person, table: str) -> None:
        self.person = person
        self.table = table
        self.process: Process | None = None
        self.since = 0.0  # when it has been connected without a break
        self.up: Line | None = None
        self.down: Line | None = None
        self.view: dict[str, Any] = {}
        self.numbers: dict[int, int] = {}  # the last entry of each viewer's log that it knows
        self.faces: dict[int, dict[str, Any]] = {}
        self.unanswered: dict[str, dict[str, Any]] = {}  # decisions that are sent again after a break
        self.sent_again: set[str] = set()
        self.closed = False
        self._count = 0
        self._task = asyncio.get_running_loop().create_task(self._live())

    @property
    def connected(self) -> bool:
        """Whether messages come and go."""
        return self.down is not None and not self.down.cut and self.process is not None and not self.process.dead

    def cut(self, half_open: bool) -> None:
        """Break the connection; if half open, neither side notices by itself."""
        if self.up is None or self.down is None:
            return
        if not half_open:
            self.up.inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
            self.down.inbox.put_nowait({"type": "websocket.close", "code": 1006})
        else:
            asyncio.get_running_loop().call_later(  # the server's own pings end it after a while
                40.0, self.up.inbox.put_nowait, {"type": "websocket.disconnect", "code": 1006}
            )
        self.up.cut = self.down.cut = True

    def close(self) -> None:
        """Close the page."""
        self.closed = True
        self.cut(half_open=False)

    async def _live(self) -> None:
        """Keep a connection open until the page is closed."""
        random = self.person.random
        while not self.closed:
            process = self.person.world.any_process(random)
            if process is not None:
                try:
                    await self._connected(process)
                except TimeoutError:
                    self.cut(half_open=False)
            await asyncio.sleep(random.uniform(0.2, 3.0))

    async def _connected(self, process: Process) -> None:
        world = self.person.world
        seed = f"{world.seed} line {world.next_number()}"
        self.process, self.up, self.down = process, Line(f"{seed} up"), Line(f"{seed} down")
        self.since = asyncio.get_running_loop().time()
        process.open_socket(self.person.cookie, self.person.address, self.up, self.down)
        seen = {str(viewer): number for viewer, number in self.numbers.items()}
        greeted = False
        while not self.closed:
            message = await self._next(self.down)
            if message["type"] == "websocket.close":
                return
            if message["type"] == "websocket.accept":
                self._send({"type": "hello", "version": VERSION, "table": self.table, "seen": seen, "id": "hello"})
                continue
            if "text" in message or "bytes" in message:
                read = json.loads(message.get("text") or message["bytes"])
                self._take(read)
                if read["type"] == "refused" and read["id"] == "hello":
                    self.cut(half_open=False)
                    return
                if read["type"] == "welcome" and not greeted:
                    greeted = True
                    self.sent_again |= self.unanswered.keys()
                    for again in list(self.unanswered.values()):
                        self._send(again)

    async def _next(self, line: Line) -> Any:
        """The next message; TimeoutError if the server does not even answer a ping."""
        try:
            async with asyncio.timeout(SILENCE):
                return await line.inbox.get()
        except TimeoutError:
            self.ping()
        async with asyncio.timeout(PATIENCE):
            return await line.inbox.get()

    def _send(self, message: dict[str, Any]) -> None:
        if self.up is not None:
            self.up.send({"type": "websocket.receive", "text": json.dumps(message), "bytes": None})

    def ping(self) -> None:
        """Ask whether the line still works."""
        self._count += 1
        self._send({"type": "ping", "id": f"ping {self._count}"})

    def send(self, kind: str, **parts: Any) -> str:
        """Send a message with an id of its own; a decision is sent again until it is answered."""
        message_id = f"w{self.person.world.next_number()}"
        message = {"type": kind, "id": message_id, **parts}
        if kind == "decide":
            self.unanswered[message_id] = message
        self._send(message)
        return message_id

    def _take(self, message: dict[str, Any]) -> None:
        kind, world = message["type"], self.person.world
        if kind == "table":
            self.view = message["table"]
        elif kind in ("sync", "update"):
            seat = message["seat"]
            world.checks.received(self, message)
            self.numbers[seat] = message["number"]
            self.faces[seat] = message["face"]
        elif kind in ("accepted", "refused"):
            sent = self.unanswered.pop(message.get("id") or "", None)
            if sent is not None:
                world.checks.answered(self, sent, message)
        elif kind == "undo_asked" and self.person.random.random() < 0.8:
            for seat in self.mine():
                if seat in message["waiting"]:
                    self.send("answer_undo", seat=seat, agree=self.person.random.random() < 0.6)

    def mine(self) -> list[int]:
        """My seats."""
        return [seat["number"] for seat in self.view.get("seats", []) if seat.get("mine")]

    # What a person does here ----------------------------------------------------------------------------------------

    def play(self) -> None:
        """Make a move, if one is asked for."""
        for seat, face in self.faces.items():
            if seat != SPECTATOR and face["moves"] and not self.unanswered:
                move = self.person.random.choice(face["moves"])["id"]
                self.send("decide", seat=seat, question=face["question"], moves=[move])
                if self.person.random.random() < 0.05:  # a nervous finger
                    move = self.person.random.choice(face["moves"])["id"]
                    self.send("decide", seat=seat, question=face["question"], moves=[move])

    def fiddle(self) -> None:
        """Anything else that a page can send."""
        random, seats = self.person.random, self.mine()
        if not seats:
            return
        seat = random.choice(seats)
        face = self.faces.get(seat)
        acts = ["undo", "auto", "say", "say", "hint", "preview", "withdraw"]
        act = random.choice(acts)
        if act == "undo":
            self.send("undo", seat=seat, turn=random.random() < 0.3)
        elif act == "auto":
            self.send("auto", seat=seat, on=random.random() < 0.5)
        elif act == "say":
            self.person.world.checks.note_line(self, self.send("say", text=f"line {self.person.world.next_number()}"))
        elif act == "withdraw" and face and face["may_withdraw"]:
            self.send("withdraw", seat=seat, question=face["question"])
        elif face and face["moves"]:
            if act == "hint" and random.random() < 0.1:
                self.send("hint", seat=seat)
            else:
                self.send("preview", seat=seat, move=random.choice(face["moves"])["id"])


class Person:
    """Somebody with an account."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.name = f"P{number}"
        self.random = Random(f"{world.seed} person {number}")
        self.address = f"{CLIENT_HOST}{number + 1}"
        self.cookie = ""
        self.id = ""
        self.pages: list[Page] = []
        self.speed = self.random.choice([1.5, 4.0, 12.0]) * world.pace  # mean seconds between two acts
        self.tournaments: list[str] = []
        self.consents: set[tuple[str, int]] = set()  # tables and seats that they took by themselves

    async def send(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request over the network; status 0 if no answer comes."""
        process = self.world.any_process(self.random)
        await asyncio.sleep(self.random.uniform(0.005, 0.2))
        if process is None or process.dead:
            return 0, None
        try:
            status, headers, answer = await asyncio.wait_for(
                process.ask(method, path, body, self.cookie, self.address), 20.0
            )
        except (TimeoutError, asyncio.CancelledError, IndexError):
            if not self.world.lost(process):
                raise
            return 0, None
        await asyncio.sleep(self.random.uniform(0.005, 0.2))
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        self.world.checks.http(self, method, path, status, answer)
        return status, answer

    async def live(self) -> None:
        """Register, then act until the world ends."""
        while not self.id:
            status, answer = await self.send("POST", "/api/people", {"name": self.name})
            self.id = answer["id"] if status == 201 else ""
            await asyncio.sleep(1.0)
        while True:
            await asyncio.sleep(self.random.expovariate(1 / self.speed))
            await asyncio.sleep(max(0.0, self.world.still_until - self.world.now))
            self.pages = [page for page in self.pages if not page.closed]
            await self._act()

    async def _act(self) -> None:
        random, world = self.random, self.world
        for page in self.pages:
            page.play()
            await self._get_going(page)
        chance = random.random()
        if chance < 0.03 or not self.pages:
            await self._find_table()
        elif chance < 0.12:
            random.choice(self.pages).fiddle()
        elif chance < 0.16:
            await self._touch(random.choice(self.pages).table)
        elif chance < 0.17:
            random.choice(self.pages).cut(half_open=random.random() < 0.5)
        elif chance < 0.18:
            random.choice(self.pages).close()
        elif chance < 0.185 and world.tables:
            await self._touch(random.choice(world.tables))  # also at tables that are not theirs
        elif chance < 0.19:
            await self.send("PATCH", "/api/me", {"name": f"{self.name} {random.randrange(100)}"})
        elif chance < 0.21:
            await self._compete()
        for page in self.pages:
            if page.view.get("phase") == "over" and random.random() < 0.05:
                page.close()

    async def _get_going(self, page: Page) -> None:
        """Do what a page does by itself before a match: start a full table, open one's contribution to the deal."""
        phase, path, mine = page.view.get("phase"), f"/api/tables/{page.table}", page.mine()
        if phase == "open" and mine and all(seat["kind"] != "open" for seat in page.view["seats"]):
            await self.send("POST", f"{path}/start")
        elif phase == "opening":
            for seat in mine:
                await self.send("POST", f"{path}/seats/{seat}/contribution", {"contribution": SECRET.hex()})

    def visit(self, table: str) -> None:
        """Open a page at a table."""
        if len(self.pages) < 4 and all(page.table != table for page in self.pages):
            self.pages.append(Page(self, table))

    async def _find_table(self) -> None:
        """Lay a table, sit down at one, look for an opponent, or watch."""
        random, world = self.random, self.world
        chance = random.random()
        if chance < 0.3 or not world.tables:
            game, players = random.choice(world.games)
            rated = game == "gwynt" and random.random() < 0.6
            others = [random.choice(["open", "bot"]) for _ in range(players - 1)]
            seats: list[dict[str, Any]] = [{"kind": "me"}, *({"kind": kind} for kind in others)]
            for seat in seats:
                if seat["kind"] == "bot":
                    seat["bot"] = "greedy" if game == "lampions" or rated else "random"
            wanted = {"game": game, "seats": seats, "clock": self._clock(), "rated": rated, "listed": True}
            wanted["takeover"] = random.choice(["bot", "person"])
            status, answer = await self.send("POST", "/api/tables", wanted)
            if status == 201:
                world.tables.append(answer["id"])
                self.consents |= {(answer["id"], n) for n, seat in enumerate(seats) if seat["kind"] == "me"}
                self.visit(answer["id"])
        elif chance < 0.8:
            table = random.choice(self._newest())
            status, answer = await self.send("GET", f"/api/tables/{table}")
            if status == 200:
                free = [seat["number"] for seat in answer["seats"] if seat["kind"] == "open"]
                if free:
                    await self._sit(table, random.choice(free))
                self.visit(table)
                if answer["phase"] == "open":
                    await self.send("POST", f"/api/tables/{table}/start")
        elif chance < 0.9:
            clock = {"bank": 60.0, "increment": 5.0, "at_zero": "loss"}
            wish = {"game": "gwynt", "rated": random.random() < 0.7, "clock": clock}
            status, answer = await self.send("POST", "/api/me/seek", wish)
            if status in (200, 201) and answer and answer.get("table"):
                world.tables.append(answer["table"])
                self.visit(answer["table"])
        else:
            self.visit(random.choice(self._newest()))

    def _clock(self) -> dict[str, Any] | None:
        """A clock for a new table; slow people seldom choose a fast one."""
        slow = self.speed > 20.0 and self.random.random() < 0.9
        return self.random.choice((CLOCKS[0], CLOCKS[-1])) if slow else self.random.choice(CLOCKS)

    def _newest(self) -> list[str]:
        """The newest tables: more of them where more people choose."""
        return self.world.tables[-max(TABLES, len(self.world.people)) :]

    async def _compete(self) -> None:
        """Make a tournament, enter one, leave it, or go to one's match in it."""
        random, world = self.random, self.world
        chance = random.random()
        if chance < 0.08 or not world.tournaments:
            kind = random.choice(["swiss", "round_robin", "knockout", "arena"])
            plan = {"name": "Cup", "game": "gwynt", "kind": kind, "rated": random.random() < 0.5, "most": 4}
            plan |= {"clock": {"bank": 300.0, "increment": 5.0}, "patience": 120.0, "pause": 5.0, "minutes": 10.0}
            status, answer = await self.send("POST", "/api/tournaments", plan)
            if status == 201:
                world.tournaments.append(answer["line"]["id"])
        elif chance < 0.5:
            chosen = random.choice(world.tournaments[-4:])
            status, _ = await self.send("PUT", f"/api/tournaments/{chosen}/entry", {})
            if status == 200 and chosen not in self.tournaments:
                self.tournaments = [*self.tournaments[-3:], chosen]
        elif self.tournaments:
            path = f"/api/tournaments/{random.choice(self.tournaments)}"
            if chance < 0.55:
                await self.send("DELETE", f"{path}/entry")
            elif chance < 0.6:
                await self.send("POST", f"{path}/start")
            status, answer = await self.send("GET", path)
            if status == 200 and answer["table"]:
                if answer["table"] not in world.tables:
                    world.tables.append(answer["table"])
                self.visit(answer["table"])

    async def _sit(self, table: str, seat: int) -> None:
        self.consents.add((table, seat))  # the answer may get lost
        await self.send("POST", f"/api/tables/{table}/seats/{seat}", {})

    async def quarrel(self) -> None:
        """Remove another player from a running match of one's own."""
        for page in self.pages:
            view = page.view
            if view.get("phase") == "playing" and view["host"] == self.id and not view["rated"]:
                others = [one for one in view["seats"] if one["kind"] == "person" and not one["mine"]]
                for seat in others[:1]:
                    await self._remove(page.table, seat["number"], seat["person"])

    async def _remove(self, table: str, seat: int, person: str) -> None:
        self._let_play(table, seat)
        status, answer = await self.send("DELETE", f"/api/tables/{table}/seats/{seat}")
        if status == 200 and answer["phase"] in ("playing", "paused") and self.id != person:
            self.world.checks.removed(table, seat, person)

    def _let_play(self, table: str, seat: int) -> None:
        """Let whoever sits here play in the moment in which somebody tries to remove them."""
        for page in self.world.pages_at(table):
            if seat in page.mine():
                for seconds in (0.05, 0.2, 0.35, 0.5, 1.0, 2.0):  # before, after, and while a process doesn't know yet
                    asyncio.get_running_loop().call_later(seconds, page.play)

    async def _touch(self, table: str) -> None:
        """Ask anything of a table over HTTP, whether it is allowed or not."""
        random, seat = self.random, self.random.randrange(3)
        path = f"/api/tables/{table}"
        pledge = {"pledge": hashlib.sha256(SECRET).hexdigest()}
        rated = "true" if random.random() < 0.5 else "false"
        asked: list[tuple[float, str, str, Any]] = [
            (4, "DELETE", f"{path}/seats/{seat}", None),
            (2, "POST", f"{path}/seats/{seat}/agreement", None),
            (4, "PUT", f"{path}/seats/{seat}", {"kind": random.choice(["bot", "open"]), "bot": "greedy"}),
            (0.5, "POST", f"{path}/seats/{seat}/resignation", None),
            (3, "PUT", f"{path}/seats/{seat}/pledge", pledge),
            (3, "POST", f"{path}/seats/{seat}/contribution", {"contribution": SECRET.hex()}),
            (3, "POST", f"{path}/start", None),
            (4, "POST", f"{path}/rematch?rated={rated}", None),
            (2, "POST", f"{path}/pause", None),
            (3, "DELETE", f"{path}/pause", None),
            (1, "GET", f"{path}/log?seat={seat}", None),
            (1, "GET", f"{path}/at/2?seat={seat}", None),
            (1, "GET", f"{path}/record", None),
        ]
        _, method, where, body = random.choices(asked, [weight for weight, *_ in asked])[0]
        if where.endswith("/pledge"):
            self.consents.add((table, seat))
        if method in ("DELETE", "PUT") and where.endswith(f"/seats/{seat}"):
            self._let_play(table, seat)
        status, answer = await self.send(method, where, body)
        if status in (200, 201) and isinstance(answer, dict) and answer.get("rematch_of"):
            if answer["id"] not in self.world.tables:
                self.world.tables.append(answer["id"])
            self.consents |= {(answer["id"], one["number"]) for one in answer["seats"] if one.get("mine")}
            self.visit(answer["id"])
