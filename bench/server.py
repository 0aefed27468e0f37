"""The table server under load, from the same machine: many tables, two sockets each, random decisions.

python bench/server.py                         200 tables of Gwynt, one decision a second at each
python bench/server.py --pace 0                the same, everyone as fast as he can
python bench/server.py --tables 50 --seconds 10 --game lampions --json

Storage: SQLite in a temporary folder, WAL, synchronous=FULL, commits grouped. Rules: as `ludotheque serve` plays them,
compiled where that is prepared (--plain: never).
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from ludotheque import benchmarks

SERVER = """
import asyncio, socket, sys
import uvicorn
from ludotheque.server.app import make_app
from ludotheque.server.library.shelf import SHELF
from ludotheque.server.settings import Settings
settings = Settings(database=sys.argv[1], prepare=False, bot_pause=0, requests_a_second=1e6, messages_a_second=1e6,
                    sockets_of_an_address=100000)
if sys.argv[2] == "compiled":
    asyncio.run(SHELF.prepare())
listener = socket.socket(); listener.bind(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
config = uvicorn.Config(make_app(settings), ws="websockets-sansio", log_level="warning", ws_max_size=16384)
uvicorn.Server(config).run(sockets=[listener])
"""


class Named(msgspec.Struct):
    """A move, as far as a random player reads it."""

    id: int


class Face(msgspec.Struct):
    """What a random player looks at."""

    question: int | None
    moves: list[Named]
    outcome: msgspec.Raw


class Heard(msgspec.Struct):
    """Any message, as far as it is read here."""

    type: str
    seat: int | None = None
    face: Face | None = None
    id: str | None = None


hear = msgspec.json.Decoder(Heard).decode


def ask(port: int, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
    """One request; its JSON, and the cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    connection.request(method, path, json.dumps(body).encode() if body is not None else None, headers)
    response = connection.getresponse()
    data = json.loads(response.read())
    assert response.status < 300, data
    return data, (response.getheader("set-cookie") or cookie).partition(";")[0]


class Table:
    """One table and its two pages."""

    def __init__(self, port: int, game: str, number: int) -> None:
        people = [ask(port, "POST", "/api/people", {"name": f"P{number}.{p}"})[1] for p in range(2)]
        bots = [{"kind": "bot", "bot": "random"}] if game == "lampions" else []
        seats = [{"kind": "me"}, {"kind": "open"}, *bots]
        self.id = ask(port, "POST", "/api/tables", {"game": game, "seats": seats}, people[0])[0]["id"]
        ask(port, "POST", f"/api/tables/{self.id}/seats/1", {}, people[1])
        ask(port, "POST", f"/api/tables/{self.id}/start", None, people[0])
        self.people = people
        self.port = port
        self.luck = random.Random(number)
        self.faces: dict[int, Face] = {}
        self.news = asyncio.Event()
        self.updates = [0, 0]

    async def run(self, pace: float, until: float, took: list[float], received: list[int]) -> None:
        """Play random moves until the time is over."""
        sockets = []
        for person in self.people:
            headers = {"Cookie": person}
            sockets.append(await connect(f"ws://127.0.0.1:{self.port}/api/live", additional_headers=headers))
        listeners = [asyncio.create_task(self.listen(seat, socket, received)) for seat, socket in enumerate(sockets)]
        for socket in sockets:
            await socket.send(json.dumps({"type": "hello", "version": 1, "table": self.id}))
        while len(self.faces) < 2:
            await self.wait()
        await asyncio.sleep(self.luck.random() * pace)
        made = 0
        while time.monotonic() < until:
            seat = next((s for s, face in self.faces.items() if face.moves), None)
            if seat is None:
                if any(bytes(face.outcome) != b"null" for face in self.faces.values()):
                    break
                await self.wait()
                continue
            face = self.faces[seat]
            move = self.luck.choice(face.moves).id
            made += 1
            began = time.perf_counter()
            before = list(self.updates)
            message = {"type": "decide", "seat": seat, "question": face.question, "moves": [move], "id": f"{made}"}
            await sockets[seat].send(json.dumps(message))
            # Everyone's update: the one who decided always gets one, the other unless it was done in secret.
            while self.updates[seat] == before[seat]:
                await self.wait()
            mine = time.perf_counter() - began
            if self.updates[1 - seat] == before[1 - seat]:
                try:
                    await asyncio.wait_for(self.wait(), 0.05 if mine < 0.05 else 0.5)
                except TimeoutError:
                    took.append(mine)
                else:
                    took.append(time.perf_counter() - began)
            else:
                took.append(mine)
            if pace:
                await asyncio.sleep(pace * self.luck.uniform(0.5, 1.5))
        for listener in listeners:
            listener.cancel()
        for socket in sockets:
            await socket.close()

    async def wait(self) -> None:
        """Until anything comes."""
        self.news.clear()
        await self.news.wait()

    async def listen(self, seat: int, socket: Any, received: list[int]) -> None:
        """Take in what comes for a seat."""
        async for text in socket:
            received[0] += 1
            heard = hear(text)
            if heard.face is not None:
                self.faces[seat] = heard.face
                self.updates[seat] += 1
                self.news.set()


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Its memory, in MiB."""
    line = next(x for x in Path(f"/proc/{pid}/status").read_text().splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def load(args: argparse.Namespace, port: int, pid: int) -> dict[str, Any]:
    """Lay the tables, play, count."""
    empty = memory(pid)
    tables = [Table(port, args.game, number) for number in range(args.tables)]
    took: list[float] = []
    received = [0]
    before, began = cpu_seconds(pid), time.monotonic()
    until = began + args.seconds
    await asyncio.gather(*(table.run(args.pace, until, took, received) for table in tables))
    used, passed = cpu_seconds(pid) - before, time.monotonic() - began
    took.sort()
    return {
        "tables": args.tables,
        "sockets": 2 * args.tables,
        "decisions": len(took),
        "decisions_a_second": round(len(took) / passed, 1),
        "p50_ms": round(1000 * took[len(took) // 2], 2),
        "p99_ms": round(1000 * took[int(len(took) * 0.99)], 2),
        "server_cpu": round(used / passed, 2),
        "cpu_ms_a_decision": round(1000 * used / len(took), 3),
        "cpu_us_a_message": round(1e6 * used / received[0], 1),
        "memory_kib_a_table": round(1024 * (memory(pid) - empty) / args.tables, 1),
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="gwynt", choices=("gwynt", "lampions"))
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from one decision of a table to the next")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.sqlite"
        mode = "plain" if args.plain else "compiled"
        server = subprocess.Popen([sys.executable, "-c", SERVER, database, mode], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline())
            time.sleep(1.5)
            found = asyncio.run(load(args, port, server.pid))
        finally:
            server.terminate()
            server.wait()
    found = {"machine": benchmarks.machine(), "game": args.game, "rules": mode, "pace": args.pace, **found}
    if args.json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(found.pop("machine").values()))
    for name, value in found.items():
        print(f"  {name.replace('_', ' '):<24}{value:>14}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
