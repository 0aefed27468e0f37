"""Where machine code is kept: in the user's cache, never in the package.

Numba's own cache does not see changes in other files. So every program caches in a folder named after a hash of all
sources and data that it was made from (`sources.py`), and of the versions of Python and Numba.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from functools import cache
from pathlib import Path

import platformdirs

from ludotheque.kernel import sources

COMPLETE = "complete"  # the file that says: all of this program, as installed here, has been compiled into this folder
KEEP_DAYS = 30


@cache
def hash_when_loaded(package: str) -> str:
    """The hash of the game that this process runs: taken once, for its sources may change on disk meanwhile."""
    return sources.game_hash(package)


@cache
def added_when_loaded(package: str) -> str:
    """The hash of a package added to games, as this process runs it."""
    return sources.added_hash(package)


def cache_folder(package: str) -> Path:
    """Where the machine code of a game, as this process runs it, is kept."""
    root = os.environ.get("LUDOTHEQUE_CACHE") or platformdirs.user_cache_dir("ludotheque", appauthor=False)
    return Path(root) / "compiled" / f"{package.rsplit('.', 1)[-1]}-{hash_when_loaded(package)}"


def added_folder(package: str, added: str) -> Path:
    """Where the machine code of what another package adds to a game is kept: beside the rules, on which it depends.

    A change there does not make the rules be compiled anew.
    """
    return cache_folder(package) / f"{added.rsplit('.', 1)[-1]}-{added_when_loaded(added)}"


def folder_now(package: str, added: str) -> Path:
    """That folder; another one if the sources were changed under a running program.

    Then its rules are the old ones, while what is added now is new.
    """
    folder = added_folder(package, added)
    now = sources.game_hash(package) + sources.added_hash(added)
    changed = now != hash_when_loaded(package) + added_when_loaded(added)
    return folder.with_name(f"{folder.name}-{now}") if changed else folder


def is_warm(package: str, added: str | None = None) -> bool:
    """Whether all of the game, or of what a package adds to it, has been compiled on this machine already."""
    return (_folder(package, added) / _mark(added)).exists()


def mark_warm(package: str, added: str | None = None) -> None:
    """Note that everything is compiled, and drop the folders of sources long gone."""
    folder = _folder(package, added)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _mark(added)).touch()
    stem = folder.name.rpartition("-")[0]
    for other in folder.parent.glob(f"{stem}-*"):
        if other != folder and time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)


@cache
def _mark(added: str | None) -> str:
    """The name of that file: Numba finds machine code again by place and time of the file that an entry point is in.

    So another installation of the same sources is warm once it has been prepared itself, not before.
    """
    package = added or "ludotheque.kernel"
    digest = hashlib.sha256()
    for inside in sources.kernel_modules(package):
        path = sources.module_file(package, inside)
        digest.update(f"{path.resolve()} {path.stat().st_mtime_ns}\n".encode())
    return f"{COMPLETE}-{digest.hexdigest()[:12]}"


def _folder(package: str, added: str | None) -> Path:
    return cache_folder(package) if added is None else added_folder(package, added)
