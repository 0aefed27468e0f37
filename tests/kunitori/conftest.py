"""Kunitori's table for tests by example: what lies where, and what several moves in a row have caused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Self

import pytest

import ludotheque as lt
from tests import tables


class Table(tables.Table):
    """A table of Kunitori."""

    told: list[dict[str, Any]]

    def play(self, *moves: str) -> Self:
        """The moves; all that they cause is kept until the next ones."""
        self.told = []
        for move in moves:
            super().play(move)
            self.told += self.pos.events(lt.ALL)
        return self

    def hand(self, p: int) -> dict[str, int]:
        return dict(self.seat(p)["known"])

    def pile(self, p: int) -> dict[str, int]:
        return dict(self.seat(p)["pile_cards"])

    def deck(self, p: int) -> dict[str, int]:
        return dict(self.seat(p)["deck_cards"])

    def territory(self, p: int) -> dict[str, int]:
        seat = self.seat(p)
        return dict(Counter(seat["deployed"]) + Counter(seat["played"]) + Counter(seat["replayed"]))

    def events(self) -> list[str]:
        """The events of all moves of the last `play`."""
        return [event["event"] for event in self.told]

    def event(self, name: str) -> dict[str, Any]:
        return next(event["params"] for event in self.told if event["event"] == name)

    @property
    def asked(self) -> tuple[int | None, str | None]:
        return self.pos.actor, self.pos.decision


@pytest.fixture(scope="session")
def room() -> tables.Room[Table]:
    return tables.Room("kunitori", Table)


@pytest.fixture
def at(room: tables.Room[Table]) -> Callable[..., Table]:
    """A table from a text with the usual defaults."""
    return room.at


@pytest.fixture
def start(room: tables.Room[Table]) -> Callable[..., Table]:
    """A table at the beginning of a match."""
    return room.start
