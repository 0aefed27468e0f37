"""Cards and base tiles: GOR-13 to GOR-18.

The lane of a4: a3 b3 c3 d3 e3 f3 f4, then the castle (e5 f5 e6 f6). A last seat that chooses an arrow keeps the round
open, so that the table can be looked at.
"""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.errors import NotYourTurn

FAR = "knights: a1\n"  # somebody who does not matter


# GOR-13: arrows


@pytest.mark.rule("GOR-13")
@pytest.mark.parametrize(("card", "square"), [("yellow", "d2"), ("red", "f4"), ("green", "d6"), ("blue", "b4")])
def test_an_arrow_flies_its_way(room, card, square):
    table = room.at(FAR + "gorynich: d4\ncards: 1 3").choose(card, "red", "pass")
    assert table.moves() == ["fly 1", "fly 2", "fly 3"]
    table.play("fly 2")
    assert table.gorynich == square


@pytest.mark.rule("GOR-13")
@pytest.mark.parametrize(("card", "square"), [("yellow", "d6"), ("red", "b4"), ("green", "d2"), ("blue", "f4")])
def test_a_negative_card_turns_it_round(room, card, square):
    table = room.at(FAR + "gorynich: d4\ncards: 1 -3").choose(card, "red", "pass").play("fly 2")
    assert table.happened("flew")[0]["square"] == square


@pytest.mark.rule("GOR-13")
def test_at_least_one_square_at_most_the_card_and_none_that_leaves(room):
    table = room.at(FAR + "gorynich: c3\ncards: 1 4").choose("blue", "red", "pass")
    assert table.moves() == ["fly 1", "fly 2"]
    assert table.refusal("fly 3") == ("GOR-13", "leaves_table")
    assert table.refusal("fly 5") == ("GOR-13", "too_far")
    table = room.at(FAR + "gorynich: e5\ncards: 1 2").choose("blue", "red", "pass")
    assert table.refusal("fly 3") == ("GOR-13", "too_far")


@pytest.mark.rule("GOR-13")
def test_with_one_distance_left_nothing_is_asked(room):
    table = room.at(FAR + "gorynich: b3\ncards: 1 4").choose("blue", "red", "pass")
    assert table.gorynich == "a3"
    assert table.pos.actors == (1,)


@pytest.mark.rule("GOR-13", "GOR-20")
def test_an_arrow_that_can_only_leave_loses_without_a_choice(room):
    table = room.at(FAR + "gorynich: a3\ncards: 1 3").choose("blue", "red", "pass")
    assert table.cause == "left_table"
    assert table.story()[-3:] == ["flew_off", "lost", "had_chosen"]
    assert room.at(FAR + "gorynich: a3\ncards: 1 -3").choose("blue", "red", "pass").cause is None


@pytest.mark.rule("GOR-13")
def test_gorynich_heeds_neither_bushes_nor_knights(room):
    table = room.at("knights: b3/a4 a1\ngorynich: c2\ncards: 1 3").choose("green", "red", "pass").play("fly 1")
    assert table.gorynich == "c3"
    assert table.knights == {1: "b3", 2: "a1"}


# GOR-14: fire


@pytest.mark.rule("GOR-14")
def test_fire_burns_all_knights_on_gorynichs_square_only(room):
    table = room.at("knights: c3/a4 c3/a4 d3/a4\ngorynich: c3").choose("fire", "red", "pass")
    assert table.knights == {3: "d3"}
    assert [e["knight"] for e in table.happened("burnt")] == [1, 2]
    assert table.table["burnt"] == 2
    assert table.pos.scores(lt.SPECTATOR) == [2, 2, 2]


@pytest.mark.rule("GOR-14", "GOR-20")
@pytest.mark.parametrize("square", ["e5", "f5", "e6", "f6"])
def test_fire_on_the_castle_loses(room, square):
    table = room.at(FAR + f"gorynich: {square}").choose("fire", "red", "pass")
    assert table.cause == "castle_burnt"


@pytest.mark.rule("GOR-14")
def test_fire_on_an_empty_or_protected_square_is_spent(room):
    table = room.at(FAR + "gorynich: c3").choose("fire", "red", "pass")
    assert table.knights == {1: "a1"}
    assert table.row(0) == ["fire"]
    table = room.at("knights: c3/a4\ngorynich: c3\ntiles: fireball multicolour princess/turned").choose(
        "fire", "red", "pass"
    )
    assert table.knights == {1: "c3"}
    assert table.happened("unharmed") == [{"knight": 1, "why": "protected"}]


