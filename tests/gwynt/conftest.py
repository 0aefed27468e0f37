"""Gwynt's table for tests by example: what lies in which row and pile, how strong it is."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.decks import Deck, format_deck
from ludotheque.games.gwynt.view import ZONES
from tests import tables

ROWS = ("close", "ranged", "siege")
# Both may exchange cards before the first round.
REDRAW = """
    round: 0
    hand 0: ves ballista thaler
    deck 0: trebuchet siege_tower dethmold
    hand 1: ves ballista thaler
    deck 1: trebuchet siege_tower dethmold
    ask 1: redraw 0,1 0 0
"""


class Table(tables.Table):
    """A table of Gwynt."""

    def cards(self, z: int) -> list[str]:
        return ZONES.cards(self.state, z)

    def hand(self, seat: int) -> list[str]:
        return sorted(self.cards(state.HAND + seat))

    def deck(self, seat: int) -> list[str]:
        """The cards of a deck, from the bottom to the top."""
        return self.cards(state.DECK + seat)

    def pile(self, seat: int) -> list[str]:
        return sorted(self.cards(state.PILE + seat))

    def weather(self) -> list[str]:
        return self.cards(state.WEATHER_ZONE)

    def row(self, seat: int, row: str) -> list[str]:
        return self.cards(state.ROW + 3 * seat + ROWS.index(row))

    def board(self, seat: int) -> list[str]:
        return [card for row in ROWS for card in self.row(seat, row)]

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


class Room(tables.Room[Table]):
    """Hands out tables."""

    def with_decks(self, deck0: object = None, deck1: object = None, seed: object = 0, **options: object) -> Table:
        """A new match of two seats with these decks."""
        texts = [format_deck(deck) if isinstance(deck, Deck) else deck for deck in (deck0, deck1)]
        seats = [{"deck": text} if text is not None else {} for text in texts]
        return Table(self.game.start(seed=seed, options=options, seats=seats))


@pytest.fixture(scope="session")
def room() -> Room:
    return Room("gwynt", Table)
