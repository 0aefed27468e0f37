"""The table server under load, from the same machine: many tables, two sockets each, random decisions.

python bench/server.py                         200 tables of Gwynt, one decision a second at each, and boardgame.io
python bench/server.py --pace 0                the same, everyone as fast as possible
python bench/server.py --tables 50 --seconds 10 --game lampions --json
python bench/server.py --server uvicorn --server granian      one ASGI server against the other
python bench/server.py --server uvicorn --game all --tables 500 --pace 8      all games, bots at half of the seats
python bench/server.py --server uvicorn --pace 2 --masters 10                 beside ten tables of masters
python bench/server.py --server uvicorn --game all --tables 50 --seconds 600  memory over time, and how fast it grows
python bench/server.py --server uvicorn --processes 4 --channels redis://… --database postgresql://…   several processes
python bench/server.py --pace 0 --loads 4      people shared out among four processes, where one can't play fast enough

Of several processes each page is at one by chance, as behind a proxy that knows nothing of tables: at half of the
tables two people are at different ones. With --sticky those of one table are at the same.

A match that ends is followed by another of the same two people, laid before the time began where --ahead suffices:
the matches of boardgame.io, which it is compared with, never end.

A table of all games has two sockets: those of two people, or, at a game of two, of one and of somebody who looks on.
The bots of such tables, and the levels of others, are named by --bot.

Ours keeps its tables in SQLite in a temporary folder, WAL, synchronous=FULL, commits grouped: every decision is on disk
before it is acknowledged. Rules: as `ludotheque serve` plays them, compiled where that is prepared (--plain: never).
boardgame.io plays tic-tac-toe over its own transport (socket.io) and keeps its matches in memory, which is its default
(`boardgame.io`), or in files (`boardgame.io-files`, its FlatFile, which does not wait for the disk either). It needs
Node; its packages are fetched by npm, once.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import importlib.metadata
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.server.live.protocol import VERSION

HERE = Path(__file__).parent
PATIENCE = 60.0  # seconds for a socket to open: the machine may be busy
SERVERS = ("uvicorn", "granian", "boardgame.io", "boardgame.io-files")


class Named(msgspec.Struct):
    """A move, as far as a random player reads it."""

    id: int


class Face(msgspec.Struct):
    """The fields of a face that a random player reads."""

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


def request(port: int, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
    """One request; its JSON, and the cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    connection.request(method, path, json.dumps(body).encode() if body is not None else None, headers)
    response = connection.getresponse()
    data = json.loads(response.read())
    assert response.status < 300, data
    return data, (response.getheader("set-cookie") or cookie).partition(";")[0]


def page_of(viewer: int) -> int:
    """The page of a table (0 or 1) that shows a viewer: the first has every seat except seat 1."""
    return int(viewer in (1, SPECTATOR))


class Clock:
    """Starts when all tables are seated, in other processes, too: opening the sockets is not measured."""

    def __init__(self, tables: int, seconds: float, others: Callable[[], Any]) -> None:
        self.seconds = seconds
        self.others = others
        self.until = 0.0
        self.everybody = asyncio.Barrier(tables)
        self.waited = asyncio.Event()

    async def starts(self) -> float:
        """Wait for the others once; return the end time. Later matches do not wait."""
        if self.until:
            return self.until
        if await self.everybody.wait() == 0:  # one of all
            await asyncio.to_thread(self.others)
            self.until = time.monotonic() + self.seconds
            self.waited.set()
        await self.waited.wait()
        return self.until


