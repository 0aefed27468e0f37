"""Drawing the table: by the game's own `board.py`, or plainly from the view for a game that has none.

`board.draw(view, messages, names, width)` gets `Position.view` with two more entries, `scores`, and `listed`: whether
the viewer's moves will be listed below; it returns what rich prints. A board may also have `move_label(view, key,
params, messages)`, a move in the list as the game wants it, and `move_text`, what it does: None where it has no wish.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.messages import Messages, signed
from ludotheque.play.base import BaseGame
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.viewers import Viewer


def draw(
    pos: Position, viewer: Viewer, messages: Messages, names: Sequence[str], width: int, listed: bool = False
) -> RenderableType:
    """The table as the viewer sees it; `listed` if the moves are listed below it."""
    view = {**pos.view(viewer), "scores": pos.scores(viewer), "listed": listed}
    board = board_of(pos.game)
    if board is not None:
        drawn: RenderableType = board.draw(view, messages, list(names), width)
        return drawn
    return draw_plainly(view, messages, names, width)


def board_of(game: BaseGame) -> Any:
    """The game's own `board.py`, None if it has none."""
    name = f"{game.package}.board"
    return importlib.import_module(name) if has_module(name) else None


def move_labels(pos: Position, seat: int, messages: Messages) -> dict[int, Text]:
    """The moves that the game's board wants listed in a way of its own, by number."""
    board, view = board_of(pos.game), pos.view(seat)
    if not hasattr(board, "move_label"):
        return {}
    labels = {
        move.id: board.move_label(view, *pos.game.notation.describe(move.id), messages) for move in pos.moves(seat)
    }
    return {number: label for number, label in labels.items() if label is not None}


def move_text(pos: Position, seat: int, move: Move, messages: Messages) -> str | None:
    """The text of the game's board for a move's effect."""
    board = board_of(pos.game)
    if not hasattr(board, "move_text"):
        return None
    text: str | None = board.move_text(pos.view(seat), *pos.game.notation.describe(move.id), messages)
    return text


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
            parts.append(title + Text(in_words(value, messages)))
    points = "  ".join(f"{name} {signed(score)}" for name, score in zip(names, view["scores"], strict=True))
    parts.append(Text(f"{messages.say('room.points')}: ", style="bold") + Text(points))
    return Group(*parts)


def rows(name: str, value: Sequence[Mapping[str, Any]], messages: Messages, names: Sequence[str]) -> Table:
    """A list of alike things as a table, a line each."""
    table = Table(box=None, padding=(0, 2, 0, 0), title=None)
    table.add_column("" if names else name)
    for column in value[0]:
        table.add_column(column.replace("_", " "))
    for number, row in enumerate(value):
        table.add_row(names[number] if names else str(number), *(in_words(row.get(c), messages) for c in value[0]))
    return table


def in_words(value: Any, messages: Messages) -> str:
    """A value of a view in words."""
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {in_words(v, messages)}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(in_words(item, messages) for item in value)
    return messages.word("card", value) if isinstance(value, str) else signed(value)
