"""Tables for tests by example: a position from text, played move by move, with queries about the result.

Queries for every game are here; each game's `conftest.py` adds its own.
"""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

import ludotheque as lt


class Table:
    """One position and the questions that a test asks of it."""

    def __init__(self, pos: lt.Position) -> None:
        self.pos = pos
        self.check()

    def play(self, *moves: str) -> Self:
        """Moves in notation, each by the first seat that owes one; after each the invariants hold."""
        for move in moves:
            self.pos.play(move)
            self.check()
        return self

    def check(self) -> None:
        """The invariants of the game hold."""
        pos = self.pos
        assert pos._program.entry_points.sound(pos._states, 0, pos._work, 0) == 0

    @property
    def state(self) -> Any:
        return self.pos.state

    @property
    def table(self) -> dict[str, Any]:
        """The whole table, for the viewer who sees everything."""
        found: dict[str, Any] = self.pos.view(lt.ALL)["table"]
        return found

    def seat(self, seat: int, viewer: Any = lt.ALL) -> dict[str, Any]:
        found: dict[str, Any] = self.pos.view(viewer)["table"]["seats"][seat]
        return found

    def moves(self, seat: int | None = None) -> list[str]:
        return [move.text for move in self.pos.moves(seat)]

    def refusal(self, move: str, seat: int | None = None) -> tuple[str, str] | None:
        """The rule and the name of a move's refusal, None if it is allowed; also checks whether the move is listed."""
        reason = self.pos.why_not(move, seat)
        assert (reason is None) == (self.pos.game.move(move).text in self.moves(seat))
        return None if reason is None else (reason.rule, reason.refusal)

    def happened(self, event: str, viewer: Any = lt.ALL) -> list[dict[str, Any]]:
        """The parameters of all events of that name that the last decision caused."""
        return [told["params"] for told in self.pos.events(viewer) if told["event"] == event]

    def story(self, viewer: Any = lt.ALL) -> list[str]:
        """The names of the events of the last decision."""
        return [told["event"] for told in self.pos.events(viewer)]


T = TypeVar("T", bound=Table)


class Room(Generic[T]):
    """Hands out tables of one game."""

    def __init__(self, game: str, table: type[T]) -> None:
        self.game = lt.game(game, "plain")
        self.table = table

    def at(self, text: str, seed: object = 0, **options: object) -> T:
        """A position from its text; options may be given apart."""
        lines = [f"option {name}: {str(value).lower()}" for name, value in options.items()]
        return self.table(self.game.position("\n".join([*lines, text]), seed))

    def start(self, players: int | None = None, seed: object = 0, **options: object) -> T:
        """A new match; of as few players as may be, unless said otherwise."""
        return self.table(self.game.start(players, seed, options))
