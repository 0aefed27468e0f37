"""The cards, read from the data file: ordinary Python, run once at import. Kernels get tuples made here."""

from __future__ import annotations

import tomllib
from pathlib import Path

from ludotheque.data_files import path_of
from ludotheque.errors import BadInput

GAME = __name__.split(".")[-2]
DATA = path_of(GAME, Path(__file__).parent / "data" / "cards.toml")  # or a file that somebody put in its place
EXPECTED = ("spark", "candle", "lantern", "moth", "gust", "tinder")  # rules.py knows the last three by number


def load(path: Path = DATA) -> list[dict[str, int | str | bool]]:
    """The cards of a data file, checked: what is wrong is named by card and field."""
    text = path.read_text(encoding="utf-8")
    cards: list[dict[str, int | str | bool]] = tomllib.loads(text).get("card", [])
    lines = {line.partition('"')[2].rstrip('"'): n for n, line in enumerate(text.splitlines(), 1) if line[:2] == "id"}
    for card in cards:
        line = lines.get(str(card.get("id")), 0)
        for field, type_ in (("id", str), ("value", int), ("copies", int), ("lamp", bool)):
            if type(card.get(field)) is not type_:
                raise BadInput.at(path.name, line, f"{card.get('id')}.{field}", f"is not of type {type_.__name__}")
        if not (0 <= int(card["value"]) <= 9 and 1 <= int(card["copies"]) <= 12):
            raise BadInput.at(path.name, line, f"{card['id']}", "value must be 0 to 9 and copies 1 to 12")
    if tuple(card["id"] for card in cards) != EXPECTED:
        raise BadInput.at(path.name, 0, "card", f"expected the cards {', '.join(EXPECTED)}, in this order")
    return cards


CARDS = load()
NAMES = tuple(str(card["id"]) for card in CARDS)
VALUE = tuple(int(card["value"]) for card in CARDS)
COPIES = tuple(int(card["copies"]) for card in CARDS)
LAMP = tuple(int(card["lamp"]) for card in CARDS)
WISHES = ("spark", "candle", "lantern")  # what a seat may wish for: the kinds of lamp, by number
