"""What a game's `observation.py` declares: the parts of what a seat may know, as one row of numbers.

    OBSERVATION = Observation(part("hand", (6,), "my cards, by kind", scale=1 / 3), …)
    At = OBSERVATION.at

`At.HAND` is where the part begins; `observe(s, w, me, x)`, beside it in kernel land, writes what seat `me` may know
into the row `x`, which is all 0 before. The numbers are whole and never cut off; `scale` brings them to about -1 … 1.
One layout serves all numbers of players: own seat first, the others clockwise, 0 where nobody sits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

DTYPE = np.dtype(np.int16)


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation that belong together: planes of a board, counts of cards, one of several."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    scale: float | tuple[float, ...]  # for all of it, or along its last axis
    labels: tuple[str, ...]  # what the places of its last axis stand for; () where the meaning says it
    start: int = 0  # where it stands in the row

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """Where the next part begins."""
        return self.start + self.size


def part(
    name: str,
    shape: tuple[int, ...],
    meaning: str,
    *,
    scale: float | Sequence[float] = 1.0,
    labels: Sequence[str] = (),
) -> Part:
    """Declare a part; `labels` and several scales are those of its last axis."""
    scales = scale if isinstance(scale, (int, float)) else tuple(scale)
    for what, given in (("labels", labels), ("scales", scales)):
        if isinstance(given, Sequence) and given and len(given) != shape[-1]:
            raise ValueError(f"part {name}: {len(given)} {what} for a last axis of {shape[-1]}")
    return Part(name, shape, meaning, scales, tuple(labels))


class Observation:
    """All parts in order.

    `omitted` names what a view shows and the observation leaves out on purpose, with the reason; `unordered` names
    lists of the view whose order it leaves out. Both are written as paths: `table.seats.*.ashes`.
    """

    def __init__(self, *parts: Part, omitted: Mapping[str, str] | None = None, unordered: Sequence[str] = ()) -> None:
        placed = []
        start = 0
        for one in parts:
            placed.append(Part(one.name, one.shape, one.meaning, one.scale, one.labels, start))
            start += one.size
        self.parts = tuple(placed)
        self.size = start
        self.dtype = DTYPE
        self.omitted = dict(omitted or {})
        self.unordered = tuple(unordered)
        if len({one.name for one in parts}) < len(parts):
            raise ValueError(f"a part is declared twice: {', '.join(one.name for one in parts)}")

    def __getitem__(self, name: str) -> Part:
        """The part of a name."""
        for one in self.parts:
            if one.name == name:
                return one
        raise KeyError(f"no part {name!r}; there are {', '.join(one.name for one in self.parts)}")

    @cached_property
    def at(self) -> ModuleType:
        """Where each part begins, as constants for kernels: `At.HAND`."""
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
        """The parts of rows of numbers, each in its shape; what stands before the last axis of `x` stays."""
        return {one.name: x[..., one.start : one.stop].reshape(*x.shape[:-1], *one.shape) for one in self.parts}
