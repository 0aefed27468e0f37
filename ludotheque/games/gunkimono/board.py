"""The table of Gunkimono in a terminal: the battlefield in colour, the honour track beside it, the seats below.

`draw` gets the viewer's view (`Position.view`), never a position, so it can't show hidden tiles. Nothing is shown by
colour alone: a square shows the letter of its unit, its level, the size of its formation and the fortress on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.games.gunkimono.components import BOX, LETTERS, UNITS
from ludotheque.games.gunkimono.tables import COLUMN_NAMES, COLUMNS, LARGE_NAMES, ROWS, SQUARE_NAMES
from ludotheque.messages import Messages
from ludotheque.toolkit.boards import SEAT_COLOURS

STYLES = {
    "infantry": "black on green3",
    "samurai": "white on dark_red",
    "cavalry": "black on gold1",
    "spearman": "white on blue3",
    "archer": "black on plum2",
}
LETTER = dict(zip(UNITS, LETTERS, strict=True))
FORTRESS, SYMBOL = "♜", "▲"
WIDE = 5  # width of a square in characters; squares touch, so that formations look like one patch
TRACK = 29  # width of the honour track
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def draw(view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> RenderableType:
    """The whole table."""
    return Board(view, messages, names, width).draw()


class Board:
    """One drawing: the view, the language and the width."""

    def __init__(self, view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> None:
        self.view = view
        self.table = view["table"]
        self.messages = messages
        self.names = list(names)
        self.width = width

    def say(self, key: str, **params: Any) -> str:
        """A message of the board."""
        return self.messages.say(f"board.{key}", params, self.names)

    def draw(self) -> RenderableType:
        """The table from the piles down to the viewer's own hand."""
        both = Table.grid(padding=(0, 3, 0, 0))
        both.add_row(self.field(), self.track())
        beside = self.width >= len(str(ROWS)) + 1 + WIDE * COLUMNS + 3 + TRACK
        parts: list[RenderableType] = [self.headline(), Text("")]
        parts += [both] if beside else [self.field(), Text(""), self.track()]
        parts += [self.legend(), Text(""), self.seats(), Text(""), self.display()]
        viewer = self.view["viewer"]
        if viewer in range(self.view["players"]):
            parts.append(self.hand(viewer, self.say("your_hand")))
        elif viewer == "all":
            parts += [self.hand(p, self.say("hand_of", seat=p)) for p in range(self.view["players"])]
        return Group(*parts)

    def headline(self) -> Text:
        """The progress of the match, and the tile that is being placed."""
        end = self.table["end"]
        words = [self.say("pile", n=self.table["pile"])]
        words.append(self.say("end_pile", n=self.table["end_pile"]) if end == "not_yet" else self.say(f"end_{end}"))
        words.append(self.say("first", seat=self.table["first"]))
        line = Text.assemble((" · ".join(words), "dim"))
        laying = self.table["laying"]
        if laying:
            line.append(f"\n▶ {self.say('laying', seat=laying['seat'])} ", style="bold yellow")
            line.append_text(tile(laying["tile"]))
        return line

    # The field -----------------------------------------------------------------------------------------------------

    def field(self) -> Text:
        """Two lines for each row: unit and level, then fortress and size of the formation."""
        margin = len(str(ROWS)) + 1
        head = Text(" " * margin + "".join(name.center(WIDE) for name in COLUMN_NAMES), style="dim")
        lines = [head]
        for r in range(ROWS):
            row = [SQUARE_NAMES[r * COLUMNS + c] for c in range(COLUMNS)]
            label = str(ROWS - r)
            lines.append(Text.assemble((label.ljust(margin), "dim"), *(self.upper(square) for square in row)))
            lines.append(Text.assemble(" " * margin, *(self.lower(square) for square in row)))
        return Text("\n").join(lines)

    def upper(self, square: str) -> Text:
        """The unit of a square and its level; the squares of the current tile are in brackets."""
        found = self.table["field"].get(square)
        if not found:
            return Text(" " * WIDE)
        laid = square in (self.table["laying"] or {}).get("squares", ())
        word = f"{LETTER[found['unit']]}{found['level'] or ''}"
        return Text((f"[{word}]" if laid else word).center(WIDE), f"bold {STYLES[found['unit']]}")

    def lower(self, square: str) -> Text:
        """The owner of the fortress on a square, and the size of its formation if it is more than one."""
        found = self.table["field"].get(square)
        if not found:
            return Text(" " * WIDE)
        formation = self.table["formations"][found["formation"]]
        size = f"×{formation['size']}" if formation["size"] > 1 else ""
        fort = f"{FORTRESS}{found['fortress'] + 1}" if found["fortress"] is not None else ""
        return Text(f"{fort}{size}".center(WIDE), STYLES[found["unit"]])

    # The honour track ----------------------------------------------------------------------------------------------

    def track(self) -> Table:
        """A row for each step, from the banners down; columns show the numbers of the seats with a marker there."""
        rows = self.table["rows"]
        track = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
        track.add_column(self.say("honour"), style="dim")
        for unit in UNITS:
            track.add_column(Text(f" {LETTER[unit]} ", style=STYLES[unit]), justify="center", min_width=3)
        track.add_row(self.say("banners"), *(self.stack(unit) for unit in UNITS))
        for step in range(max(rows["banners"] - 1, rows["second_fortress"]), -1, -1):
            rank = {rows["first_fortress"]: 1, rows["second_fortress"]: 2}.get(step)
            label = f"{step} {FORTRESS}{rank}" if rank else str(step)
            track.add_row(label, *(self.markers(unit, step) for unit in UNITS))
        return track

    def stack(self, unit: str) -> Text:
        """The banners on a column by their first letters, the top one first."""
        kinds = [self.messages.say(f"banner.{kind}")[0].upper() for kind in reversed(self.table["stacks"][unit])]
        return Text("".join(kinds) or "–", style="bold magenta" if kinds else "dim")

    def markers(self, unit: str, step: int) -> Text:
        """The seats whose marker is on a step of a column."""
        here = [p for p, seat in enumerate(self.table["seats"]) if seat["honour"][unit] == step]
        return (
            Text("").join(Text(str(p + 1), style=f"bold {SEAT_COLOURS[p]}") for p in here) if here else Text("·", "dim")
        )

    # Seats, display, hands -----------------------------------------------------------------------------------------

    def seats(self) -> Table:
        """A row for each seat: points by source, banners, fortresses, small tiles, hand."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("")
        for title in ("points", "formations", "fortresses", "banners", "small", "hand"):
            table.add_column(self.say(title), justify="right" if title in ("points", "formations") else "left")
        for p, seat in enumerate(self.table["seats"]):
            you = f" ({self.say('you')})" if p == self.view["viewer"] else ""
            name = Text.assemble((f"{p + 1} ", "dim"), (self.names[p], f"bold {SEAT_COLOURS[p]}"), (you, "dim"))
            unknown = "+?" if any(banner["worth"] is None for banner in seat["banners"]) else ""
            table.add_row(
                name,
                Text(f"{sum(seat['points'].values())}{unknown}", style="bold"),
                str(seat["points"]["formations"]),
                self.fortresses(seat),
                self.banners(seat),
                "".join(LETTER[unit] for unit in seat["small"]) or "–",
                self.held(p, seat),
            )
        return table

    def fortresses(self, seat: Mapping[str, Any]) -> str:
        """Points from fortresses, their squares, and the number of those due."""
        where = " ".join(f"{FORTRESS}{square}" for square in seat["fortresses"])
        due = self.say("due", n=seat["due"]) if seat["due"] else ""
        return " ".join(word for word in (str(seat["points"]["fortresses"]), where, due) if word)

    def banners(self, seat: Mapping[str, Any]) -> str:
        """The banners of a seat, with their values where the viewer knows them."""
        shown = (f"{self.messages.say('banner.' + b['banner'])} {b['worth'] or '?'}" for b in seat["banners"])
        return ", ".join(shown) or "–"

    def held(self, p: int, seat: Mapping[str, Any]) -> str:
        """The number of tiles in a hand, and those of other seats that the viewer knows."""
        known = seat["known"] if p != self.view["viewer"] else []
        return f"{seat['hand']}: {' '.join(known)}" if known else str(seat["hand"])

    def display(self) -> Text:
        """The face-up tiles."""
        return Text.assemble((f"{self.say('display')}  ", "bold"), self.tiles(self.table["display"]))

    def hand(self, p: int, title: str) -> Text:
        """The tiles of a hand."""
        return Text.assemble((f"{title}  ", "bold"), self.tiles(self.table["seats"][p]["known"]))

    def tiles(self, names: Iterable[str]) -> Text:
        """Tiles beside each other."""
        drawn = [tile(name) for name in names]
        return Text("  ").join(drawn) if drawn else Text("–", style="dim")

    def legend(self) -> Text:
        """The meanings of letters and signs."""
        units = ", ".join(f"{LETTER[unit]} {self.messages.say(f'unit.{unit}')}" for unit in UNITS)
        place = f" · {self.say('support')}" if self.view["decision"] == "place" else ""
        return Text(f"{units} · {self.say('legend')}{place}", style="dim")


def tile(name: str) -> Text:
    """A tile: its units in their colours, each with its symbols."""
    if name in LARGE_NAMES:
        kind = BOX.large[LARGE_NAMES.index(name)]
        halves = list(zip(kind.units, kind.symbols, strict=True))
    else:
        halves = [(LETTERS.index(name), BOX.small[LETTERS.index(name)])]
    return Text.assemble(*((f" {LETTERS[u]}{SYMBOL * n} ", STYLES[UNITS[u]]) for u, n in halves))


def move_label(view: Mapping[str, Any], key: str, params: Mapping[str, Any], messages: Messages) -> Text | None:
    """A move in the list: tiles are drawn; a place is named by its two squares, which can be typed."""
    if key in ("move.large", "move.take"):
        return Text.assemble(tile(params["tile"]), f" {params['tile']}")
    if key in ("move.small", "move.support"):
        return Text.assemble(tile(LETTER[params["unit"]]), f" {messages.say(key, params)}")
    if key in ("move.lay", "move.lay_supported"):
        right, up = STEPS[params["direction"]]
        column, row = COLUMN_NAMES.index(params["square"][0]) + right, int(params["square"][1:]) + up
        return Text(f"{params['square']}-{COLUMN_NAMES[column]}{row}{'+' if key == 'move.lay_supported' else ''}")
    return None
