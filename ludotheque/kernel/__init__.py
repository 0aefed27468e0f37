"""The kernel: what all rules share, and the loader that runs one source plain, compiled or on a GPU.

Modules that Numba compiles ("kernel land") import the names below from here. Executed by `load`, they get the ones
of their mode and game; imported in the ordinary way, as below, they get the plain ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ludotheque.kernel.cache import is_warm, mark_warm
from ludotheque.kernel.declare import Piles
from ludotheque.kernel.modes import MODES, Program, load
from ludotheque.kernel.record import clone
from ludotheque.kernel.sources import kernel_modules

F = TypeVar("F", bound=Callable[..., Any])

layout = Piles((1,))  # `load` puts the game's own piles here


def kernel(function: F) -> F:
    """Mark a kernel function; the mode decides whether it is compiled."""
    return function


def entry_point(function: F) -> F:
    """Mark a kernel function that Python calls."""
    return function


def wide_entry_point(function: F) -> F:
    """Mark an entry point whose loops run over long rows: the compiler vectorises them."""
    return function


def table(values: Any) -> Any:
    """A constant table for kernels: tuples of ints in plain mode, a frozen array in the others."""
    return values


__all__ = [
    "MODES",
    "Piles",
    "Program",
    "clone",
    "entry_point",
    "is_warm",
    "kernel",
    "kernel_modules",
    "layout",
    "load",
    "mark_warm",
    "table",
    "wide_entry_point",
]
