"""Declare an observation: the named parts of what a seat may know, as one row of numbers.

    OBSERVATION = Observation(part("hand", (6,), "my cards, by kind", scale=1 / 3), …)
    At = OBSERVATION.at

`At.HAND` is the index where the part begins. `observe(s, w, me, x)`, beside the declaration in kernel land, writes what
seat `me` may know into the row `x`, which is all 0 before. The numbers are whole and never clipped; `scale` brings them
to about -1 … 1. One layout serves all numbers of players: the own seat first, the others clockwise, 0 for empty seats.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ludotheque.kernel.optional import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DTYPE = "int16"


@dataclass(frozen=True)
class Part:
    """A group of numbers of an observation: planes of a board, counts of cards, a one-hot choice."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    scale: float | tuple[float, ...]  # for the whole part, or along its last axis
    labels: tuple[str, ...]  # the meanings of the places of the last axis; () if `meaning` says it
    start: int = 0  # index of its first number in the row

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """The index where the next part begins."""
        return self.start + self.size


def part(
    name: str,
    shape: tuple[int, ...],
    meaning: str,
    *,
    scale: float | Sequence[float] = 1.0,
    labels: Sequence[str] = (),
) -> Part:
    """Declare a part; `labels`, and `scale` if it is a sequence, belong to its last axis."""
    scales = scale if isinstance(scale, (int, float)) else tuple(scale)
    for what, given in (("labels", labels), ("scales", scales)):
        if isinstance(given, Sequence) and given and len(given) != shape[-1]:
            raise ValueError(f"part {name}: {len(given)} {what} for a last axis of {shape[-1]}")
    return Part(name, shape, meaning, scales, tuple(labels))


class Observation:
    """All parts of an observation, in order.

    `omitted` maps what a view shows and the observation leaves out on purpose to the reason. `unordered` names lists of
    the view whose order the observation leaves out. Both use paths: `table.seats.*.ashes`.
    """

    def __init__(self, *parts: Part, omitted: Mapping[str, str] | None = None, unordered: Sequence[str] = ()) -> None:
        placed = []
        start = 0
        for one in parts:
            placed.append(Part(one.name, one.shape, one.meaning, one.scale, one.labels, start))
            start += one.size
        self.parts = tuple(placed)
        self.size = start
        self.omitted = dict(omitted or {})
        self.unordered = tuple(unordered)
        if len({one.name for one in parts}) < len(parts):
            raise ValueError(f"a part is declared twice: {', '.join(one.name for one in parts)}")

    def __getitem__(self, name: str) -> Part:
        """The part with this name."""
        for one in self.parts:
            if one.name == name:
                return one
        raise KeyError(f"no part {name!r}; there are {', '.join(one.name for one in self.parts)}")

    @property
    def dtype(self) -> np.dtype[Any]:
        """NumPy's type of its numbers."""
        return np.dtype(DTYPE)

    @cached_property
    def at(self) -> ModuleType:
        """The index where each part begins, as constants for kernels: `At.HAND`."""
        module = ModuleType("Observation.at", "Where the parts of an observation begin.")
        for one in self.parts:
            setattr(module, one.name.upper(), one.start)
        return module

    @cached_property
    def scales(self) -> NDArray[np.float32]:
        """The scale of every number."""
        rows = [np.broadcast_to(np.array(one.scale, np.float32), one.shape).ravel() for one in self.parts]
        return np.concatenate(rows)

    def split(self, x: Any) -> dict[str, Any]:
        """Split rows of numbers into parts, each in its shape; axes of `x` before the last one stay."""
        return {one.name: x[..., one.start : one.stop].reshape(*x.shape[:-1], *one.shape) for one in self.parts}
