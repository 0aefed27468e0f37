"""Before play: GOR-01 to GOR-06."""

from __future__ import annotations

from collections import Counter

import pytest

from ludotheque.errors import BadInput

BASE = ["fireball", "multicolour", "princess"]


@pytest.mark.rule("GOR-01")
def test_the_order_is_drawn_or_chosen(room):
    drawn = Counter("".join(room.start(seed=seed).table["boards"]) for seed in range(300))
    assert len(drawn) == 24
    assert max(drawn.values()) < 35
    assert room.start(order="CADB").table["boards"] == ["C", "A", "D", "B"]


@pytest.mark.rule("GOR-01")
def test_river_sides_are_counted_or_named(room):
    for n in range(5):
        some = [room.start(seed=seed, rivers=n).table["boards"] for seed in range(40)]
        assert {sum("'" in name for name in boards) for boards in some} == {n}
    mixes = {"".join(sorted(name for name in room.start(seed=seed, rivers=2).table["boards"])) for seed in range(80)}
    assert len(mixes) == 6
    assert room.start(order="ABCD", rivers="BD").table["boards"] == ["A", "B'", "C", "D'"]
    assert not any("~" in square for row in room.start().table["map"] for square in row)


@pytest.mark.rule("GOR-02")
@pytest.mark.parametrize(("players", "knights", "tokens"), [(3, 5, 1), (4, 7, 2), (5, 9, 3), (6, 10, 3), (7, 10, 4)])
def test_knights_come_to_different_starts(room, players, knights, tokens):
    starts: Counter[str] = Counter()
    for seed in range(60):
        table = room.start(players, seed, order="ABCD")
        squares = list(table.knights.values())
        assert len(squares) == len(set(squares)) == knights
        assert all(table.table["map"][int(name[1:]) - 1]["abcdefghij".index(name[0])][0] == "*" for name in squares)
        assert table.table["tokens"] == tokens
        starts.update(squares)
    assert len(starts) == 12
    assert min(starts.values()) > 60 * knights / 12 / 2.5


@pytest.mark.rule("GOR-02")
def test_the_first_player_seats_gorynich_once_the_knights_stand(room):
    table = room.start(5, 4)
    assert table.pos.decision == "perch"
    assert table.pos.actors == (table.table["first"],)
    assert table.table["gorynich"] is None
    assert len(table.knights) == 9
    assert table.moves() == ["castle e5", "castle f5", "castle e6", "castle f6"]
    table.play("castle e6")
    assert table.gorynich == "e6"
    assert table.table["round"] == 1


@pytest.mark.rule("GOR-03")
def test_everybody_holds_six_cards(room):
    table = room.start(7)
    assert all(table.hand(p) == ["yellow", "red", "green", "blue", "fire", "manoeuvre"] for p in range(7))


@pytest.mark.rule("GOR-03")
def test_colours_are_fixed_or_follow_the_boards(room):
    fixed = {"yellow": "up", "red": "right", "green": "down", "blue": "left"}
    assert room.start(order="DCBA").table["colours"] == fixed
    assert room.start(order="ABCD", fixed_colours=False).table["colours"] == fixed
    turned = {"blue": "up", "green": "right", "red": "down", "yellow": "left"}
    assert room.start(order="DCBA", fixed_colours=False).table["colours"] == turned


@pytest.mark.rule("GOR-03", "GOR-13")
def test_an_arrow_flies_where_its_colour_points(room):
    text = "boards: D C B A\ngorynich: e5\ncards: 1 3\nknights: a1"
    table = room.at(text.replace("a1", "b1"), fixed_colours=False).choose("yellow", "red", "pass").play("fly 3")
    assert table.gorynich == "b5"
    table = room.at(text.replace("a1", "b1")).choose("yellow", "red", "pass").play("fly 3")
    assert table.gorynich == "e2"


@pytest.mark.rule("GOR-04")
def test_base_tiles_random_ones_or_chosen_ones(room):
    tiles = [tile["tile"] for tile in room.start().table["tiles"]]
    assert tiles == BASE
    assert not any(tile["turned"] for tile in room.start(tiles="random").table["tiles"])
    drawn = Counter(tile["tile"] for seed in range(300) for tile in room.start(3, seed, tiles="random").table["tiles"])
    assert len(drawn) == 9
    assert min(drawn.values()) > 70
    chosen = [tile["tile"] for tile in room.start(tiles="princess+roar+swoop").table["tiles"]]
    assert chosen == ["princess", "roar", "swoop"]
    with pytest.raises(BadInput, match="tiles"):
        room.start(tiles="roar+roar+swoop")


@pytest.mark.rule("GOR-04")
def test_a_tile_that_is_not_in_play_is_refused(room):
    table = room.at("gorynich: c3\nknights: a1").choose("manoeuvre", "pass", "pass")
    assert table.refusal("use roar") == ("GOR-04", "tile_not_here")
    assert table.refusal("use fireball") is None


@pytest.mark.rule("GOR-05")
@pytest.mark.parametrize(
    ("level", "knights"),
    [("gentle", [1, 1, 1, 1, 2, 2]), ("standard", [1, 1, 1, 2, 2, 2]), ("fierce", [1, 1, 1, 2, 2, 3])],
)
def test_the_decks_of_each_level(room, level, knights):
    decks = room.start(level=level).table["decks"]
    assert decks["knights"] == {"left": knights, "turned": []}
    assert decks["gorynich"]["left"] == [-3, -2, 2, 3, 3, 4]
    orders = {tuple(room.start(3, seed, level=level).state.card[:6]) for seed in range(60)}
    assert len(orders) > 8


@pytest.mark.rule("GOR-06")
def test_without_speech_there_are_no_tokens(room):
    assert room.start(5, speech=False).table["tokens"] == 0
    assert room.start(5, speech=False).play("castle e5").pos.decision == "point"


@pytest.mark.rule("GOR-06")
def test_the_first_player_is_drawn(room):
    firsts = Counter(room.start(4, seed).table["first"] for seed in range(200))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 30
