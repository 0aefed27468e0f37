"""Piles of a state outside the rules: what a viewer knows of them, and how a text of a position writes them.

In a text a card is its name, with a mark where it is known to others than is usual in its zone: `spark!` everybody
knows it, `spark?` nobody does, `spark@01` seats 0 and 1 do. `spark*3` is three of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from ludotheque.kernel.declare import EVERYONE, Piles
from ludotheque.play.lines import Line
from ludotheque.play.viewers import Viewer, bit_of


class Zones:
    """The piles of a game by name. `names` gives the name of a card: a list by number, or a function."""

    def __init__(self, piles: Piles, names: Sequence[str] | Callable[[int], str]) -> None:
        self.piles = piles
        self.name: Callable[[int], str] = names if callable(names) else names.__getitem__
        self.names = () if callable(names) else names

    def slots(self, s: Any, z: int) -> range:
        """The slots of a zone that hold a card."""
        base = self.piles.base[z]
        return range(base, base + s.count[z])

    def cards(self, s: Any, z: int) -> list[str]:
        """The cards of an open zone, in order."""
        base = self.piles.base[z]
        return list(map(self.name, s.card[base : base + s.count[z]]))

    def known(self, s: Any, z: int, viewer: Viewer) -> list[str]:
        """The cards of a hidden zone that the viewer knows, by name: their places must reveal nothing."""
        bit, base = bit_of(viewer), self.piles.base[z]
        end = base + s.count[z]
        known = [card for card, mask in zip(s.card[base:end], s.known[base:end], strict=True) if mask & bit]
        return sorted(map(self.name, known))

    def put(self, s: Any, z: int, card: int, mask: int, line: Line | None = None) -> None:
        """Lay a card on a zone; on one that is full, the line that said so is refused."""
        if line and s.count[z] == self.piles.capacity[z]:
            line.fault(f"more than {self.piles.capacity[z]} cards")
        at = self.piles.base[z] + s.count[z]
        s.card[at], s.known[at] = card, mask
        s.count[z] += 1

    def write(self, s: Any, z: int, usual: int, counted: bool = False) -> str:
        """The cards of a zone as text; equal neighbours are counted, if wanted."""
        words = [self.name(s.card[at]) + mark(s.known[at], usual) for at in self.slots(s, z)]
        if counted:
            words = [times(word, len(list(run))) for word, run in groupby(words)]
        return " ".join(words)

    def read(  # plain-words: ignore (public name)
        self, s: Any, line: Line, z: int, usual: int, number: Callable[[Line, int, str], int] | None = None
    ) -> None:
        """Read what `write` wrote into a zone; `number` gives the card of a name, if it is more than an index."""
        for word in line.words():
            name, copies, mask = marked(line, word, usual)
            for _ in range(copies):
                card = number(line, z, name) if number else line.one_of(name, self.names)
                self.put(s, z, card, mask, line)


def times(word: str, n: int) -> str:
    """A word, with how often it stands there."""
    return word if n == 1 else f"{word}*{n}"


def mark(mask: int, usual: int) -> str:
    """Return the suffix that says who knows a card: empty as usual, `!` everybody, `?` nobody, `@01` these seats."""
    if mask == usual:
        return ""
    if mask == EVERYONE:
        return "!"
    return "@" + "".join(str(p) for p in range(8) if mask >> p & 1) if mask else "?"


def marked(line: Line, word: str, usual: int) -> tuple[str, int, int]:
    """A word taken apart: name, copies, mask of who knows it."""
    parts = re.fullmatch(r"([^!?@*]+)([!?]|@\d+)?(?:\*(\d+))?", word)
    if not parts:
        line.fault(f"{word!r} is no card; behind its name may stand !, ? or @ with seats, and * with a number")
    name, sign, copies = parts.groups()
    mask = {None: usual, "!": EVERYONE, "?": 0}.get(sign, -1)
    if mask < 0:
        mask = sum(1 << line.integer(digit, 0, 7) for digit in set(sign[1:]))
    return name, line.integer(copies or "1", 1, 99), mask
