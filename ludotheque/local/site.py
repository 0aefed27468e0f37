"""A site without a server: the built page, the package for browsers, and what never changes, as files for any host."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.bots.network import file_of, has_network
from ludotheque.errors import LudothequeError
from ludotheque.local.assets import Assets
from ludotheque.local.bundle import write_bundle
from ludotheque.local.house import House
from ludotheque.local.shipped import modules, pyodide, snapshot
from ludotheque.local.snapshot import MODULE
from ludotheque.messages import LANGUAGES
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.problems import FILE as PROBLEMS

PAGE = Path(__file__).resolve().parent.parent / "page"  # the built page
ICONS = (192, 512)  # pixels
WORKER = "offline.js"  # the page's service worker
DOCS = "docs"  # the folder of the documentation
FILES = "site.json"  # the list of all files, which the service worker fetches
NAME = "Ludothèque"
PAPER = "#f5efe3"


class NoPage(LudothequeError):
    """The page has not been built."""

    exit_code = 4


def write_site(folder: Path, compiled: Sequence[str] | None = None, docs: Path | None = None) -> list[Path]:
    """Write the site into a folder, which must be empty, new, or an earlier site; its files.

    `compiled` names the games that get a module, by which all their bots play; every game, if it is None. `docs` is the
    folder of the built documentation, if the site shall have it.
    """
    if docs is not None and not (docs / "index.html").is_file():
        raise LudothequeError(f"there is no built documentation in {docs}: `mkdocs build --site-dir {docs}` makes it")
    if not (PAGE / "index.html").is_file():
        raise NoPage(f"there is no page in {PAGE}: build it with `python hatch_build.py`")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / FILES).is_file():
        raise LudothequeError(f"{folder} holds other files: name an empty or a new folder")
    if folder.is_dir():
        shutil.rmtree(folder)
    # Web hosts compress files themselves; the standard library is in our snapshot; Pyodide's module is packed below.
    unpacked = shutil.ignore_patterns("*.gz", "stamp", "index.html", WORKER, "python_stdlib.zip", MODULE)
    shutil.copytree(PAGE, folder, ignore=unpacked)
    games = [game for game in registry.games() if compiled is None or game.name in compiled]
    assets = _write_assets(folder, games)
    prepared = snapshot()
    python = [
        _write_asset(folder, "python.files", write_bundle({"listed": assets, "problems": _write_problems(folder)})),
        _write_asset(folder, "python.snapshot", prepared.packed),
        str(prepared.size),
        _write_asset(folder, "pyodide.packed", pyodide()),
    ]
    _write_data(folder / "data", Assets(assets))
    _write_icons(folder)
    if docs is not None:  # its page for unknown addresses would hold at the root of a host only
        shutil.copytree(docs, folder / DOCS, ignore=shutil.ignore_patterns("404.html", "sitemap.xml*"))
    (folder / "index.html").write_text(_head(" ".join(python), docs is not None), encoding="utf-8")
    (folder / ".nojekyll").touch()  # some hosts would leave these files out
    return update_worker(folder)


def _write_assets(folder: Path, games: Sequence[Game]) -> dict[str, Any]:
    """Write the modules and networks of games; return where they lie."""
    told = {}
    for game, module in zip(games, modules(games), strict=True):
        network = file_of(game).read_bytes() if has_network(game) else None
        told[game.name] = {
            "module": _write_asset(folder, f"{game.name}.wasm", module.code),
            "network": None if network is None else _write_asset(folder, f"{game.name}.network", network),
            "about": module.about,
        }
    return told


def _write_problems(folder: Path) -> dict[str, str]:
    """Write the problems of games; return where they lie."""
    told = {}
    for game in registry.games():
        if (file := game.folder / PROBLEMS).is_file():
            stem, _, suffix = PROBLEMS.partition(".")
            told[game.name] = _write_asset(folder, f"{game.name}-{stem}.{suffix}", file.read_bytes())
    return told


def _write_asset(folder: Path, name: str, content: bytes) -> str:
    """Write a file that is named by its content, so that browsers may keep it for good; return its address."""
    stem, _, suffix = name.partition(".")
    address = f"assets/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"
    (folder / address).write_bytes(content)
    return address


def _write_data(folder: Path, assets: Assets) -> None:
    """Write the answers that the page asks for before Python runs; they are the same for everybody."""
    house = House(lambda line, text: None, lambda table, text: None, time.time, assets)
    names = [game.name for game in registry.games()]
    asked = ["/games", *(f"/messages/{language}" for language in LANGUAGES)]
    for name in names:
        asked += [f"/games/{name}/pieces", f"/games/{name}/lessons"]
        asked += [f"/games/{name}/{kind}/{language}" for kind in ("messages", "rules") for language in LANGUAGES]
    for address in asked:
        answer = json.loads(house.request("GET", address, ""))
        if answer["status"] != 200:
            raise LudothequeError(f"{address}: {answer['body']['message']}")
        file = folder / f"{address[1:]}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(answer["body"], ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _write_icons(folder: Path) -> None:
    """The icon in the sizes that systems ask for, and the manifest that names them."""
    import resvg_py  # of the extra "server"

    drawn = (folder / "icon.svg").read_text(encoding="utf-8")
    # Systems cut icons to their own shapes: the background covers the whole icon, the cards stay in the safe zone.
    ground = re.sub(r' rx="14"', "", drawn, count=1)
    icons = [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}]
    for size in ICONS:
        for kind, picture in (("any", drawn), ("maskable", ground)):
            name = f"icon-{kind}-{size}.png"
            (folder / name).write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=picture, width=size, height=size)))
            icons.append({"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": kind})
    manifest = {
        "name": NAME,
        "short_name": NAME,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest, ensure_ascii=False, indent=1), encoding="utf-8")


def build_docs(folder: Path) -> Path | None:
    """Build the documentation into a folder, and return it; None without its sources or without MkDocs."""
    config = PAGE.parent.parent / "mkdocs.yml"
    if not config.is_file() or importlib.util.find_spec("mkdocs") is None:
        return None
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)]
    done = subprocess.run([*command, "--site-dir", str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise LudothequeError(f"The documentation could not be built:\n{done.stderr[-2000:].strip()}")
    return folder


def _head(python: str, docs: bool) -> str:
    """The page's `index.html` with addresses that hold under any path, and the names of what our Python is made of."""
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    page = re.sub(r'(href|src)="/(?!/)', r'\1="./', page).replace("./api/games", "./data/games.json")
    told = [
        f'<meta name="ludotheque-python" content="{python}" />',
        '<link rel="manifest" href="./manifest.webmanifest" />',
    ]
    if docs:
        told.append(f'<link rel="help" href="./{DOCS}/" />')
    # Python takes longest to come: its script waits for no other one, and its worker is fetched with it.
    begun, worker = _script("python"), _script("worker")
    told.append(f'<script type="module" async crossorigin src="./{begun}"></script>')
    told += [f'<link rel="modulepreload" crossorigin href="./{one}" />' for one in (*_imports(begun), worker)]
    return page.replace("<title>", "\n    ".join([*told, "<title>"]), 1)


