"""A game's WebAssembly module as a program: bots in a browser think in it as they do in compiled rules on a server.

The worker of the page loads the module and hands over its memory (web/src/local/memory.ts). Everything that a bot works
with lies there: positions, trees, lists of actions, the numbers of networks. A block of memory is used again as soon as
nobody in Python holds it.
"""

from __future__ import annotations

import ast
import io
import json
import struct
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from ludotheque.bots.network import Network
from ludotheque.kernel import Program, load

MODE = "wasm"
DRIVER = "ludotheque.kernel.driver"
LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}  # as `struct` and `memoryview` name them
ALIGNED = 64
TIMED = 4  # redeals each way, after which the faster one stays
GROUP = 8  # inputs for which the layers of networks need room beyond those they list (bots/network_kernel.py)


class Memory:
    """The memory of a module. `there` is what the worker knows of it."""

    def __init__(self, there: Any) -> None:
        self.there = there
        self._spare: dict[int, list[int]] = {}  # by size: addresses of blocks that nobody holds

    def block(self, size: int) -> Block:
        """A block of zeros."""
        size = max(ALIGNED, -(-size // ALIGNED) * ALIGNED)
        spare = self._spare.get(size)
        if spare:
            address = spare.pop()
            self.there.clear(address, size)
        else:
            address = int(self.there.reserve(size))
        return Block(self, address, size)

    def give_back(self, address: int, size: int) -> None:
        """Use a block again."""
        self._spare.setdefault(size, []).append(address)

    def read_bytes(self, address: int, size: int) -> bytes:
        """A copy of what lies there."""
        found: bytes = self.there.view(address, size).to_bytes()
        return found

    def write_bytes(self, address: int, data: bytes) -> None:
        """Put bytes there."""
        self.there.view(address, len(data)).assign(data)


class Block:
    """A piece of memory; given back when nobody holds it."""

    __slots__ = ("address", "memory", "size")

    def __init__(self, memory: Memory, address: int, size: int) -> None:
        self.memory, self.address, self.size = memory, address, size

    def __del__(self) -> None:
        self.memory.give_back(self.address, self.size)


class Numbers:
    """A row or a table of numbers in a block, with what bots use of an array."""

    def __init__(
        self, memory: Memory, kind: str, shape: tuple[int, ...], block: Block | None = None, at: int = 0
    ) -> None:
        self.memory, self.kind, self.shape = memory, kind, shape
        self.width = int(kind[1])  # bytes of a number
        self.block = memory.block(prod(shape) * self.width) if block is None else block
        self.address = self.block.address + at

    @property
    def passed(self) -> list[int]:
        """What an exported function is given of it."""
        return [self.address, *self.shape]

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist() if len(self.shape) == 1 else [self[k] for k in range(len(self))])

    def tolist(self) -> list[Any]:
        """All numbers of a row."""
        data = self.memory.read_bytes(self.address, self.shape[0] * self.width)
        return memoryview(data).cast(LETTERS[self.kind]).tolist()  # type: ignore[call-overload, no-any-return]

    def _part(self, first: int, shape: tuple[int, ...]) -> Numbers:
        return Numbers(
            self.memory, self.kind, shape, self.block, self.address - self.block.address + first * self.width
        )

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):  # columns, which later stand beside others
            return Columns(self, *at[1].indices(self.shape[1])[:2])
        if isinstance(at, slice):
            first, stop, _ = at.indices(len(self))
            each = prod(self.shape[1:])
            part = self._part(first * each, (max(0, stop - first), *self.shape[1:]))
            return part.tolist() if len(self.shape) == 1 else part
        if len(self.shape) == 2:
            return self._part(at * self.shape[1], self.shape[1:])
        return self.memory.there.number(self.kind, self.address + at * self.width)

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, slice):
            self.memory.write_bytes(self.address, struct.pack(f"<{len(value)}{LETTERS[self.kind]}", *value))
        else:
            self.memory.there.put(self.kind, self.address + at * self.width, value)

    def reshape(self, rows: int, columns: int) -> Numbers:
        """The same numbers in other rows; -1 stands for what follows."""
        whole = prod(self.shape)
        return self._part(0, (whole // columns if rows < 0 else rows, whole // rows if columns < 0 else columns))


@dataclass(frozen=True)
class Columns:
    """Some columns of a table."""

    table: Numbers
    start: int
    stop: int


class Records:
    """States or workspaces in the memory of a module."""

    def __init__(self, memory: Memory, record: Any, size: int, count: int) -> None:
        self.memory, self.record, self.size, self.count = memory, record, size, count
        self.block = memory.block(size * count)
        self.address = self.block.address

    @property
    def passed(self) -> list[int]:
        """What an exported function is given of them."""
        return [self.address, self.count]

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):  # `Record.fetch` reads the bytes of one
            return SimpleNamespace(
                tobytes=lambda: self.memory.read_bytes(self.address + at.start * self.size, self.size)
            )
        if isinstance(at, str):
            return {i: getattr(self.record.fetch(self, i), at) for i in range(self.count)}
        return _Fields(self, at)


class _Fields:
    """One of the records, by the names of its fields."""

    def __init__(self, records: Records, at: int) -> None:
        self.records, self.at = records, at

    def __getitem__(self, name: str) -> Any:
        return getattr(self.records.record.fetch(self.records, self.at), name)


class ModuleProgram(Program):
    """A game's rules and bots in its module. Numbers that kernels declare come from the plain rules."""

    def __init__(self, package: str, about: Mapping[str, Any], there: Any) -> None:
        # Not what the other programs begin with: nothing is executed here.
        self.package, self.mode = package, MODE
        self.plain = load(package, "plain")
        self.state, self.work = self.plain.state, self.plain.work
        self.memory, self.about, self.functions = Memory(there), about, there.functions
        self._sizes = {id(self.state): int(about["state"]), id(self.work): int(about["work"])}
        self._tables = self.memory.block(8 * 64)  # room for the addresses of a tree's arrays
        self.entry_points: Any = _Kernel(self, "", self.plain.entry_points)
        for name in ("setup", "turn", "legal", "pending_decision", "forbidden", "observe", "redeal"):
            setattr(self, name, getattr(self.entry_points, name))

    def lend_redeal(self) -> None:
        """Let plain rules redeal in the module where that is faster: a preview does it up to 28 times.

        The state is copied there and back, which costs some games more than they win. So the first redeals are done
        both ways in turns, and timed; the results are the same.
        """
        room, work, redeal, plain = self.states(1), self.workspaces(1), self.redeal, self.plain.redeal

        def redeal_here(S: Any, i: int, W: Any, j: int, viewer: int, *words: int) -> int:
            self.put(room, 0, S[i])
            answer = int(redeal(room, 0, work, 0, viewer, *words) or 0)
            S[i] = self.fetch(room, 0)
            return answer

        ways = (plain, redeal_here)
        spent: tuple[list[float], list[float]] = [], []

        def redeal_timed(*given: Any) -> int:
            way = len(spent[0]) > len(spent[1])
            began = perf_counter()
            answer = int(ways[way](*given) or 0)
            spent[way].append(perf_counter() - began)
            if len(spent[1]) == TIMED:
                # The first calls of both load and compile things.
                self.plain.redeal = ways[sum(spent[1][1:]) < sum(spent[0][1:])]
            return answer

        self.plain.redeal = redeal_timed

    def add(self, name: str) -> Any:
        """The functions of a bot's module, and its numbers."""
        stem = name.rpartition(".")[2].removesuffix("_kernel")
        return _Kernel(self, f"{stem}_", self.plain.add(name))

    def call(self, name: str, given: Sequence[Any]) -> Any:
        """The answer of an exported function."""
        passed: list[Any] = []
        for one in given:
            if isinstance(one, tuple):
                pairs = [number for array in one for number in array.passed]
                self.memory.write_bytes(self._tables.address, struct.pack(f"<{len(pairs)}i", *pairs))
                passed.append(self._tables.address)
            else:
                passed += one.passed if isinstance(one, Numbers | Records) else [one]
        return getattr(self.functions, name)(*passed)

    def states(self, n: int) -> Any:
        """Storage for `n` states."""
        return Records(self.memory, self.state, self._sizes[id(self.state)], n)

    def workspaces(self, n: int) -> Any:
        """Storage for `n` workspaces."""
        return Records(self.memory, self.work, self._sizes[id(self.work)], n)

    def actions(self, n: int) -> Any:
        """Room for `n` listed actions."""
        return Numbers(self.memory, "i4", (n,))

    def totals(self, n: int) -> Any:
        """Room for `n` large numbers."""
        return Numbers(self.memory, "i8", (n,))

    def reals(self, n: int) -> Any:
        """Room for `n` real numbers."""
        return Numbers(self.memory, "f8", (n,))

    def rows(self, n: int, numbers: int) -> Any:
        """Room for `n` observations."""
        return Numbers(self.memory, "i2", (n, numbers))

    def put(self, S: Any, i: int, state: Any) -> None:
        """Make `S[i]` equal to a plain state."""
        numbers = [number for _, field in self.state.numbers(state) for number in field]
        self.memory.write_bytes(S.address + i * S.size, self.state._struct.pack(*numbers))

    def fetch(self, S: Any, i: int) -> Any:
        """A plain copy of `S[i]`."""
        return self.state.fetch(S, i)

    def copy(self, S: Any, i: int, j: int) -> None:
        """Make `S[i]` equal to `S[j]`."""
        self.memory.there.copy(S.address + j * S.size, S.size, S.address + i * S.size)


class _Kernel:
    """The functions of the module that belong to one kernel-land module, and that one's numbers."""

    def __init__(self, program: ModuleProgram, prefix: str, plain: Any) -> None:
        self._program, self._prefix, self._plain = program, prefix, plain

    def __getattr__(self, name: str) -> Any:
        exported = self._prefix + name
        if exported not in self._program.about["functions"]:
            return getattr(self._plain, name)
        call = self._program.call

        def function(*given: Any) -> Any:
            return call(exported, given)

        setattr(self, name, function)
        return function


class ModuleNetwork(Network):
    """A network whose numbers lie in the memory of its game's module, which has the layers, too."""

    def __init__(self, program: ModuleProgram, data: bytes) -> None:
        # Not what the others begin with: there is no NumPy here.
        self.program, self.memory = program, program.memory
        arrays = dict(_read_arrays(data))
        self.about = json.loads(arrays.pop("about")[2].decode("utf-32-le"))
        self.scales = self._reals(*arrays["scales"])
        self.order = list(memoryview(arrays["order"][2]).cast("i"))
        self.blocks = int(self.about["blocks"])
        self.board = tuple(self.about["board"]) if self.about["board"] else None
        names = [name.removesuffix(".weights") for name in arrays if name.endswith(".weights")]
        parts = ("weights", "factors", "constants")
        self._layers = {name: tuple(self._reals(*arrays[f"{name}.{part}"]) for part in parts) for name in names}

    def _reals(self, kind: str, shape: tuple[int, ...], data: bytes) -> Numbers:
        """Numbers of a file, which may be small whole ones, as float32."""
        room = Numbers(self.memory, "f4", shape)
        if kind == "f4":
            self.memory.write_bytes(room.address, data)
        else:
            raw = self.memory.block(len(data))
            self.memory.write_bytes(raw.address, data)
            self.memory.there.widen(kind, raw.address, prod(shape), room.address)
        return room

    def answer(self, observations: Any) -> tuple[Any, Any]:
        """The logits of all actions for each row, an observation, and the value for its seat."""
        listed, values = self._answer(observations)
        rows = [row.tolist() for row in listed]
        return [[row[place] for place in self.order] for row in rows], [row[0] for row in values]

    def values(self, observations: Any) -> list[float]:
        """The value for the seat of each row."""
        return list(self.answer(observations)[1])

    def count_likings(self, observations: Any, part: int) -> tuple[list[list[int]], list[float]]:
        """The logits of all actions for each row, counted in this part of a logit, and the values."""
        logits, values = self.answer(observations)
        return [[round(logit * part) for logit in row] for row in logits], values

    def _quantised(self, observations: Numbers) -> Any:
        n, known = len(observations), len(self.scales)
        shown, x = self._room(n, known), self._room(n, known)
        for row in range(n):
            self.memory.there.widen("i2", observations[row].address, known, shown[row].address)
        self.program.call("network_quantise", (shown, self.scales, x))
        return x

    def _beside(self, *parts: Any) -> Any:
        tables = [one if isinstance(one, Columns) else Columns(one, 0, one.shape[1]) for one in parts]
        rows, width = len(tables[0].table), sum(one.stop - one.start for one in tables)
        room, at = self._room(rows, width), 0
        for one in tables:
            whole = one.table.shape[1]
            self.memory.there.columns(one.table.address, whole, one.start, one.stop, rows, room.address, width, at)
            at += one.stop - one.start
        return room

    def _dense(self, name: str, x: Any) -> Any:
        layer = self._layers[name]
        out = self._room(len(x), len(layer[1]))
        self.program.call("network_dense", (x, *layer, *self._listing(x.shape[1]), out))
        return out

    def _hidden(self, name: str, x: Any, added: Any = None) -> Any:
        layer = self._layers[name]
        out = self._room(len(x), len(layer[1]))
        added = self._room(1, len(layer[1])) if added is None else added
        self.program.call("network_hidden", (x, *layer, added, *self._listing(x.shape[1]), out))
        return out

    def _convolved(self, name: str, x: Any, size: tuple[int, int], added: Any) -> Any:
        layer = self._layers[name]
        out, squares, width = self._room(len(x), len(layer[1])), size[0] * size[1], x.shape[1]
        seen = self._room(squares, width + 1), Numbers(self.memory, "i4", (squares, width + 1))
        counts = Numbers(self.memory, "i8", (squares,))
        listing = self._listing(9 * width)
        self.program.call("network_convolved", (x, *size, *layer, added, *seen, counts, *listing, out))
        return out

    def _pooled(self, x: Any, n: int) -> Any:
        out = self._room(n, 2 * x.shape[1])
        self.program.call("network_pooled", (x, out))
        return out

    def _room(self, *shape: int) -> Numbers:
        return Numbers(self.memory, "f4", shape)

    def _listing(self, inputs: int) -> tuple[Numbers, Numbers]:
        room = (inputs + GROUP,)
        return Numbers(self.memory, "f4", room), Numbers(self.memory, "i4", room)


def _read_arrays(data: bytes) -> Iterator[tuple[str, tuple[str, tuple[int, ...], bytes]]]:
    """The arrays of a file of NumPy's: name, kind, shape and bytes of each."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            start = 10 + int.from_bytes(content[8:10], "little")
            head = ast.literal_eval(content[10:start].decode("latin-1"))
            yield name.removesuffix(".npy"), (head["descr"].lstrip("<|"), head["shape"], content[start:])
