"""Gunkimono's table for tests by example: what lies on the field, who stands where on the tracks."""

from __future__ import annotations

import pytest

from ludotheque.games.gunkimono.components import UNITS
from tests import tables


class Table(tables.Table):
    """A table of Gunkimono."""

    def square(self, name: str) -> tuple[str, int]:
        """Unit and level of a square."""
        found = self.table["field"][name]
        return found["unit"], found["level"]

    def size(self, square: str) -> int:
        """The formation of a square."""
        return int(self.table["formations"][self.table["field"][square]["formation"]]["size"])

    def points(self, seat: int = 0) -> tuple[int, int]:
        """The points of a seat: from formations, from fortresses."""
        found = self.seat(seat)["points"]
        return found["formations"], found["fortresses"]

    def honour(self, seat: int = 0) -> list[int | None]:
        """The steps of the markers, None for those that left."""
        return [self.seat(seat)["honour"][unit] for unit in UNITS]


@pytest.fixture(scope="session")
def room() -> tables.Room[Table]:
    return tables.Room("gunkimono", Table)