def _script(name: str) -> str:
    """The address of a script of the built page."""
    found = sorted((PAGE / "assets").glob(f"{name}-*.js"))
    if len(found) != 1:
        raise NoPage(
            f"the page in {PAGE} has {len(found)} scripts called {name}: build it with `python hatch_build.py`"
        )
    return f"assets/{found[0].name}"


def _imports(script: str) -> list[str]:
    """The scripts that a script of the built page can't start without."""
    found, waiting = [], [script]
    while waiting:
        text = (PAGE / waiting.pop()).read_text(encoding="utf-8")
        new = [f"assets/{name}" for name in re.findall(r'\b(?:from|import)"\./([^"]+)"', text)]
        waiting += [one for one in new if one not in found]
        found += [one for one in new if one not in found]
    return found


def update_worker(folder: Path) -> list[Path]:
    """Write the service worker of a site, and list all files. It differs wherever a file does.

    It does not keep the documentation, which is as large as the rest and rarely read.
    """
    own = (folder / WORKER, folder / FILES)
    written = sorted(path for path in folder.rglob("*") if path.is_file() and path not in own)
    told = {}
    for path in written:
        name = path.relative_to(folder).as_posix()
        if not path.name.startswith(".") and not name.startswith(f"{DOCS}/"):
            told[name] = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    listed = json.dumps(told, separators=(",", ":"), sort_keys=True)
    (folder / FILES).write_text(listed, encoding="utf-8")
    version = hashlib.sha256(listed.encode()).hexdigest()[:12]
    code = (PAGE / WORKER).read_text(encoding="utf-8")
    (folder / WORKER).write_text(f"const VERSION = '{version}'\nconst FILES = {listed}\n{code}", encoding="utf-8")
    return [*written, *own]