class Table:
    """One table and its two pages."""

    def __init__(
        self,
        ports: tuple[int, int],
        game: str,
        number: int,
        bot: str = "random",
        bots: int | None = None,
        ahead: int = 0,
    ) -> None:
        port = ports[0]
        people = [request(port, "POST", "/api/people", {"name": f"P{number}.{p}"})[1] for p in range(2)]
        low = lt.game(game, "plain").declaration.players[0]
        # Without bots, the first person plays several seats at a game of more than two.
        filling = [{"kind": "me"}] * (low - 2) if bots is None else [{"kind": "bot", "bot": bot}] * bots
        self.alone = (
            1 + len(filling) >= low and bots is not None and bots < 2
        )  # a game of two: the other person is a spectator
        seats = [{"kind": "me"}, *([] if self.alone else [{"kind": "open"}]), *filling]
        self.wanted = {"game": game, "seats": seats}
        self.people = people
        self.port = port
        self.ports = ports  # of the process that each page is at
        self.luck = random.Random(number)
        self.faces: dict[int, Face] = {}
        self.news = asyncio.Event()
        self.updates = dict.fromkeys([0, SPECTATOR if self.alone else 1], 0)  # of each viewer
        if bots is None:
            self.updates |= dict.fromkeys(range(2, low), 0)
        self.synced: set[int] = set()
        self.laid = [self.lay() for _ in range(1 + ahead)]

    def lay(self) -> str:
        """Another match of the same people; its id."""
        table: str = request(self.port, "POST", "/api/tables", self.wanted, self.people[0])[0]["id"]
        if not self.alone:
            request(self.port, "POST", f"/api/tables/{table}/seats/1", {}, self.people[1])
        request(self.port, "POST", f"/api/tables/{table}/start", None, self.people[0])
        return table

    async def run(self, pace: float, clock: Clock, took: list[float], received: list[int]) -> None:
        """Sit down, and play random moves until the time is over, match after match."""
        lines = []
        for person, port in zip(self.people, self.ports, strict=True):
            address, headers = f"ws://127.0.0.1:{port}/api/live", {"Cookie": person}
            lines.append(await connect(address, additional_headers=headers, open_timeout=PATIENCE))
        listeners = [asyncio.create_task(self.listen(line, received)) for line in lines]
        await self.sit_down(lines)
        until = await clock.starts()
        await asyncio.sleep(self.luck.random() * pace)
        made = 0
        while time.monotonic() < until:
            seat = next((s for s, face in self.faces.items() if face.moves), None)
            if seat is None:
                if any(bytes(face.outcome) != b"null" for face in self.faces.values()):
                    await self.sit_down(lines)
                else:
                    await self.wait()
                continue
            face = self.faces[seat]
            move = self.luck.choice(face.moves).id
            made += 1
            began = time.perf_counter()
            before, page = dict(self.updates), page_of(seat)
            other = next(viewer for viewer in self.updates if page_of(viewer) != page)
            message = {"type": "decide", "seat": seat, "question": face.question, "moves": [move], "id": f"{made}"}
            await lines[page].send(json.dumps(message))
            # Everyone's update: the one who decided always gets one, the other unless it was done in secret.
            while self.updates[seat] == before[seat]:
                await self.wait()
            mine = time.perf_counter() - began
            if self.updates[other] == before[other]:
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
        for line in lines:
            await line.close()

    async def sit_down(self, lines: list[Any]) -> None:
        """Go to the next match with both pages."""
        table = self.laid.pop(0) if self.laid else await asyncio.to_thread(self.lay)
        self.synced.clear()
        for line in lines:
            await line.send(json.dumps({"type": "hello", "version": VERSION, "table": table}))
        while len(self.synced) < len(self.updates):
            await self.wait()

    async def wait(self) -> None:
        """Wait until a message comes."""
        self.news.clear()
        await self.news.wait()

    async def listen(self, line: Any, received: list[int]) -> None:
        """Process the messages of a page."""
        async for text in line:
            received[0] += 1
            heard = hear(text)
            if heard.face is not None:
                assert heard.seat is not None
                self.faces[heard.seat] = heard.face
                if heard.type == "sync":
                    self.synced.add(heard.seat)
                self.updates[heard.seat] += 1
                self.news.set()


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for other in found:
        for children in Path(f"/proc/{other}/task").glob("*/children"):
            found += [int(child) for child in children.read_text().split()]
    return found


