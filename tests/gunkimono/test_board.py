"""The table of Gunkimono in a terminal: what it shows to whom, in both languages, within its width."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

import ludotheque as lt
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL, Viewer
from ludotheque.terminal.table import draw, move_labels

NAMES = ["Ana", "Bao", "Caro"]
TEXT = """
players: 3
first: 1
#  a    b    c    d     e    f    g    h    i
7: .    .    I    L     C    S    L    .    .
6: A    I    S1   A1^1  A    A    C    A    I
points 0: 12 7
honour 0: 3 2 x 0 1
honour 1: 2 2 2 2 2
small 0: ISL
hand 0: I1L2 S2C1
hand 1: C1A2 L1A1!
banners 0: dragon12
display: C1A1 L2A2
"""


@pytest.fixture
def pos() -> Position:
    return lt.game("gunkimono", "plain").position(TEXT)


def drawn(pos: Position, viewer: Viewer, language: str = "en", width: int = 80) -> str:
    console = Console(width=200, file=StringIO(), no_color=True)
    console.print(draw(pos, viewer, pos.game.messages(language), NAMES, width), width=width)
    out = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in out.splitlines())


def test_the_field_shows_units_levels_formations_and_fortresses(pos: Position) -> None:
    lines = drawn(pos, 0).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("6 "))
    assert lines[at].split("  ")[0] == "6"
    assert lines[at].split()[:10] == ["6", "A", "I", "S1", "A1", "A", "A", "C", "A", "I"]
    assert lines[at + 1].split()[:3] == ["♜2×3", "×3", "×3"]


def test_the_honour_track_stands_beside_the_field_or_below(pos: Position) -> None:
    assert any("honour   I" in line and "a    b" in line for line in drawn(pos, 0).splitlines())
    narrow = drawn(pos, 0, width=60).splitlines()
    assert not any("honour   I" in line and "a    b" in line for line in narrow)
    row = next(line for line in narrow if line.startswith("2 ♜1"))
    assert row.split() == ["2", "♜1", "2", "12", "2", "2", "2"]


def test_only_own_tiles_and_banners_are_shown(pos: Position) -> None:
    mine, theirs, watching, everything = (drawn(pos, viewer) for viewer in (0, 1, lt.SPECTATOR, ALL))
    assert "dragon 12" in mine
    assert "dragon ?" in theirs
    assert "dragon 12" not in theirs
    assert "I▲  L▲▲" in mine.splitlines()[-1]
    assert "I▲  L▲▲" not in watching
    assert "2: L1A1" in mine  # known in that hand
    assert "C1A2" not in mine
    assert "Hand of Bao" in everything


def test_the_tile_being_laid_is_marked(pos: Position) -> None:
    pos.play("I1L2")
    assert "▶ Ana lays  I▲  L▲▲" in drawn(pos, lt.SPECTATOR)
    pos.play("c2e")
    assert "[I1]" in drawn(pos, lt.SPECTATOR)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_keeps_within_its_width(pos: Position, language: str, width: int) -> None:
    for viewer in (0, 1, 2, lt.SPECTATOR, ALL):
        text = drawn(pos, viewer, language, width)
        assert max(cell_len(line) for line in text.splitlines()) <= width
        assert "board." not in text


def test_places_are_listed_as_they_can_be_typed(pos: Position) -> None:
    messages = pos.game.messages("en")
    pos.play("I1L2")
    labels = move_labels(pos, 0, messages)
    for move in pos.moves():
        assert pos.game.move(labels[move.id].plain) == move
