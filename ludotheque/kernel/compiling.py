"""How kernel functions are handed to Numba, and four ways in which we save it work. No other module knows its inside.

Measured on Gwynt's hundred functions, cold: 44 s with every function optimised by itself, 22 s so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numba
from numba import types
from numba.core import codegen, config, sigutils

_OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_inside = threading.local()  # .depth > 0 while an inner function is being compiled


def entry_point(cached: bool) -> Callable[[Callable[..., Any]], Any]:
    """The decorator of functions that Python calls. They carry the code of all they call, so they alone are cached."""

    def decorate(function: Callable[..., Any]) -> Any:
        dispatcher = numba.njit(cache=cached, **_OPTIONS)(function)
        exact = dispatcher.compile

        def compile_quickly(signature: Any) -> Any:
            with _modest():
                return exact(signature)

        dispatcher.compile = compile_quickly
        return dispatcher

    return decorate


@contextmanager
def _modest() -> Iterator[None]:
    """Optimise at level 2, without widening loops: ours run over a few cards. A fifth less to wait, and as fast."""
    before = config.OPT, config.LOOP_VECTORIZE
    config.OPT, config.LOOP_VECTORIZE = type(config.OPT)(2), 0
    try:
        yield
    finally:
        config.OPT, config.LOOP_VECTORIZE = before


def inner(function: Callable[..., Any]) -> Any:
    """The decorator of functions that only kernels call: no way in from Python, no machine code of their own."""
    dispatcher = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    exact = dispatcher.compile

    def compile_wide(signature: Any) -> Any:
        # Fields are of several widths. One version for all of them: a small integer is widened where it is passed.
        arguments, _ = sigutils.normalize_signature(signature)
        whole = (types.Integer, types.Boolean)
        with _raw():
            return exact(tuple(types.int64 if isinstance(a, whole) else a for a in arguments))

    dispatcher.compile = compile_wide
    return dispatcher


@contextmanager
def _raw() -> Iterator[None]:
    """While this lasts, code is neither optimised nor turned into machine code: its callers do that for it."""
    _inside.depth = getattr(_inside, "depth", 0) + 1
    try:
        yield
    finally:
        _inside.depth -= 1


def _defer_inner_code() -> None:
    """Make Numba's code libraries heed `_raw`."""
    library, jit_library = codegen.CPUCodeLibrary, codegen.JITCodeLibrary
    optimise, finish = library._optimize_final_module, jit_library._finalize_final_module

    def optimise_entry_points(self: Any) -> None:
        if not getattr(_inside, "depth", 0):
            optimise(self)

    def finish_entry_points(self: Any) -> None:
        if getattr(_inside, "depth", 0):
            library._finalize_final_module(self)
        else:
            finish(self)

    library._optimize_final_module = optimise_entry_points
    jit_library._finalize_final_module = finish_entry_points


_defer_inner_code()
