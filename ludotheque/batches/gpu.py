"""Play the matches of a batch on a GPU, one thread per match, with the same functions as on the CPU.

The rules are loaded in mode "cuda" and compiled when they are first needed, which takes about a minute. All arrays stay
on the device: whoever takes them (PyTorch, JAX, CuPy) shares their memory. Everything is done on the default stream
unless another one is given.
"""

from __future__ import annotations

import importlib.util
import inspect
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ludotheque.batches import dlpack
from ludotheque.batches.cpu import INTO_ZEROS, KERNELS
from ludotheque.errors import BadInput, NotInstalled
from ludotheque.kernel import load

THREADS = 64  # threads of a block
WIDE = 256  # threads of a block of a kernel that copies


@cache
def cuda() -> Any:
    """Return `numba.cuda`; raise an error with a sentence if there is no GPU."""
    if not hasattr(np, "row_stack"):
        setattr(np, "row_stack", np.vstack)  # noqa: B010  # numba-cuda asks for the name that NumPy 2.5 removed
    if importlib.util.find_spec("numba_cuda") is None:  # else Numba's own, older module is found, which sees no GPU
        raise NotInstalled("gpu")
    from numba import cuda

    if not cuda.is_available():
        raise BadInput.at("batch", 0, "device", "CUDA finds no GPU on this machine")
    return cuda


class DeviceArray:
    """An array on the GPU that others take without a copy: `torch.as_tensor(a, device="cuda")`, `cupy.asarray(a)`,
    `jax.dlpack.from_dlpack(a)`; or with one: `a.numpy()`."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype: np.dtype[Any] = array.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__cuda_array_interface__)

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CUDA, 0

    def __dlpack__(self, **wanted: Any) -> Any:
        if wanted.get("stream") not in (None, -1, 1):
            cuda().synchronize()  # consumers that do not use the default stream would not wait for it
        address = self.array.__cuda_array_interface__["data"][0]
        return dlpack.capsule(self.array, address, self.shape, self.dtype, self.__dlpack_device__())

    def numpy(self) -> NDArray[Any]:
        """Return a copy in host memory."""
        copied: NDArray[Any] = self.array.copy_to_host()
        return copied

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} {self.shape} on the GPU>"


class Kernels:
    """The kernels of one game, each compiled when it is first launched."""

    def __init__(self, package: str) -> None:
        self.program = load(package, "cuda")
        self._module = self.program.add(KERNELS)
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        """The kernel in which each thread does for its match what the function `<name>_one` does."""
        if name not in self._made:
            one = getattr(self._module, f"{name}_one")
            names = list(inspect.signature(one.py_func).parameters)[2:]
            self._made[name] = _threads_of(one, names)
        return self._made[name]


def _threads_of(one: Any, names: list[str]) -> Any:
    """A CUDA kernel with this many parameters; CUDA kernels can't have a starred parameter."""
    given = ", ".join(names)
    source = (
        f"def treat_all(threads_, {given}):\n    i_ = grid(1)\n    if i_ < threads_:\n        one(i_, i_, {given})\n"
    )
    space: dict[str, Any] = {"grid": cuda().grid, "one": one}
    exec(source, space)
    return cuda().jit(space["treat_all"])


@cache
def kernels(package: str) -> Kernels:
    """The kernels of a game, compiled once a process."""
    return Kernels(package)


