"""Step 4 and the end: drawing, the end pile, the end tile, winning (GUN-25 to GUN-28)."""

from __future__ import annotations

import pytest

LAST = ("I2L1", "c2e", "victory", "victory")  # a turn up to the draw


@pytest.mark.rule("GUN-25")
def test_a_tile_of_the_display_is_replaced_at_once(room):
    table = room.at("hand 0: I2L1\ndisplay: S1C1 L2A1*2\npile: I1S1 C1A2").play(*LAST)
    assert table.moves() == ["take S1C1", "take L2A1", "blind"]
    assert table.refusal("take C1A2") == ("GUN-25", "not_on_display")
    table.play("take L2A1")
    assert table.table["display"] == ["S1C1", "L2A1", "C1A2"]
    assert table.seat(0)["known"] == ["L2A1"]
    assert table.table["pile"] == 1


@pytest.mark.rule("GUN-25")
def test_a_small_tile_draws_nothing_and_never_comes_back(room):
    table = room.at("hand 0: I2L1\nhand 1: S1A1").play("small A", "e5", "victory")
    assert table.pos.actor == 1
    assert table.seat(0)["hand"] == 1
    table.play("small A", "d4", "victory")
    assert table.refusal("small A") == ("GUN-25", "small_tile_gone")


@pytest.mark.rule("GUN-25")
def test_a_supported_large_tile_draws_one(room):
    table = room.at("hand 0: I2L1\n6: A2 S2 S3 A I A C A I\nsmall 0: A").play("I2L1", "b6e+", "victory", "victory")
    assert table.pos.decision == "draw"


@pytest.mark.rule("GUN-26")
@pytest.mark.parametrize("draw", ["blind", "take S1C1"])
def test_the_last_tile_of_the_piles_opens_the_end_pile(room, draw):
    table = room.at("hand 0: I2L1\ndisplay: S1C1\npile: C1A2\nend pile: I1S1 end L1A1").play(*LAST, draw)
    assert table.happened("end_announced") == [{"number": 3}]
    assert table.table["end"] == "announced"
    assert table.table["pile"] == 3
    assert table.table["end_pile"] == 0


@pytest.mark.rule("GUN-27")
def test_the_end_tile_drawn_blind(room):
    text = "players: 3\nfirst: 2\nturn: 0\nend: announced\nhand 0: I2L1\nhand 1: S1A1\ndisplay: S1C1\npile: C1A2 end"
    table = room.at(text).play(*LAST, "blind")
    assert table.story() == ["end_drawn", "last_turns", "drew"]  # the next tile takes its place
    assert table.happened("end_drawn") == [{"seat": 0, "other": 1}]
    assert table.happened("last_turns") == [{"other": 1}]
    assert table.table["last"] == 1
    assert table.seat(0)["known"] == ["C1A2"]
    assert table.pos.actor == 1  # seat 1 sits at the right of seat 2, who began
    table.play("small A", "e5", "victory")
    assert table.pos.over
    assert table.pos.outcome()["cause"] == "end_tile"


@pytest.mark.rule("GUN-27")
def test_the_end_tile_turned_up_as_a_replacement(room):
    text = "first: 0\nend: announced\nhand 0: I2L1\nhand 1: C1A1\ndisplay: S1C1 S1L1\npile: C1A2 end"
    table = room.at(text).play(*LAST, "take S1C1")
    assert table.story() == ["took", "end_turned_up", "last_turns", "turned_up"]
    assert table.table["display"] == ["S1L1", "C1A2"]
    assert table.pos.actor == 1


@pytest.mark.rule("GUN-27")
def test_triggered_by_the_last_player_it_is_over_at_once(room):
    text = "first: 1\nturn: 0\nend: announced\nhand 0: I2L1\ndisplay: S1C1\npile: C1A2 end"
    for draw in ("blind", "take S1C1"):
        table = room.at(text).play(*LAST, draw)
        assert table.pos.over
        assert "last_turns" not in table.story()  # nobody is told to play on


@pytest.mark.rule("GUN-27")
def test_if_no_tile_is_left_nothing_takes_its_place(room):
    text = "first: 0\nend: announced\nhand 0: I2L1\nhand 1: C1A1\ndisplay: S1C1 S1L1\npile: end\nremoved: rest"
    blind = room.at(text).play(*LAST, "blind")
    assert blind.story() == ["end_drawn", "last_turns", "drew_nothing"]
    assert blind.seat(0)["hand"] == 0
    taken = room.at(text).play(*LAST, "take S1C1")
    assert taken.story() == ["took", "end_turned_up", "last_turns"]
    assert taken.table["display"] == ["S1L1"]
    taken.play("C1A1", "h4n", "victory", "victory")
    assert taken.refusal("blind") == ("GUN-25", "piles_empty")
    assert taken.moves() == ["take S1L1"]


@pytest.mark.rule("GUN-27")
def test_later_draws_may_find_nothing_at_all(room):
    text = "first: 1\nturn: 0\nend: triggered\nhand 0: I2L1\npile: -\nremoved: rest"
    table = room.at(text).play(*LAST)
    assert "drew_nothing" in table.story()
    assert table.pos.over


@pytest.mark.rule("GUN-28")
def test_banners_are_added_and_most_points_win(room):
    table = room.at(
        """
        first: 1
        end: triggered
        points 0: 20 0
        points 1: 10 0
        honour 0: 0 x 0 0 0
        honour 1: x x 0 0 0
        banners 0: dragon11
        banners 1: dragon12 crane6
        """
    )
    assert table.pos.scores(0) == [31, 10]
    assert table.pos.scores(1) == [20, 28]
    table.play("small C", "i3", "victory")
    assert table.pos.outcome() == {
        "cause": "end_tile",
        "ranking": [[0], [1]],
        "shares": [1.0, 0.0],
        "scores": [32, 28],
        "controlled": [0, 0],
    }
    assert table.story()[-1] == "won"


TIE = """
first: 1
end: triggered
points 0: {0} 0
points 1: {1} 0
6: {2}
"""


@pytest.mark.rule("GUN-28")
def test_a_tie_goes_to_the_most_units_in_controlled_formations(room):
    row = "A  I^1  S  L^0  L  A  C  A  I"
    table = room.at(TIE.format(5, 10, row)).play("small C", "i3", "victory")
    assert table.points() == (6, 4)  # of the fortress: d7, d6, e6 and d5
    assert table.pos.outcome()["scores"] == [10, 10]
    assert table.pos.outcome()["controlled"] == [4, 1]
    assert table.pos.outcome()["ranking"] == [[0], [1]]
    assert table.pos.outcome()["shares"] == [1.0, 0.0]


@pytest.mark.rule("GUN-28")
def test_a_formation_with_two_fortresses_counts_once(room):
    row = "A  I^1  S  L^0  L^0  A  C  A  I"
    table = room.at(TIE.format(0, 0, row)).play("small C", "i3", "victory")
    assert table.pos.outcome()["controlled"] == [4, 1]


@pytest.mark.rule("GUN-28")
def test_players_still_equal_share_the_win(room):
    table = room.at("first: 1\nend: triggered\npoints 1: 1 0").play("small C", "i3", "victory")
    assert table.pos.outcome()["shares"] == [0.5, 0.5]
    assert table.pos.outcome()["ranking"] == [[0, 1]]
    assert table.story()[-4:] == ["tie_broken", "tie_broken", "shared", "shared"]
