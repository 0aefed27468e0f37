"""Play the matches of a batch on the CPU, in compiled loops on one thread or several.

Every device offers the same: arrays, copies between it and NumPy, and `run`, which has a function of `batch_kernel.py`
treat all matches. `gpu.py` is the other one.
"""

from __future__ import annotations

import math
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from ludotheque.errors import BadInput
from ludotheque.kernel import load

ALIGNED = 64
KERNELS = "ludotheque.batches.batch_kernel"
INTO_ZEROS = ("observe", "mark")  # functions whose last argument is an array that must be all 0


class Cpu:
    """Compiled loops; each thread has a part of the matches and its own workspace."""

    name = "cpu"

    def __init__(self, package: str, threads: int) -> None:
        self.program = load(package, "compiled")
        self.kernels = self.program.add(KERNELS)
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None

    def use_stream(self, stream: int) -> None:
        """Only a GPU has streams."""
        raise BadInput.at("batch", 0, "stream", "only a batch on a GPU has streams")

    def workspaces(self, n: int) -> Any:
        """The workspaces for `n` matches."""
        return self.program.workspaces(self.threads)

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """Return an array of zeros at a multiple of ALIGNED bytes: other libraries use such arrays without a copy."""
        size = math.prod(shape) * np.dtype(dtype).itemsize
        room = np.zeros(size + ALIGNED, np.uint8)
        first = -room.ctypes.data % ALIGNED
        return room[first : first + size].view(dtype).reshape(shape)

    def from_host(self, array: Any) -> Any:
        """Return a copy of a NumPy array on the device."""
        return np.array(array)

    def to_host(self, array: Any) -> Any:
        """Return a copy of the array as NumPy's own."""
        return np.array(array)

    def given(self, array: Any, n: int) -> Any:
        """Convert given whole numbers, one for each match, to an array."""
        numbers = np.asarray(array)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"whole numbers are needed, one for each match; {numbers.dtype} is given")
        if numbers.shape not in ((), (n,)):
            raise ValueError(f"{n} numbers are needed, one for each match; the shape given is {numbers.shape}")
        return numbers

    def assign(self, target: Any, numbers: Any) -> None:
        """Copy numbers into an array; one that does not fit becomes -1."""
        np.copyto(target, numbers, casting="unsafe")
        if numbers.dtype.itemsize >= target.dtype.itemsize and numbers.dtype != target.dtype:
            target[target != numbers] = -1

    def output(self, array: Any, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """Check an array that the caller gives for the output."""
        if not isinstance(array, np.ndarray):
            array = np.from_dlpack(array)  # of a tensor on this device: the same memory
        if array.shape != shape or array.dtype != np.dtype(dtype) or not array.flags.c_contiguous:
            raise ValueError(f"an array of {np.dtype(dtype)} and shape {shape} is needed, in C order")
        return array

    def assign_states(self, target: Any, states: Any) -> None:
        """Copy whole states from NumPy."""
        target[:] = states

    def load(self, target: Any, array: Any) -> None:
        """Copy from NumPy."""
        target[...] = array

    def fill(self, array: Any, number: int) -> None:
        """Set all of an array to one number."""
        array.fill(number)

    def add(self, array: Any, number: int) -> None:
        """Add a number to all of an array."""
        array += number

    def put(self, array: Any, i: int, value: Any) -> None:
        """Write one row or number."""
        array[i] = value

    def row(self, array: Any, i: int) -> Any:
        """Return one row or number as NumPy has it."""
        return array[i]

    def take(self, array: Any, matches: Any) -> Any:
        """Return a copy of some rows, as aligned as the array that they come from."""
        rows = self.zeros((len(matches), *array.shape[1:]), array.dtype)
        np.take(array, matches, axis=0, out=rows, mode="clip")  # which needs no buffer; the numbers are checked
        return rows

    def run(self, name: str, n: int, *arguments: Any) -> list[Any]:
        """Apply a function to all matches; return the result for each thread's part."""
        function = getattr(self.kernels, name)

        def treat(first: int, end: int, thread: int) -> Any:
            if name in INTO_ZEROS:
                arguments[-1][first:end].fill(0)  # all columns at once: twice as fast as row by row
            return function(first, end, thread, *arguments)

        if self.threads == 1 or n < 2 * self.threads:
            return [treat(0, n, 0)]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="ludotheque-batch")
        edges = [n * t // self.threads for t in range(self.threads + 1)]
        waiting: list[Future[Any]] = [self._pool.submit(treat, edges[t], edges[t + 1], t) for t in range(self.threads)]
        return [future.result() for future in waiting]
