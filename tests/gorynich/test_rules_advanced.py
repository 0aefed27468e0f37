"""Rivers and the six advanced tiles: GOR-19.

The lane of a4 on the base boards: a3 b3 c3 d3 e3 f3 f4, then the castle; that of a1: a2 b2 b1 c1 d1 d2 e2 f2 g2 …
"""

from __future__ import annotations

from collections import Counter

import pytest

pytestmark = pytest.mark.rule("GOR-19")

LONG_FLAME = "tiles: fireball multicolour long_flame\ncards: 1 3\n"
ROAR = "tiles: fireball multicolour roar\ncards: 1 3\n"
GUST = "tiles: fireball multicolour gust\ncards: 1 3\n"
GROUND = "tiles: fireball multicolour burning_ground\ncards: 1 3\n"
WIND = "tiles: fireball multicolour second_wind\ncards: 1 3\n"
SWOOP = "tiles: fireball multicolour swoop\ncards: 1 3\n"


# Rivers


def test_a_wet_knight_burns_in_no_fire(room):
    """River side A': c1, c2, c3 and c4 are wet; a4 leads over a3 b3 c3 d3."""
    boards = "boards: A' B C D\n"
    table = room.at(boards + "knights: c3/a4 a2\ngorynich: c3\n").choose("fire", "red", "pass")
    assert table.happened("unharmed") == [{"knight": 1, "why": "wet"}]
    assert table.knights == {1: "c3", 2: "a2"}
    table = room.at(boards + "knights: c3/a4 a2\ngorynich: d3\n").choose("manoeuvre", "red", "pass")
    table.play("use fireball", "burn left")
    assert table.knights == {1: "d3", 2: "b2"}
    table = room.at(boards + LONG_FLAME + "knights: c3/a4 d3/a4\ngorynich: e3\n").choose("manoeuvre", "red", "pass")
    table.play("use long_flame", "flame left")
    assert table.knights == {1: "e3"}


def test_gorynich_flies_over_rivers(room):
    table = (
        room.at("boards: A' B C D\nknights: a2\ngorynich: b2\ncards: 1 3").choose("red", "red", "pass").play("fly 2")
    )
    assert table.gorynich == "d2"


# Long flame / Charge


def test_a_long_flame_burns_two_squares_then_the_nearest_charge(room):
    table = room.at(LONG_FLAME + "knights: b3/a4 c3/a4 d3/a4 a1 a1\ngorynich: d3").choose("manoeuvre", "red", "pass")
    table.play("use long_flame")
    assert table.moves() == ["flame up", "flame right", "flame down", "flame left"]
    table.play("flame left")
    assert table.knights == {3: "f3", 4: "a1", 5: "a1"}
    assert [e["square"] for e in table.happened("breathed")] == ["c3", "b3"]
    assert table.happened("countered") == [{"counter": "charge"}]


def test_all_who_are_nearest_charge(room):
    table = room.at(LONG_FLAME + "knights: b3/a4 b3/a4 a1\ngorynich: d9").choose("manoeuvre", "red", "pass")
    assert table.play("use long_flame", "flame up").knights == {1: "d3", 2: "d3", 3: "a1"}


def test_its_second_square_may_be_off_the_table_the_first_may_not(room):
    table = room.at(LONG_FLAME + "knights: a3/a4 a1\ngorynich: b3").choose("manoeuvre", "red", "pass")
    table.play("use long_flame", "flame left")
    assert [e["square"] for e in table.happened("breathed")] == ["a3"]
    assert list(table.knights) == [2]
    table = room.at(LONG_FLAME + "knights: a1\ngorynich: a3").choose("manoeuvre", "red", "pass").play("use long_flame")
    assert table.refusal("flame left") == ("GOR-19", "flame_off_table")


@pytest.mark.rule("GOR-20")
@pytest.mark.parametrize(("square", "way"), [("d5", "right"), ("c5", "right"), ("e3", "down")])
def test_the_castle_in_the_line_loses_even_behind_the_last_knight(room, square, way):
    table = room.at(LONG_FLAME + f"knights: d5\ngorynich: {square}").choose("manoeuvre", "red", "pass")
    assert table.play("use long_flame", f"flame {way}").cause == "castle_burnt"


@pytest.mark.rule("GOR-20")
def test_a_charge_may_lose(room):
    table = room.at(LONG_FLAME + "knights: f3/a4 a1\ngorynich: i9").choose("manoeuvre", "red", "pass")
    assert table.play("use long_flame", "flame up").cause == "castle_reached"


# Roar / Anger


