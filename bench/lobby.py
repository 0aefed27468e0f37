"""The cost of the lobby: many pages in it, while people search, sit down and watch.

    python bench/lobby.py [--pages 100 1000] [--changes 4] [--seconds 10] [--lines 60]
    python bench/lobby.py --elsewhere 40 --database postgresql://… --channels redis://…

One process with SQLite, pages without a network: what is sent is counted and thrown away, so the figures leave out the
sending itself (some 10 µs a message). One page in ten has blocked somebody, and each person has played with ten others.
`--changes` searches begin or end a second, for `--seconds`; `--lines` searches and as many listed tables stand.
With `--elsewhere` two server processes share a database and a Redis: so many searches begin and end at one. It prints
how long after the request is sent a page at the other has its line.

It prints for each number of pages what coming in costs, processor time of the lobby as a share of one core, messages
and kilobytes a second to a page, the time from a change to its message, and how late a timer of one millisecond comes.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter, process_time, sleep, time
from typing import Any

from sqlalchemy import insert
from websockets.sync.client import connect

from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.lobby import LobbyHub
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import blocks, people, results, seats, tables
from ludotheque.server.tables import seeking
from ludotheque.server.tables.schemas import Clock, Seek

CLOCK = Clock(600.0, 20.0)
FRIENDS = 10


class Counted:
    """Counts the messages that a page received."""

    def __init__(self) -> None:
        self.messages = self.bytes = 0
        self.last = 0.0

    def take(self, message: bytes) -> bool:
        """Count a message."""
        self.messages += 1
        self.bytes += len(message)
        self.last = monotonic()
        return True


def fill(storage: Storage, pages: int, lines: int) -> None:
    """Write people who have played together and blocked each other, listed tables and searches."""
    folk = [{"id": f"p{n}", "name": f"Player {n}", "created": 0.0} for n in range(pages + 2 * lines)]
    facts = {"game": "gwynt", "rules": "1", "options": {}, "hints": True, "takeover": "bot", "seed": bytes(32)}
    facts |= {"actors": [], "created": 0.0}
    laid = [{**facts, "id": f"t{n}", "host": f"p{pages + n}", "listed": True, "phase": "open"} for n in range(lines)]
    chair: dict[str, Any] = {"kind": "person", "bot": None, "brought": {}, "sat": []}
    chairs = [{**chair, "table": f"t{n}", "number": 0, "person": f"p{pages + n}", "name": "Host"} for n in range(lines)]
    free = {"kind": "open", "person": None, "name": "", "number": 1}
    chairs += [{**chair, **free, "table": f"t{n}"} for n in range(lines)]
    over = [{**facts, "id": f"m{n}", "host": "p0", "listed": False, "phase": "over"} for n in range(pages * FRIENDS)]
    line = {"bot": None, "game": "gwynt", "players": 2, "ended": 0.0, "counted": True, "rated": False, "name": ""}
    met = [
        {**line, "match": f"m{n * FRIENDS + k}", "seat": seat, "person": f"p{person}"}
        for n in range(pages)
        for k in range(FRIENDS)
        for seat, person in enumerate((n, (n + k + 1) % pages))
    ]
    apart = [{"by": f"p{n}", "person": f"p{pages + n % lines}"} for n in range(0, pages, 10)]
    for table, rows in ((people, folk), (tables, [*laid, *over]), (seats, chairs), (results, met), (blocks, apart)):
        for at in range(0, len(rows), 5000):
            storage.write(lambda c, t=table, r=rows[at : at + 5000]: c.execute(insert(t), r)).result()  # type: ignore[misc]


async def measure(pages: int, changes: float, seconds: float, lines: int) -> None:
    """Measure one number of pages, and print."""
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(f"sqlite:///{folder}/lobby.sqlite")
        fill(storage, pages, lines)

        async def take(notice: Notice) -> None:
            raise AssertionError(notice)

        hub = LobbyHub(storage, Peers("", take), time, lambda table: 0)
        running = asyncio.create_task(hub.run())
        for n in range(lines):
            await _search(storage, f"p{pages + lines + n}", True)
        counted = []
        began = process_time()
        for n in range(pages):
            page = PageConnection(Person(f"p{n}", f"Player {n}"))
            sink = Counted()
            page.at_once = sink.take
            await hub.come(page, True)
            counted.append(sink)
        coming = 1000 * (process_time() - began) / pages
        first = median(sink.bytes for sink in counted) / 1000
        await asyncio.sleep(2.0)
        before = [(sink.messages, sink.bytes) for sink in counted]
        late: list[float] = []
        watching = asyncio.create_task(_watch_lateness(late))
        waiting: list[float] = []
        delays, began, start = [], process_time(), perf_counter()
        spent = 0.0
        for number in range(round(changes * seconds)):
            at = process_time()
            await _search(storage, f"p{pages + lines + number % lines}", bool(number // lines % 2))
            spent += process_time() - at
            touched = monotonic()
            hub.touch(tables=False)
            await asyncio.sleep(1 / changes)
            waiting.append(touched)
            if counted[0].last > waiting[0]:
                delays += [counted[0].last - one for one in waiting if one < counted[0].last]
                waiting = [one for one in waiting if one >= counted[0].last]
        used, wall = process_time() - began, perf_counter() - start
        watching.cancel()
        running.cancel()
        sent = [(sink.messages - m, sink.bytes - b) for sink, (m, b) in zip(counted, before, strict=True)]
        in_time = sorted(delays)
        rate = median(m for m, _ in sent) / wall
        print(f"{pages:5} pages: coming in {coming:.1f} ms, {first:.1f} kB", end="; ")
        kilobytes = median(b for _, b in sent) / 1000 / wall
        print(f"{rate:.1f} messages and {kilobytes:.2f} kB a second to a page", end="; ")
        print(f"lobby {100 * (used - spent) / wall:.1f} % of a core", end="; ")
        print(f"change to message {1000 * median(in_time):.0f} ms, at most {1000 * in_time[-1]:.0f}", end="; ")
        worst = 1000 * sorted(late)[len(late) * 99 // 100]
        print(f"timer late {1000 * median(late):.2f} ms, 99 of 100 within {worst:.1f}")
        storage.close()


async def _search(storage: Storage, person: str, wanted: bool) -> None:
    """Begin or end a search. Its terms fit no other's, and it stays open."""

    def job(connection: Any) -> None:
        if wanted:
            wish = Seek("gwynt", Clock(600.0, float(int(person[1:]) % 1000)))
            seeking.seek(connection, Person(person, "Somebody"), wish, lambda: "", bytes(32), time() + 3600.0)
        else:
            seeking.stop(connection, Person(person, "Somebody"))

    await storage.written(job)


