"""A table for tests by example: a position written as text, played on move by move, asked what lies where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import ludotheque as lt


class Table:
    """One position and the questions that a test asks of it."""

    def __init__(self, pos: lt.Position) -> None:
        self.pos = pos
        self.told: list[dict[str, Any]] = []

    def play(self, *moves: str) -> Table:
        """Moves in notation, each by the seat that owes one; after each the invariants hold."""
        self.told = []
        for move in moves:
            self.pos.play(move)
            self.told += self.pos.events(lt.ALL)
            pos = self.pos
            assert pos._program.doors.sound(pos._states, 0, pos._work, 0) == 0
        return self

    @property
    def state(self) -> Any:
        return self.pos.state

    def table(self, viewer: int | Any | None = lt.ALL) -> dict[str, Any]:
        return dict(self.pos.view(viewer)["table"])

    def seat(self, p: int, viewer: int | Any | None = lt.ALL) -> dict[str, Any]:
        return dict(self.table(viewer)["seats"][p])

    def hand(self, p: int) -> dict[str, int]:
        return dict(self.seat(p)["known"])

    def pile(self, p: int) -> dict[str, int]:
        return dict(self.seat(p)["pile_cards"])

    def deck(self, p: int) -> dict[str, int]:
        return dict(self.seat(p)["deck_cards"])

    def territory(self, p: int) -> dict[str, int]:
        seat = self.seat(p)
        return dict(Counter(seat["deployed"]) + Counter(seat["played"]) + Counter(seat["replayed"]))

    def moves(self) -> list[str]:
        return [move.text for move in self.pos.moves()]

    def why_not(self, move: str) -> tuple[str, str] | None:
        reason = self.pos.why_not(move)
        return (reason.rule, reason.refusal) if reason else None

    def events(self) -> list[str]:
        """What the moves of the last `play` caused."""
        return [event["event"] for event in self.told]

    def event(self, name: str) -> dict[str, Any]:
        return next(event["params"] for event in self.told if event["event"] == name)

    @property
    def asked(self) -> tuple[int | None, str | None]:
        return self.pos.actor, self.pos.decision


@pytest.fixture
def at() -> Callable[..., Table]:
    """A table from a text; what is left out is as usual."""

    def read(text: str, seed: object = 0) -> Table:
        return Table(lt.game("kunitori", "plain").position(text, seed))

    return read


@pytest.fixture
def start() -> Callable[..., Table]:
    """A table at the beginning of a match."""

    def begin(players: int = 2, seed: object = 0, **options: Any) -> Table:
        return Table(lt.game("kunitori", "plain").start(players, seed, options))

    return begin
