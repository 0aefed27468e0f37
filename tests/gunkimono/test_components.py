"""The components of the box: what the data file holds, and what the loader says when one is wrong."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from ludotheque.errors import BadInput
from ludotheque.games.gunkimono import components
from ludotheque.games.gunkimono.catalogue import catalogue
from ludotheque.games.gunkimono.components import BOX, UNITS, load
from ludotheque.games.gunkimono.tables import SQUARE_NAMES

TEXT = components.DATA.read_text(encoding="utf-8")


@pytest.mark.rule("GUN-01")
def test_the_box_holds_what_the_rulebook_counts(room):
    assert sum(tile.copies for tile in BOX.large) == 60
    assert dict(BOX.banners) == {
        "lotus": (1, 2, 3, 4, 5),
        "crane": (6, 7, 8, 9, 10),
        "dragon": (11, 12, 13, 14, 15),
    }
    for players in (2, 3, 4, 5):
        table = room.start(players=players)
        assert [seat["small"] for seat in table.table["seats"]] == [list(UNITS)] * players
        assert sum(table.pos.game.view.pieces(table.state).values()) == 61 + (10 if players == 2 else 15)


@pytest.mark.rule("GUN-02")
def test_ten_mixed_pairs_six_of_each():
    pairs: Counter[tuple[int, int]] = Counter()
    for tile in BOX.large:
        pairs[tile.units] += tile.copies
    assert len(pairs) == 10
    assert set(pairs.values()) == {6}
    symbols = sorted(s for tile in BOX.large if tile.units == (0, 1) for s in [tile.symbols] * tile.copies)
    assert symbols == [(1, 1), (1, 2), (1, 2), (2, 1), (2, 1), (2, 2)]
    assert BOX.small == (2, 2, 2, 2, 2)


@pytest.mark.rule("GUN-02")
def test_fifty_five_printed_squares_eleven_of_each_no_two_alike_side_by_side(room):
    field = room.start().table["field"]
    assert len(field) == 55
    assert Counter(square["unit"] for square in field.values()) == dict.fromkeys(UNITS, 11)
    assert all(found["size"] == 1 for found in room.start().table["formations"])


def test_every_table_says_where_it_comes_from():
    for name, table in tomllib.loads(TEXT).items():
        assert table["source"] in ("rulebook", "reconstruction"), name
        assert len(table["note"]) > 20, name


def test_the_catalogue_lists_tiles_and_squares():
    found = catalogue()
    assert len(found["tiles"]) == len(BOX.large) + 5
    assert found["tiles"]["I1L2"] == {
        "units": ["infantry", "spearman"],
        "symbols": [1, 2],
        "copies": 2,
    }
    assert len(found["squares"]) == 55
    assert set(found["squares"]) < set(SQUARE_NAMES)


# What is wrong is named, with line and field.

WRONG = [
    ("I1S2 = 2", "I1S2 = 1", "large.tiles", "59 tiles are listed, the box holds 60"),
    ("I1S2 = 2", "I1S3 = 2", "large.tiles.I1S3", "3 is not between 1 and 2"),
    ("I1S2 = 2", "S1I2 = 2", "large.tiles.S1I2", "the two units differ and stand in the order ISCLA"),
    ("I1S2 = 2", "I1I2 = 2", "large.tiles.I1I2", "the two units differ"),
    ("I1S2 = 2", "X1S2 = 2", "large.tiles.X1S2", "is no tile"),
    ("I1S2 = 2", 'I1S2 = "two"', "large.tiles.I1S2", "'two' is not a whole number"),
    ("count = 60", "count = 61", "large.count", "61 is not between 60 and 60"),
    ("cavalry = 2\nspearman", "cavalry = 0\nspearman", "small.cavalry", "0 is not between 1 and 2"),
    ("archer = 2\n", "", "small.archer", "is missing"),
    ("archer = 2\n", "archer = 2\nninja = 1\n", "small.ninja", "unknown; expected infantry"),
    ("crane = [6, 7", "crane = [5, 7", "banners.crane", "5 is not between 6 and 10"),
    ("dragon = [11, 12, 13, 14, 15]", "dragon = [11]", "banners.dragon", "1 banners; there are 5 of each kind"),
    ("dragon = [11, 12, 13, 14, 15]", "dragon = 11", "banners.dragon", "is not a list of numbers"),
    ('"A I S A I A C A I"', '"A I S A I A C A S"', "battlefield.counts.infantry", "11 squares are stated"),
    ('"A I S A I A C A I"', '"A I S A I A C A"', "battlefield.rows[1]", "8 squares, the first row has 9"),
    ('"A I S A I A C A I"', '"A I S A I A C A X"', "battlefield.rows[1]", "'X' is none of"),
    ("tiles = 40", "tiles = 14", "players.2.tiles", "14 are too few: hands, display and piles need 15"),
    ("tiles = 40", "tiles = 70", "players.2.tiles", "70 is not between 1 and 60"),
    ("second_fortress = 5", "second_fortress = 3", "players.2.second_fortress", "is not above the first"),
    ("lotus = false", "lotus = 0", "players.2.lotus", "is neither true nor false"),
    ("banners = 6\n\n[players.3]", "\n[players.3]", "players.2.banners", "is missing"),
    ("[end]", "[ending]", "ending", "unknown; expected large"),
    ('source = "rulebook"\nnote = "So', 'source = "hearsay"\nnote = "So', "end.source", "'hearsay' is not one of"),
]


@pytest.mark.rule("GUN-02")
@pytest.mark.parametrize(("old", "new", "field", "problem"), WRONG)
def test_what_is_wrong_with_a_data_file_is_named(tmp_path, old, new, field, problem):
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load(path)
    assert caught.value.source == "box.toml"
    fault = next(fault for fault in caught.value.faults if fault.field == field)
    assert problem in fault.problem
    first_change = next(
        n for n, (a, b) in enumerate(zip(TEXT.splitlines(), text.splitlines(), strict=False), 1) if a != b
    )
    assert 0 < fault.line <= first_change + 1


def test_all_faults_are_named_at_once_in_the_order_of_their_lines(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace("I1S2 = 2", "I1S2 = 3").replace("tiles = 40", "tiles = 1"), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load(path)
    assert [fault.field for fault in caught.value.faults] == ["large.tiles", "players.2.tiles"]
    assert [fault.line for fault in caught.value.faults] == sorted(fault.line for fault in caught.value.faults)


def test_what_is_no_toml_is_refused(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text("[large", encoding="utf-8")
    with pytest.raises(BadInput, match="is no TOML"):
        load(path)


def test_another_field_may_have_another_shape(tmp_path):
    rows = [" ".join(row) for row in ["ISCLA" * 2 + "I"] * 5]
    counts = "{ infantry = 15, samurai = 10, cavalry = 10, spearman = 10, archer = 10 }"
    begin, end = TEXT.index("counts = {"), TEXT.index("[end]")
    written = f"counts = {counts}\nrows = [\n" + "".join(f'    "{row}",\n' for row in rows) + "]\n\n"
    path = tmp_path / "box.toml"
    path.write_text(TEXT[:begin] + written + TEXT[end:], encoding="utf-8")
    box = load(path)
    assert len(box.rows) == 5
    assert len(box.rows[0]) == 11
