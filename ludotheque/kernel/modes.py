"""Loading a game's rules in one of three modes.

`load("ludotheque.games.lampions", "compiled")` executes the game's kernel-land modules, and its own copies of the
shared ones, under names of their own, with `kernel`, `table` and `clone` of that mode. So two modes of one game, or two
versions of a game, live side by side in one process and can be compared move by move.

Numba's cache does not see changes in other files. So every program caches in a folder named after a hash of all kernel
sources, all sources and data of the game, and the versions of Python and Numba.
"""

from __future__ import annotations

import builtins
import hashlib
import importlib
import importlib.metadata
import importlib.util
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import platformdirs

from ludotheque import data_files
from ludotheque.kernel.record import Record, assign, clone

MODES = ("plain", "compiled", "cuda")
SHARED = ("chacha", "piles", "decisions", "events", "grid", "relative", "driver")
OPTIONAL = ("heuristic", "features", "policies")  # a game's modules for bots
COMPLETE = "complete"  # the file that says: every entry point of this program has been compiled into this folder
KEEP_DAYS = 30
_IMPORT = re.compile(r"^from ludotheque\.kernel import (\([^)]*\)|.*)$", re.MULTILINE)

_loaded: dict[tuple[str, str], Program] = {}
_loading = threading.RLock()  # loading a game may load another mode of it


