"""The map as a picture for shared links: ways, castle, knights, the dragon."""

from __future__ import annotations

from typing import Any

from ludotheque.messages import Messages
from ludotheque.toolkit import svg

ARROWS = {">": "→", "<": "←", "^": "↑", "v": "↓"}
SIZE = 52


def picture(view: dict[str, Any], words: Messages) -> str:
    """The map as it was left, in the middle of 640 by 540."""
    table = view["table"]
    parts = []
    for row, line in enumerate(table["map"]):
        for column, cell in enumerate(line):
            fill = "#7a7268" if cell == "#" else "#dcc48e" if cell.startswith("*") else "#b9cf96"
            parts.append(svg.rect(60 + column * SIZE, 8 + row * SIZE, SIZE - 2, SIZE - 2, fill, 6))
            if (arrow := ARROWS.get(cell[-1])) is not None:
                x, y = _middle(column, row)
                parts.append(svg.text(x, y + 9, arrow, 26, "#5c6b3f", anchor="middle"))
    there: dict[str, int] = {}
    for knight in table["knights"]:
        if knight["square"] is None:
            continue
        x, y = _place(knight["square"])
        x += 10 * there.get(knight["square"], 0)  # several at the castle: side by side
        there[knight["square"]] = there.get(knight["square"], 0) + 1
        parts.append(svg.circle(x, y, 17, "#1d5a86", svg.SURFACE))
        parts.append(svg.text(x, y + 8, knight["number"], 22, svg.SURFACE, bold=True, anchor="middle"))
    if table["gorynich"] is not None:
        x, y = _place(table["gorynich"])
        parts.append(svg.circle(x, y, 21, "#a63414", "#f2a04a", 4))
        parts.append(svg.text(x, y + 9, "G", 26, "#fff6e4", bold=True, anchor="middle"))
    return "".join(parts)


def _middle(column: int, row: int) -> tuple[float, float]:
    return 60 + (column + 0.5) * SIZE - 1, 8 + (row + 0.5) * SIZE - 1


def _place(square: str) -> tuple[float, float]:
    """Where a square lies: a letter across, a number from above."""
    return _middle(ord(square[0]) - ord("a"), int(square[1:]) - 1)
