"""The cards, read from the data file once, at import. Kernels get tuples made here."""

from __future__ import annotations

from pathlib import Path

from ludotheque.errors import BadInput
from ludotheque.kernel.data_files import path_of
from ludotheque.toolkit.data_file import DataFile, Entry, identifier, truth, whole

GAME = __name__.split(".")[-2]
DATA = path_of(GAME, Path(__file__).parent / "data" / "cards.toml")  # or its replacement
EXPECTED = ("spark", "candle", "lantern", "moth", "gust", "tinder")  # rules.py uses the numbers of the last three
FIELDS = {"id": identifier, "value": whole(0, 9), "copies": whole(1, 12), "lamp": truth}


def load(path: Path = DATA) -> list[Entry]:
    """The cards of a data file, checked. A fault names the line, the card and the field."""
    file = DataFile(path)
    cards = file.entries("card")
    for card in cards:
        card.shape(FIELDS)
    file.stop_if_faulty()
    if tuple(card["id"] for card in cards) != EXPECTED:
        raise BadInput.at(path.name, 0, "card", f"expected the cards {', '.join(EXPECTED)}, in this order")
    return cards


CARDS = load()
NAMES = tuple(str(card["id"]) for card in CARDS)
VALUE = tuple(int(card["value"]) for card in CARDS)
COPIES = tuple(int(card["copies"]) for card in CARDS)
LAMP = tuple(int(card["lamp"]) for card in CARDS)
WISHES = ("spark", "candle", "lantern")  # the possible wishes: the kinds of lamp, by number