class Program:
    """One game's rules in one mode: storage for its records and the entry points into its functions."""

    def __init__(self, package: str, mode: str) -> None:
        if mode not in MODES:
            raise ValueError(f"mode {mode!r} is none of {', '.join(MODES)}")
        self.package = package
        self.mode = mode
        hash_when_loaded(package)  # before anything of it is executed
        state = importlib.import_module(f"{package}.state")
        self.state: Record = state.STATE
        self.work: Record = state.WORK
        own = kernel_modules(package)
        self._land = {f"ludotheque.kernel.{name}" for name in SHARED} | {f"{package}.{name}" for name in own}
        self._modules: dict[str, ModuleType] = {}
        self._added: set[str] = set()  # modules that are all there: `_modules` has those, too, that are being executed
        self._tag = f"{package.rsplit('.', 1)[-1]}_{mode}"
        self._facade = self._make_facade(state.PILES)
        with _caching_in(cache_folder(package) if mode != "plain" else None):
            self._facade.__dict__["rules"] = self.module(f"{package}.rules")
            for name in OPTIONAL:
                if name in own:
                    self._facade.__dict__[name] = self.module(f"{package}.{name}")
            heuristic = self._facade.__dict__["heuristic"]
            if hasattr(heuristic, "standing") and not hasattr(heuristic, "value"):
                heuristic.value = self.module("ludotheque.kernel.relative").value
            self.entry_points = self.module("ludotheque.kernel.driver")

    def _make_facade(self, layout: Any) -> ModuleType:
        """What `from ludotheque.kernel import …` gives to this program's modules."""
        facade = ModuleType("ludotheque.kernel")
        facade.__dict__.update(layout=layout, kernel=_identity, entry_point=_identity, table=_as_tuples, clone=clone)
        facade.__dict__.update(dict.fromkeys(OPTIONAL))
        if self.mode != "plain":
            from ludotheque.kernel.compiling import entry_point, inner

            @inner
            def compiled_clone(S: Any, j: int, i: int) -> None:
                S[j] = S[i]

            facade.__dict__.update(
                kernel=inner,
                entry_point=entry_point(cached=self.mode == "compiled"),
                table=_as_array,
                clone=compiled_clone,
            )
        return facade

    def module(self, name: str) -> ModuleType:
        """This program's own copy of a kernel-land module."""
        if name in self._modules:
            return self._modules[name]
        path = self._source(name)
        copy = ModuleType(f"{name}__{self._tag}")
        copy.__file__ = str(path)
        copy.__package__ = name if path.stem == "__init__" else name.rpartition(".")[0]
        copy.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
        self._modules[name] = copy
        sys.modules[copy.__name__] = copy  # Numba looks compiled functions up by the name of their module
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), copy.__dict__)
        return copy

    def _source(self, name: str) -> Path:
        """The file of a module. One of the game's own is found without importing the folder that it lies in."""
        inside = name.removeprefix(f"{self.package}.")
        if inside != name and inside in kernel_modules(self.package):
            path = home_of(self.package).joinpath(*inside.split("."))
            return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ImportError(f"no module {name}")
        return Path(spec.origin)

    def add(self, *names: str) -> None:
        """Bring further modules (a bot's, say) into this program's kernel land."""
        if self._added.issuperset(names):
            return
        folder = bots_folder(self.package)
        now = source_hash(self.package) + bots_hash() if self.mode != "plain" else ""
        if now != hash_when_loaded(self.package) + bots_hash_when_loaded():
            # The sources were changed under a running program: its rules are the old ones, what comes now is new.
            folder = folder.with_name(f"{folder.name}-{now}")
        with _loading, _caching_in(folder if self.mode != "plain" else None):
            self._land.update(names)
            for name in names:
                self.module(name)
            self._added.update(names)

    def _import(
        self,
        name: str,
        globals: dict[str, Any] | None = None,
        locals: dict[str, Any] | None = None,
        fromlist: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """The `import` statement of kernel land: its own modules are this program's, all others are ordinary."""
        full = name
        if level:
            package = (globals or {})["__package__"]
            full = importlib.util.resolve_name("." * level + name, package)
        if full in self._land:
            module = self.module(full)
            for wanted in fromlist or ():
                if f"{full}.{wanted}" in self._land:  # `from mygame.rules import war`
                    setattr(module, wanted, self.module(f"{full}.{wanted}"))
            return module
        if full == "ludotheque.kernel":
            for wanted in fromlist or ():
                if wanted in SHARED and wanted not in self._facade.__dict__:
                    self._facade.__dict__[wanted] = self.module(f"ludotheque.kernel.{wanted}")
            return self._facade
        if full == self.package and any(f"{full}.{wanted}" in self._land for wanted in fromlist or ()):
            raise ImportError(f"in kernel land write `from .module import name`, not `from . import {fromlist}`")
        return builtins.__import__(name, globals, locals, fromlist or (), level)

    def states(self, n: int) -> Any:
        """Storage for `n` states."""
        return [self.state.plain() for _ in range(n)] if self.mode == "plain" else self.state.array(n)

    def workspaces(self, n: int) -> Any:
        """Storage for `n` workspaces."""
        return [self.work.plain() for _ in range(n)] if self.mode == "plain" else self.work.array(n)

    def actions(self, n: int) -> Any:
        """Room for `n` listed actions."""
        return [0] * n if self.mode == "plain" else np.zeros(n, np.int32)

    def totals(self, n: int) -> Any:
        """Room for `n` large numbers."""
        return [0] * n if self.mode == "plain" else np.zeros(n, np.int64)

    def put(self, S: Any, i: int, state: Any) -> None:
        """Make `S[i]` equal to a plain state."""
        if self.mode == "plain":
            assign(S[i], state)
        else:
            self.state.store(state, S, i)

    def put_keys(self, S: Any, keys: Any) -> None:
        """Give the first states, fresh ones, a key each: rows of eight 32-bit words."""
        if self.mode == "plain":
            for state, key in zip(S, keys.tolist(), strict=False):
                state.key[:] = key
        else:
            S["key"][: len(keys)] = keys

    def fetch(self, S: Any, i: int) -> Any:
        """A plain state equal to `S[i]`, the caller's own."""
        return self.state.copy(S[i]) if self.mode == "plain" else self.state.fetch(S, i)

    def duplicate(self, S: Any, j: int, i: int) -> None:
        """Make `S[j]` equal to `S[i]`; what `clone` is inside kernels."""
        if self.mode == "plain":
            clone(S, j, i)
        else:
            S[j] = S[i]

    def copied(self, S: Any) -> Any:
        """A copy of a whole storage."""
        return [self.state.copy(s) for s in S] if self.mode == "plain" else S.copy()

    def fetch_work(self, W: Any, j: int) -> Any:
        """A plain workspace equal to `W[j]`; in plain mode the workspace itself."""
        return W[j] if self.mode == "plain" else self.work.fetch(W, j)


def _identity(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


class _Table(tuple[Any, ...]):
    """A table of two dimensions in plain mode, read as `t[r, c]` like an array."""

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            return tuple.__getitem__(self, at[0])[at[1]]
        return tuple.__getitem__(self, at)


def _as_tuples(values: Any) -> Any:
    rows = tuple(values)
    # A table of one dimension stays a tuple as it is: plain rules read little else, and Python does that fastest.
    return rows if all(isinstance(row, int) for row in rows) else _Table(tuple(row) for row in rows)


def _as_array(values: Any) -> Any:
    array = np.array(values, np.int64)
    # The narrowest type: every function that reads a table carries a copy, and a GPU has 64 KB for all of them.
    for narrow in (np.int8, np.int16, np.int32):
        limits = np.iinfo(narrow)
        if limits.min <= array.min() and array.max() <= limits.max:
            array = array.astype(narrow)
            break
    array.flags.writeable = False
    return array


@contextmanager
def _caching_in(folder: Path | None) -> Iterator[None]:
    """Let Numba keep machine code in `folder`; it reads the setting when a function is decorated."""
    if folder is None:
        yield
        return
    import numba

    folder.mkdir(parents=True, exist_ok=True)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def load(package: str, mode: str = "plain") -> Program:
    """A game's rules in a mode; loaded once a process."""
    with _loading:  # a server loads games from several threads
        if (package, mode) not in _loaded:
            _loaded[package, mode] = Program(package, mode)
        return _loaded[package, mode]


def home_of(package: str) -> Path:
    """The folder of a game."""
    return Path(importlib.import_module(package).__file__ or "").parent


@cache
def kernel_modules(package: str) -> tuple[str, ...]:
    """The modules of a game that belong to kernel land: its rules, those for bots, and all that import `kernel`.

    A module of a folder is named with it: `rules/war.py` is "rules.war".
    """
    found = []
    home = home_of(package)
    for path in sorted(home.rglob("*.py")):
        parts = path.relative_to(home).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        imported = " ".join(_IMPORT.findall(path.read_text(encoding="utf-8")))
        if name in ("rules", *OPTIONAL) or re.search(r"\bkernel\b", imported):
            found.append(name)
    return tuple(found)


def source_hash(package: str) -> str:
    """A hash of everything that the machine code of a game depends on."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, home_of(package)):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and (path.suffix == ".py" or "data" in path.relative_to(folder).parts):
                digest.update(f"{path.relative_to(folder)}\0".encode())
                digest.update(path.read_bytes())
    digest.update(data_files.tag(package.rpartition(".")[2]).encode())
    numba = importlib.metadata.version("numba")  # asked without importing it, which takes half a second
    digest.update(f"{sys.version}{numba}{np.__version__}".encode())
    return digest.hexdigest()[:16]


@cache
def hash_when_loaded(package: str) -> str:
    """The hash of the sources that this process runs: taken once, for they may change on disk while it runs."""
    return source_hash(package)


def bots_hash() -> str:
    """A hash of the bots' kernel-land modules: a change there does not make the rules be compiled anew."""
    digest = hashlib.sha256()
    for path in sorted((Path(__file__).parent.parent / "bots").glob("*_kernel.py")):
        digest.update(f"{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def bots_hash_when_loaded() -> str:
    """The hash of the bots that this process runs."""
    return bots_hash()


def bots_folder(package: str) -> Path:
    """Where the machine code of the bots for a game is kept: beside that of its rules, on which it depends."""
    return cache_folder(package) / f"bots-{bots_hash_when_loaded()}"


def cache_folder(package: str) -> Path:
    """Where the machine code of a game, as this process runs it, is kept: in the user's cache, never in the package."""
    root = os.environ.get("LUDOTHEQUE_CACHE") or platformdirs.user_cache_dir("ludotheque", appauthor=False)
    return Path(root) / "compiled" / f"{package.rsplit('.', 1)[-1]}-{hash_when_loaded(package)}"


def is_warm(package: str) -> bool:
    """Whether every entry point of the game has been compiled on this machine already."""
    return (cache_folder(package) / COMPLETE).exists()


def mark_warm(package: str) -> None:
    """Note that everything is compiled, and drop the folders of sources long gone."""
    folder = cache_folder(package)
    (folder / COMPLETE).touch()
    game = folder.name.rpartition("-")[0]
    for other in folder.parent.glob(f"{game}-*"):
        if other != folder and time.time() - other.stat().st_mtime > KEEP_DAYS * 86400:
            shutil.rmtree(other, ignore_errors=True)
