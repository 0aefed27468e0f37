"""A table for tests by example: a position drawn as text, played on move by move, asked what came of it."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.gunkimono.components import UNITS


class Table:
    """One position and the questions that a test asks of it."""

    def __init__(self, pos: lt.Position) -> None:
        self.pos = pos
        self.check()

    def play(self, *moves: str) -> Table:
        """Moves in notation, each by the seat that owes one; after each the invariants hold."""
        for move in moves:
            self.pos.play(move)
            self.check()
        return self

    def check(self) -> None:
        pos = self.pos
        assert pos._program.doors.sound(pos._states, 0, pos._work, 0) == 0

    @property
    def state(self) -> Any:
        return self.pos.state

    @property
    def table(self) -> dict[str, Any]:
        found: dict[str, Any] = self.pos.view(lt.ALL)["table"]
        return found

    def seat(self, seat: int, viewer: Any = lt.ALL) -> dict[str, Any]:
        found: dict[str, Any] = self.pos.view(viewer)["table"]["seats"][seat]
        return found

    def square(self, name: str) -> tuple[str, int]:
        """Unit and level of a square."""
        found = self.table["field"][name]
        return found["unit"], found["level"]

    def size(self, square: str) -> int:
        """Of the formation of a square."""
        return int(self.table["formations"][self.table["field"][square]["formation"]]["size"])

    def points(self, seat: int = 0) -> tuple[int, int]:
        """From formations, from fortresses."""
        found = self.seat(seat)["points"]
        return found["formations"], found["fortresses"]

    def honour(self, seat: int = 0) -> list[int | None]:
        """The steps of the markers, None for those that left."""
        return [self.seat(seat)["honour"][unit] for unit in UNITS]

    def moves(self, seat: int | None = None) -> list[str]:
        return [move.text for move in self.pos.moves(seat)]

    def refusal(self, move: str) -> tuple[str, str] | None:
        """Rule and name of why not; a refused move is not listed either, an allowed one is."""
        reason = self.pos.why_not(move)
        assert (reason is None) == (self.pos.game.move(move).text in self.moves())
        return None if reason is None else (reason.rule, reason.refusal)

    def happened(self, event: str, viewer: Any = lt.ALL) -> list[dict[str, Any]]:
        """The parameters of all events of that name that the last decision caused."""
        return [told["params"] for told in self.pos.events(viewer) if told["event"] == event]

    def story(self, viewer: Any = lt.ALL) -> list[str]:
        """The names of the events of the last decision."""
        return [told["event"] for told in self.pos.events(viewer)]


class Room:
    """Hands out tables."""

    def __init__(self) -> None:
        self.game = lt.game("gunkimono", "plain")

    def at(self, text: str, **options: object) -> Table:
        """A position from its text; options may be given apart."""
        lines = [f"option {name}: {str(value).lower()}" for name, value in options.items()]
        return Table(self.game.position("\n".join([*lines, text])))

    def start(self, players: int = 2, seed: object = 0, **options: object) -> Table:
        """A new match."""
        return Table(self.game.start(players=players, seed=seed, options=options))


@pytest.fixture(scope="session")
def room() -> Room:
    return Room()
