"""The text of a position for a game that has no `text.py`: one line for each field of the state that is not 0.

    hand: 2 0
    staked: 1 2

Fields that all games have (players, generator, pending decisions) are written elsewhere, or not at all.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from ludotheque.kernel.declare import state_fields
from ludotheque.kernel.record import LIMITS, Field
from ludotheque.play.lines import Line, once

SHARED = {field.name for field in state_fields(1, 1)}


class PlainText:
    """The functions that `text.py` of a game offers, by the fields of its state."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _fields(self) -> dict[str, Field]:
        own = importlib.import_module(f"{self._package}.state").STATE.fields
        return {field.name: field for field in own if field.name not in SHARED}

    def write_state(self, s: Any) -> list[str]:
        """The lines of a state."""
        lines = []
        for name, field in self._fields.items():
            numbers = _numbers(getattr(s, name), field)
            if any(numbers):
                lines.append(f"{name}: {' '.join(map(str, numbers))}")
        return lines

    def read_state(self, s: Any, lines: Iterable[Line], source: str) -> None:
        """Read the lines into a fresh state."""
        for name, line in once(lines).items():
            field = self._fields.get(name)
            if field is None:
                line.fault(f"unknown name; expected one of {', '.join(self._fields)}")
            limit = LIMITS[field.type]
            numbers = [line.integer(word, -limit, limit - 1) for word in line.words()]
            if len(numbers) != field.size:
                line.fault(f"{len(numbers)} numbers; the field has {field.size}")
            if not field.shape:
                setattr(s, name, numbers[0])
            else:
                value = getattr(s, name)
                (value if len(field.shape) == 1 else value.flat)[:] = numbers


def _numbers(value: Any, field: Field) -> list[int]:
    if not field.shape:
        return [value]
    return list(value if len(field.shape) == 1 else value.flat)