def test_a_roar_sends_back_row_and_column(room):
    table = room.at(ROAR + "knights: a3/a4 c3/a4 a1 d1/a1\ngorynich: d3").choose("manoeuvre", "red", "pass")
    table.play("use roar")
    assert table.knights == {1: "a4", 2: "b3", 3: "a1", 4: "c1"}
    assert table.turned == ["roar"]


def test_no_knight_steps_back_past_its_start(room):
    table = room.at(ROAR + "knights: a4 a1\ngorynich: a6").choose("manoeuvre", "red", "pass").play("use roar")
    assert table.knights == {1: "a4", 2: "a1"}
    assert "stepped_back" not in table.story()


def test_at_a_junction_each_steps_back_on_its_own_lane(room):
    """d2 is reached from d1 by the lane of a1; e2 by those of a1 and f1."""
    table = room.at(ROAR + "knights: e2/a1 e2/f1\ngorynich: e8").choose("manoeuvre", "red", "pass").play("use roar")
    assert table.knights == {1: "d2", 2: "e1"}


def test_angry_knights_advance_one_more_next_round_and_only_then(room):
    text = ROAR + "speech: 0\nknights: a1\ngorynich: i9\nknights deck: 1 1 2\n"
    table = room.at(text).choose("manoeuvre", "pass", "pass").play("use roar")
    assert table.table["round"] == 2
    assert table.happened("angered") == [{"number": 3}]
    assert table.knights == {1: "b1"}
    assert table.turned == []
    table.play("enough").choose("pass", "pass", "pass")
    assert table.happened("angered") == []
    assert table.knights == {1: "c1"}


def test_the_roar_tile_stays_turned_within_the_round(room):
    table = room.at(ROAR + "knights: a1\ngorynich: i9").choose("manoeuvre", "manoeuvre", "red").play("use roar")
    assert table.refusal("use roar") == ("GOR-15", "tile_turned")


# Gust / Head wind


def test_a_gust_blows_one_knight_back_three(room):
    text = GUST + "knights: e3/a4 c3/a4 a1\ngorynich: d3"
    table = room.at(text).choose("manoeuvre", "red", "pass").play("use gust")
    assert table.moves() == ["blow 1", "blow 2"]
    assert table.refusal("blow 3") == ("GOR-19", "knight_too_far")
    assert table.refusal("blow 7") == ("GOR-09", "no_such_knight")
    table.play("blow 1")
    assert table.knights == {1: "b3", 2: "c3", 3: "a1"}
    assert table.turned == ["gust"]


def test_a_gust_reaches_two_orthogonal_squares_and_gorynichs_own(room):
    def reached(square: str) -> list[int]:
        table = room.at(GUST + f"knights: {square}/a4 a1 a1\ngorynich: d3").choose("manoeuvre", "red", "pass")
        table.play("use gust")
        return [e["knight"] for e in table.happened("stepped_back")]

    assert reached("d3") == [1]
    assert reached("b3") == [1]
    assert reached("a3") == []
    assert reached("f3") == [1]
    assert reached("f4") == []


def test_a_gust_stops_at_the_start_and_without_target_only_the_counter_applies(room):
    table = room.at(GUST + "knights: b3/a4 j9\ngorynich: b4").choose("manoeuvre", "yellow", "pass").play("use gust")
    assert table.knights == {1: "a4", 2: "j9"}
    table = room.at(GUST + "knights: j9\ngorynich: b4").choose("manoeuvre", "yellow", "pass").play("use gust")
    assert table.happened("no_target") == [{"seat": 0}]
    assert table.turned == ["gust"]


def test_a_head_wind_reverses_the_movement_card(room):
    table = room.at(GUST + "knights: j9\ngorynich: b4").choose("manoeuvre", "red", "pass").play("use gust")
    assert table.cause is None
    assert table.gorynich == "a4"  # red flies left now, and only one square stays
    text = GUST.replace("1 3", "1 -3") + "knights: j9\ngorynich: c4\nknights deck: 1 1"
    table = room.at(text).choose("manoeuvre", "red", "pass").play("use gust")
    assert table.table["flight"] == 3
    table.play("fly 3")
    assert table.happened("flew")[0]["square"] == "f4"
    assert table.turned == []


def test_no_wind_turns_a_multicolour_arrow(room):
    table = room.at(GUST + "knights: j9\ngorynich: c4").choose("manoeuvre", "manoeuvre", "red").play("use gust")
    table.play("use multicolour", "steer right", "fly 2")
    assert table.gorynich == "e4"


# Burning ground / Reinforcement


