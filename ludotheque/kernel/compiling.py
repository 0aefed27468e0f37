"""Decorators that compile kernel functions with Numba: entry points (called by Python) and inner functions.

`deferring.py` and `remembering.py` shorten the compilation. They use undocumented parts of Numba, so `surprise` checks
these first. If anything differs, we use plain `njit`: the results are the same, compiling takes longer. Figures:
bench/notes/kernel.md.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import codegen, compiler, config, dispatcher, environment, errors, options, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typing import context

from ludotheque.errors import NotCompiled

TRIED = (0, 62), (0, 68)  # the first and the last version of Numba that we tested with, as in pyproject.toml
# undocumented parts of Numba that we call or override, with their parameters
NEEDED: dict[tuple[Any, str], dict[str, str]] = {
    (codegen, "JITCodeLibrary"): {
        "__init__": "self, codegen, name",
        "_optimize_final_module": "self",
        "_finalize_final_module": "self",
        "_finalize_dynamic_globals": "self",
        "_verify_declare_only_symbols": "self",
        "_ensure_finalized": "self",
        "enable_object_caching": "self",
        "get_pointer_to_function": "self, name",
    },
    (codegen, "JITCPUCodegen"): {
        "_module_pass_manager": "self, **kwargs",
        "_function_pass_manager": "self, **kwargs",
        "set_env": "self, env_name, env",
    },
    (compiler, "Compiler"): {"define_pipelines": "self"},
    (dispatcher, "Dispatcher"): {"compile": "self, sig"},
    (environment, "lookup_environment"): {"__call__": "env_name"},
    (context, "BaseContext"): {"resolve_function_type": "self, func, args, kws"},
    (compiler, "Flags"): {"summary": "self"},
}
# Kernels allocate nothing, and the caller of an entry point keeps its arrays alive, so no reference counts are needed.
# Counting would take half of a batch's step: every array passed to a function is counted up and down.
UNCOUNTED = {"_nrt": False}
log = logging.getLogger(__name__)


def surprise(version: tuple[int, int] = numba.version_info[:2]) -> str:
    """Describe the first difference between this Numba and the one we expect; "" if there is none."""
    first, last = TRIED
    if not first <= version <= last:
        return f"only versions {first[0]}.{first[1]} to {last[0]}.{last[1]} were tried"
    for (module, name), methods in NEEDED.items():
        owner = getattr(module, name, None)
        if owner is None:
            return f"{name} is missing"
        for method, parameters in methods.items():
            function = owner if method == "__call__" else getattr(owner, method, None)
            if function is None:
                return f"{name}.{method} is missing"
            found = ", ".join(map(str, inspect.signature(function).parameters.values()))
            if found != parameters:
                return f"{name}.{method} takes ({found})"
    unknown = [option for option in UNCOUNTED if not hasattr(options.DefaultOptions, option)]
    return f"it has no option {unknown[0]}" if unknown else ""


def explain(message: str, entry: str) -> str:
    """Return what Numba can't compile as one sentence that begins with file and line.

    Numba tells the innermost call first; `entry` is the file of the entry point, for a message that names no place.
    """
    lines = [line.strip() for line in re.sub(r"\x1b\[\d*m", "", message).splitlines()]
    place = next((found for line in lines if (found := re.search(r"(?:^| at )(/\S.*?) \((\d+)\)", line))), None)
    what = next((line for line in lines if line and not line.startswith(("Failed in ", "File ", "During: "))), "")
    what = re.sub(r", defined at .*$", "", what)
    where = f"{place[1]}, line {place[2]}" if place else entry
    return f"{where}: Numba can't compile this: {what} (docs/kernel.md says what may be written)"


class Decorators:
    """The decorators of kernel functions; if there is a `reason` not to use ours, plain `njit`, with a warning."""

    def __init__(self, reason: str) -> None:
        self.thrifty = not reason
        self._entry: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
        self._inner = dict(self._entry)
        self._wide = dict(self._entry)
        self._uncounted = UNCOUNTED if self.thrifty else {}
        if self.thrifty:
            from ludotheque.kernel.deferring import EntryCompiler, InnerCompiler, WideEntryCompiler

            self._entry |= {"pipeline_class": EntryCompiler}
            self._wide |= {"pipeline_class": WideEntryCompiler}
            self._inner |= {"pipeline_class": InnerCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        else:
            log.warning("rules are compiled slowly: Numba %s is not as expected: %s", numba.__version__, reason)

    def entry_point(self, function: Callable[..., Any], folder: Path | None, *, wide: bool = False) -> Any:
        """Compile a function that Python calls; `wide` if its loops run over long rows.

        The machine code includes everything the function calls and is cached in `folder`. Without a folder the function
        is left to the GPU compiler, like those of `for_gpu`. Numba has one global setting for the cache folder and
        reads it here, so we hold Numba's lock while it is changed.
        """
        settings = self._wide if wide else self._entry
        if folder is None:
            return numba.njit(**settings)(function)
        folder.mkdir(parents=True, exist_ok=True)
        with global_compiler_lock:
            before = config.CACHE_DIR
            config.CACHE_DIR = str(folder)
            try:
                compiled = numba.njit(cache=True, **settings, **self._uncounted)(function)
            finally:
                config.CACHE_DIR = before
        exact = compiled.compile

        def compile_or_explain(sig: Any) -> Any:
            try:
                return exact(sig)
            except errors.NumbaError as error:
                raise NotCompiled(explain(str(error), str(function.__code__.co_filename))) from error

        compiled.compile = compile_or_explain
        return compiled

    def for_gpu(self, function: Callable[..., Any]) -> Any:
        """Prepare a function for the GPU compiler."""
        return numba.njit(**self._inner)(function)

    def inner(self, function: Callable[..., Any]) -> Any:
        """Compile a function that only kernels call."""
        compiled = numba.njit(**self._inner, **self._uncounted)(function)
        if self.thrifty:
            exact = compiled.compile

            def compile_wide(sig: Any) -> Any:
                # Fields have several widths. We compile one version and widen small integers where they are passed.
                arguments, _ = sigutils.normalize_signature(sig)
                whole = (types.Integer, types.Boolean)
                wide = tuple(types.int64 if isinstance(a, whole) else a for a in arguments)
                try:
                    return exact(wide)
                # some functions allocate after all, for example to raise an error with a number in it
                except errors.NumbaRuntimeError:
                    compiled.targetoptions.update(dict.fromkeys(UNCOUNTED, True))
                    return exact(wide)

            compiled.compile = compile_wide
        return compiled


DECORATORS = Decorators(surprise())
