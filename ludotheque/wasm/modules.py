"""The modules of games: built once for each state of the sources, kept in the user's cache.

Files in the cache are named by a hash of everything that they are made from, so several installations and work trees
share them. The same sources make the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.errors import LudothequeError
from ludotheque.kernel import sources
from ludotheque.kernel.cache import cache_root
from ludotheque.play.base import BaseGame

if sys.platform != "win32":
    import fcntl

FORMAT = 1  # the version of the description beside a module
HERE = Path(__file__).parent
MAKERS = ("emitting.py", "linking.py")  # decide what a module is
BOTS = "ludotheque.bots"
BUILD = """
import sys
from pathlib import Path
from ludotheque.play import registry
from ludotheque.wasm.modules import build_here
build_here(registry.game(sys.argv[1], "plain"), (Path(sys.argv[2]), Path(sys.argv[3])))
"""


class CannotBuild(LudothequeError):
    """The module of a game could not be built."""


@dataclass(frozen=True)
class Module:
    """A built module: its code, and the description that callers need."""

    code: bytes
    about: dict[str, Any]

    @property
    def packed_size(self) -> int:
        """Return the size of the download in bytes."""
        return len(gzip.compress(self.code, 9, mtime=0))


def module_hash(game: BaseGame) -> str:
    """A hash of everything that the module of a game depends on."""
    digest = hashlib.sha256(f"{FORMAT} {sources.game_hash(game.package)} {sources.added_hash(BOTS)}".encode())
    digest.update((sources.home_of(BOTS) / "network_kernel.py").read_bytes())
    for name in MAKERS:
        digest.update((HERE / name).read_bytes())
    digest.update(importlib.metadata.version("llvmlite").encode())
    return digest.hexdigest()[:16]


def cached_files(game: BaseGame) -> tuple[Path, Path]:
    """Return the paths of a game's module and its description, whether they exist or not."""
    stem = cache_root() / "wasm" / f"{game.name}-{module_hash(game)}"
    return stem.with_suffix(".wasm"), stem.with_suffix(".json")


def build_here(game: BaseGame, paths: tuple[Path, Path]) -> None:
    """Compile the module of a game into these files of the cache, in this process."""
    from ludotheque.wasm.emitting import compile_game  # here, because modules from the cache need no compiler

    paths[0].parent.mkdir(parents=True, exist_ok=True)
    with _alone(paths[0].with_suffix(".lock")):
        if not paths[1].is_file():  # another process may have built it meanwhile
            _write(paths, *compile_game(game))


def _write(paths: tuple[Path, Path], code: bytes, about: dict[str, Any]) -> None:
    described = json.dumps({"format": FORMAT, **about}, indent=1, sort_keys=True) + "\n"
    for path, content in zip(paths, (code, described.encode())):  # last: it says that both are complete
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """One process at a time: a module takes a CPU minute."""
    with lock.open("w") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build_modules(games: Sequence[BaseGame]) -> list[Module]:
    """The modules of games, from the cache or built now: each in a process of its own, two at a time."""
    files = {game.name: cached_files(game) for game in games}  # once: sources may change during a build
    waiting = [game for game in games if not files[game.name][1].is_file()]
    running: list[tuple[BaseGame, subprocess.Popen[str]]] = []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    while waiting or running:
        while waiting and len(running) < min(2, os.cpu_count() or 1):
            game = waiting.pop(0)
            command = [sys.executable, "-c", BUILD, game.name, *map(str, files[game.name])]
            running.append(
                (
                    game,
                    subprocess.Popen(
                        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
                    ),
                )
            )
        game, process = running.pop(0)
        said = process.communicate()[1]
        if process.returncode != 0:
            for _, other in running:
                other.kill()
                other.communicate()
            raise CannotBuild(f"the WebAssembly module of {game.name} could not be built:\n{said.strip()}")
    return [read_module(*files[game.name]) for game in games]


def read_module(code: Path, about: Path) -> Module:
    """The module in two files of the cache."""
    return Module(code.read_bytes(), json.loads(about.read_text(encoding="utf-8")))


def write_modules(games: Sequence[BaseGame], folder: Path) -> list[Module]:
    """Write GAME.wasm and GAME.json of each game into a folder, which is made if needed."""
    modules = build_modules(games)
    folder.mkdir(parents=True, exist_ok=True)
    for game, module in zip(games, modules):
        (folder / f"{game.name}.wasm").write_bytes(module.code)
        (folder / f"{game.name}.json").write_text(json.dumps(module.about, sort_keys=True), encoding="utf-8")
    return modules
