"""A position as text that a person can read, and write by hand in a test. The field is drawn, with its levels:

    first: 1
    turn: 0
    #  a    b    c    d    e    f    g    h    i
    7: .    .    I    L    C    S    L    .    .
    6: A    I    S1   A1   I    A    C    A    I       # samurai and archer on level 1
    5: S    A    I    L    S2^1 C    A    I    C       # on the samurai of level 2 stands a fortress of seat 1
    points 0: 12 7            # from formations, from fortresses
    honour 0: 3 2 x 0 1       # steps of infantry, samurai, cavalry, spearman, archer; x: that marker was removed
    small 0: ISL              # small tiles left; `-`: none
    hand 0: I1L2 S2C1!        # `!`: everybody knows it; `?`: nobody does; `@01`: seats 0 and 1 do
    banners 0: dragon12       # taken; known to its owner
    display: C1A1 L2A2 I1S1
    pile: I1L1 S2A2           # the last one is on top; `rest`: every tile not named elsewhere
    end pile: I2C2 end C1A1   # with the end tile
    removed: rest
    stack I: lotus1 crane6    # banners on the column of infantry, the top one last
    laying: I1L2 c3 d3 honour # the tile of this turn, its squares, the choices made for its halves

Defaults: seat 0 first and to move, rows of the field as printed, no points, markers at the start, all small tiles,
empty hands and display. The pile is the rest (if the pile is given, the removed tiles are), the end pile only the end
tile, a stack has lost a banner for each removed marker. Other lines: `end: announced` or `triggered`, `laid: I1L2*2`,
`passes: 1`, and after the match `over: end_tile`, `controlled 0: 7`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from ludotheque.errors import BadInput
from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.components import BANNERS, LETTERS
from ludotheque.games.gunkimono.declaration import DECLARATION, Decision
from ludotheque.games.gunkimono.tables import (
    BANNER,
    BANNER_ROW,
    BANNER_VALUES,
    CELL,
    COLUMN_NAMES,
    COLUMNS,
    COPIES,
    END_TILE,
    FIELD_CELL,
    KINDS,
    LARGE_NAMES,
    LOTUS,
    OFF,
    PRINTED_LEVEL,
    PRINTED_UNIT,
    ROWS,
    SQUARE,
    SQUARE_NAMES,
    TILE_NAMES,
)
from ludotheque.games.gunkimono.view import CHOICES, ENDS, ZONES
from ludotheque.kernel import load
from ludotheque.kernel.declare import EVERYONE
from ludotheque.play.lines import Line, once
from ludotheque.play.scratch import Scratch
from ludotheque.toolkit import views
from ludotheque.toolkit.zones import marked, times

_program = load("ludotheque.games.gunkimono")
_rules = _program.module("ludotheque.games.gunkimono.rules")
_scratch = Scratch(_program)

END = "end"
PILE_NAMES = {"display": state.DISPLAY, "pile": state.PILE, "end pile": state.END_PILE, "removed": state.REMOVED}
NO_MARK = 1 << 20  # the mask of a word without a mark: different from all masks
HIGHEST = 90  # the highest level of a square
LAID = (Decision.SUPPORT, Decision.POINTS)  # decisions after a tile was placed


# Writing ----------------------------------------------------------------------------------------------------------


def write_state(s: Any) -> list[str]:
    """The lines of a state."""
    lines = [f"first: {s.first}", f"turn: {s.turn}"]
    if s.end:
        lines.append(f"end: {ENDS[s.end]}")
    if s.passes:
        lines.append(f"passes: {s.passes}")
    if s.over:
        lines.append(f"over: {DECLARATION.causes[s.over - 1]}")
    lines += write_field(s)
    if s.laying:
        words = [TILE_NAMES[s.laying - 1], *(SQUARE_NAMES[SQUARE[cell]] for cell in s.half if cell)]
        lines.append(" ".join(["laying:", *words, *(CHOICES[choice] for choice in s.chosen if choice)]))
    for p in range(s.players):
        lines += write_seat(s, p)
    for name, z in PILE_NAMES.items():
        if s.count[z] or z == state.PILE:
            lines.append(f"{name}: {ZONES.write(s, z, EVERYONE if z == state.DISPLAY else 0, True) or '-'}")
    for unit, letter in enumerate(LETTERS):
        lines.append(f"stack {letter}: {ZONES.write(s, state.STACK + unit, 0, True) or '-'}")
    if any(s.laid):
        lines.append(f"laid: {' '.join(times(LARGE_NAMES[kind], n) for kind, n in enumerate(s.laid) if n)}")
    return lines


def write_field(s: Any) -> list[str]:
    """The field, row by row from the top, each square as wide as the widest."""
    fortress = {site: k // 2 for k, site in enumerate(s.site) if site}

    def square(cell: int) -> str:
        if s.unit[cell] == OFF:
            return "."
        level = str(s.level[cell]) if s.level[cell] else ""
        return LETTERS[s.unit[cell]] + level + (f"^{fortress[cell]}" if cell in fortress else "")

    drawn = [[square(CELL[r * COLUMNS + c]) for c in range(COLUMNS)] for r in range(ROWS)]
    width = 1 + max(len(word) for row in drawn for word in row)
    margin = len(str(ROWS))
    lines = ["#" + " " * (margin + 1) + "".join(name.ljust(width) for name in COLUMN_NAMES).rstrip()]
    for r, row in enumerate(drawn):
        lines.append(f"{ROWS - r}:".ljust(margin + 2) + "".join(word.ljust(width) for word in row).rstrip())
    return lines


def write_seat(s: Any, p: int) -> list[str]:
    """The lines of one seat."""
    lines = []
    if s.formations[p] or s.fortresses[p]:
        lines.append(f"points {p}: {s.formations[p]} {s.fortresses[p]}")
    steps = s.honour[5 * p : 5 * p + 5]
    if any(steps):
        lines.append(f"honour {p}: {' '.join('x' if n == state.GONE else str(n) for n in steps)}")
    if s.small[p] != state.ALL_SMALL:
        left = "".join(letter for unit, letter in enumerate(LETTERS) if s.small[p] >> unit & 1)
        lines.append(f"small {p}: {left or '-'}")
    for name, z in (("hand", state.HAND + p), ("banners", state.TAKEN + p)):
        if s.count[z]:
            lines.append(f"{name} {p}: {ZONES.write(s, z, 1 << p, True)}")
    if s.controlled[p]:
        lines.append(f"controlled {p}: {s.controlled[p]}")
    return lines


# Reading ----------------------------------------------------------------------------------------------------------


class Reader:
    """Reads lines into a fresh state."""

    def __init__(self, s: Any, source: str, lines: dict[str, Line]) -> None:
        self.s = s
        self.source = source
        self.lines = lines

    def refuse(self, name: str, problem: str) -> NoReturn:
        """Raise a fault about the whole position, at the line of `name` if it was given."""
        line = self.lines.get(name)
        raise BadInput.at(self.source, line.number if line else 0, name, problem)

    # Lines

    def table_line(self, line: Line) -> bool:
        """Read a line that belongs to the whole table; return False if it is none."""
        s = self.s
        match line.name:
            case "first":
                s.first = line.integer(line.value, 0, s.players - 1)
            case "turn":
                s.turn = line.integer(line.value, 0, s.players - 1)
            case "passes":
                s.passes = line.integer(line.value, 0, s.players)
            case "end":
                s.end = line.one_of(line.value, ENDS)
            case "over":
                s.over = 1 + line.one_of(line.value, DECLARATION.causes)
            case "laying":
                self.laying(line)
            case "laid":
                for word in line.words():
                    name, copies, mask = marked(line, word, NO_MARK)
                    if mask != NO_MARK:
                        line.fault(f"{word!r}: tiles that were laid have no mark")
                    s.laid[line.one_of(name, LARGE_NAMES)] += copies
            case "display" | "pile" | "end pile" | "removed":
                z = PILE_NAMES[line.name]
                if line.value != "rest":
                    self.cards(line, z, EVERYONE if z == state.DISPLAY else 0)
            case _:
                return False
        return True

    def seat_line(self, line: Line, kind: str, p: int) -> bool:
        """Read a line that belongs to one seat; return False if it is none."""
        s = self.s
        match kind:
            case "points":
                s.formations[p], s.fortresses[p] = self.numbers(line, 2)
            case "honour":
                self.honour(line, p)
            case "small":
                s.small[p] = 0
                for letter in line.value.replace("-", ""):
                    s.small[p] |= 1 << line.one_of(letter, LETTERS)
            case "hand":
                self.cards(line, state.HAND + p, 1 << p)
            case "banners":
                self.cards(line, state.TAKEN + p, 1 << p)
            case "controlled":
                s.controlled[p] = line.integer(line.value, 0, 1000)
            case _:
                return False
        return True

    def numbers(self, line: Line, n: int) -> list[int]:
        """Read `n` numbers from 0 on."""
        words = line.words()
        if len(words) != n:
            line.fault(f"expected {n} numbers")
        return [line.integer(word, 0, 9999) for word in words]

    def honour(self, line: Line, p: int) -> None:
        """Read the markers of a seat."""
        words = line.words()
        if len(words) != len(LETTERS):
            line.fault(f"expected a number for each of {' '.join(LETTERS)}, or x for a marker that left")
        for unit, word in enumerate(words):
            top = BANNER_ROW[self.s.players] - 1
            self.s.honour[5 * p + unit] = state.GONE if word == "x" else line.integer(word, 0, top)

    def laying(self, line: Line) -> None:
        """Read the tile of this turn."""
        s = self.s
        tile, *words = line.words() or [""]
        s.laying = 1 + line.one_of(tile, TILE_NAMES)
        halves = 1 if s.laying > KINDS else 2
        squares, choices = words[:halves], words[halves:]
        if words and len(squares) != halves:
            line.fault(f"a tile with {halves} halves does not lie on {len(squares)} squares")
        for half, square in enumerate(squares):
            s.half[half] = CELL[line.one_of(square, SQUARE_NAMES)]
        if len(choices) > halves:
            line.fault("more choices than halves")
        for half, choice in enumerate(choices):
            s.chosen[half] = 1 + line.one_of(choice, tuple(CHOICES.values()))

    def row(self, line: Line) -> None:
        """Read a row of the field."""
        s = self.s
        r = ROWS - line.integer(line.name, 1, ROWS)
        words = line.words()
        if len(words) != COLUMNS:
            line.fault(f"{len(words)} squares; a row has {COLUMNS}")
        for c, word in enumerate(words):
            cell = CELL[r * COLUMNS + c]
            if (word == ".") != (PRINTED_UNIT[cell] == OFF):
                line.fault(f"there is {'no' if word != '.' else 'a'} square {SQUARE_NAMES[r * COLUMNS + c]}")
            if word == ".":
                continue
            parts = re.fullmatch(rf"([{LETTERS}])(\d*)(?:\^(\d))?", word)
            if not parts:
                line.fault(f"{word!r} is no square; written like S, S2, S2^1: unit, level, whose fortress")
            s.unit[cell] = LETTERS.index(parts[1])
            s.level[cell] = line.integer(parts[2] or "0", 0, HIGHEST)
            if parts[3]:
                p = line.integer(parts[3], 0, s.players - 1)
                if s.built[p] == 2:
                    line.fault(f"seat {p} has more than two fortresses")
                s.site[2 * p + s.built[p]] = cell
                s.built[p] += 1

    def cards(self, line: Line, z: int, usual: int) -> None:
        """Read `I1L2 I1L2! I1L2@01 I1L2*2` into a zone; `-` is nothing."""
        if line.value != "-":
            ZONES.read(self.s, line, z, usual, self.card)

    def card(self, line: Line, z: int, name: str) -> int:
        """The card with this name, if it may be in this zone."""
        if z >= state.STACK:
            kind = name.rstrip("0123456789")
            low, high = BANNERS.get(kind, (0, 0))
            if not high:
                line.fault(f"{name!r} is no banner; written like dragon12, with one of {', '.join(BANNERS)}")
            return BANNER + line.integer(name[len(kind) :], low, high)
        if name == END and z in (state.PILE, state.END_PILE):
            return END_TILE
        return line.one_of(name, LARGE_NAMES)

    def put(self, name: str, z: int, card: int) -> None:
        """Put a card that no line names on a zone, unknown to all."""
        ZONES.put(self.s, z, card, 0, Line(self.source, 0, name, ""))

    # Defaults

    def fill_tiles(self) -> None:
        """Put every tile that is not named into its default zone, and the end tile into its pile."""
        s = self.s
        names = self.lines
        if "end pile" not in names and s.end == state.NOT_YET:
            self.put("end pile", state.END_PILE, END_TILE)
        found = Counter(s.card[at] for z in range(state.STACK) for at in ZONES.slots(s, z))
        found.update(dict(enumerate(s.laid)))
        if s.laying and s.laying <= KINDS and not s.half[0]:
            found[s.laying - 1] += 1
        rest = [name for name in ("pile", "removed") if name in names and names[name].value == "rest"]
        rest += [name for name in ("pile", "removed") if name not in names]
        if not rest and any(found[kind] < copies for kind, copies in enumerate(COPIES)):
            missing = next(LARGE_NAMES[kind] for kind, copies in enumerate(COPIES) if found[kind] < copies)
            self.refuse("removed", f"tiles are nowhere, {missing} among them; say 'removed: rest'")
        if rest and rest[0] == "pile" and s.end == state.ANNOUNCED and not found[END_TILE]:
            self.put("pile", state.PILE, END_TILE)
        for kind, copies in enumerate(COPIES):
            if found[kind] > copies:
                problem = f"stands in {found[kind]} places; the box holds {copies}"
                raise BadInput.at(self.source, 0, LARGE_NAMES[kind], problem)
            for _ in range(copies - found[kind]):
                self.put(rest[0], PILE_NAMES[rest[0]], kind)

    def fill_stacks(self) -> None:
        """Fill the stacks: by default a column lacks a banner for each marker removed from it, from the top."""
        s = self.s
        if any(name.startswith("stack ") for name in self.lines):
            return
        out = {s.card[at] - BANNER for z in range(state.TAKEN, state.ZONES) for at in ZONES.slots(s, z)}
        left = [[worth for worth in values if worth not in out] for values in BANNER_VALUES]
        for unit in range(len(LETTERS)):
            gone = sum(s.honour[5 * p + unit] == state.GONE for p in range(s.players))
            for kind in range(1 - LOTUS[s.players], max(0, 3 - gone)):
                if not left[kind]:
                    self.refuse("banners", "don't fit the markers that left; say which are left: 'stack I: …'")
                worth = left[kind].pop(0)
                self.put("stack", state.STACK + unit, BANNER + worth)

    # Impossible positions

    def refuse_impossible(self) -> None:
        """Refuse impossible positions, on which the rules would fail."""
        s = self.s
        if s.depth and s.ask_seat[0] != s.turn:
            self.refuse("turn", f"seat {s.ask_seat[0]} is asked, but it is the turn of seat {s.turn}")
        decision = views.decision(s)
        if decision == Decision.PLACE and (not s.laying or s.half[0]):
            self.refuse("laying", "the tile to be placed must be named, without squares")
        if decision in LAID and not s.half[0]:
            self.refuse("laying", "the tile just laid must be named, with its squares")
        if decision == Decision.TILE and s.laying:
            self.refuse("laying", "a tile is being laid, but one is asked for")
        if decision == Decision.POINTS and s.ask_a[0] != sum(choice > 0 for choice in s.chosen):
            self.refuse("ask 1", f"{s.ask_a[0]} is not the half that comes next")
        if not s.over and s.end == state.NOT_YET and not s.count[state.PILE]:
            self.refuse("pile", "is empty: then the end pile is opened; say 'end: announced'")
        faults = {
            2: ("end", "the end tile is missing, stands twice or lies in the wrong pile"),
            3: ("stack", "a banner is missing, stands twice or is not used by so many players"),
            5: ("field", "a formation holds fortresses of two players"),
        }
        broken = _rules.sound(s, _scratch)
        if broken:
            self.refuse(*faults.get(broken, ("position", f"can't be (invariant {broken})")))
        if s.depth and not _rules.legal(s, _scratch, s.turn, [0] * DECLARATION.action_count):
            self.refuse("ask 1", f"seat {s.turn} could not answer")


def read_state(s: Any, lines: Iterable[Line], source: str) -> None:
    """Read the lines into a fresh state."""
    by_name = once(lines)
    reader = Reader(s, source, by_name)
    s.unit[:], s.level[:] = list(PRINTED_UNIT), list(PRINTED_LEVEL)
    s.small[: s.players] = [state.ALL_SMALL] * s.players
    if s.depth:
        s.turn = s.ask_seat[0]
    for number in range(ROWS, 0, -1):  # from the top, so that fortresses are found in the order of their cells
        if str(number) in by_name:
            reader.row(by_name[str(number)])
    for name, line in by_name.items():
        kind, _, what = name.rpartition(" ")
        if name.isdigit():
            line.integer(name, 1, ROWS)
        elif kind == "stack":
            reader.cards(line, state.STACK + line.one_of(what, LETTERS), 0)
        elif not reader.table_line(line):
            if not kind or not reader.seat_line(line, kind, line.integer(what, 0, s.players - 1)):
                line.fault("unknown name; see docs/games/gunkimono.md")
    reader.fill_tiles()
    reader.fill_stacks()
    if not s.depth and not s.over:
        s.depth, s.ask_kind[0], s.ask_seat[0] = 1, Decision.TILE, s.turn
    explained = 2 * sum(s.laid) + sum(5 - s.small[p].bit_count() for p in range(s.players))
    explained += (views.decision(s) == Decision.SUPPORT) - (views.decision(s) == Decision.PLACE and s.laying > KINDS)
    s.given = sum(s.level[cell] for cell in FIELD_CELL) - explained
    reader.refuse_impossible()
