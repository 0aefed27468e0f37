"""Records: the fields of a state, declared once, stored in two ways.

A *compiled* record is one element of a NumPy structured array: a clone is one memory copy, equality is bytes.
A *plain* record is an object whose fields hold Python ints and lists of them, so that plain code never overflows.
Both have the same attributes: `s.actor`, `s.count[z]`, `s.board[r, c]`.

Only signed types are allowed: Numba converts a mix of unsigned and signed 64-bit integers to floating point.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludotheque.kernel.optional import np

LIMITS = {"i1": 1 << 7, "i2": 1 << 15, "i4": 1 << 31, "i8": 1 << 63}


@dataclass(frozen=True)
class Field:
    """One named value (shape `()`), row of values (one number) or table of values (two numbers)."""

    name: str
    type: str
    shape: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.type not in LIMITS:
            raise ValueError(f"field {self.name}: type {self.type!r} is none of {', '.join(LIMITS)}")
        if len(self.shape) > 2 or any(n < 1 for n in self.shape):
            raise ValueError(f"field {self.name}: shape {self.shape} is not one or two positive numbers")

    @cached_property
    def size(self) -> int:
        """The number of values in the field."""
        return math.prod(self.shape)


class Matrix:
    """A two-dimensional field in plain mode: `m[r, c]`, as NumPy writes it."""

    __slots__ = ("columns", "flat")

    def __init__(self, flat: list[int], columns: int) -> None:
        self.flat = flat
        self.columns = columns

    def __getitem__(self, at: tuple[int, int]) -> int:
        return self.flat[at[0] * self.columns + at[1]]

    def __setitem__(self, at: tuple[int, int], value: int) -> None:
        self.flat[at[0] * self.columns + at[1]] = value

    def row(self, r: int) -> list[int]:
        """A copy of row `r`."""
        return self.flat[r * self.columns : (r + 1) * self.columns]


def assign(target: Any, source: Any) -> None:
    """Make plain record `target` equal to `source`."""
    target._become(source)


def clone(S: Any, j: int, i: int) -> None:
    """Make state `S[j]` equal to state `S[i]`: one memory copy in compiled mode, this in plain mode."""
    assign(S[j], S[i])


class Record:
    """A list of fields, with functions that make, copy and convert records."""

    def __init__(self, *fields: Field) -> None:
        names = [field.name for field in fields]
        if len(set(names)) != len(names):
            raise ValueError(f"a field is declared twice: {', '.join(names)}")
        if "common" in names:
            raise ValueError("no field may be called common: a plain record keeps there what was worked out of it")
        self.fields = fields
        self._struct = self._layout()
        self._class = type("Plain", (), {"__slots__": (*names, "common"), **_field_by_field(fields)})
        self._filled = self._filler()

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's type of a compiled record."""
        fields = [(f.name, f.type, f.shape) if f.shape else (f.name, f.type) for f in self.fields]
        return _without_gaps(np.dtype(fields, align=True))

    def array(self, n: int) -> Any:
        """`n` zeroed compiled records, as a structured array."""
        return np.zeros(n, self.dtype)

    def plain(self) -> Any:
        """One zeroed plain record."""
        record = self._class()
        for field in self.fields:
            setattr(record, field.name, self._empty(field))
        return record

    @staticmethod
    def _empty(field: Field) -> int | list[int] | Matrix:
        if not field.shape:
            return 0
        flat = [0] * field.size
        return flat if len(field.shape) == 1 else Matrix(flat, field.shape[1])

    def copy(self, source: Any) -> Any:
        """An independent copy of a plain record."""
        return source._copied()

    def numbers(self, record: Any) -> Iterator[tuple[Field, Sequence[int]]]:
        """Each field of a plain record with its values in order."""
        for field in self.fields:
            value = getattr(record, field.name)
            if type(value) is Matrix:
                yield field, value.flat
            else:
                yield field, value if type(value) is list else (value,)

    def key(self, record: Any) -> tuple[tuple[int, ...], ...]:
        """All values of a plain record. Two records are equal if their keys are."""
        return tuple(tuple(numbers) for _, numbers in self.numbers(record))

    def store(self, record: Any, array: Any, i: int) -> None:
        """Write a plain record into compiled storage. A number that does not fit is an error."""
        every: list[int] = []
        for _, numbers in self.numbers(record):
            every += numbers
        try:
            array[i : i + 1].view(np.uint8)[:] = np.frombuffer(self._struct.pack(*every), np.uint8)
        except struct.error:
            self._store_checked(record, array, i)

    def _store_checked(self, record: Any, array: Any, i: int) -> None:
        """Store field by field, to name the number that does not fit."""
        for field, numbers in self.numbers(record):
            limit = LIMITS[field.type]
            for number in numbers:
                if not -limit <= number < limit:
                    raise OverflowError(f"field {field.name} ({field.type}) can't hold {number}")
            value = np.array(numbers, field.type).reshape(field.shape) if field.shape else numbers[0]
            array[field.name][i] = value

    def fetch(self, array: Any, i: int) -> Any:
        """A plain copy of compiled record `i`."""
        return self._filled(self._class(), list(self._struct.unpack(array[i : i + 1].tobytes())))

    def _filler(self) -> Callable[[Any, list[int]], Any]:
        """A generated function that fills a new plain record from a list of numbers; a loop takes twice as long."""
        lines, at = ["def fill(record, numbers):"], 0
        for field in self.fields:
            piece = f"numbers[{at}:{at + field.size}]" if field.shape else f"numbers[{at}]"
            value = f"Matrix({piece}, {field.shape[1]})" if len(field.shape) == 2 else piece
            lines.append(f"    record.{field.name} = {value}")
            at += field.size
        made: dict[str, Any] = {"Matrix": Matrix}
        exec("\n".join([*lines, "    return record"]), made)
        fill: Callable[[Any, list[int]], Any] = made["fill"]
        return fill

    def _layout(self) -> struct.Struct:
        """The struct format that splits the bytes of a compiled record into numbers."""
        letters = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}
        code, at, widest = "=", 0, 1
        for field in self.fields:
            width = int(field.type[1])
            widest = max(widest, width)
            gap = -at % width  # as NumPy aligns it
            code += "x" * gap + f"{field.size}{letters[field.type]}"
            at += gap + field.size * width
        return struct.Struct(code + "x" * (-at % widest))


