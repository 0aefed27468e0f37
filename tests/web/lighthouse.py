"""Lighthouse scores of the page: `web/lighthouse` runs it with its settings for phones against a local server.

Lighthouse (about 100 packages) is fetched at this version when it is run: installing and
testing the page does not need it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import hatch_build
from ludotheque.server.settings import PAGE
from tests.server.house import House
from tests.web.conftest import FLAGS, find_browser
from tests.web.test_match import BONDS, SWARM, lay

LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("performance", "accessibility", "best-practices")
ROOMS = ("/", "/lobby", "/game/gwynt", "/new/gwynt", "/rules/gwynt", "/decks/gwynt", "/settings")
WANTED = 0.95
TRIES = 3


def table(house: House) -> str:
    """A public table of Gwynt."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        page = browser.new_page(base_url=f"http://127.0.0.1:{house.port}")
        page.goto("/")
        laid = lay(page, "gwynt", [SWARM, BONDS])
        browser.close()
    return f"/table/{laid}"


def measure(url: str, folder: Path) -> dict[str, float]:
    """The scores of one address, from 0 to 1: the best of a few tries, for whatever else runs here slows the page."""
    best: dict[str, float] = {}
    faults: list[dict[str, Any]] = []
    for _ in range(TRIES):
        told = report(url, folder)
        scores = {name: float(told["categories"][name]["score"] or 0) for name in CATEGORIES}
        if sum(scores.values()) > sum(best.values()):
            best, faults = scores, list(told["audits"].values())
        if min(best.values()) >= WANTED:
            break
    for audit in faults:
        if audit.get("score") is not None and audit["score"] < 0.9:
            print(f"    {audit['title']}: {audit.get('displayValue', '')}")
    return best


def report(url: str, folder: Path) -> dict[str, Any]:
    """The report of Lighthouse for one address."""
    npm, environment = hatch_build.find_npm()
    place = folder / "report.json"
    flags = ["--quiet", "--output=json", f"--output-path={place}", f"--only-categories={','.join(CATEGORIES)}"]
    chrome = f"--chrome-flags=--headless=new {' '.join(FLAGS)}"
    command = [*npm, "exec", "--yes", "--package", LIGHTHOUSE, "--", "lighthouse", url, *flags, chrome]
    browser = find_browser() or ""
    subprocess.run(
        command, env=environment | {"CHROME_PATH": browser}, cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
    told: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return told


def main() -> int:
    """Measure every kind of room, or those that are named; 1 if one is below what we want."""
    hatch_build.build()
    worst = 1.0
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("LUDOTHEQUE_CACHE", folder)
        house = House(f"sqlite:///{folder}/house.sqlite", page=PAGE)
        for room in sys.argv[1:] or (*ROOMS, table(house)):
            scores = measure(f"http://127.0.0.1:{house.port}{room}", Path(folder))
            print(f"{room:24}", *(f"{name} {round(100 * score)}" for name, score in scores.items()), flush=True)
            worst = min(worst, *scores.values())
        house.close()
    return 0 if worst >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
