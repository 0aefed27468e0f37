"""A picture of a match for shared links: units in the colours of the table, levels as numbers, fortresses.

Squares that were never covered are pale.
"""

from __future__ import annotations

from typing import Any

from ludotheque.messages import Messages
from ludotheque.toolkit import svg

COLOURS = {
    "infantry": "#c4881c",
    "samurai": "#b3271f",
    "cavalry": "#23407c",
    "spearman": "#2d8074",
    "archer": "#5a3350",
}


def picture(view: dict[str, Any], words: Messages) -> str:
    """The field at the end, as SVG of 640 by 540."""
    field: dict[str, dict[str, Any]] = view["table"]["field"]
    places = {name: (ord(name[0]) - ord("a"), int(name[1:])) for name in field}
    if not places:
        return ""
    columns, rows = [column for column, _ in places.values()], [row for _, row in places.values()]
    across, down = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    size = min(640 / across, 500 / down, 84)
    left, top = (640 - size * across) / 2, (500 - size * down) / 2
    parts = []
    for name, cell in field.items():
        x = left + (places[name][0] - min(columns)) * size
        y = top + (max(rows) - places[name][1]) * size
        parts.append(svg.rect(x + 1, y + 1, size - 2, size - 2, COLOURS[cell["unit"]], size / 8))
        if not cell["level"]:
            parts.append(svg.rect(x + 5, y + 5, size - 10, size - 10, svg.PAPER, size / 10))
            parts.append(svg.circle(x + size / 2, y + size / 2, size / 6, COLOURS[cell["unit"]]))
        if cell["fortress"] is not None:
            middle = (x + size / 2, y + size / 2)
            parts.append(svg.circle(*middle, size * 0.38, svg.SEATS[cell["fortress"]], svg.SURFACE, size / 12))
        if cell["level"]:
            number = svg.text(x + size / 2, y + size * 0.66, cell["level"], size / 2.2, "#fff6e6", anchor="middle")
            parts.append(number)
    step = 640 / len(COLOURS)
    for at, (unit, colour) in enumerate(COLOURS.items()):
        parts.append(svg.rect(at * step, 516, 16, 16, colour, 3))
        parts.append(svg.text(at * step + 22, 530, words.say(f"unit.{unit}"), 16, svg.QUIET, most=step - 28))
    return "".join(parts)