def _field_by_field(fields: Sequence[Field]) -> dict[str, Any]:
    """Generated methods of a plain record, written out for its fields; a loop over the fields takes twice as long.

    `_become` makes the record equal to another one, `_copied` returns an independent copy.
    """
    assign = {0: "self.{0} = other.{0}", 1: "self.{0}[:] = other.{0}", 2: "self.{0}.flat[:] = other.{0}.flat"}
    copy = {
        0: "other.{0} = self.{0}",
        1: "other.{0} = self.{0}[:]",
        2: "other.{0} = Matrix(self.{0}.flat[:], self.{0}.columns)",
    }
    lines = [
        "def _become(self, other):",
        *(f"    {assign[len(field.shape)].format(field.name)}" for field in fields),
        "def _copied(self):",
        "    other = type(self)()",
        *(f"    {copy[len(field.shape)].format(field.name)}" for field in fields),
        "    return other",
    ]
    written: dict[str, Any] = {}
    exec("\n".join(lines), {"Matrix": Matrix}, written)
    return written


def _without_gaps(aligned: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with a field for every gap: NumPy does not copy gaps, but states are compared by bytes."""
    fields: list[tuple[Any, ...]] = []
    at = 0
    for name in aligned.names or ():
        type_, offset = aligned.fields[name][:2]  # type: ignore[index]
        if offset > at:
            fields.append((f"gap{at}", "i1", (offset - at,)))
        fields.append((name, type_.base, type_.shape))
        at = offset + type_.itemsize
    if aligned.itemsize > at:
        fields.append((f"gap{at}", "i1", (aligned.itemsize - at,)))
    return np.dtype(fields, align=True)