# GOR-15: manoeuvre


@pytest.mark.rule("GOR-15")
def test_the_tile_is_chosen_when_the_card_is_revealed_and_turned_back(room):
    table = room.at(FAR + "gorynich: d3").choose("manoeuvre", "manoeuvre", "red")
    assert table.moves() == ["use fireball", "use multicolour", "use princess"]
    table.play("use fireball", "burn up")
    assert table.turned == []
    assert table.pos.actors == (1,)
    assert table.moves() == ["use fireball", "use multicolour", "use princess"]


@pytest.mark.rule("GOR-15")
def test_a_turned_tile_cannot_be_chosen(room):
    table = room.at(FAR + "gorynich: d3").choose("manoeuvre", "manoeuvre", "red").play("use princess", "castle e5")
    assert table.turned == ["princess"]
    assert table.refusal("use princess") == ("GOR-15", "tile_turned")
    assert table.moves() == ["use fireball", "use multicolour"]


@pytest.mark.rule("GOR-15")
def test_with_one_tile_nothing_is_asked_and_with_none_the_card_is_spent(room):
    tiles = "tiles: roar/turned gust/turned second_wind\n"
    table = room.at(FAR + "gorynich: d3\n" + tiles).choose("manoeuvre", "manoeuvre", "red")
    assert table.happened("manoeuvred") == [{"seat": 0, "tile": "second_wind"}]
    assert table.happened("no_tile") == [{"seat": 1}]
    assert table.row(1) == ["manoeuvre"]


# GOR-16: Fireball / March


@pytest.mark.rule("GOR-16")
def test_a_fireball_burns_a_neighbour_then_all_march(room):
    table = room.at("knights: c3/a4 c3/a4 a1 e3/a4\ngorynich: d3").choose("manoeuvre", "red", "pass")
    table.play("use fireball")
    assert table.moves() == ["burn up", "burn right", "burn down", "burn left"]
    table.play("burn left")
    assert table.knights == {3: "a2", 4: "f3"}
    assert table.happened("countered") == [{"counter": "march"}]


@pytest.mark.rule("GOR-16")
def test_it_must_strike_the_table_and_may_strike_an_empty_square(room):
    table = room.at(FAR + "gorynich: a4").choose("manoeuvre", "red", "pass").play("use fireball")
    assert table.refusal("burn left") == ("GOR-16", "no_square_there")
    assert table.moves() == ["burn up", "burn right", "burn down"]
    table.play("burn right")
    assert table.knights == {1: "a2"}


@pytest.mark.rule("GOR-16", "GOR-20")
def test_a_fireball_on_the_castle_loses(room):
    table = room.at(FAR + "gorynich: d5").choose("manoeuvre", "red", "pass").play("use fireball", "burn right")
    assert table.cause == "castle_burnt"
    assert "countered" not in table.story()


@pytest.mark.rule("GOR-16", "GOR-20")
def test_the_march_may_lose(room):
    table = room.at("knights: f4/a4 c3/a4\ngorynich: d3").choose("manoeuvre", "red", "pass")
    table.play("use fireball", "burn left")
    assert table.cause == "castle_reached"
    assert table.table["burnt"] == 1


@pytest.mark.rule("GOR-16")
def test_the_balls_fire_does_not_reach_under_gorynich_or_diagonally(room):
    table = room.at("knights: d3/a4 c3/a4\ngorynich: d3").choose("manoeuvre", "red", "pass")
    table.play("use fireball", "burn up")
    assert table.knights == {1: "e3", 2: "d3"}


# GOR-17: Multicolour arrow / Discard


@pytest.mark.rule("GOR-17")
@pytest.mark.parametrize("card", [3, -3])
def test_a_multicolour_arrow_flies_any_real_direction(room, card):
    table = room.at(FAR + f"gorynich: a4\ncards: 1 {card}").choose("manoeuvre", "red", "pass").play("use multicolour")
    assert table.refusal("steer left") == ("GOR-17", "no_way_there")
    assert table.moves() == ["steer up", "steer right", "steer down"]
    table.play("steer right")
    assert table.moves() == ["fly 1", "fly 2", "fly 3"]
    table.play("fly 3")
    assert table.gorynich == "d4"
    assert table.pos.decision == "drop"


