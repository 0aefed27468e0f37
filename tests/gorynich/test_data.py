"""The data file: read, proved, and refused with the name of what is wrong."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.errors import BadInput
from ludotheque.games.gorynich import boards, components

TEXT = components.DATA.read_text(encoding="utf-8")
EXAMPLE = """
*v  >  >  v  v *<  v *<  .  .
 >  ^  .  >  >  >  >  v  v *<
 >  >  >  >  >  v  v  <  v *v
*^  >  >  >  v  v  v  v  <  v
*v  ^  >  >  #  #  <  v  .  v
 >  ^  ^  >  #  #  <  <  v  <
 >  >  ^  ^  ^  ^  <  v  <  <
 ^  >  >  ^  ^  <  ^  <  .  ^
*^  ^  <  <  <  ^  <  <  . *^
 .  . *>  ^  ^  < *<  ^  < *<
"""


@pytest.mark.rule("GOR-01")
def test_the_boards_lie_in_a_pinwheel_around_the_castle(room):
    drawn = room.at("boards: A B C D").table["map"]
    assert drawn == [line.split() for line in EXAMPLE.strip("\n").splitlines()]


@pytest.mark.rule("GOR-01")
def test_all_384_arrangements_are_sound():
    """Walked here in another way than the loader does: from each start, step by step, on the whole table."""
    steps = set()
    for order in permutations(range(4)):
        for rivers in product((0, 1), repeat=4):
            table = boards.lay_out([components.BOX.sides[2 * board + rivers[board]] for board in order])
            starts = [square for square in range(100) if table[square] & boards.START]
            assert len(starts) == 12
            for start in starts:
                assert start // 10 in (0, 9) or start % 10 in (0, 9)
                square, n = start, 0
                while square not in boards.CASTLE:
                    square += boards.STEP[(table[square] & 7) - 1]
                    n += 1
                    assert n < 40
                steps.add(n)
    assert (min(steps), max(steps)) == (8, 17)


@pytest.mark.rule("GOR-01")
def test_no_lane_wraps_round_the_edge():
    for order in permutations(range(4)):
        table = boards.lay_out([components.BOX.sides[2 * board] for board in order])
        lanes = [(square, code) for square, code in enumerate(table) if 0 < code & 7 < 5]
        assert lanes
        for square, code in lanes:
            assert boards.neighbour(square, (code & 7) - 1) == square + boards.STEP[(code & 7) - 1]


def broken(tmp_path: Path, old: str, new: str) -> BadInput:
    """The loader's message for the data file with one change."""
    assert old in TEXT
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        components.load(path)
    return caught.value


@pytest.mark.rule("GOR-01")
@pytest.mark.parametrize(
    ("old", "new", "field", "problem"),
    [
        (" >  ^  .  >  >  >", " >  ^  .  >  >  ^", "board.A.base row 1 square 5", "runs in a circle"),
        ("*v  >  >  v  v *<", "*^  >  >  v  v *<", "board.A.base row 1 square 1", "leaves the table"),
        (" .  >  >  v  .  >", " .  >  >  >  .  >", "board.B.base row 2 square 4", "ends in a bush"),
        (" >  >  >  >  >  v", " > *>  >  >  >  v", "board.A.base row 3 square 2", "on the border"),
        ("*v  >  >  v  v *<", "*.  >  >  v  v *<", "board.A.base row 1 square 1", "a start needs a lane"),
        ("*v  >  >  v  v *<", "*v  >  x  v  v *<", "board.A.base row 1 square 3", "no square"),
        ("*v  >  >  v  v *<", "*v ~>  >  v  v *<", "board.A.base row 1 square 2", "no river"),
        ("*v  >  >  v  v *<", "*v  >  >  v  v", "board.A.base", "4 rows of 6"),
    ],
)
def test_a_wrong_square_is_named(tmp_path, old, new, field, problem):
    error = broken(tmp_path, old, new)
    assert field in [fault.field for fault in error.faults]
    assert any(problem in fault.problem for fault in error.faults)


def test_a_fault_is_on_the_line_of_its_row(tmp_path):
    error = broken(tmp_path, " .  >  >  v  .  >", " .  >  >  >  .  >")
    (fault,) = [fault for fault in error.faults if fault.field == "board.B.base row 2 square 4"]
    assert TEXT.splitlines()[fault.line - 1] == " .  >  >  v  .  >"
    assert fault.problem == "the lane ends in a bush, with the boards A B C D clockwise"


def test_too_few_starts_are_refused(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace("*", ""), encoding="utf-8")
    with pytest.raises(BadInput, match="fewer than 10 starts"):
        components.load(path)


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("knights = [5, 7, 9, 10, 10]", "knights = [5, 7, 9, 10, 11]", "players.knights"),
        ("speech = [1, 2, 3, 3, 4]", "speech = [1, 2, 3, 3]", "players.speech"),
        ("knights = [1, 1, 1, 1, 2, 2]", "knights = [1, 1, 1, 1, 2, 0]", "level.gentle.knights"),
        ("gorynich = [2, 3, 3, 4, -2, -3]", "gorynich = [2, 3, 3, 0, -2, -3]", "level.gentle.gorynich"),
        ('colour = "yellow"', 'colour = "pink"', "board"),
        ('id = "roar"', 'id = "purr"', "tile"),
        ('counter = "nets"', 'counter = "webs"', "tile.swoop.counter"),
        ("rivers = 2", "rivers = 7", "preset.expert.rivers"),
        ("[players]", "[players", ""),
    ],
)
def test_other_mistakes_are_named_by_field(tmp_path, old, new, field):
    assert broken(tmp_path, old, new).faults[0].field == field


def test_presets_can_be_played(room):
    assert list(room.game.declaration.presets) == ["first_game", "normal", "expert"]
    for name, options in room.game.declaration.presets.items():
        table = room.start(4, 1, **options)
        assert table.pos.view(lt.SPECTATOR)["options"] == options
        for language in ("en", "fr"):
            assert room.game.messages(language).say(f"preset.{name}")
    assert room.game.declaration.presets["first_game"]["level"] == "gentle"
    assert room.game.declaration.presets["expert"]["tiles"] == "random"
