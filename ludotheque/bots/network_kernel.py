"""The layers of a network as compiled loops over contiguous float32 arrays, on the caller's thread alone.

NumPy's matrix product shares small products out among all cores, which wait for each other. These loops use one core,
leave NumPy's threads as they are, and skip inputs that are 0: most hidden values are.

Products are sums of whole numbers below 2**24 (bots/network.py), so they are exact in any order and with or without
fused multiply-add. Everything else is computed in one fixed order without contraction, so it rounds alike everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import config
from numba.core.compiler_lock import global_compiler_lock

from ludotheque.bots import network
from ludotheque.kernel.cache import cache_folder

GROUP = 8  # inputs that are multiplied in one pass over an output row: lists of inputs are padded to a multiple of it
REACH, FINE, MOST = np.float32(network.REACH), np.float32(network.FINE), np.float32(network.MOST)
ROUND = np.float32(1.5 * 2**23)  # adding and subtracting this rounds a small float32 half to even, as `rint` does
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
MATRIX, ROW, PLACES = "float32[:, ::1]", "float32[::1]", "int32[::1]"
LAYER = f"{MATRIX}, {ROW}, {ROW}"  # weights, factors, constants
SCRATCH = f"{ROW}, {PLACES}"


def room_for(inputs: int) -> tuple[Any, Any]:
    """Room to list so many inputs and their places."""
    return np.empty(inputs + GROUP, np.float32), np.empty(inputs + GROUP, np.int32)


def _compiled(signature: str) -> Callable[[Any], Any]:
    """A decorator that compiles a function for these types now, or loads its machine code from the user's cache."""

    def compile_now(function: Any) -> Any:
        folder = cache_folder("ludotheque.bots")
        folder.mkdir(parents=True, exist_ok=True)
        with global_compiler_lock:  # Numba has one setting for all caches
            before = config.CACHE_DIR
            config.CACHE_DIR = str(folder)
            try:
                return numba.njit(f"void({signature})", cache=True, **OPTIONS)(function)
            finally:
                config.CACHE_DIR = before

    return compile_now


@numba.njit(fastmath={"contract"}, **OPTIONS)  # type: ignore[untyped-decorator]
def add_group(out: Any, weights: Any, values: Any, places: Any, k: int) -> None:
    """Add GROUP listed inputs, from the k-th on, times their rows of weights to `out`."""
    x0, x1, x2, x3 = values[k], values[k + 1], values[k + 2], values[k + 3]
    x4, x5, x6, x7 = values[k + 4], values[k + 5], values[k + 6], values[k + 7]
    w0, w1, w2, w3 = weights[places[k]], weights[places[k + 1]], weights[places[k + 2]], weights[places[k + 3]]
    w4, w5, w6, w7 = weights[places[k + 4]], weights[places[k + 5]], weights[places[k + 6]], weights[places[k + 7]]
    for m in range(out.shape[0]):
        low = (x0 * w0[m] + x1 * w1[m]) + (x2 * w2[m] + x3 * w3[m])
        high = (x4 * w4[m] + x5 * w5[m]) + (x6 * w6[m] + x7 * w7[m])
        out[m] += low + high


@numba.njit(**OPTIONS)  # type: ignore[untyped-decorator]
def list_inputs(row: Any, values: Any, places: Any) -> int:
    """List the inputs of a row that are not 0, with their places; the number of them."""
    n = 0
    for k in range(row.shape[0]):
        values[n] = row[k]
        places[n] = k
        n += row[k] != 0
    return n


@numba.njit(**OPTIONS)  # type: ignore[untyped-decorator]
def multiply(n: int, values: Any, places: Any, weights: Any, out: Any) -> None:
    """Write the product of `n` listed inputs and their rows of weights; the lists have room for GROUP more."""
    for k in range(n, n + GROUP - 1):
        values[k] = 0
        places[k] = 0
    for m in range(out.shape[0]):
        out[m] = 0
    for k in range(0, n, GROUP):
        add_group(out, weights, values, places, k)


