"""A picture of a match for shared links: lanes, castle, knights, the dragon."""

from __future__ import annotations

from typing import Any

from ludotheque.messages import Messages
from ludotheque.toolkit import svg

STEPS = {">": (1, 0), "<": (-1, 0), "^": (0, -1), "v": (0, 1)}
SIZE = 52
GROUND, WOOD, BANK, ROAD, STONE = "#c3b383", "#2b3320", "#17130f", "#f3e9d0", "#8d8370"


def picture(view: dict[str, Any], words: Messages) -> str:
    """The map at the end, as SVG of 640 by 540."""
    table = view["table"]
    side = SIZE * len(table["map"])
    parts = [svg.rect(60, 8, side, side, GROUND, 10)]
    ways: list[list[tuple[float, float]]] = []
    castle: list[str] = []
    for row, line in enumerate(table["map"]):
        for column, cell in enumerate(line):
            x, y = _middle(column, row)
            if cell == "#":
                castle.append(svg.rect(60 + column * SIZE, 8 + row * SIZE, SIZE, SIZE, STONE, 4, BANK))
            elif cell[-1] in STEPS:
                across, down = STEPS[cell[-1]]
                ways.append([(x, y), (x + across * SIZE, y + down * SIZE)])
            else:
                for tree in (-14, 0, 14):
                    top = y - 12 - abs(tree) / 2
                    parts.append(svg.area([(x + tree, top), (x + tree - 9, top + 28), (x + tree + 9, top + 28)], WOOD))
    for colour, width in ((BANK, 26), (ROAD, 20)):  # all banks below all roads, so that they join
        parts += [svg.line(way, colour, width) for way in ways]
    parts += castle
    there: dict[str, int] = {}
    for knight in table["knights"]:
        if knight["square"] is None:
            continue
        x, y = _place(knight["square"])
        x += 10 * there.get(knight["square"], 0)  # several knights at the castle stand side by side
        there[knight["square"]] = there.get(knight["square"], 0) + 1
        parts.append(svg.circle(x, y, 17, "#1d5a86", svg.SURFACE))
        parts.append(svg.text(x, y + 8, knight["number"], 22, svg.SURFACE, bold=True, anchor="middle"))
    if table["gorynich"] is not None:
        x, y = _place(table["gorynich"])
        parts.append(svg.area([(x - 32, y - 4), (x, y - 16), (x + 32, y - 4), (x + 14, y + 6), (x - 14, y + 6)], BANK))
        parts.append(svg.circle(x, y, 19, BANK, "#dd4a1b", 4))
        parts.append(svg.text(x, y + 9, "G", 26, "#f6bf4a", bold=True, anchor="middle"))
    return "".join(parts)


def _middle(column: int, row: int) -> tuple[float, float]:
    return 60 + (column + 0.5) * SIZE - 1, 8 + (row + 0.5) * SIZE - 1


def _place(square: str) -> tuple[float, float]:
    """The centre of a square: the letter is the column, the number the row from above."""
    return _middle(ord(square[0]) - ord("a"), int(square[1:]) - 1)
