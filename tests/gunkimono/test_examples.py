"""The printed examples A to K, each as a position drawn in text (GUN-30)."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.rule("GUN-30")


def test_example_a_set_up_for_four(room):
    table = room.start(players=4).table
    assert [len(stack) for stack in table["stacks"].values()] == [3] * 5
    assert all(stack == ["lotus", "crane", "dragon"] for stack in table["stacks"].values())
    assert table["pile"] == 40
    assert table["end_pile"] == 6
    assert len(table["display"]) == 3
    assert [seat["hand"] for seat in table["seats"]] == [3] * 4
    assert [len(seat["small"]) for seat in table["seats"]] == [5] * 4


def test_example_b_the_tile_turned_round(room):
    table = room.at(
        """
        #  a b c d e f g h i
        7: . . I L C S L . .
        hand 0: C1A1
        """
    ).play("C1A1")
    assert table.refusal("e7e") == ("GUN-08", "same_unit")  # cavalry on cavalry
    assert table.refusal("f7w") is None
    table.play("f7w")
    assert table.square("e7") == ("archer", 1)
    assert table.square("f7") == ("cavalry", 1)


def test_example_c_halves_on_one_level(room):
    table = room.at(
        """
        #  a  b  c  d  e  f  g  h  i
        7: .  .  I  S1 C1 S  L  .  .
        hand 0: L1A1
        small 0: -
        """
    ).play("L1A1")
    assert table.refusal("c7e") == ("GUN-09", "two_levels")  # printed ground and level 1
    assert table.refusal("d7e") is None  # a step further both lie on level 1
    table.play("d7e")
    assert table.square("d7") == ("spearman", 2)
    assert table.square("e7") == ("archer", 2)


def test_example_d_support(room):
    table = room.at(
        """
        #  a  b  c  d  e  f  g  h  i
        7: .  .  I  L1 A  S  L  .  .
        hand 0: S1C1 C1A1
        """
    ).play("S1C1")
    assert table.refusal("d7e") == ("GUN-09", "two_levels_bridgeable")
    table.play("d7e+")
    assert table.square("d7") == ("samurai", 2)
    assert table.square("e7") == ("cavalry", 2)
    table.play("support A")
    assert table.seat(0)["small"] == ["infantry", "samurai", "cavalry", "spearman"]


def test_example_d_the_same_unit_on_the_support(room):
    table = room.at(
        """
        7: . . I L1 A S L . .
        hand 0: C1A1
        """
    ).play("C1A1")
    assert table.refusal("d7e+") is None  # an archer comes to lie over an archer, with the support between them
    table.play("d7e+")
    assert table.square("e7") == ("archer", 2)


def test_example_e_five_points(room):
    table = room.at(
        """
        #  a b c d e f g h i
        6: A I S A I A C A I
        5: S A I L S C A I C
        4: C L C S A I L S L
        3: I S A L C L I C A
        hand 0: C1A1
        """
    ).play("C1A1", "h4n")
    assert table.size("h5") == 3
    assert table.size("h4") == 2
    table.play("victory", "victory")
    assert table.points() == (5, 0)


def test_example_f_honour_for_both(room):
    table = room.at("hand 0: I2L1").play("I2L1", "c2e", "honour", "honour")
    assert table.honour() == [2, 0, 0, 1, 0]
    assert table.points() == (0, 0)


def test_example_g_victory_and_honour(room):
    table = room.at(
        """
        #  a b c d e f g h i
        7: . . I L C S L . .
        6: A A A A I L C A I
        5: S L I L C C A I C
        hand 0: S2A1
        """
    ).play("S2A1", "e5n")
    assert table.size("e6") == 5
    assert table.size("e5") == 1
    table.play("honour", "victory")
    assert table.points() == (5, 0)
    assert table.honour() == [0, 2, 0, 0, 0]


def test_example_h_no_fortress_in_a_controlled_formation(room):
    table = room.at(
        """
        #  a  b  c  d  e    f  g  h  i
        7: .  .  S  S  S    S  L  .  .
        6: A  I  S  A  S^1  A  L  A  I
        5: S  A  I  L  C    C  L  I  C
        honour 0: 3 3 3 3 2
        hand 0: I1A1
        """
    ).play("I1A1", "c4w", "victory", "honour")
    assert table.refusal("fort d7") == ("GUN-21", "controlled")
    assert table.refusal("fort g6") is None
    table.play("fort g6")
    assert table.table["formations"][table.table["field"]["g7"]["formation"]]["owner"] == 0


def test_example_i_a_small_tile_takes_the_dragon(room):
    table = room.at(
        """
        players: 4
        first: 1
        honour 0: 0 0 3 0 0
        honour 1: 0 0 4 0 0
        honour 2: 0 0 4 0 0
        """
    ).play("small C", "b4", "honour")
    assert table.honour() == [0, 0, None, 0, 0]
    assert [banner["banner"] for banner in table.seat(0)["banners"]] == ["dragon"]
    assert table.table["stacks"]["cavalry"] == ["lotus", "crane"]


def test_example_j_two_fortresses_score_seven(room):
    table = room.at(
        """
        #  a  b  c  d    e  f  g  h  i
        7: .  .  S  S^0  S  I  L  .  .
        6: A  I  S  L    I  C  C  L  I
        5: S  L  I  L    S  A  A  A  C
        4: C  L  C  S    L  I  L  S  L
        honour 0: 5 5 5 5 3
        hand 0: I1S1
        """
    ).play("small A", "a3", "honour", "fort g5")
    assert [told["points"] for told in table.happened("fortress_scored")] == [4, 3]
    assert table.points() == (0, 7)


def test_example_k_banners_make_125(room):
    table = room.at(
        """
        players: 4
        first: 1                  # seat 0 sits at the right of the first player: its turn is the last
        end: triggered
        points 0: 94 0
        honour 0: x x x 0 x
        honour 1: 0 x x 0 x
        honour 2: 0 0 0 0 x
        banners 0: dragon12 crane7 crane6 lotus5
        banners 1: dragon13 dragon14 dragon15
        banners 2: crane10
        stack I: lotus1 crane8
        stack S: lotus2
        stack C: lotus3
        stack L: lotus4 crane9 dragon11
        """
    ).play("small L", "a5", "victory")  # a spearman alone: 95
    assert table.pos.over
    assert [shown["worth"] for shown in table.happened("banner_shown") if shown["seat"] == 0] == [12, 7, 6, 5]
    assert table.happened("total")[0] == {"seat": 0, "points": 125}
    assert table.pos.outcome()["scores"][0] == 125
