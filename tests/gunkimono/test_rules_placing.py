"""Step 1: where tiles may be laid (GUN-07 to GUN-14)."""

from __future__ import annotations

import pytest

from ludotheque.games.gunkimono.components import BOX

# Squares of every second colour two levels up: no two neighbours are level or within one step.
STEEP = "\n".join(
    f"{len(BOX.rows) - r}: "
    + " ".join("." if unit < 0 else "ISCLA"[unit] + ("2" if (r + c) % 2 else "") for c, unit in enumerate(row))
    for r, row in enumerate(BOX.rows)
)


@pytest.mark.rule("GUN-07")
def test_a_large_tile_covers_two_squares_side_by_side(room):
    table = room.at("hand 0: I2L1").play("I2L1", "b2n")
    assert table.square("b2") == ("infantry", 1)
    assert table.square("b3") == ("spearman", 1)
    assert table.happened("placed") == [
        {"seat": 0, "tile": "I2L1", "square": "b2", "square2": "b3", "level": 1, "supported": 0}
    ]


@pytest.mark.rule("GUN-07")
@pytest.mark.parametrize("move", ["c7n", "c7w", "a6w", "a6n", "i2s", "g1e", "a7e", "b7s", "b7e"])
def test_off_the_field(room, move):
    assert room.at("hand 0: C2L1").play("C2L1").refusal(move) == ("GUN-07", "off_the_field")


@pytest.mark.rule("GUN-07")
def test_a_hole_takes_no_small_tile(room):
    assert room.at("").play("small A").refusal("a7") == ("GUN-07", "off_the_field")


@pytest.mark.rule("GUN-07")
def test_no_neighbour_is_needed(room):
    table = room.at("hand 0: I2L1\nhand 1: S1A1").play("I2L1", "b2n", "victory", "victory", "blind", "S1A1")
    assert table.refusal("h6s") is None


@pytest.mark.rule("GUN-07")
def test_only_tiles_held(room):
    table = room.at("hand 0: I2L1\nsmall 0: SA")
    assert table.refusal("I2L2") == ("GUN-07", "not_in_hand")
    assert table.refusal("small C") == ("GUN-25", "small_tile_gone")
    assert table.moves() == ["I2L1", "small S", "small A"]


@pytest.mark.rule("GUN-07")
def test_a_player_who_can_place_must(room):
    assert room.at("hand 0: I2L1").refusal("pass") == ("GUN-07", "must_place")
    assert room.at(f"{STEEP}\nhand 0: I2L1\nsmall 0: A").refusal("pass") == ("GUN-07", "must_place")


@pytest.mark.rule("GUN-07")
def test_a_tile_that_fits_nowhere_is_not_offered(room):
    table = room.at(f"{STEEP}\nhand 0: I2L1\nsmall 0: A")
    assert table.refusal("I2L1") == ("GUN-07", "fits_nowhere")
    assert table.moves() == ["small A"]


@pytest.mark.rule("GUN-07")
def test_one_square_or_two(room):
    assert room.at("").play("small A").refusal("c3e") == ("GUN-07", "one_square")
    assert room.at("hand 0: I2L1").play("I2L1").refusal("c3") == ("GUN-07", "two_squares")


@pytest.mark.rule("GUN-08")
def test_no_unit_on_its_own_kind_printed_or_laid(room):
    table = room.at("hand 0: I2L1\n7: . . I1 L1 C S L . .").play("I2L1")
    assert table.refusal("h3w") == ("GUN-08", "same_unit")  # printed infantry
    assert table.refusal("c7e") == ("GUN-08", "same_unit")  # both halves on their own kind
    assert table.refusal("d7w") is None  # turned round
    small = room.at("").play("small A")
    assert small.refusal("b5") == ("GUN-08", "same_unit")
    assert small.refusal("c5") is None


