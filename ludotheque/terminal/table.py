"""Drawing the table: by the game's own `board.py`, or plainly from the view for a game that has none.

`board.draw(view, messages, names, width)` gets `Position.view` with one more entry, `scores`, and returns
what rich prints.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.messages import Messages
from ludotheque.play.position import Position, Viewer


def draw(pos: Position, viewer: Viewer, messages: Messages, names: Sequence[str], width: int) -> RenderableType:
    """The table as the viewer sees it."""
    view = {**pos.view(viewer), "scores": pos.scores(viewer)}
    board = f"{pos.game.package}.board"
    if has_module(board):
        drawn: RenderableType = importlib.import_module(board).draw(view, messages, list(names), width)
        return drawn
    return draw_plainly(view, messages, names, width)


def has_module(name: str) -> bool:
    """Whether there is a module of that name."""
    return importlib.util.find_spec(name) is not None


def draw_plainly(view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> RenderableType:
    """Everything that the view holds, under its own names."""
    parts: list[RenderableType] = []
    for name, value in view["table"].items():
        title = Text(f"{name.replace('_', ' ')}: ", style="bold")
        if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
            parts.append(rows(name, value, messages, names if name == "seats" else ()))
        else:
            parts.append(title + Text(said(value, messages)))
    points = "  ".join(f"{name} {score}" for name, score in zip(names, view["scores"], strict=True))
    parts.append(Text(f"{messages.say('room.points')}: ", style="bold") + Text(points))
    return Group(*parts)


def rows(name: str, value: Sequence[Mapping[str, Any]], messages: Messages, names: Sequence[str]) -> Table:
    """A list of alike things as a table, a line each."""
    table = Table(box=None, padding=(0, 2, 0, 0), title=None)
    table.add_column("" if names else name)
    for column in value[0]:
        table.add_column(column.replace("_", " "))
    for number, row in enumerate(value):
        table.add_row(names[number] if names else str(number), *(said(row.get(c), messages) for c in value[0]))
    return table


def said(value: Any, messages: Messages) -> str:
    """A value of a view in words."""
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {said(v, messages)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(said(item, messages) for item in value)
    return messages.word("card", value) if isinstance(value, str) else str(value)
