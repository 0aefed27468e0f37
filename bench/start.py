"""How long a site without a server takes on a phone: first visit, later visits, from a move to the next question.

    python bench/start.py FOLDER [FOLDER …] [--visits 3]

Each folder is one that `ludotheque site` wrote. Chromium is slowed down by its own tools to a middling phone (CPU four
times slower, 9 Mbit/s, 150 ms to the host and back); the host compresses what it sends. With several folders the visits
take turns, so that a busy machine slows all of them alike.
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import statistics
import sys
import threading
import time
from functools import cache, partial
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.conftest import FLAGS, PHONE, find_browser
from tests.web.seated import MINE, own_turn, play_on

SLOWER = 4
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 9e6 / 8, "uploadThroughput": 3e6 / 8}
PACKED = {".html", ".js", ".mjs", ".css", ".svg", ".json", ".wasm", ".webmanifest"}
LONG = 300_000
SETTINGS = """localStorage.ludotheque ??= '{"emptySteps": false, "tour": {"off": true, "seen": []}}'"""


@cache
def packed(path: Path) -> bytes:
    """A file as a host sends it."""
    return gzip.compress(path.read_bytes(), 6)


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
        self.wfile.write(body)
        self.server.sent += len(body)  # type: ignore[attr-defined]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


def host(folder: Path) -> http.server.ThreadingHTTPServer:
    """Serve a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Hosting, directory=str(folder)))
    server.sent = 0  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def slow_down(context: BrowserContext, page: Page) -> None:
    """Make a browser as slow as a middling phone. Workers are slowed down as well as their page."""
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def until_question(page: Page, address: str) -> tuple[float, float]:
    """Seconds until something is drawn, and until the first question at a table of Gwynt."""
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("[data-test=play-gwynt]").wait_for(timeout=LONG)
    drawn = time.perf_counter() - began
    page.locator("[data-test=play-gwynt]").click()
    page.locator(MINE).wait_for(timeout=LONG)
    return drawn, time.perf_counter() - began


def visit(browser: Browser, folder: Path) -> dict[str, float]:
    """A first visit, a move, and a later visit."""
    server = host(folder)
    address = f"http://127.0.0.1:{server.server_port}/"
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en", has_touch=True)
    context.add_init_script(SETTINGS)
    page = context.new_page()
    slow_down(context, page)
    found = dict(zip(("drawn", "first"), until_question(page, address), strict=True))
    found["megabytes"] = server.sent / 1e6  # type: ignore[attr-defined]
    own_turn(page)
    play_on(page, 3)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    table = page.url
    page.close()
    page = context.new_page()
    slow_down(context, page)
    began = time.perf_counter()
    page.goto(table, wait_until="commit")
    page.locator(MINE).wait_for(timeout=LONG)
    found["later"] = time.perf_counter() - began
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
    rows: dict[Path, list[dict[str, float]]] = {folder: [] for folder in args.folders}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        for _ in range(args.visits):
            for folder in args.folders:
                rows[folder].append(visit(browser, folder))
                print(folder, {name: round(value, 2) for name, value in rows[folder][-1].items()}, flush=True)
        browser.close()
    for folder, found in rows.items():
        print(folder, "median", {name: round(statistics.median(one[name] for one in found), 2) for name in found[0]})


if __name__ == "__main__":
    main()