@pytest.mark.rule("GUN-08")
def test_either_half_counts(room):
    table = room.at("hand 0: I2L1").play("I2L1")
    assert table.refusal("c7s") == ("GUN-08", "same_unit")  # infantry on infantry
    assert table.refusal("c7e") == ("GUN-08", "same_unit")  # and spearman on spearman
    assert table.refusal("e7w") == ("GUN-08", "same_unit")  # spearman on spearman alone
    assert table.refusal("d7e") is None


@pytest.mark.rule("GUN-09")
def test_both_halves_on_one_level(room):
    table = room.at("hand 0: I2L1\nsmall 0: -\n6: A2 S2 S3 A I A C A I").play("I2L1")
    assert table.refusal("a6e") is None
    assert table.refusal("b6e") == ("GUN-09", "two_levels")
    assert table.refusal("b6s") == ("GUN-09", "two_levels")
    table.play("a6e")
    assert table.square("a6") == ("infantry", 3)
    assert table.square("b6") == ("spearman", 3)


@pytest.mark.rule("GUN-10")
def test_support_bridges_exactly_one_level(room):
    table = room.at("hand 0: I2L1\n6: A2 S2 S3 A I A C A I").play("I2L1")
    assert table.refusal("a6e+") == ("GUN-10", "support_for_nothing")
    assert table.refusal("b6s+") == ("GUN-10", "support_too_low")
    assert table.refusal("b6e") == ("GUN-09", "two_levels_bridgeable")
    assert table.refusal("b6e+") is None
    table.play("b6e+")
    assert table.square("b6") == ("infantry", 4)
    assert table.square("c6") == ("spearman", 4)
    assert table.happened("placed")[0]["supported"] == 1


@pytest.mark.rule("GUN-10")
def test_different_unit_holds_on_the_higher_half_alone(room):
    table = room.at("hand 0: I2L1\n6: A2 I2 L3 A I A C A I\n5: S A I L S C A I C").play("I2L1")
    assert table.refusal("b6e+") == ("GUN-08", "same_unit")  # spearman on spearman, no support between
    again = room.at("hand 0: I2L1\n6: A2 I2 S3 A I A C A I").play("I2L1")
    assert again.refusal("b6e+") is None  # infantry over infantry, a support between them


@pytest.mark.rule("GUN-10")
def test_any_small_tile_supports_and_the_last_one_goes_without_asking(room):
    text = "hand 0: I2L1\n6: A2 S2 S3 A I A C A I\nsmall 0: {}"
    table = room.at(text.format("IC")).play("I2L1", "b6e+")
    assert table.moves() == ["support I", "support C"]
    assert table.refusal("support A") == ("GUN-25", "small_tile_gone")
    table.play("support C")
    assert table.happened("supported") == [{"seat": 0, "unit": "cavalry"}]
    assert table.seat(0)["small"] == ["infantry"]
    table = room.at(text.format("A")).play("I2L1", "b6e+")
    assert table.happened("supported") == [{"seat": 0, "unit": "archer"}]
    assert table.seat(0)["small"] == []
    assert table.pos.decision == "points"
    assert room.at(text.format("-")).play("I2L1").refusal("b6e+") == ("GUN-10", "no_support_left")


@pytest.mark.rule("GUN-11")
def test_one_small_tile_a_turn(room):
    table = room.at("hand 0: I2L1\nhand 1: S1A1").play("small A", "c5")
    assert table.pos.decision == "points"
    table.play("victory")
    assert table.pos.actor == 1  # the turn is over: no second tile, large or small
    assert room.at(f"{STEEP}\nhand 0: I2L1").refusal("I2L1") == ("GUN-07", "fits_nowhere")  # it would take two


@pytest.mark.rule("GUN-12")
def test_nothing_on_a_fortress_square(room):
    text = "6: A I S^0 A I A C A I\n5: S A I1 L S C A I C\nhand 0: C1A2\nhand 1: C1A2"
    for seat in (0, 1):
        table = room.at(f"{text}\nturn: {seat}").play("C1A2")
        assert table.refusal("c6w") == ("GUN-12", "fortress_square")
        assert table.refusal("c7s") == ("GUN-12", "fortress_square")
        assert table.refusal("c5n+") == ("GUN-12", "fortress_square")  # nor a support
    assert room.at(text).play("small A").refusal("c6") == ("GUN-12", "fortress_square")


