"""A table for tests by example: a position written as text, played on move by move, asked what stands where."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.gorynich.boards import NAMES


class Table:
    """One position and the questions that a test asks of it."""

    def __init__(self, pos: lt.Position) -> None:
        self.pos = pos

    # Playing

    def play(self, *moves: str) -> Table:
        """Moves in notation, each by the first seat that owes one; after each the invariants hold."""
        for move in moves:
            self.pos.play(move)
            self.check()
        return self

    def choose(self, *choices: str) -> Table:
        """What each seat chooses in secret, from seat 0 on; those who are not asked are left out."""
        for seat, choice in zip(self.pos.actors, choices, strict=True):
            self.pos.play(choice, seat)
        self.check()
        return self

    def check(self) -> None:
        pos = self.pos
        assert pos._program.doors.sound(pos._states, 0, pos._work, 0) == 0

    # What stands where

    @property
    def state(self) -> Any:
        return self.pos.state

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.pos.view(lt.ALL)["table"]
        return found

    @property
    def gorynich(self) -> str:
        return NAMES[self.state.at]

    @property
    def knights(self) -> dict[int, str]:
        """Those on the table, by number."""
        return {knight["number"]: knight["square"] for knight in self.view["knights"]}

    def hand(self, seat: int) -> list[str]:
        found: list[str] = self.view["seats"][seat]["hand"]
        return found

    def row(self, seat: int) -> list[str]:
        found: list[str] = self.view["seats"][seat]["row"]
        return found

    @property
    def turned(self) -> list[str]:
        return [tile["tile"] for tile in self.view["tiles"] if tile["turned"]]

    @property
    def cause(self) -> str | None:
        outcome = self.pos.outcome()
        return outcome["cause"] if outcome else None

    # What may be done, what happened

    def moves(self, seat: int | None = None) -> list[str]:
        return [move.text for move in self.pos.moves(seat)]

    def refusal(self, move: str, seat: int | None = None) -> tuple[str, str] | None:
        """Rule and name of why not; a refused move is not listed either, an allowed one is."""
        reason = self.pos.why_not(move, seat)
        assert (reason is None) == (self.pos.game.move(move).text in self.moves(seat))
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
        self.game = lt.game("gorynich", "plain")

    def at(self, text: str, seed: object = 0, **options: object) -> Table:
        """A position from its text; options may be given apart."""
        lines = [f"option {name}: {str(value).lower()}" for name, value in options.items()]
        table = Table(self.game.position("\n".join([*lines, text]), seed))
        table.check()
        return table

    def start(self, players: int = 3, seed: object = 0, **options: object) -> Table:
        """A new match."""
        table = Table(self.game.start(players, seed, options))
        table.check()
        return table


@pytest.fixture(scope="session")
def room() -> Room:
    return Room()