async def _watch_lateness(late: list[float]) -> None:
    """Collect how much later than asked a timer comes."""
    while True:
        began = perf_counter()
        await asyncio.sleep(0.001)
        late.append(perf_counter() - began - 0.001)


# Two processes --------------------------------------------------------------------------------------------------------


def send(port: int, method: str, path: str, body: Any, cookie: str = "") -> str:
    """Send a request; return the cookie of its answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, json.dumps(body), {"Content-Type": "application/json", "Cookie": cookie})
    answer = connection.getresponse()
    answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer.status}")
    connection.close()
    return (answer.getheader("set-cookie") or "").partition(";")[0]


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def measure_elsewhere(times: int, database: str, channels: str) -> None:
    """Measure how soon a page at one process sees what is done at another, and print."""
    with ExitStack() as stack:
        ports = free_port(), free_port()
        environment = os.environ | {"LUDOTHEQUE_DATABASE": database, "LUDOTHEQUE_CHANNELS": channels}
        served = Path(__file__).with_name("served.py")
        for port in ports:  # one after the other: the first creates the schema
            command = [sys.executable, str(served), "uvicorn", str(port)]
            process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.terminate)
            while process.poll() is None and socket.socket().connect_ex(("127.0.0.1", port)):
                sleep(0.05)
        ana, bo = (send(port, "POST", "/api/people", {"name": "Ana"}) for port in ports)
        address = f"ws://127.0.0.1:{ports[1]}"
        given = {"Cookie": bo, "Origin": address.replace("ws", "http", 1)}
        page = stack.enter_context(connect(f"{address}/api/live", additional_headers=given))
        page.send(json.dumps({"type": "enter_lobby", "seen": True}))
        while json.loads(page.recv(60))["type"] != "lobby":
            pass
        sleep(3.0)
        taken = []
        for number in range(2 * times):
            began = perf_counter()
            send(ports[0], "DELETE" if number % 2 else "POST", "/api/me/seek", {"game": "gwynt"}, ana)
            while True:
                told = json.loads(page.recv(60))
                if told["type"] == "lobby_changed" and bool(told["seeks"]) != bool(number % 2):
                    break
            taken.append(perf_counter() - began)
            sleep(0.2 + 0.037 * (number % 13))  # not in step with the rounds
        print(f"{len(taken)} changes seen at the other process after {1000 * median(taken):.0f} ms", end=", ")
        print(f"at most {1000 * max(taken):.0f}")


def main() -> None:
    """Measure each number of pages, or two processes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=[100, 1000])
    parser.add_argument("--changes", type=float, default=4.0, help="searches that begin or end in a second")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--lines", type=int, default=60, help="searches, and as many open tables")
    parser.add_argument("--elsewhere", type=int, default=0, help="searches at the other of two processes")
    parser.add_argument("--database", default="", help="the PostgreSQL of two processes")
    parser.add_argument("--channels", default="", help="the Redis that they tell each other by")
    args = parser.parse_args()
    if args.elsewhere:
        if not (args.database and args.channels):
            parser.error("--elsewhere needs --database (PostgreSQL) and --channels (Redis)")
        measure_elsewhere(args.elsewhere, args.database, args.channels)
        return
    for pages in args.pages:
        asyncio.run(measure(pages, args.changes, args.seconds, args.lines))


if __name__ == "__main__":
    main()
