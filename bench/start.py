"""How long a site without a server takes on a phone: first visit, later visits, from a move to the next question.

Seconds: until the home page is drawn, until the first question, a later visit until the question can be read (`later`)
and until a move made at once is answered, a later visit until the first question of a new table (`anew`). Megabytes
until the first question. Milliseconds from a move to the next question.

    python bench/start.py FOLDER [FOLDER …] [--visits 3]

Each folder is one that `ludotheque site` wrote. A visit takes about half a minute. The browser is slowed down to a
middling phone: the process that draws the page and runs its workers is stopped three quarters of the time (Chromium's
own tools slow down the page alone, not its workers), and the host sends 9 Mbit/s in all, compressed, 150 ms
after it is asked. Linux only. With several folders the visits take turns, so a busy machine slows all alike.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import http.server
import json
import os
import signal
import statistics
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.conftest import FLAGS, PHONE, find_browser
from tests.web.seated import GLOWING, MINE, own_turn

SLOWER = 4
SLICE = 0.005  # seconds that a process runs at a time
LATENCY, RATE, CHUNK = 0.15, 9e6 / 8, 8192  # seconds, bytes a second, bytes
PACKED = {".html", ".js", ".mjs", ".css", ".svg", ".json", ".wasm", ".webmanifest"}
LONG = 60_000  # milliseconds that a step may take
SETTINGS = """localStorage.ludotheque ??= '{"emptySteps": false, "tour": {"off": true, "seen": []}}'"""

# Clicks on what glows until a move is on its way; milliseconds until the page shows what it has changed.
WATCH = """async (glowing) => {
  const frame = () => new Promise(requestAnimationFrame)
  const prompt = () => document.querySelector('[data-test=prompt]')
  for (;;) {
    const found = prompt()?.matches('.mine[data-busy=false]') && glowing.find((what) => document.querySelector(what))
    if (!found) { await frame(); continue }
    const began = performance.now()
    document.querySelector(found).click()
    await Promise.resolve()
    await new Promise((done) => setTimeout(done))
    if (prompt().dataset.busy === 'false') continue
    while (prompt()?.dataset.busy === 'true') await new Promise((done) => setTimeout(done))
    await frame()
    return performance.now() - began
  }
}"""


@cache
def packed(path: Path) -> bytes:
    """A file as a host sends it."""
    return gzip.compress(path.read_bytes(), 6)


class Line:
    """What all connections share: so many bytes a second."""

    def __init__(self) -> None:
        self.lock, self.free = threading.Lock(), 0.0

    def wait_for(self, size: int) -> None:
        """Wait until these bytes are through."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / RATE
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


class Hosting(http.server.SimpleHTTPRequestHandler):
    """Serves files, compressed, and lets browsers keep those that are named by their content."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if not path.is_file():
            self.send_error(404)
            return
        pack = path.suffix in PACKED
        body = packed(path) if pack else path.read_bytes()
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(path)))
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "max-age=600")
        if pack:
            self.send_header("content-encoding", "gzip")
        self.end_headers()
        time.sleep(LATENCY)
        for at in range(0, len(body), CHUNK):
            self.server.line.wait_for(len(body[at : at + CHUNK]))  # type: ignore[attr-defined]
            self.wfile.write(body[at : at + CHUNK])
        self.server.sent += len(body)  # type: ignore[attr-defined]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def host(folder: Path) -> http.server.ThreadingHTTPServer:
    """Serve a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Hosting, directory=str(folder)))
    server.sent, server.line = 0, Line()  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def renderers(parent: int) -> list[int]:
    """The processes below this one that run pages and workers."""
    found, below = [], {parent}
    for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        with contextlib.suppress(OSError):
            told = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(told[1]) in below:
                below.add(int(folder.name))
                if b"--type=renderer" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


@contextlib.contextmanager
def slowed() -> Iterator[None]:
    """Meanwhile, processes with pages run a part of the time only."""
    done = threading.Event()

    def hold() -> None:
        pids, looked = [], 0.0
        while not done.is_set():
            if time.monotonic() - looked > 0.5:
                pids, looked = renderers(os.getpid()), time.monotonic()
            signal_all(pids, signal.SIGSTOP)
            time.sleep(SLICE * (SLOWER - 1))
            signal_all(pids, signal.SIGCONT)
            time.sleep(SLICE)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def signal_all(pids: Iterable[int], what: signal.Signals) -> None:
    """Send a signal to processes that may have ended."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, what)


def until_question(page: Page, address: str) -> tuple[float, float]:
    """Seconds until something is drawn, and until the first question at a table of Gwynt."""
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("[data-test=play-gwynt]").wait_for(timeout=LONG)
    drawn = time.perf_counter() - began
    page.locator("[data-test=play-gwynt]").click()
    page.locator(MINE).wait_for(timeout=LONG)
    return drawn, time.perf_counter() - began


def from_move_to_question(page: Page) -> float:
    """Milliseconds from a click on a card to the next question, without the pause before a bot and its thinking."""
    return float(page.evaluate(WATCH, list(GLOWING)))


def missing(folder: Path) -> str | None:
    """A sentence about what a folder lacks of a site; None if nothing."""
    listed = folder / "site.json"
    if not listed.is_file():
        return f"{folder} is not a finished site: it has no site.json. Write one with `ludotheque site --out {folder}`."
    absent = [name for name in json.loads(listed.read_text(encoding="utf-8")) if not (folder / name).is_file()]
    return f"{folder} lacks {absent[0]}, which its site.json names: write the site again." if absent else None


def progress(text: str) -> None:
    """Say what is being done."""
    print(f"  {text} …", file=sys.stderr, flush=True)


def visit(browser: Browser, folder: Path) -> dict[str, float]:
    """A first visit, moves, and later visits."""
    server = host(folder)
    address = f"http://127.0.0.1:{server.server_port}/"
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en", has_touch=True)
    context.add_init_script(SETTINGS)
    page = context.new_page()
    progress("first visit")
    found = dict(zip(("drawn", "first"), until_question(page, address), strict=True))
    found["megabytes"] = server.sent / 1e6  # type: ignore[attr-defined]
    own_turn(page)
    progress("five moves")
    found["move"] = statistics.median(from_move_to_question(page) for _ in range(5))
    progress("until the browser keeps the site")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table = page.url
    page.close()
    progress("later visits")
    page = context.new_page()
    began = time.perf_counter()
    page.goto(table, wait_until="commit")
    page.locator(MINE).wait_for(timeout=LONG)
    found["later"] = time.perf_counter() - began
    from_move_to_question(page)
    found["answered"] = time.perf_counter() - began
    page.close()
    found["anew"] = until_question(context.new_page(), address)[1]
    context.close()
    server.shutdown()
    server.server_close()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--visits", type=int, default=3)
    args = parser.parse_args()
    for problem in filter(None, map(missing, args.folders)):
        parser.error(problem)
    rows: dict[Path, list[dict[str, float]]] = {folder: [] for folder in args.folders}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        for number in range(1, args.visits + 1):
            for folder in args.folders:
                print(f"{folder}, visit {number} of {args.visits}", file=sys.stderr, flush=True)
                with slowed():
                    rows[folder].append(visit(browser, folder))
                print(folder, {name: round(value, 2) for name, value in rows[folder][-1].items()}, flush=True)
        browser.close()
    for folder, found in rows.items():
        print(folder, "median", {name: round(statistics.median(one[name] for one in found), 2) for name in found[0]})


if __name__ == "__main__":
    main()
