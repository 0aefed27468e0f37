"""The cache of machine code: a folder in the user's cache, never in the package.

Numba's own cache does not notice changes in other files. So every program has a cache folder named after a hash of all
its sources and data (`sources.py`) and of the versions of Python and Numba.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from functools import cache
from pathlib import Path

from ludotheque.kernel import sources
from ludotheque.kernel.optional import np

# a file with this name means: the whole program, as installed here, has been compiled into this folder
COMPLETE = "complete"
KEEP_DAYS = 30


@cache
def hash_when_loaded(package: str) -> str:
    """The hash of the game that this process runs, computed once: its sources may change on disk later."""
    return sources.game_hash(package)


@cache
def added_when_loaded(package: str) -> str:
    """The hash of a package added to games, as this process runs it."""
    return sources.added_hash(package)


def cache_root() -> Path:
    """Return the folder for this user's compiled code."""
    root = os.environ.get("LUDOTHEQUE_CACHE")
    if not root:
        import platformdirs  # here: a browser has none, and compiles nothing

        root = platformdirs.user_cache_dir("ludotheque", appauthor=False)
    return Path(root)


def cache_folder(package: str) -> Path:
    """The folder with the machine code of a game, as this process runs it."""
    return cache_root() / "compiled" / f"{package.rsplit('.', 1)[-1]}-{hash_when_loaded(package)}"


def added_folder(package: str, added: str) -> Path:
    """The folder with the machine code of a package added to a game: beside that of the rules, on which it depends.

    A change in the added package does not compile the rules again.
    """
    return cache_folder(package) / f"{added.rsplit('.', 1)[-1]}-{added_when_loaded(added)}"


def folder_now(package: str, added: str) -> Path:
    """The folder of the added package, or another one if the sources have changed since this process loaded the rules.

    In that case the loaded rules are the old ones and the added package is new.
    """
    folder = added_folder(package, added)
    now = sources.game_hash(package) + sources.added_hash(added)
    changed = now != hash_when_loaded(package) + added_when_loaded(added)
    return folder.with_name(f"{folder.name}-{now}") if changed else folder


def is_warm(package: str, added: str | None = None) -> bool:
    """Whether all of the game, or all of an added package, has been compiled on this machine."""
    return np is not None and (_folder(package, added) / _mark(added)).exists()


def mark_warm(package: str, added: str | None = None) -> None:
    """Note that everything is compiled, and delete cache folders that have not been used for long."""
    folder = _folder(package, added)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _mark(added)).touch()
    stem = folder.name.rpartition("-")[0]
    for other in folder.parent.glob(f"{stem}-*"):
        if other != folder and time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)


@cache
def _mark(added: str | None) -> str:
    """The name of the file that marks a folder as complete.

    Numba finds machine code by path and modification time of the source file. So a second installation of the same
    sources has a mark of its own and must be prepared, too.
    """
    package = added or "ludotheque.kernel"
    digest = hashlib.sha256()
    for inside in sources.kernel_modules(package):
        path = sources.module_file(package, inside)
        digest.update(f"{path.resolve()} {path.stat().st_mtime_ns}\n".encode())
    return f"{COMPLETE}-{digest.hexdigest()[:12]}"


def _folder(package: str, added: str | None) -> Path:
    return cache_folder(package) if added is None else added_folder(package, added)
