"""Sections of a report: the structure that every game's `report.py` fills.

A report is a list of sections (win rate by leader, where points came from). Each is a list of rows with a figure and
its 95 % interval, so that one piece of code makes tables, JSON and pictures of all of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ludotheque.reports.intervals import Z, wilson


@dataclass(frozen=True)
class Row:
    """One figure: the message key of its label (with parameters), the number of cases, and its interval."""

    key: str
    n: int
    value: float
    low: float
    high: float
    params: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Section:
    """Rows of one kind. `name` is the key `report.<name>` of its heading; `unit` is "share" (of 1) or "number".

    `fair` is the neutral value, such as half the wins between two players. Pictures draw a line there.
    """

    name: str
    rows: tuple[Row, ...]
    unit: str = "share"
    fair: float | None = None


def share(key: str, part: ArrayLike, **params: Any) -> Row:
    """A row for parts of 1 (wins, or yes and no as 1 and 0), with Wilson's interval."""
    parts = np.asarray(part, float)
    mean = float(parts.mean()) if parts.size else 0.0
    return Row(key, parts.size, mean, *wilson(mean, parts.size), tuple(params.items()))


def mean(key: str, numbers: ArrayLike, **params: Any) -> Row:
    """A row for any numbers: their mean, with its interval."""
    values = np.asarray(numbers, float)
    middle = float(values.mean()) if values.size else 0.0
    spread = Z * float(values.std(ddof=1)) / math.sqrt(values.size) if values.size > 1 else 0.0
    return Row(key, values.size, middle, middle - spread, middle + spread, tuple(params.items()))


def ranked(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows that have cases, the largest first."""
    return tuple(sorted((row for row in rows if row.n), key=lambda row: -row.value))


def to_json(sections: Sequence[Section]) -> list[dict[str, Any]]:
    """A report for JSON."""
    return [
        {
            "name": section.name,
            "unit": section.unit,
            "fair": section.fair,
            "rows": [
                {
                    "key": row.key,
                    **dict(row.params),
                    "n": row.n,
                    "value": round(row.value, 6),
                    "interval": [round(row.low, 6), round(row.high, 6)],
                }
                for row in section.rows
            ],
        }
        for section in sections
    ]
