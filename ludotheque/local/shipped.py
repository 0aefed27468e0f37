"""The modules of our games and the prepared Python, as a wheel brings them: they need a compiler and Node to be made.

    python -m ludotheque.local.shipped    makes them; hatch_build.py does, for every archive

They lie in the package beside a hash of its sources. Where that differs, as in a work tree, they are made anew.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path

from ludotheque.local.bundle import PACKAGE, files
from ludotheque.local.snapshot import Snapshot, make_snapshot, pack_module, read_snapshot, write_snapshot
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.wasm.modules import Module, build_modules, read_module, write_modules

FOLDER = PACKAGE / "built"
SNAPSHOT = "python.snapshot"
PYODIDE = "pyodide.packed"
STAMP = "sources"


def sources_hash() -> str:
    """A hash of all that they are made from, as far as every installation has it."""
    digest = hashlib.sha256()
    compiler = ((path.name, path) for path in sorted((PACKAGE / "wasm").glob("*.py")))
    for name, path in (*files(), *compiler):
        digest.update(f"{name}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_current() -> bool:
    """Whether they are there, and made from these sources."""
    stamp = FOLDER / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == sources_hash()


def modules(games: Sequence[Game]) -> list[Module]:
    """The modules of games: shipped ones where there are some, others are built."""
    there = is_current()
    paths = {game.name: FOLDER / f"{game.name}.wasm" for game in games if there}
    shipped = {name: read_module(path, path.with_suffix(".json")) for name, path in paths.items() if path.is_file()}
    missing = [game for game in games if game.name not in shipped]
    built = dict(zip((game.name for game in missing), build_modules(missing), strict=True))
    return [{**shipped, **built}[game.name] for game in games]


def snapshot() -> Snapshot:
    """The prepared Python: the shipped one, or one that is made now."""
    return read_snapshot(FOLDER / SNAPSHOT) if is_current() else make_snapshot()


def pyodide() -> bytes:
    """Pyodide's module, packed: the shipped one, or one that is packed now."""
    return (FOLDER / PYODIDE).read_bytes() if is_current() else pack_module()


def ship() -> Path:
    """Write them into the package, unless they are there."""
    if not is_current():
        shutil.rmtree(FOLDER, ignore_errors=True)
        write_modules([game for game in registry.games() if game.package.startswith(f"{PACKAGE.name}.")], FOLDER)
        write_snapshot(FOLDER / SNAPSHOT, make_snapshot())
        (FOLDER / PYODIDE).write_bytes(pack_module())
        (FOLDER / STAMP).write_text(sources_hash(), encoding="utf-8")
    return FOLDER


if __name__ == "__main__":
    print(ship())
