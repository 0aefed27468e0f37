"""Positions and moves as text: what is read, what is written, what is refused and how."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.errors import BadInput

GAME = lt.game("gunkimono", "plain")

DRAWN = """\
#  a    b    c    d    e    f    g    h    i
7: .    .    I    L    C    S    L    .    .
6: A    I    S1   A1   I    A    C    A    I
5: S    A    I    L    S12^1 C    A    I    C
"""


def test_the_field_is_drawn_and_read_back():
    text = GAME.position(f"{DRAWN}\nhand 0: I1L2 S2C1!\nhonour 1: 3 2 x 0 1\nbanners 1: dragon12\nsmall 0: ISL").text()
    lines = text.splitlines()
    assert "#  a     b     c     d     e     f     g     h     i" in lines
    assert "6: A     I     S1    A1    I     A     C     A     I" in lines
    assert "5: S     A     I     L     S12^1 C     A     I     C" in lines
    assert "hand 0: I1L2 S2C1!" in lines
    assert "honour 1: 3 2 x 0 1" in lines
    assert "small 0: ISL" in lines
    assert "banners 1: dragon12" in lines
    assert GAME.position(text).text() == text


def test_what_is_left_out_gets_a_default():
    pos = GAME.position("")
    table = pos.view(lt.ALL)["table"]
    assert pos.actors == (0,)
    assert table["pile"] == 60
    assert table["end_pile"] == 1
    assert table["display"] == []
    assert table["stacks"]["infantry"] == ["crane", "dragon"]
    assert GAME.position("pile: I1L2").view(lt.SPECTATOR)["table"]["removed"] == 59


def test_pending_decisions_read_back():
    pos = GAME.start(players=3, seed=5)
    seen: set[str | None] = set()
    while not pos.over and len(seen) < 6:
        seen.add(pos.decision)
        again = GAME.position(pos.text())
        assert again.text() == pos.text()
        assert [move.text for move in again.moves()] == [move.text for move in pos.moves()]
        pos.play(pos.moves()[-1])
    assert {"tile", "place", "points", "draw"} <= seen


@pytest.mark.parametrize(
    ("text", "line", "field", "problem"),
    [
        ("hand 0: I1L3", 1, "hand 0", "'I1L3' is unknown"),
        ("hand 0: I1L1*2", 0, "I1L1", "stands in 2 places; the box holds 1"),
        ("hand 0: I1L2 I1C2 S1L2 S1A2", 1, "hand 0", "more than 3"),
        ("hand 5: I1L2", 1, "hand 5", "5 is not between 0 and 1"),
        ("hand 0: I1L2%", 1, "hand 0", "'I1L2%' is unknown; expected one of I1S1"),
        ("7: . . I L C S L .", 1, "7", "8 squares; a row has 9"),
        ("8: . . I L C S L . .", 1, "8", "8 is not between 1 and 7"),
        ("7: I . I L C S L . .", 1, "7", "there is no square a7"),
        ("7: . . . L C S L . .", 1, "7", "there is a square c7"),
        ("7: . . X L C S L . .", 1, "7", "'X' is no square"),
        ("7: . . I^2 L C S L . .", 1, "7", "2 is not between 0 and 1"),
        ("7: . . I^0 L^0 C^0 S L . .", 1, "7", "seat 0 has more than two fortresses"),
        ("7: . . I^0 I^1 C S L . .", 0, "field", "a formation holds fortresses of two players"),
        ("honour 0: 1 2 3", 1, "honour 0", "expected a number for each of I S C L A"),
        ("honour 0: 1 2 3 4 6", 1, "honour 0", "6 is not between 0 and 5"),
        ("points 0: 5", 1, "points 0", "expected 2 numbers"),
        ("small 0: IX", 1, "small 0", "'X' is unknown"),
        ("banners 0: dragon9", 1, "banners 0", "9 is not between 11 and 15"),
        ("banners 0: eagle9", 1, "banners 0", "'eagle9' is no banner"),
        ("banners 0: dragon11 dragon12", 0, "banners", "don't fit the markers that left"),
        ("banners 0: lotus1\nhonour 0: x 0 0 0 0", 0, "stack", "a banner is missing, stands twice"),
        ("stack I: dragon11", 0, "stack", "a banner is missing"),
        ("pile: -\nremoved: rest", 1, "pile", "is empty: then the end pile is opened"),
        ("pile: I1L2\nremoved: I1L2", 2, "removed", "tiles are nowhere"),
        ("end pile: I1L2", 0, "end", "the end tile is missing"),
        ("end: soon", 1, "end", "'soon' is unknown"),
        ("laying: I1L2", 1, "laying", "a tile is being laid, but one is asked for"),
        ("ask 1: place 0 0 0", 0, "laying", "the tile to be placed must be named"),
        ("ask 1: points 0 0 0\nlaying: I1L2", 2, "laying", "the tile just laid must be named, with its squares"),
        ("ask 1: points 0 1 0\nlaying: I1L2 c3 d3", 0, "ask 1", "1 is not the half that comes next"),
        ("laying: I1L2 c3", 1, "laying", "a tile with 2 halves does not lie on 1 squares"),
        ("laying: I1L2 c3 d3 honour honour honour", 1, "laying", "more choices than halves"),
        ("ask 1: tile 1 0 0\nturn: 0", 2, "turn", "seat 1 is asked, but it is the turn of seat 0"),
        ("laid: I1L2!", 1, "laid", "tiles that were laid have no mark"),
        ("weather: fog", 1, "weather", "unknown name"),
        ("colour 0: red", 1, "colour 0", "unknown name"),
    ],
)
def test_impossible_positions_are_named(text, line, field, problem):
    with pytest.raises(BadInput) as caught:
        GAME.position(text)
    fault = caught.value.faults[0]
    assert (fault.line, fault.field) == (line, field)
    assert problem in fault.problem


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("L2I1", "I1L2"),
        ("i1l2", "I1L2"),
        ("take A1C2", "take C2A1"),
        ("c3-d3", "c3e"),
        ("c3-c4", "c3n"),
        ("c3-b3+", "c3w+"),
        ("C3-C2", "c3s"),
        ("petite A", "small A"),
        ("Honneur", "honour"),
        ("forteresse c3", "fort c3"),
        ("aveugle", "blind"),
    ],
)
def test_moves_are_read_leniently(typed, meant):
    assert GAME.move(typed).text == meant


@pytest.mark.parametrize("typed", ["c3-e3", "i3-a2", "a9", "c3-c3", "take c3-d3", "I1L4", "small", "fort", "c3e++"])
def test_what_is_no_move_is_malformed(typed):
    with pytest.raises(lt.MalformedMove):
        GAME.move(typed)