@cache
def _copying() -> Any:
    """Kernels that copy and fill, for arrays of any kind."""
    jit, grid = cuda().jit, cuda().grid

    @jit  # type: ignore[untyped-decorator]
    def fill(array: Any, number: Any) -> None:
        i = grid(1)
        if i < array.size:
            array[i] = number

    @jit  # type: ignore[untyped-decorator]
    def add(array: Any, number: Any) -> None:
        i = grid(1)
        if i < array.size:
            array[i] += number

    @jit  # type: ignore[untyped-decorator]
    def numbers(target: Any, given: Any) -> None:
        i = grid(1)
        if i < target.size:
            number = given[i]
            target[i] = number
            if target[i] != number:
                target[i] = -4  # none of the special actions

    @jit  # type: ignore[untyped-decorator]
    def rows(source: Any, which: Any, target: Any) -> None:
        i = grid(1)
        wide = target.shape[1]
        if i < target.size:
            target[i // wide, i % wide] = source[which[i // wide], i % wide]

    return {"fill": fill, "add": add, "numbers": numbers, "rows": rows}


class Gpu:
    """One GPU, with the interface of `Cpu`."""

    name = "cuda"
    threads = 1

    def __init__(self, package: str) -> None:
        cuda()
        self.kernels = kernels(package)
        self.program = self.kernels.program
        self.stream: Any = 0  # on which kernels are started

    def use_stream(self, stream: int) -> None:
        """Start kernels on this CUDA stream from now on; 0 is the default stream."""
        self.stream = cuda().external_stream(stream) if stream else 0

    def workspaces(self, n: int) -> Any:
        """The workspaces for `n` matches: one each."""
        return cuda().to_device(self.program.work.array(n))

    def zeros(self, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """An array of zeros."""
        array = DeviceArray(cuda().device_array(shape, dtype))
        self.fill(array, 0)
        return array

    def from_host(self, array: Any) -> Any:
        """A NumPy array, copied to the device."""
        return DeviceArray(cuda().to_device(array))

    def to_host(self, array: Any) -> Any:
        """Return a copy of the array as NumPy's own."""
        return array.numpy()

    def given(self, array: Any, n: int) -> Any:
        """Convert given whole numbers, one for each match, to an array on the GPU."""
        if not hasattr(array, "__cuda_array_interface__"):
            numbers = np.asarray(array)
            if numbers.dtype.kind not in "iu":
                raise TypeError(f"whole numbers are needed, one for each match; {numbers.dtype} is given")
            array = cuda().to_device(np.ascontiguousarray(np.broadcast_to(numbers, (n,))))
        found = cuda().as_cuda_array(array)
        if found.shape != (n,) or found.dtype.kind not in "iu":
            raise ValueError(f"{n} whole numbers are needed; {found.dtype} of shape {found.shape} is given")
        return found

    def assign(self, target: Any, numbers: Any) -> None:
        """Copy numbers into an array; one that does not fit becomes one that is never legal."""
        self._copy("numbers", target.array, numbers)

    def output(self, array: Any, shape: tuple[int, ...], dtype: DTypeLike) -> Any:
        """Check an array that the caller gives for the output."""
        found = cuda().as_cuda_array(array)
        if found.shape != shape or found.dtype != np.dtype(dtype) or not found.is_c_contiguous():
            raise ValueError(f"an array of {np.dtype(dtype)} and shape {shape} on the GPU is needed, in C order")
        return array if isinstance(array, DeviceArray) else _Given(array, found)

    def assign_states(self, target: Any, states: Any) -> None:
        """Copy whole states from NumPy."""
        target.array.copy_to_device(np.ascontiguousarray(states))

    def load(self, target: Any, array: Any) -> None:
        """Copy from NumPy."""
        target.array.copy_to_device(np.ascontiguousarray(array, target.dtype))

    def fill(self, array: Any, number: int) -> None:
        """Set all of an array to one number."""
        flat = array.array.reshape(array.array.size)
        if number == 0 and flat.dtype != np.int64:
            if (flat.size * flat.dtype.itemsize | flat.__cuda_array_interface__["data"][0]) % 8 == 0:
                flat = flat.view(np.int64)
            self._copy("fill", flat, flat.dtype.type(0))
        else:
            self._copy("fill", flat, flat.dtype.type(number))

    def add(self, array: Any, number: int) -> None:
        """Add a number to all of an array."""
        self._copy("add", array.array, array.dtype.type(number))

    def put(self, array: Any, i: int, value: Any) -> None:
        """Write one row or number."""
        array.array[i : i + 1].copy_to_device(np.array([value], array.dtype))

    def row(self, array: Any, i: int) -> Any:
        """One row or number, as NumPy has it."""
        return array.array[i : i + 1].copy_to_host()[0]

    def take(self, array: Any, matches: Any) -> Any:
        """A copy of some rows."""
        source, n = array.array, len(matches)
        target = cuda().device_array((n, *source.shape[1:]), source.dtype)
        which = cuda().to_device(np.asarray(matches, np.int64))
        words = [_in_words(one) for one in (source, target)]
        self._copy("rows", words[0], which, words[1], size=words[1].size)
        return DeviceArray(target)

    def _copy(self, name: str, *arguments: Any, size: int | None = None) -> None:
        size = arguments[0].size if size is None else size
        if size:
            _copying()[name][-(-size // WIDE), WIDE, self.stream](*arguments)

    def run(self, name: str, n: int, *arguments: Any) -> list[Any]:
        """Start a kernel for all matches, one thread each, without waiting for it."""
        if name in INTO_ZEROS:
            self.fill(arguments[-1], 0)  # in parallel, which one thread for each row can't do
        there = [one.array if isinstance(one, DeviceArray) else one for one in arguments]
        numbers = [np.int64(one) if isinstance(one, int) else one for one in there]
        self.kernels[name][-(-n // THREADS), THREADS, self.stream](np.int64(n), *numbers)
        return []


class _Given(DeviceArray):
    """A caller's array for the output."""

    def __init__(self, theirs: Any, array: Any) -> None:
        super().__init__(array)
        self.theirs = theirs


def _in_words(array: Any) -> Any:
    """Rows of an array as rows of plain numbers, the widest that fit."""
    n = array.shape[0]
    if array.dtype.names is not None:
        return array.view(np.int64).reshape(n, array.dtype.itemsize // 8)
    return array.reshape(n, array.size // n)