@pytest.mark.rule("GOR-17")
def test_everybody_lays_down_a_card_in_secret_and_together(room):
    text = FAR + "gorynich: d4\ncards: 1 3\nrow 0: red"
    table = room.at(text).choose("manoeuvre", "red", "pass").play("use multicolour", "steer up", "fly 1")
    pos = table.pos
    assert pos.actors == (0, 1, 2)  # the active one and who passed included
    assert table.refusal("discard red", 0) == ("GOR-17", "not_in_hand")
    assert table.refusal("discard manoeuvre", 0) == ("GOR-17", "not_in_hand")
    assert table.refusal("discard red", 1) == ("GOR-17", "card_chosen")
    before = pos.view(2)["table"]
    pos.play("discard blue", 0)
    pos.play("discard fire", 1)
    assert pos.view(2)["table"] == before
    assert not pos.may_withdraw(1)
    with pytest.raises(NotYourTurn):
        pos.withdraw(1)  # final
    with pytest.raises(NotYourTurn):
        pos.play("discard green", 1)
    pos.play("discard fire", 2)
    table.check()
    assert table.happened("discarded") == [
        {"seat": 0, "card": "blue"},
        {"seat": 1, "card": "fire"},
        {"seat": 2, "card": "fire"},
    ]
    assert table.row(0) == ["red", "blue", "manoeuvre"]
    assert table.row(1) == ["red", "fire"]  # red has just been revealed
    assert table.row(2) == ["fire"]
    assert table.knights == {1: "a1"}  # no effect


@pytest.mark.rule("GOR-17")
def test_an_empty_hand_gives_nothing_and_is_refilled_at_the_end_only(room):
    text = FAR + "gorynich: d4\ncards: 1 3\nrow 0: yellow red green blue fire\nrow 1: yellow green blue fire manoeuvre"
    table = room.at(text).choose("manoeuvre", "red", "blue").play("use multicolour", "steer up", "fly 1")
    assert table.pos.actors == (2,)  # seat 0 holds nothing, seat 1 only what it chose
    table.play("discard fire")
    assert table.hand(0) == []
    assert table.row(2) == ["fire"]
    table.play("fly 1")
    assert table.hand(1) == []
    table.play("fly 1")
    assert len(table.hand(0)) == len(table.hand(1)) == 6
    assert [e["seat"] for e in table.happened("refilled")] == [0, 1]


@pytest.mark.rule("GOR-17")
def test_if_nobody_holds_anything_nobody_is_asked(room):
    row = "yellow green blue fire manoeuvre"
    text = FAR + f"gorynich: d4\ncards: 1 3\nrow 0: yellow red green blue fire\nrow 1: {row}\nrow 2: {row}"
    table = room.at(text).choose("manoeuvre", "red", "red").play("use multicolour", "steer up", "fly 1")
    assert table.pos.decision == "fly"


# GOR-18: The princess calls / Fire protection


@pytest.mark.rule("GOR-18")
def test_gorynich_returns_and_nobody_burns_until_the_round_ends(room):
    text = "knights: c3/a4 a1\ngorynich: d3\ncards: 1 3\nknights deck: 1 1\n"
    table = room.at(text).choose("manoeuvre", "blue", "fire").play("use princess")
    assert table.moves() == ["castle e5", "castle f5", "castle e6", "castle f6"]
    table.play("castle e5")
    assert table.gorynich == "e5"
    assert table.turned == ["princess"]
    assert table.happened("countered") == [{"counter": "protection"}]
    table.play("fly 1")  # to d5, where nobody stands
    assert table.table["round"] == 2
    assert table.turned == []


@pytest.mark.rule("GOR-18")
def test_protected_from_fire_and_fireball_alike(room):
    tiles = "tiles: fireball multicolour princess/turned\n"
    table = room.at("knights: c3/a4 d3/a4\ngorynich: d3\n" + tiles).choose("manoeuvre", "fire", "red")
    table.play("use fireball", "burn left")
    assert table.happened("unharmed")[0] == {"knight": 1, "why": "protected"}
    assert table.knights == {1: "d3", 2: "e3"}


@pytest.mark.rule("GOR-18", "GOR-20")
def test_the_castle_is_not_protected(room):
    tiles = "tiles: fireball multicolour princess/turned\n"
    assert room.at(FAR + "gorynich: e5\n" + tiles).choose("fire", "red", "pass").cause == "castle_burnt"
