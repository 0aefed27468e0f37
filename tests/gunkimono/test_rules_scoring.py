"""Steps 2 and 3: formations, victory, honour, banners, fortresses (GUN-15 to GUN-24)."""

from __future__ import annotations

import pytest

import ludotheque as lt


@pytest.mark.rule("GUN-15")
def test_formations_go_along_sides_at_any_level_with_printed_units(room):
    table = room.at(
        """
        #  a  b   c  d   e  f  g  h  i
        6: A  A3  S  A   I  A  C  A  I
        5: S  A   A1 L   S  C  A  I  C
        4: C  L   C  A2  A  I  L  S  L
        """
    )
    assert table.size("a6") == 4  # a6, b6, b5, c5; d4 touches c5 at a corner only
    assert table.size("d4") == 2
    formation = table.table["formations"][table.table["field"]["a6"]["formation"]]
    assert formation == {"unit": "archer", "size": 4, "squares": ["a6", "b6", "b5", "c5"], "owner": None}


@pytest.mark.rule("GUN-16")
def test_each_half_chooses_for_itself(room):
    results = set()
    for first in ("victory", "honour"):
        for second in ("victory", "honour"):
            table = room.at("hand 0: I2L1").play("I2L1", "c2e", first, second)
            results.add((table.points()[0], tuple(table.honour())))
    # c2 infantry touches c1; d2 spearman touches d3
    assert results == {
        (4, (0, 0, 0, 0, 0)),
        (2, (0, 0, 0, 1, 0)),
        (2, (2, 0, 0, 0, 0)),
        (0, (2, 0, 0, 1, 0)),
    }


@pytest.mark.rule("GUN-16")
def test_victory_comes_before_honour_and_honour_before_a_fortress(room):
    table = room.at("hand 0: I2L1\nhonour 0: 2 3 3 3 3").play("I2L1", "c2e", "honour")
    assert table.story() == []  # nothing before both halves have chosen
    table.play("victory")
    assert table.story() == ["scored", "honoured"]
    assert table.pos.decision == "site"
    table.play("fort c2")
    assert table.story() == ["built", "fortress_scored"]
    assert table.points() == (2, 2)


@pytest.mark.rule("GUN-17")
def test_a_unit_alone_gives_one_and_scores_have_no_end(room):
    table = room.at("points 0: 99 0").play("small A", "e5", "victory")
    assert table.happened("scored") == [{"seat": 0, "unit": "archer", "points": 2}]
    assert table.pos.scores(lt.SPECTATOR) == [101, 0]
    assert room.at("").play("small I", "a4", "victory").points() == (2, 0)
    assert room.at("").play("small C", "i3", "victory").points() == (1, 0)


@pytest.mark.rule("GUN-18")
def test_honour_is_the_symbols_of_that_half_alone(room):
    assert room.at("hand 0: I2L1").play("I2L1", "c2e", "honour", "victory").honour() == [2, 0, 0, 0, 0]
    assert room.at("hand 0: I2L1").play("I2L1", "c2e", "victory", "honour").honour() == [0, 0, 0, 1, 0]
    assert room.at("").play("small C", "i3", "honour").honour() == [0, 0, 2, 0, 0]


@pytest.mark.rule("GUN-19")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_fortified_formation_gives_no_victory_points_to_anybody(room, owner):
    text = f"1: . . I^{owner} C I L S . .\nhand 0: I2L1"
    table = room.at(text).play("I2L1", "c2e")
    assert table.happened("formed")[0] == {"seat": 0, "unit": "infantry", "size": 2, "points": 0, "honour": 2}
    table.play("victory", "victory")
    assert table.points()[0] == 2  # the spearmen alone
    assert room.at(text).play("I2L1", "c2e", "honour", "victory").honour() == [2, 0, 0, 0, 0]


@pytest.mark.rule("GUN-20")
def test_a_marker_takes_the_top_banner_and_leaves(room):
    table = room.at("honour 0: 0 0 4 0 0").play("small C", "i3", "honour")
    assert table.honour() == [0, 0, None, 0, 0]
    assert table.table["stacks"]["cavalry"] == ["crane"]
    assert table.happened("honoured") == [{"seat": 0, "unit": "cavalry", "number": 2, "row": 6}]


