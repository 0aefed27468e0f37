"""Load a game's rules in one of three modes.

`load("ludotheque.games.lampions", "compiled")` executes copies of the game's kernel-land modules and of the shared
ones, under names of their own, with `kernel`, `table` and `clone` of that mode. So two modes or two versions of a game
can exist in one process and be compared move by move.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import sys
import threading
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.kernel.cache import cache_folder, folder_now, hash_when_loaded
from ludotheque.kernel.declare import Piles
from ludotheque.kernel.optional import np
from ludotheque.kernel.record import Record, assign, clone
from ludotheque.kernel.sources import kernel_modules, module_file

MODES = ("plain", "compiled", "cuda")
MOST_ACTIONS = 1 << 15  # the most actions of any game
SHARED = ("chacha", "piles", "decisions", "events", "grid", "driver")

NO_PILES = Piles((1,))  # of a game without cards

_loaded: dict[tuple[str, str], Program] = {}
_loading = threading.RLock()  # reentrant: loading a game may load another mode of it


class Workspace(threading.local):
    """A workspace and room for listed actions, shared by all positions that one thread plays in compiled rules."""

    def __init__(self, work: Record) -> None:
        self.array = work.array(1)
        self.listed = np.zeros(MOST_ACTIONS, np.int32)
        self.numbers = self.listed.data  # buffers of the same memory: slicing them is faster than slicing arrays
        self.events = self.array["event"][0].view(np.uint8).data  # declare.EVENT_BYTES each


class FirstCall:
    """A compiled entry point before its first call, which replaces it in the program by its machine code.

    Numba's dispatcher checks the types of all arguments in every call. That takes longer than most entry points do.
    """

    def __init__(self, program: Program, name: str, entry_point: Any) -> None:
        self._program, self._name, self._entry_point = program, name, entry_point

    def __call__(self, *arguments: Any) -> Any:
        answer = self._entry_point(*arguments)
        types = tuple(map(self._entry_point.typeof_pyval, arguments))
        setattr(self._program, self._name, self._entry_point.overloads[types].entry_point)
        return answer


class Program:
    """One game's rules in one mode: storage for its records and the entry points into its functions."""

    def __init__(self, package: str, mode: str) -> None:
        if mode not in MODES:
            raise ValueError(f"mode {mode!r} is none of {', '.join(MODES)}")
        self.package = package
        self.mode = mode
        self.setup: Any
        self.turn: Any
        self.legal: Any
        self.pending_decision: Any
        self.forbidden: Any
        self.observe: Any
        self.redeal: Any
        hash_when_loaded(package)  # before any of its code is executed
        state = importlib.import_module(f"{package}.state")
        self.state: Record = state.STATE
        self.work: Record = state.WORK
        own = kernel_modules(package)
        self._land = {f"ludotheque.kernel.{name}" for name in SHARED} | {f"{package}.{name}" for name in own}
        self._modules: dict[str, ModuleType] = {}
        self._complete: set[str] = set()  # fully executed modules; `_modules` also has those still being executed
        self._added_folders: dict[str, Path] = {}  # cache folders of added packages
        self._tag = f"__{package.rsplit('.', 1)[-1]}_{mode}"
        self._facade = self._make_facade(getattr(state, "PILES", NO_PILES))
        self.entry_points = self.module("ludotheque.kernel.driver")
        # The most frequent calls of positions, always with arguments of the same types.
        for name in ("setup", "turn", "legal", "pending_decision", "forbidden", "observe", "redeal"):
            entry_point = getattr(self.entry_points, name)
            setattr(self, name, entry_point if mode == "plain" else FirstCall(self, name, entry_point))

    @cached_property
    def workspace(self) -> Workspace:
        """Return the workspace that positions of compiled rules share."""
        return Workspace(self.work)

    def _make_facade(self, layout: Any) -> ModuleType:
        """The module that `from ludotheque.kernel import …` gives to this program's modules."""
        facade = ModuleType("ludotheque.kernel")
        facade.__dict__.update(layout=layout, kernel=_identity, table=_as_tuples, clone=clone)
        facade.__dict__.update(entry_point=_identity, wide_entry_point=_identity)
        if self.mode != "plain":
            from ludotheque.kernel.compiling import DECORATORS

            inner = DECORATORS.for_gpu if self.mode == "cuda" else DECORATORS.inner

            @inner
            def compiled_clone(S: Any, j: int, i: int) -> None:
                S[j] = S[i]

            def cached_entry_point(function: Callable[..., Any], *, wide: bool = False) -> Any:
                folder = self._folder_of(function) if self.mode == "compiled" else None
                return DECORATORS.entry_point(function, folder, wide=wide)

            facade.__dict__.update(kernel=inner, table=_as_array, clone=compiled_clone)
            facade.__dict__.update(
                entry_point=cached_entry_point, wide_entry_point=partial(cached_entry_point, wide=True)
            )
        return facade

    def _folder_of(self, function: Callable[..., Any]) -> Path:
        """The cache folder of a function: that of its package."""
        package = function.__module__.removesuffix(self._tag).rpartition(".")[0]
        return self._added_folders.get(package) or cache_folder(self.package)

    def module(self, name: str) -> ModuleType:
        """This program's copy of a kernel-land module."""
        if name not in self._complete:
            with _loading:  # another thread may be executing it
                if name not in self._modules:
                    self._execute(name)
        return self._modules[name]

    def _execute(self, name: str) -> None:
        path = self._source(name)
        copy = ModuleType(f"{name}{self._tag}")
        copy.__file__ = str(path)
        copy.__package__ = name if path.stem == "__init__" else name.rpartition(".")[0]
        copy.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
        self._modules[name] = copy
        sys.modules[copy.__name__] = copy  # Numba looks compiled functions up by the name of their module
        try:
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), copy.__dict__)
        except BaseException:
            del self._modules[name], sys.modules[copy.__name__]  # keep no half-executed module
            raise
        self._complete.add(name)

    def _source(self, name: str) -> Path:
        """The source file of a module."""
        inside = name.removeprefix(f"{self.package}.")
        if inside != name:
            return module_file(self.package, inside)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ImportError(f"no module {name}")
        return Path(spec.origin)

    def add(self, name: str) -> Any:
        """Add a further module (for example a bot's) and its package to this program's kernel land; return the copy."""
        if name not in self._complete:
            package = name.rpartition(".")[0]
            with _loading:
                if self.mode != "plain":
                    self._added_folders[package] = folder_now(self.package, package)
                self._land.update(f"{package}.{inside}" for inside in kernel_modules(package))
        return self.module(name)

    def _import(
        self,
        name: str,
        globals: dict[str, Any] | None = None,
        locals: dict[str, Any] | None = None,
        fromlist: tuple[str, ...] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """The `import` statement of kernel land: it gives this program's copies of kernel-land modules."""
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
        if full == "ludotheque.kernel.game":
            return self._game_modules(fromlist or ())
        if full == self.package and any(f"{full}.{wanted}" in self._land for wanted in fromlist or ()):
            raise ImportError(f"in kernel land write `from .module import name`, not `from . import {fromlist}`")
        return builtins.__import__(name, globals, locals, fromlist or (), level)

    def _game_modules(self, wanted: tuple[str, ...]) -> ModuleType:
        """This game's modules, for `from ludotheque.kernel.game import …`; None where the game has none."""
        found = ModuleType("ludotheque.kernel.game")
        for name in wanted:
            there = module_file(self.package, name).is_file()
            found.__dict__[name] = self.module(f"{self.package}.{name}") if there else None
        return found

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

    def copy(self, S: Any, i: int, j: int) -> None:
        """Make `S[i]` equal to `S[j]`."""
        if self.mode == "plain":
            assign(S[i], S[j])
        else:
            S[i] = S[j]

    def put_keys(self, S: Any, keys: Any) -> None:
        """Give each of the first states a key, a row of eight 32-bit words. The states must be fresh."""
        if self.mode == "plain":
            for state, key in zip(S, keys, strict=False):
                state.key[:] = map(int, key)
        else:
            S["key"][: len(keys)] = keys

    def fetch(self, S: Any, i: int) -> Any:
        """A plain copy of `S[i]`, which the caller owns."""
        return self.state.copy(S[i]) if self.mode == "plain" else self.state.fetch(S, i)

    def duplicate(self, S: Any, j: int, i: int) -> None:
        """Make `S[j]` equal to `S[i]`, like `clone` inside kernels."""
        if self.mode == "plain":
            clone(S, j, i)
        else:
            S[j] = S[i]

    def copied(self, S: Any) -> Any:
        """A copy of all states."""
        if self.mode == "plain":
            return [self.state.copy(s) for s in S]
        return np.frombuffer(bytearray(S.tobytes()), self.state.dtype)  # as bytes: NumPy would copy field by field

    def players_of(self, S: Any) -> int:
        """How many seats the match of the first state has."""
        return int(S[0].players) if self.mode == "plain" else int(S["players"][0])

    def fetch_work(self, W: Any, j: int) -> Any:
        """A plain copy of `W[j]`; in plain mode the workspace itself."""
        return W[j] if self.mode == "plain" else self.work.fetch(W, j)


def _identity(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


class _Table(tuple[Any, ...]):
    """A two-dimensional table in plain mode, read as `t[r, c]` like an array."""

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            return tuple.__getitem__(self, at[0])[at[1]]
        return tuple.__getitem__(self, at)


def _as_tuples(values: Any) -> Any:
    rows = tuple(values)
    # A one-dimensional table stays a tuple, the fastest type to read in plain Python.
    return rows if all(isinstance(row, int) for row in rows) else _Table(tuple(row) for row in rows)


def _as_array(values: Any) -> Any:
    array = np.array(values, np.int64)
    # Use the narrowest type: every function that reads a table holds a copy, and a GPU has 64 KB for all of them.
    for narrow in (np.int8, np.int16, np.int32):
        limits = np.iinfo(narrow)
        if limits.min <= array.min() and array.max() <= limits.max:
            array = array.astype(narrow)
            break
    array.flags.writeable = False
    return array


def load(package: str, mode: str = "plain") -> Program:
    """A game's rules in a mode, loaded once per process."""
    with _loading:  # a server loads games from several threads
        if (package, mode) not in _loaded:
            _loaded[package, mode] = Program(package, mode)
        return _loaded[package, mode]