def cpu_seconds(pid: int) -> float:
    """Processor time of a server so far."""
    ticks = 0
    for each in family(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def loop_seconds(pid: int) -> float:
    """Processor time so far of a server's first thread: the event loop, of ours and of theirs."""
    fields = Path(f"/proc/{pid}/task/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load_seconds() -> float:
    """Processor time so far of those who play: this process, and those that it has started and waited for."""
    mine, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + others.ru_utime + others.ru_stime


def memory(pid: int) -> float:
    """Its memory, in MiB."""
    kib = 0
    for each in family(pid):
        lines = Path(f"/proc/{each}/status").read_text().splitlines()
        kib += int(next(line for line in lines if line.startswith("VmRSS")).split()[1])
    return kib / 1024


Play = Callable[[Callable[[], None]], tuple[list[float], int, float]]


def measured(args: argparse.Namespace, pids: list[int], play: Play) -> dict[str, Any]:
    """Measure what playing costs a server of one or several processes.

    `play` calls when everybody sits, and gives the milliseconds of all decisions, how many messages came back, and the
    processor time of those who play.
    """
    empty = sum(map(memory, pids))
    spent: list[list[float]] = []

    def record_times() -> None:
        spent.append([sum(map(cpu_seconds, pids)), sum(map(loop_seconds, pids)), time.monotonic()])

    took, received, loaded = play(record_times)
    record_times()
    used, looped, passed = (after - before for before, after in zip(*spent, strict=True))
    took.sort()
    return {
        "tables": args.tables,
        "sockets": 2 * args.tables,
        "decisions": len(took),
        "decisions_a_second": round(len(took) / passed, 1),
        "p50_ms": round(took[len(took) // 2], 2),
        "p99_ms": round(took[int(len(took) * 0.99)], 2),
        "server_cpu": round(used / passed, 2),
        "loads": args.loads,
        "load_cpu": round(loaded / passed, 2),
        "cpu_ms_a_decision": round(1000 * used / len(took), 3),
        "loop_ms_a_decision": round(1000 * looped / len(took), 3),
        "cpu_us_a_message": round(1e6 * used / received, 1),
        "memory_kib_a_table": round(1024 * (sum(map(memory, pids)) - empty) / args.tables, 1),
    }


# Ours -----------------------------------------------------------------------------------------------------------------


def ours(args: argparse.Namespace, server: str, folder: str) -> dict[str, Any]:
    """Our server on an ASGI server."""
    rules = "plain" if args.plain else "compiled"
    variables = {"LUDOTHEQUE_DATABASE": args.database or f"sqlite:///{folder}/{server}.sqlite"}
    compiled = lt.names() if args.game == "all" else [args.game, *([args.masters_at] if args.masters else [])]
    variables["LUDOTHEQUE_BENCH_COMPILED"] = "" if args.plain else " ".join(compiled)
    variables["LUDOTHEQUE_CHANNELS"] = args.channels
    paths = os.pathsep.join([str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, **variables, "PYTHONPATH": paths}
    ports = [free_port() for _ in range(args.processes)]
    commands = [[sys.executable, str(HERE / "served.py"), server, str(port)] for port in ports]
    with running(commands, ports, environment) as pids:
        found = measured(args, pids, Loads(args, ports, pids[0]).play)
    version = importlib.metadata.version(server)
    return {
        "server": f"Ludothèque on {server} {version}",
        "processes": args.processes,
        "game": args.game,
        "rules": rules,
        "storage": "PostgreSQL" if args.database.startswith("postgres") else "SQLite",
        **found,
    }


def laid(args: argparse.Namespace, ports: list[int], number: int) -> Table:
    """A table of the game, or of the next of all games with bots at half of its seats."""
    luck = random.Random(number)
    first = luck.choice(ports)
    port = (first, first if args.sticky else luck.choice(ports))
    if args.game != "all":
        return Table(port, args.game, number, args.bot, ahead=args.ahead)
    name = lt.names()[number % len(lt.names())]
    bots = 2 if lt.game(name, "plain").declaration.players[1] >= 4 else 1
    return Table(port, name, number, args.bot, bots, args.ahead)


class Loads:
    """The client processes: each creates its share of the tables, then plays there when all are ready."""

    def __init__(self, args: argparse.Namespace, ports: list[int], pid: int) -> None:
        forking = multiprocessing.get_context("fork")
        self._all = forking.Barrier(args.loads + 1)
        self._results = forking.SimpleQueue()

        def share(number: int) -> None:
            try:
                mine = range(number, args.tables, args.loads)
                with ThreadPoolExecutor(
                    4
                ) as several:  # laying is not measured, and one after the other it takes longest
                    tables = list(several.map(lambda each: laid(args, ports, each), mine))
                # The first of them also plays with masters, and looks at the memory.
                beside, looked_at = (args.masters, pid) if number == 0 else (0, None)
                masters = [Table((ports[0],) * 2, args.masters_at, -1 - n, "master", 1) for n in range(beside)]
                self._all.wait()  # all tables are laid
                before = load_seconds()
                took, received = asyncio.run(play(args, tables, masters, looked_at, self._all.wait))
                self._results.put((took, received, load_seconds() - before))
            except BaseException:
                self._all.abort()  # nobody waits for those who have failed
                raise

        self._loads = [forking.Process(target=share, args=(number,), daemon=True) for number in range(args.loads)]
        for load in self._loads:
            load.start()
        self._wait()

    def _wait(self) -> None:
        try:
            self._all.wait()
        except threading.BrokenBarrierError:
            sys.exit("those who play have failed")

    def play(self, begun: Callable[[], None]) -> tuple[list[float], int, float]:
        """Play at all tables until the time is over."""
        self._wait()  # everybody sits
        begun()
        took, received, spent = [], 0, 0.0
        for _ in self._loads:
            some, messages, seconds = self._results.get()
            took += some
            received += messages
            spent += seconds
        for load in self._loads:
            load.join()
        return took, received, spent


async def play(
    args: argparse.Namespace, tables: list[Table], masters: list[Table], pid: int | None, others: Callable[[], Any]
) -> tuple[list[float], int]:
    """Play at some tables until the time is over; at those of masters nobody waits, and nothing is measured."""
    took: list[float] = []
    aside: list[float] = []
    received, unheard = [0], [0]
    clock = Clock(len(tables) + len(masters), args.seconds, others)
    playing = [table.run(args.pace, clock, took, received) for table in tables]
    playing += [table.run(0.0, clock, aside, unheard) for table in masters]
    watching = None
    if pid is not None and args.seconds >= 3 * args.watch:
        watching = asyncio.create_task(watch(pid, args.watch))
    await asyncio.gather(*playing)
    if watching is not None:
        watching.cancel()
    if masters:
        print(f"{len(aside)} decisions beside {len(masters)} tables of masters", file=sys.stderr)
    return [1000 * seconds for seconds in took], received[0]


async def watch(pid: int, every: float) -> None:
    """Sample the server's memory, and print how fast it has grown since the first third of the time."""
    began, seen = time.monotonic(), []
    try:
        while True:
            seen.append((time.monotonic() - began, memory(pid)))
            await asyncio.sleep(every)
    finally:
        late = seen[len(seen) // 3 :]
        slope, start = statistics.linear_regression(*zip(*late, strict=True))
        fit = f"{start:.1f} MiB + {60 * slope:.3f} MiB a minute since {late[0][0]:.0f} s"
        told = " ".join(f"{mib:.0f}" for _, mib in seen[:: max(1, len(seen) // 20)])
        print(f"memory {told} MiB; {fit}", file=sys.stderr)


# boardgame.io ---------------------------------------------------------------------------------------------------------


def theirs(args: argparse.Namespace, server: str, folder: str) -> dict[str, Any]:
    """boardgame.io's server with tic-tac-toe."""
    if shutil.which("npm") is None:
        sys.exit("boardgame.io needs Node and npm: install them, or leave it out (--server uvicorn).")
    home = HERE / "boardgameio"
    if not (home / "node_modules").exists():
        fetch = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(fetch, cwd=home, check=True, stdout=sys.stderr)  # figures alone are printed
    storage = "files" if server.endswith("files") else "memory"
    port = free_port()
    environment = {**os.environ, "NODE_ENV": "production"}
    command = ["node", str(home / "server.js"), str(port), storage, f"{folder}/files"]
    with running([command], [port], environment) as pids:

        def play(begun: Callable[[], None]) -> tuple[list[float], int, float]:
            loads, before = [], load_seconds()
            for number in range(args.loads):
                tables = len(range(number, args.tables, args.loads))
                numbers = [str(each) for each in (port, tables, args.seconds, args.pace, number)]
                command = ["node", str(home / "load.js"), *numbers]
                loads.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            for load in loads:
                assert load.stdout is not None
                load.stdout.readline()  # everybody sits
            begun()
            for load in loads:
                assert load.stdin is not None
                load.stdin.close()
            took, received = [], 0
            for load in loads:
                assert load.stdout is not None
                heard = json.loads(load.stdout.read())
                load.wait()
                took += heard["took"]
                received += heard["received"]
            return took, received, load_seconds() - before

        found = measured(args, pids, play)
    version = json.loads((home / "package.json").read_text())["dependencies"]["boardgame.io"]
    kind = {"processes": 1, "game": "tic-tac-toe", "rules": "its own", "storage": storage}
    return {"server": f"boardgame.io {version}", **kind, **found}


# All of them ----------------------------------------------------------------------------------------------------------


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(commands: list[list[str]], ports: list[int], environment: dict[str, str]) -> Iterator[list[int]]:
    """Run server processes from when all listen until they are stopped together; yield their ids."""
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) for command in commands]
    try:
        for process, port in zip(started, ports, strict=True):
            wait_for(process, port)
        time.sleep(1.0)
        yield [process.pid for process in started]
    finally:
        for process in started:
            for each in (
                family(process.pid) if process.poll() is None else ()
            ):  # some start the server proper as a child
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGTERM)
        for process in started:
            process.wait()


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until it listens; rules may have to be compiled first."""
    for _ in range(6000):
        if process.poll() is not None:
            sys.exit("a server ended by itself")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    sys.exit("a server does not listen")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--server", action="append", choices=SERVERS, help="may be repeated (default: uvicorn, boardgame.io)"
    )
    parser.add_argument("--game", default="gwynt", choices=[*lt.names(), "all"])
    parser.add_argument("--bot", default="random", help="at seats of bots")
    parser.add_argument("--masters", type=int, default=0, help="tables of one person and a master beside the others")
    parser.add_argument("--masters-at", default="gwynt", choices=lt.names(), help="of which game")
    parser.add_argument("--watch", type=float, default=15.0, help="seconds from one look at the memory to the next")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--ahead", type=int, default=2, help="matches of a table that are laid before the time begins")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from one decision of a table to the next")
    parser.add_argument(
        "--database", default="", help="where ours keeps its tables (default: a SQLite file of its own)"
    )
    parser.add_argument("--channels", default="", help="the Redis that several processes tell each other by")
    parser.add_argument("--processes", type=int, default=1, help="of ours, on one database")
    parser.add_argument("--loads", type=int, default=1, help="processes that the people who play are shared out among")
    parser.add_argument("--sticky", action="store_true", help="all pages of a table are at the same process")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if not 1 <= args.loads <= args.tables:
        parser.error("--loads takes a number from 1 to that of the tables")
    if args.processes > 1 and not (args.channels and args.database.startswith("postgres")):
        parser.error("several processes need --channels (Redis) and --database (PostgreSQL)")
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for server in args.server or ("uvicorn", "boardgame.io"):
            run = theirs if server.startswith("boardgame.io") else ours
            found.append({**run(args, server, folder), "pace": args.pace})
    machine = benchmarks.machine()
    if args.json:
        print(json.dumps({"machine": machine, "runs": found}, ensure_ascii=False, indent=2))
        return 0
    print(" · ".join(machine.values()))
    for name in found[0]:
        print(f"  {name.replace('_', ' '):<22}" + "".join(f"{run[name]!s:>30}" for run in found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