@pytest.mark.rule("GUN-20")
def test_surplus_steps_are_lost_and_one_step_short_is_short(room):
    table = room.at("honour 0: 0 0 5 0 0").play("small C", "i3", "honour")
    assert table.happened("honoured") == [{"seat": 0, "unit": "cavalry", "number": 1, "row": 6}]
    assert len(table.seat(0)["banners"]) == 1
    table = room.at("honour 0: 0 0 3 0 0").play("small C", "i3", "honour")
    assert table.honour() == [0, 0, 5, 0, 0]
    assert table.seat(0)["banners"] == []


@pytest.mark.rule("GUN-20")
def test_an_empty_stack_gives_nothing_and_the_marker_leaves_all_the_same(room):
    table = room.at(
        """
        players: 5
        honour 0: 0 0 3 0 0
        honour 1: 0 0 x 0 0
        honour 2: 0 0 x 0 0
        honour 3: 0 0 x 0 0
        banners 1: dragon11
        banners 2: crane6
        banners 3: lotus1
        """
    ).play("small C", "i3", "honour")
    assert table.happened("no_banner") == [{"seat": 0, "unit": "cavalry"}]
    assert table.honour() == [0, 0, None, 0, 0]
    assert table.seat(0)["banners"] == []


@pytest.mark.rule("GUN-20")
def test_without_a_marker_only_victory_is_left(room):
    text = "honour 0: 0 0 x 0 0\nbanners 0: dragon11\nhand 0: C2A1"
    table = room.at(text).play("small C", "i3")
    assert table.happened("scored") == [{"seat": 0, "unit": "cavalry", "points": 1}]
    assert table.pos.actor == 1
    table = room.at(text).play("C2A1", "h4n")
    assert table.pos.prompt(0)["params"]["unit"] == "archer"  # the other half is asked as ever
    fortified = room.at(f"{text}\n2: L C^1 S A S C A L S").play("small C", "b3")
    assert fortified.happened("scored") == [{"seat": 0, "unit": "cavalry", "points": 0}]


@pytest.mark.rule("GUN-21")
def test_a_fortress_is_due_when_all_five_markers_reach_its_row(room):
    assert room.at("honour 0: 3 3 0 3 2").play("small C", "i3", "honour").pos.actor == 1
    table = room.at("honour 0: 3 3 1 3 3").play("small C", "i3")
    assert table.happened("within_reach") == [{"seat": 0, "number": 1}]
    table.play("honour")
    assert table.pos.decision == "site"
    assert len(table.moves()) == 55
    assert table.seat(0)["due"] == 1
    table.play("fort i3")
    assert table.happened("built") == [{"seat": 0, "square": "i3", "unit": "cavalry", "size": 1}]
    assert table.seat(0)["fortresses"] == ["i3"]


@pytest.mark.rule("GUN-21")
def test_a_marker_that_left_is_past_both_rows(room):
    table = room.at("honour 0: x 3 1 3 3\nbanners 0: dragon11").play("small C", "i3", "honour")
    assert table.pos.decision == "site"


@pytest.mark.rule("GUN-21")
def test_where_a_fortress_may_stand(room):
    text = """
    6: A  I  S  S^1 I  A  C  A    I
    5: S  A  I  L   S  C  A  I^0  C
    4: C  L  C  S   A  I  L  I    L
    honour 0: 5 5 3 5 5
    """
    table = room.at(text).play("small C", "i3", "honour")
    assert table.refusal("fort c6") == ("GUN-21", "controlled")
    assert table.refusal("fort d6") == ("GUN-21", "fortress_there")
    assert table.refusal("fort h5") == ("GUN-21", "fortress_there")
    assert table.refusal("fort a1") == ("GUN-07", "off_the_field")
    assert table.refusal("fort h4") is None
    table.play("fort h4")
    assert [told["points"] for told in table.happened("fortress_scored")] == [3, 3]  # h3, h4, h5, for each of both