JOIN = """
#  a  b    c  d    e  f  g  h  i
6: C  S^0  L  S^1  I  A  C  A  I
5: S  A    I  L    S  C  A  I  C
"""


@pytest.mark.rule("GUN-13")
def test_two_players_formations_may_not_become_one(room):
    table = room.at(f"{JOIN}\nhand 0: S1C1").play("S1C1")
    assert table.refusal("c6n") == ("GUN-13", "joins_two_players")
    assert room.at(JOIN).play("small S").refusal("c6") == ("GUN-13", "joins_two_players")
    own = room.at(f"{JOIN.replace('^1', '^0')}\nhand 0: S1C1").play("S1C1")
    assert own.refusal("c6n") is None  # own formations may


@pytest.mark.rule("GUN-13")
def test_joining_is_tested_on_the_final_position(room):
    text = """
    #  a  b    c  d  e    f  g  h  i
    7: .  .    I  L  C    S  L  .  .
    6: C  S^0  S  I  S^1  A  C  A  I
    5: S  A    I  L  I    C  A  I  C
    hand 0: S1C1
    """
    table = room.at(text).play("S1C1")
    assert table.refusal("d6s") == ("GUN-13", "joins_two_players")  # samurai on d6 links c6 and e6
    assert table.refusal("d6w") is None  # the same samurai, but cavalry covers c6: b6 stays apart
    table.play("d6w")
    assert table.size("e6") == 2


@pytest.mark.rule("GUN-14")
def test_a_player_without_a_placement_shows_the_hand_and_draws_nothing(room):
    steep = STEEP.replace("5: S ", "5: S^0 ", 1)
    table = room.at(f"{steep}\nhand 0: I2L1 S1C2\nsmall 0: -\nhand 1: C1A1\ndisplay: S1L1")
    assert table.moves() == ["pass"]
    assert table.pos.prompt(0)["key"] == "prompt.pass"
    table.play("pass")
    assert table.story() == ["passed", "showed", "showed", "fortress_scored"]
    assert table.points() == (0, 1)
    assert table.seat(0, 1)["known"] == ["I2L1", "S1C2"]
    assert table.seat(0)["hand"] == 2
    assert table.pos.actor == 1


@pytest.mark.rule("GUN-14")
def test_a_player_without_a_placement_builds_a_waiting_fortress(room):
    table = room.at(f"{STEEP}\nhand 0: I2L1\nsmall 0: -\nhonour 0: 3 3 3 3 3").play("pass")
    assert table.pos.decision == "site"
    table.play("fort e4")
    assert table.points() == (0, 1)
    assert table.pos.actor == 1


@pytest.mark.rule("GUN-14")
def test_all_in_a_row_end_the_match(room):
    table = room.at(f"players: 3\n{STEEP}\nsmall 0: -\nsmall 1: -\nsmall 2: -\npoints 1: 4 0").play(
        "pass", "pass", "pass"
    )
    assert table.pos.over
    assert table.story() == ["passed", "stuck", "total", "total", "total", "won"]
    assert table.pos.outcome()["cause"] == "nobody_can_place"
    assert table.pos.outcome()["ranking"][0] == [1]


@pytest.mark.rule("GUN-14")
def test_a_tile_placed_between_breaks_the_row(room):
    table = room.at(f"{STEEP}\nsmall 0: -\nsmall 1: A").play("pass", "small A", "c5", "victory", "pass")
    assert not table.pos.over
    assert table.pos.actor == 1


@pytest.mark.rule("GUN-14")
@pytest.mark.parametrize("moves", [("I2L1", "c2e"), ("small A", "c5")])
def test_any_tile_placed_begins_the_row_anew(room, moves):
    table = room.at("passes: 1\nhand 0: I2L1")
    assert table.state.passes == 1
    assert table.play(*moves).state.passes == 0
