"""How kernel functions are handed to Numba: entry points, which Python calls, and inner functions, which kernels call.

We save Numba work (`deferring.py`, `remembering.py`), and need more for that than it documents. So we look first; where
Numba is not as expected, plain `njit` serves: the same results, with longer to wait for the first ones. Figures:
bench/notes/kernel.md.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import codegen, compiler, config, dispatcher, environment, errors, options, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typing import context

TRIED = (0, 62), (0, 68)  # the first and the last version of Numba that this was tried with: as in pyproject.toml
NEEDED: dict[tuple[Any, str], dict[str, str]] = {  # what we use or override of Numba's inside, and what that takes
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
# Kernels allocate nothing, and whoever calls an entry point holds its arrays meanwhile: nobody needs to count who else
# does. Counting takes half of a batch's step: every array passed to a function is counted up and down again.
UNCOUNTED = {"_nrt": False}
log = logging.getLogger(__name__)


def surprise(version: tuple[int, int] = numba.version_info[:2]) -> str:
    """What is not as expected in Numba; "" if nothing is."""
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


class Decorators:
    """The decorators of kernel functions: thrifty ones, or plain `njit` for a reason that is told."""

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
        """A function that Python calls, `wide` where it runs through long rows.

        It carries the code of all it calls; its machine code is kept in `folder`. Without a folder the compiler of a
        GPU takes it over, as it does those of `for_gpu`. Numba has one setting for such folders, and reads it here;
        whoever of us changes it holds Numba's lock.
        """
        settings = self._wide if wide else self._entry
        if folder is None:
            return numba.njit(**settings)(function)
        folder.mkdir(parents=True, exist_ok=True)
        with global_compiler_lock:
            before = config.CACHE_DIR
            config.CACHE_DIR = str(folder)
            try:
                return numba.njit(cache=True, **settings, **self._uncounted)(function)
            finally:
                config.CACHE_DIR = before

    def for_gpu(self, function: Callable[..., Any]) -> Any:
        """A function that the compiler of a GPU takes over, with what it is told here."""
        return numba.njit(**self._inner)(function)

    def inner(self, function: Callable[..., Any]) -> Any:
        """A function that only kernels call."""
        compiled = numba.njit(**self._inner, **self._uncounted)(function)
        if self.thrifty:
            exact = compiled.compile

            def compile_wide(sig: Any) -> Any:
                # Fields are of several widths. One version for all: a small integer is widened where it is passed.
                arguments, _ = sigutils.normalize_signature(sig)
                whole = (types.Integer, types.Boolean)
                wide = tuple(types.int64 if isinstance(a, whole) else a for a in arguments)
                try:
                    return exact(wide)
                except errors.NumbaRuntimeError:  # an error with a number in it, say, takes memory after all
                    compiled.targetoptions.update(dict.fromkeys(UNCOUNTED, True))
                    return exact(wide)

            compiled.compile = compile_wide
        return compiled


DECORATORS = Decorators(surprise())
