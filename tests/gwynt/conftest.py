"""A table for tests by example: a position written as text, played on move by move, asked what lies where."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.decks import Deck, format_deck
from ludotheque.games.gwynt.tables import CARD_NAMES
from ludotheque.games.gwynt.view import slots

ROWS = ("close", "ranged", "siege")


class Table:
    """One position and the questions that a test asks of it."""

    def __init__(self, pos: lt.Position) -> None:
        self.pos = pos

    def play(self, *moves: str) -> Table:
        """Moves in notation, each by the first seat that owes one; after each the invariants hold."""
        for move in moves:
            self.pos.play(move)
            self.check()
        return self

    def check(self) -> None:
        pos = self.pos
        assert pos._program.doors.sound(pos._states, 0, pos._work, 0) == 0

    # What lies where

    @property
    def state(self) -> Any:
        return self.pos.state

    def cards(self, z: int) -> list[str]:
        return [CARD_NAMES[self.state.card[at] & 255] for at in slots(self.state, z)]

    def hand(self, seat: int) -> list[str]:
        return sorted(self.cards(state.HAND + seat))

    def deck(self, seat: int) -> list[str]:
        """From the bottom to the top."""
        return self.cards(state.DECK + seat)

    def pile(self, seat: int) -> list[str]:
        return sorted(self.cards(state.PILE + seat))

    def weather(self) -> list[str]:
        return self.cards(state.WEATHER_ZONE)

    def row(self, seat: int, row: str) -> list[str]:
        return self.cards(state.ROW + 3 * seat + ROWS.index(row))

    def board(self, seat: int) -> list[str]:
        return [card for row in ROWS for card in self.row(seat, row)]

    def seat(self, seat: int, viewer: Any = lt.ALL) -> dict[str, Any]:
        found: dict[str, Any] = self.pos.view(viewer)["table"]["seats"][seat]
        return found

    def strengths(self, seat: int, row: str) -> list[int]:
        return [card["strength"] for card in self.seat(seat)["rows"][ROWS.index(row)]["cards"]]

    def total(self, seat: int) -> int:
        return int(self.pos.scores(lt.ALL)[seat])

    @property
    def gems(self) -> tuple[int, int]:
        return self.state.gems[0], self.state.gems[1]

    @property
    def round(self) -> int:
        return int(self.state.round)

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
        self.game = lt.game("gwynt", "plain")

    def at(self, text: str, seed: object = 0, **options: object) -> Table:
        """A position from its text; options may be given apart."""
        lines = [f"option {name}: {str(value).lower()}" for name, value in options.items()]
        table = Table(self.game.position("\n".join([*lines, text]), seed))
        table.check()
        return table

    def start(self, deck0: object = None, deck1: object = None, seed: object = 0, **options: object) -> Table:
        """A new match."""
        texts = [format_deck(deck) if isinstance(deck, Deck) else deck for deck in (deck0, deck1)]
        seats = [{"deck": text} if text is not None else {} for text in texts]
        table = Table(self.game.start(seed=seed, options=options, seats=seats))
        table.check()
        return table


@pytest.fixture(scope="session")
def room() -> Room:
    return Room()