def test_the_flame_token_lies_on_gorynichs_square_or_beside_it(room):
    table = room.at(GROUND + "knights: a1\ngorynich: d5").choose("manoeuvre", "red", "pass").play("use burning_ground")
    assert table.moves() == ["light here", "light up", "light down", "light left"]
    assert table.refusal("light right") == ("GOR-19", "flame_on_castle")
    table = room.at(GROUND + "knights: a1\ngorynich: e5").choose("manoeuvre", "red", "pass").play("use burning_ground")
    assert table.moves() == ["light up", "light left"]
    assert table.refusal("light here") == ("GOR-19", "flame_on_castle")
    table = room.at(GROUND + "knights: a1\ngorynich: a4").choose("manoeuvre", "red", "pass").play("use burning_ground")
    assert table.refusal("light left") == ("GOR-19", "flame_off_table")
    table.play("light up")
    assert table.table["flame"] == "a3"


def test_the_first_to_enter_burn_and_it_is_gone(room):
    """Two knights one step before it and one two steps before; all march two."""
    text = GROUND + "speech: 0\nflame: c3\nknights: b3/a4 b3/a4 a3/a4 a1\ngorynich: i9\nknights deck: 1 1 2"
    table = room.at(text).choose("pass", "pass", "pass")
    assert table.table["march"] == 2
    assert table.knights == {3: "c3", 4: "b2"}
    assert [e["knight"] for e in table.happened("burnt")] == [1, 2]
    assert table.happened("flame_out") == [{"square": "c3"}]
    assert table.table["flame"] is None


def test_a_knight_that_passes_over_it_burns_too(room):
    text = GROUND + "speech: 0\nflame: b3\nknights: a3/a4 a1\ngorynich: i9\nknights deck: 1 1 2"
    table = room.at(text).choose("pass", "pass", "pass")
    assert table.knights == {2: "b2"}
    assert table.happened("burnt") == [{"knight": 1, "square": "b3"}]


def test_knights_already_there_do_not_burn_and_those_who_step_back_do(room):
    text = "tiles: multicolour gust burning_ground\ncards: 1 3\nknights: c3/a4 a1\ngorynich: c3\nknights deck: 1 1\n"
    table = room.at(text).choose("manoeuvre", "manoeuvre", "red").play("use burning_ground", "light here")
    assert table.knights == {1: "c3", 2: "a1"}
    table = room.at(text + "flame: b3").choose("manoeuvre", "red", "red").play("use gust")
    assert table.knights == {2: "a1"}
    assert table.happened("burnt") == [{"knight": 1, "square": "b3"}]


def test_wet_and_protected_knights_pass_and_it_stays(room):
    text = "boards: A' B C D\nspeech: 0\nflame: c3\nknights: b3/a4 a2\ngorynich: i9\nknights deck: 1 1\n" + GROUND
    table = room.at(text).choose("pass", "pass", "pass")
    assert table.knights == {1: "c3", 2: "b2"}
    assert table.table["flame"] == "c3"
    text = "tiles: fireball princess/turned burning_ground\nflame: c3\nknights: b3/a4 a1\ngorynich: d9\n"
    table = room.at(text).choose("manoeuvre", "red", "pass").play("use fireball", "burn up")
    assert table.knights == {1: "c3", 2: "a2"}
    assert table.table["flame"] == "c3"


def test_played_again_the_tile_moves_it(room):
    table = room.at(GROUND + "flame: j1\nknights: a1\ngorynich: d3").choose("manoeuvre", "red", "pass")
    table.play("use burning_ground", "light down")
    assert table.table["flame"] == "d4"


@pytest.mark.rule("GOR-20")
def test_burning_ground_may_win(room):
    text = GROUND + "speech: 0\nflame: a3\nknights: a4\ngorynich: i9\nknights deck: 1 1"
    table = room.at(text).choose("pass", "pass", "pass")
    assert table.cause == "all_burnt"


def test_reinforcement_brings_a_burnt_knight_to_a_free_start(room):
    text = GROUND + "knights: a1 - c10 -\ngorynich: d3"
    came: Counter[str] = Counter()
    for seed in range(150):
        table = room.at(text, seed).choose("manoeuvre", "red", "pass").play("use burning_ground", "light here")
        assert sorted(table.knights) == [1, 2, 3]
        assert table.happened("reinforced") == [{"knight": 2, "square": table.knights[2]}]
        came[table.knights[2]] += 1
    assert len(came) == 10
    assert not {"a1", "c10"} & set(came)
    table = room.at(GROUND + "knights: a1 c10\ngorynich: d3").choose("manoeuvre", "red", "pass")
    assert table.play("use burning_ground", "light here").knights == {1: "a1", 2: "c10"}


# Second wind / Weariness


def test_second_wind_gives_the_played_cards_back_but_this_one(room):
    table = room.at(WIND + "row 0: red blue fire\nknights: a1\ngorynich: d3").choose("manoeuvre", "red", "red")
    table.play("use second_wind")
    assert table.row(0) == ["manoeuvre"]
    assert table.happened("took_back") == [{"seat": 0, "number": 3}]
    assert table.happened("countered") == [{"counter": "weariness"}]


