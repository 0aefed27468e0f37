"""The table of Gorynich in a terminal: the map, the tiles, and a row for each seat.

`draw` gets the viewer's view (`Position.view`), never a position, so it can't show hidden cards. Nothing is shown by
colour alone: arrows have the letter of their colour and their direction, rivers are drawn, knights are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.messages import Messages, signed
from ludotheque.toolkit.boards import SEAT_COLOURS

COLUMNS = "abcdefghij"
POINTERS = {"up": "▲", "right": "▶", "down": "▼", "left": "◀"}
OPPOSITE = {"up": "down", "right": "left", "down": "up", "left": "right"}
LANES = {"^": "↑", ">": "→", "v": "↓", "<": "←", ".": "·"}
STYLES = {"yellow": "bold yellow", "red": "bold red", "green": "bold green", "blue": "bold bright_blue"}
STYLES |= {"fire": "bold bright_red", "manoeuvre": "bold magenta"}
SIGNS = {"fire": "✹", "manoeuvre": "✦"}
DRAGON, FLAME, CASTLE = "♞", "✹", "▓▓▓▓"
CELL = 5  # width of a square, in characters


def draw(view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> RenderableType:
    """The whole table, from the cards of the round down to the hands."""
    return Board(view, messages, names).draw()


class Board:
    """One drawing: the view and the language."""

    def __init__(self, view: Mapping[str, Any], messages: Messages, names: Sequence[str]) -> None:
        self.view = view
        self.table = view["table"]
        self.messages = messages
        self.names = list(names)
        self.colours: Mapping[str, str] = self.table["colours"]

    def say(self, key: str, **params: Any) -> str:
        """A message of the board."""
        return self.messages.say(f"board.{key}", params, self.names)

    def draw(self) -> RenderableType:
        """Headline, map, tiles, decks and seats."""
        return Group(
            self.headline(),
            Text(""),
            self.map(),
            self.steps(),
            Text(""),
            self.tiles(),
            self.decks(),
            Text(""),
            self.seats(),
        )

    def headline(self) -> Text:
        """The state of the match."""
        table = self.table
        parts = [self.say("round", round=table["round"]), self.say("first", seat=table["first"])]
        if table["march"] is not None:
            parts.append(self.say("cards", march=table["march"], flight=signed(table["flight"])))
        parts.append(self.say("left", n=len(table["knights"])))
        if table["tokens"]:
            parts.append(self.say("tokens", n=table["tokens"]))
        text = Text(" · ".join(parts), style="dim")
        for key in ("talk", "nets"):
            if table[key]:
                text += Text(f" · {self.say(key)}", style="bold yellow")
        return text

    # The map

    def map(self) -> Text:
        """Ten rows of ten squares, with the colours that point to each side around them."""
        up, right, down, left = (self.pointer_at(way) for way in POINTERS)
        lines = [self.beside(up), Text("       ") + Text("".join(f"{c:^{CELL}}" for c in COLUMNS), style="dim")]
        for r in range(10):
            edge_left = left if r == 4 else Text("  ")
            edge_right = right if r == 4 else Text("")
            row = Text.assemble(edge_left, (f"{r + 1:>3}  ", "dim"))
            for c in range(10):
                row += self.square(f"{COLUMNS[c]}{r + 1}", self.table["map"][r][c])
            lines.append(row + Text(" ") + edge_right)
        lines.append(self.beside(down))
        return Text("\n").join(lines)

    def pointer_at(self, way: str) -> Text:
        """The colour that points to a side: a letter with its sign."""
        colour = next(colour for colour, points in self.colours.items() if points == way)
        return Text(f"{self.letter(colour)}{POINTERS[way]}", style=STYLES[colour])

    def beside(self, pointer: Text) -> Text:
        """A pointer above or below the middle of the map."""
        return Text(" " * (6 + 5 * CELL)) + pointer

    def letter(self, card: str) -> str:
        """The letter of a colour, in the language."""
        return self.messages.say(f"letter.{card}")

    def square(self, name: str, drawn: str) -> Text:
        """A square: the lane under everything, then Gorynich, the flame token and the knights."""
        here = [knight for knight in self.table["knights"] if knight["square"] == name]
        lane = drawn.lstrip("*~")
        river = "~" in drawn
        ground, pieces = Text(""), Text("")
        if lane == "#":
            ground.append("▒▒" if self.table["gorynich"] == name else CASTLE[:4], style="bright_black")
        else:
            ground.append("○" if "*" in drawn else "≈" if river else " ", style="cyan" if river else "dim")
            ground.append(LANES[lane], style="cyan" if river else "bright_black")
        if self.table["gorynich"] == name:
            pieces.append(DRAGON, style="bold bright_green reverse")
        if self.table["flame"] == name:
            pieces.append(FLAME, style="bold bright_red")
        numbers = " ".join(f"{knight['number']}{'!' * knight['pointed']}" for knight in here)
        if len(numbers) > CELL - ground.cell_len - pieces.cell_len and len(here) > 1:
            numbers = f"×{len(here)}"  # the list below names them
        pieces.append(numbers, style="bold bright_white")
        ground.truncate(CELL - pieces.cell_len)  # the ground is cut, not the numbers
        text = ground + pieces
        text.pad_right(CELL - text.cell_len)
        return text

    def steps(self) -> Text:
        """The knights, the most urgent first, with the steps they have left."""
        knights = sorted(self.table["knights"], key=lambda knight: (knight["steps"], knight["number"]))
        shown = (f"{k['number']}{'!' * k['pointed']} {k['square']} ({k['steps']})" for k in knights)
        return Text(self.say("steps", told=" · ".join(shown)), style="dim")

    # Tiles and decks

    def tiles(self) -> Table:
        """The three tiles with both sides; a turned one shows the effect that lasts until the end of the round."""
        grid = Table.grid(padding=(0, 2))
        for tile in self.table["tiles"]:
            name = self.messages.say(f"tile.{tile['tile']}")
            counter = self.messages.say(f"counter.{tile['counter']}")
            if tile["turned"]:
                grid.add_row(
                    Text(f"✦ {name}", style="dim strike"),
                    Text(self.say("turned", counter=tile["counter"]), style="yellow"),
                )
            else:
                grid.add_row(Text(f"✦ {name}", style="magenta"), Text(f"/ {counter}", style="dim"))
        return grid

    def decks(self) -> Text:
        """The cards left in the movement decks."""
        parts = []
        for name, deck in self.table["decks"].items():
            left = " ".join(signed(card) for card in deck["left"]) or "–"
            parts.append(f"{self.say(name)} {left}")
        return Text(self.say("decks", told=" · ".join(parts)), style="dim")

    # Seats

    def seats(self) -> Table:
        """A row for each seat, numbered from 1."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for title in ("", self.say("hand"), self.say("row"), ""):
            table.add_column(title)
        for p, seat in enumerate(self.table["seats"]):
            name = Text(f"{p + 1} ", style="dim") + Text(self.names[p], style=f"bold {SEAT_COLOURS[p]}")
            if p == self.table["first"]:
                name = Text("★ ", style="yellow") + name
            if p == self.view["viewer"]:
                name += Text(f" ({self.say('you')})", style="dim")
            table.add_row(name, self.cards(seat["hand"]), self.cards(seat["row"]), self.choice(p, seat))
        return table

    def cards(self, cards: Sequence[str]) -> Text:
        """Cards in a row: a letter, and the direction of the arrow this round."""
        return Text("  ").join(self.card(card) for card in cards) if cards else Text("–", style="dim")

    def card(self, card: str) -> Text:
        """One card."""
        if card not in self.colours:
            return Text(f"{SIGNS[card]} {self.messages.say(f'card.{card}')}", style=STYLES[card])
        return Text(f"{self.letter(card)}{POINTERS[self.flies(card)]}", style=STYLES[card])

    def flies(self, card: str) -> str:
        """The direction of an arrow this round: a negative movement card reverses it."""
        way = self.colours[card]
        return OPPOSITE[way] if (self.table["flight"] or 0) < 0 else way

    def choice(self, p: int, seat: Mapping[str, Any]) -> Text:
        """The part of a seat's choice that the viewer knows."""
        if seat["passed"]:
            return Text(self.say("passed"), style="dim")
        if seat["chosen"]:
            return Text(self.say("chosen", card=seat["chosen"]), style="dim")
        if seat["waiting"]:
            return Text(self.say("face_down"), style="dim")
        return Text(self.say("ready"), style="dim") if p in self.view["ready"] else Text("")


def move_label(view: Mapping[str, Any], key: str, params: Mapping[str, Any], messages: Messages) -> Text | None:
    """The label of an arrow, with its direction this round; None for other moves, which keep their names."""
    if key != "move.play" or params["card"] not in view["table"]["colours"]:
        return None
    board = Board(view, messages, [])
    name = messages.say(f"card.{params['card']}")
    return Text.assemble((f"{name} ", ""), (POINTERS[board.flies(params["card"])], STYLES[params["card"]]))


def move_text(view: Mapping[str, Any], key: str, params: Mapping[str, Any], messages: Messages) -> str | None:
    """The effect of a tile and of its counter."""
    if key != "move.use":
        return None
    tile = next(tile for tile in view["table"]["tiles"] if tile["tile"] == params["tile"])
    counter = messages.say(f"counter.{tile['counter']}")
    text, answer = messages.say(f"tile_text.{tile['tile']}"), messages.say(f"counter_text.{tile['counter']}")
    return f"{text} {counter}: {answer}" if messages.language == "en" else f"{text} {counter} : {answer}"