@numba.njit(**OPTIONS)  # type: ignore[untyped-decorator]
def scale_and_cut(out: Any, factors: Any, constants: Any, added: Any) -> None:
    """Turn a row of products into hidden values: whole numbers from 0 to MOST."""
    for m in range(out.shape[0]):
        x = (out[m] * factors[m] + constants[m]) + added[m]
        out[m] = (min(max(x, np.float32(0)), MOST) + ROUND) - ROUND


@_compiled(f"{MATRIX}, {ROW}, {MATRIX}")
def quantise(observations: Any, scales: Any, out: Any) -> None:
    """Write observations as the whole numbers that the first layers take."""
    for r in range(out.shape[0]):
        for k in range(out.shape[1]):
            x = min(max(observations[r, k] * scales[k], -REACH), REACH) * FINE
            out[r, k] = (x + ROUND) - ROUND


@_compiled(f"{MATRIX}, {LAYER}, {SCRATCH}, {MATRIX}")
def dense(x: Any, weights: Any, factors: Any, constants: Any, values: Any, places: Any, out: Any) -> None:
    """Write what a last layer answers to each row."""
    for r in range(x.shape[0]):
        multiply(list_inputs(x[r], values, places), values, places, weights, out[r])
        for m in range(out.shape[1]):
            out[r, m] = out[r, m] * factors[m] + constants[m]


@_compiled(f"{MATRIX}, {LAYER}, {MATRIX}, {SCRATCH}, {MATRIX}")
def hidden(x: Any, weights: Any, factors: Any, constants: Any, added: Any, values: Any, places: Any, out: Any) -> None:
    """Write the hidden values of a layer. Each row of `added` goes to as many rows of `x` in turn as there are."""
    each = x.shape[0] // added.shape[0]
    for r in range(x.shape[0]):
        multiply(list_inputs(x[r], values, places), values, places, weights, out[r])
        scale_and_cut(out[r], factors, constants, added[r // each])


@_compiled(f"{MATRIX}, int64, int64, {LAYER}, {MATRIX}, {MATRIX}, int32[:, ::1], int64[::1], {SCRATCH}, {MATRIX}")
def convolved(
    x: Any,
    rows: int,
    columns: int,
    weights: Any,
    factors: Any,
    constants: Any,
    added: Any,
    seen: Any,
    seen_places: Any,
    counts: Any,
    values: Any,
    places: Any,
    out: Any,
) -> None:
    """Write the hidden values of a layer that sees of every square the nine around it; 0 beyond the edge.

    A row of `x` is a square, board after board; `weights` has the rows of the nine squares one after the other.
    """
    squares = rows * columns
    width = x.shape[1]
    each = x.shape[0] // added.shape[0]
    for first in range(0, x.shape[0], squares):
        for q in range(squares):
            counts[q] = list_inputs(x[first + q], seen[q], seen_places[q])
        for q in range(squares):
            n = 0
            for near in range(9):
                r, c = q // columns + near // 3 - 1, q % columns + near % 3 - 1
                if 0 <= r < rows and 0 <= c < columns:
                    at = r * columns + c
                    for k in range(counts[at]):
                        values[n] = seen[at, k]
                        places[n] = near * width + seen_places[at, k]
                        n += 1
            multiply(n, values, places, weights, out[first + q])
            scale_and_cut(out[first + q], factors, constants, added[(first + q) // each])


@_compiled(f"{MATRIX}, {MATRIX}")
def pooled(x: Any, out: Any) -> None:
    """Write the mean, rounded, and the greatest of every hidden value over all squares of a board."""
    squares = x.shape[0] // out.shape[0]
    width = x.shape[1]
    share = np.float32(squares)
    for r in range(out.shape[0]):
        for m in range(2 * width):
            out[r, m] = 0
        for q in range(squares):
            row = x[r * squares + q]
            for m in range(width):
                out[r, m] += row[m]
                out[r, width + m] = max(out[r, width + m], row[m])
        for m in range(width):
            out[r, m] = (out[r, m] / share + ROUND) - ROUND