def test_under_weariness_an_arrow_flies_exactly_one_square(room):
    text = WIND + "knights: a1\ngorynich: d3\nknights deck: 1 1\n"
    table = room.at(text).choose("manoeuvre", "red", "red").play("use second_wind")
    assert [e["number"] for e in table.happened("flew")] == [1, 1]
    assert table.happened("flew")[-1]["square"] == "f3"
    assert table.turned == []
    table = (
        room.at(text).choose("manoeuvre", "manoeuvre", "pass").play("use second_wind", "use multicolour", "steer up")
    )
    assert table.happened("flew")[0]["number"] == 1


# Swoop / Nets


def test_a_swoop_flies_diagonally_and_stays_on_the_table(room):
    table = room.at(SWOOP + "knights: a1\ngorynich: b4").choose("manoeuvre", "red", "pass").play("use swoop")
    assert table.moves() == ["swoop up_right", "swoop down_right", "swoop down_left", "swoop up_left"]
    table.play("swoop up_right")
    assert table.moves() == ["fly 1", "fly 2", "fly 3"]
    table.play("fly 2")
    assert table.happened("flew")[0]["square"] == "d2"
    table = room.at(SWOOP + "knights: a1\ngorynich: a4").choose("manoeuvre", "red", "pass").play("use swoop")
    assert table.refusal("swoop up_left") == ("GOR-19", "swoop_off_table")
    table = room.at(SWOOP + "knights: a1\ngorynich: b2").choose("manoeuvre", "red", "red").play("use swoop")
    assert table.play("swoop up_left").happened("flew")[0]["square"] == "a1"
    table = room.at(SWOOP + "knights: a1\ngorynich: a1").choose("manoeuvre", "red", "red").play("use swoop")
    assert table.moves() == ["fly 1", "fly 2", "fly 3"]  # one diagonal: only the distance is asked


@pytest.mark.parametrize(
    ("square", "ways"),
    [
        ("b2", {"up_right": 1, "down_right": 3, "down_left": 1, "up_left": 1}),
        ("i9", {"up_right": 1, "down_right": 1, "down_left": 1, "up_left": 3}),
        ("h3", {"up_right": 2, "down_right": 2, "down_left": 3, "up_left": 2}),
        ("b8", {"up_right": 3, "down_right": 2, "down_left": 1, "up_left": 1}),
    ],
)
def test_how_far_each_diagonal_stays_on_the_table(room, square, ways):
    for way, most in ways.items():
        table = (
            room.at(SWOOP + f"knights: a1\ngorynich: {square}").choose("manoeuvre", "pass", "pass").play("use swoop")
        )
        table.play(f"swoop {way}")
        if most > 1:
            assert table.moves() == [f"fly {n}" for n in range(1, most + 1)]
        else:
            assert table.happened("flew")[0]["number"] == 1


def test_nets_hold_the_next_arrow_and_only_that(room):
    text = SWOOP + "knights: a1\ngorynich: b4\nplayers: 4\n"
    table = room.at(text).choose("manoeuvre", "pass", "red", "red").play("use swoop", "swoop up_right", "fly 1")
    assert table.happened("netted") == [{"seat": 2}]
    assert table.happened("flew")[1]["number"] == 1
    assert table.pos.actors == (3,)
    assert table.moves() == ["fly 1", "fly 2", "fly 3"]
    assert table.turned == ["swoop"]


def test_nets_hold_a_multicolour_arrow_too_and_end_with_the_round(room):
    text = SWOOP + "knights: a1\ngorynich: b4\nknights deck: 1 1\n"
    table = room.at(text).choose("manoeuvre", "manoeuvre", "red").play("use swoop", "swoop up_right", "fly 1")
    table.play("use multicolour")
    assert table.happened("netted") == [{"seat": 1}]
    table.play("steer right")
    assert table.gorynich == "d3"
    table = room.at(text).choose("manoeuvre", "pass", "pass").play("use swoop", "swoop up_right", "fly 1")
    assert table.table["nets"] is False


def test_any_number_of_tiles_may_lie_turned(room):
    text = "tiles: princess roar gust\ncards: 1 3\nplayers: 4\nknights: a1\ngorynich: d3"
    table = room.at(text).choose("manoeuvre", "manoeuvre", "manoeuvre", "manoeuvre")
    table.play("use princess", "castle e5", "use roar")
    assert table.happened("manoeuvred")[-1]["tile"] == "gust"  # the last one left
    assert table.happened("no_tile") == [{"seat": 3}]
