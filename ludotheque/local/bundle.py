"""The package as a browser needs it: sources and data, without what only servers and studies need."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ludotheque.kernel.sources import kernel_modules, module_file
from ludotheque.play import registry
from ludotheque.play.problems import FILE as PROBLEMS

PACKAGE = Path(__file__).resolve().parent.parent
LEFT_OUT = (  # folders and files of the package
    "adapters",
    "batches",
    "benchmarks",
    "built",
    "cli.py",
    "commands",
    "compliance",
    "page",
    "reports",
    "server/api",
    "server/app.py",
    "server/daily",
    "server/notifications",
    "server/pictures",
    "server/ratings",
    "server/storage",
    "server/tournaments",
    "messages/page",
    "terminal",
    "training",
    "wasm",
)
SUFFIXES = (".py", ".toml", ".json", ".deck")
OF_THE_GAME = ("features", "heuristic", "observation", "policies", "rules")  # what `ludotheque.kernel.game` gives
MOMENT = (1980, 1, 1, 0, 0, 0)  # the same sources make the same archive


def files() -> Iterator[tuple[str, Path]]:
    """The files of the archive, by their names in it."""
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE).as_posix()
        left_out = any(inside == one or inside.startswith(f"{one}/") for one in LEFT_OUT)
        left_out |= path.name == PROBLEMS  # large, so a file of its own
        if path.is_file() and path.suffix in SUFFIXES and not left_out and "__pycache__" not in path.parts:
            yield f"{PACKAGE.name}/{inside}", path


def read_later() -> Iterator[tuple[str, Path]]:
    """The files that a running interpreter reads: data, and the kernel land, which each program executes for itself."""
    packages = ["ludotheque.kernel", "ludotheque.toolkit", "ludotheque.bots", *(g.package for g in registry.games())]
    executed = {module_file(package, inside) for package in packages for inside in kernel_modules(package)}
    # Kernel land also asks for modules of "the game", such as `policies`. A folder that only collects what lies in it
    # is not found by its imports.
    executed |= {module_file(game.package, name) for game in registry.games() for name in OF_THE_GAME}
    return ((name, path) for name, path in files() if path.suffix != ".py" or path in executed)


def write_sources() -> bytes:
    """All files, from which an interpreter is prepared (`local/snapshot.py`); the same files make the same bytes."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in files():
            archive.writestr(zipfile.ZipInfo(name, MOMENT), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return room.getvalue()


def write_bundle(assets: Mapping[str, Any]) -> bytes:
    """What a prepared interpreter still reads, with the list of files that a site has for its games: texts by name."""
    written = {name: path.read_text(encoding="utf-8") for name, path in read_later()}
    written[f"{PACKAGE.name}/local/assets.json"] = json.dumps(assets, sort_keys=True)
    return gzip.compress(json.dumps(written, ensure_ascii=False).encode(), 9, mtime=0)