@pytest.mark.rule("GUN-21")
def test_free_formations_only_as_an_option(room):
    text = "5: S A I L S C A I^0 C\n4: C L C S A I L I L\nhonour 0: 5 5 3 5 5"
    table = room.at(text, free_formation_only=True).play("small C", "i3", "honour")
    assert table.refusal("fort h4") == ("GUN-21", "own_formation")
    assert table.refusal("fort a5") is None
    assert room.at(text).play("small C", "i3", "honour").refusal("fort h4") is None


# Two formations fill the field, both of seat 1; whatever infantry joins, nothing is left for seat 0.
FULL = """
7: .   .  I  I  I  S  S  .  .
6: I   I  I  I  I  S  S  S  S
5: I^1 I  I  I  I  S  S  S  S^1
4: I   I  I  I  I  S  S  S  S
3: I   I  I  I  I  S  S  S  S
2: I   I  I  I  I  S  S  S  S
1: .   .  I  I  I  S  S  .  .
"""


@pytest.mark.rule("GUN-22")
def test_one_fortress_a_turn_the_second_waits(room):
    table = room.at("honour 0: 5 5 3 5 5\nhand 1: I1S1").play("small C", "i3", "honour", "fort i3")
    assert "waits" in table.story()
    assert table.seat(0)["due"] == 1
    table.play("I1S1", "c6s", "victory", "victory", "blind")
    table.play("small A", "e5", "victory")
    assert table.pos.decision == "site"  # whatever is placed, after scoring
    table.play("fort e5")
    assert len(table.happened("fortress_scored")) == 2


@pytest.mark.rule("GUN-22")
def test_a_fortress_without_a_square_waits(room):
    table = room.at(f"{FULL}\nhonour 0: 1 3 3 3 3\nhand 1: C1A1").play("small I", "f4", "honour")
    assert "no_site" in table.story()
    assert table.seat(0)["due"] == 1
    assert table.pos.actor == 1
    table.play("C1A1", "b2e", "victory", "victory", "blind", "small S", "b3", "victory")
    assert table.pos.decision == "site"
    assert table.moves() == ["fort b3", "fort b2", "fort c2"]


@pytest.mark.rule("GUN-22")
def test_a_fortress_still_waiting_at_the_end_is_lost(room):
    table = room.at(f"{FULL}\nhonour 0: 1 3 3 3 3\nend: triggered\nfirst: 1\nsmall 0: I").play(
        "small I", "f4", "honour"
    )
    assert table.pos.over
    assert table.points() == (0, 0)


@pytest.mark.rule("GUN-23")
def test_a_formation_cut_stays_with_its_fortress(room):
    text = "6: I  I^1  I  I  I  A  C  A  I\n5: S C L S C L A I C\n7: . . S L C S L . .\nhand 0: S1C2"
    table = room.at(text)
    assert table.size("a6") == 5
    table.play("S1C2", "c6e")
    formations = {found["squares"][0]: found for found in table.table["formations"]}
    assert formations["a6"]["size"] == 2
    assert formations["a6"]["owner"] == 1
    assert formations["e6"]["owner"] is None


@pytest.mark.rule("GUN-23")
def test_two_own_fortresses_keep_both_parts(room):
    text = "6: I  I^1  I  I  I^1  A  C  A  I\n5: S C L S C L A I C\n7: . . S L C S L . .\nhand 0: S1C2"
    table = room.at(text).play("S1C2", "c6e")
    owners = {found["squares"][0]: found["owner"] for found in table.table["formations"] if found["unit"] == "infantry"}
    assert owners["a6"] == owners["e6"] == 1


@pytest.mark.rule("GUN-24")
def test_every_own_fortress_scores_its_formation_every_own_turn(room):
    text = "6: I  I^0  I  L  S^0  A  C  A  I\n5: S C L S C L A I C\n7: . . S L C S L . .\nhand 1: I1C1"
    table = room.at(text).play("small A", "d4", "victory")
    assert [(told["square"], told["points"]) for told in table.happened("fortress_scored")] == [("b6", 3), ("e6", 1)]
    assert table.points()[1] == 4
    table.play("small I", "b3", "victory")
    assert table.points()[1] == 4  # not in another's turn
    table.play("small C", "i3", "victory")
    assert table.points()[1] == 8
