"""Gorynich's table for tests by example: secret choices, and who stands where."""

from __future__ import annotations

import pytest

from ludotheque.games.gorynich.boards import NAMES
from tests import tables


class Table(tables.Table):
    """A table of Gorynich."""

    def choose(self, *choices: str) -> Table:
        """Play the secret choices of all seats, from seat 0 on; seats without a decision are left out."""
        for seat, choice in zip(self.pos.actors, choices, strict=True):
            self.pos.play(choice, seat)
        self.check()
        return self

    @property
    def gorynich(self) -> str:
        return NAMES[self.state.at]

    @property
    def knights(self) -> dict[int, str]:
        """Those on the table, by number."""
        return {knight["number"]: knight["square"] for knight in self.table["knights"]}

    def hand(self, seat: int) -> list[str]:
        found: list[str] = self.seat(seat)["hand"]
        return found

    def row(self, seat: int) -> list[str]:
        found: list[str] = self.seat(seat)["row"]
        return found

    @property
    def turned(self) -> list[str]:
        return [tile["tile"] for tile in self.table["tiles"] if tile["turned"]]

    @property
    def cause(self) -> str | None:
        outcome = self.pos.outcome()
        return outcome["cause"] if outcome else None


@pytest.fixture(scope="session")
def room() -> tables.Room[Table]:
    return tables.Room("gorynich", Table)
