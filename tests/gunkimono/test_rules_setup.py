"""Set-up: banners, fortress rows, tiles, the first player; and what each player may see (GUN-03 to GUN-06, GUN-29)."""

from __future__ import annotations

from collections import Counter

import pytest

import ludotheque as lt
from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.view import ZONES


@pytest.mark.rule("GUN-03")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_stack_of_banners_on_every_column(room, players):
    kinds = ["crane", "dragon"] if players == 2 else ["lotus", "crane", "dragon"]
    assert list(room.start(players=players).table["stacks"].values()) == [kinds] * 5


@pytest.mark.rule("GUN-03")
def test_each_kind_of_banner_is_shuffled_apart(room):
    dragons = set()
    for seed in range(8):
        s = room.start(seed=seed).state
        dragons.add(tuple(s.card[ZONES.slots(s, state.STACK + unit)[-1]] for unit in range(5)))
    assert len(dragons) > 1


@pytest.mark.rule("GUN-04")
@pytest.mark.parametrize(("players", "rows"), [(2, (3, 5, 6)), (3, (2, 4, 6)), (4, (2, 3, 5)), (5, (1, 2, 4))])
def test_rows_depend_on_the_number_of_players(room, players, rows):
    table = room.start(players=players)
    assert tuple(table.table["rows"].values()) == rows
    for seat in range(players):
        assert table.honour(seat) == [0] * 5
        assert table.points(seat) == (0, 0)
        assert table.seat(seat)["fortresses"] == []
    assert table.pos.scores(lt.SPECTATOR) == [0] * players


@pytest.mark.rule("GUN-05")
@pytest.mark.parametrize(("players", "used"), [(2, 40), (3, 50), (4, 60), (5, 60)])
def test_tiles_used(room, players, used):
    table = room.start(players=players).table
    assert table["removed"] == 60 - used
    assert table["end_pile"] == 6
    assert len(table["display"]) == 3
    assert [seat["hand"] for seat in table["seats"]] == [3] * players
    assert table["pile"] == used - 5 - 3 - 3 * players


@pytest.mark.rule("GUN-05")
def test_the_end_tile_lies_anywhere_in_the_end_pile(room):
    places: Counter[int] = Counter()
    for seed in range(60):
        s = room.start(seed=seed).state
        places[[s.card[at] for at in ZONES.slots(s, state.END_PILE)].index(len(s.laid))] += 1
    assert len(places) == 6


@pytest.mark.rule("GUN-06")
def test_the_first_player_is_drawn_and_play_goes_clockwise(room):
    firsts = {room.start(players=3, seed=seed).table["first"] for seed in range(20)}
    assert firsts == {0, 1, 2}
    table = room.at("players: 3\nturn: 2\nfirst: 2")
    turns = []
    for _ in range(4):
        turns.append(table.pos.actor)
        table.play(*small_turn(table))
    assert turns == [2, 0, 1, 2]


def small_turn(table):
    """Moves of a turn with a small tile."""
    copy = table.pos.copy()
    moves: list[str] = []
    seat = copy.actor
    while copy.actor == seat and not (moves and copy.decision == "tile"):
        move = copy.moves()[0].text
        if not moves:
            move = next(m.text for m in copy.moves() if m.text.startswith("small"))
        moves.append(move)
        copy.play(move)
    return moves


@pytest.mark.rule("GUN-06")
def test_steps_come_in_their_order(room):
    table = room.at("hand 0: I2L1\ndisplay: S1C1")
    decisions = [table.pos.decision]
    for move in ("I2L1", "c2e", "honour", "honour"):
        assert table.refusal("blind") == ("GUN-06", "wrong_decision")
        table.play(move)
        decisions.append(table.pos.decision)
    assert decisions == ["tile", "place", "points", "points", "draw"]
    table.play("blind")
    assert table.pos.actor == 1


@pytest.mark.rule("GUN-29")
def test_a_hand_is_seen_by_its_owner_alone(room):
    table = room.start(players=3)
    for seat in range(3):
        for viewer in (0, 1, 2, lt.SPECTATOR):
            assert len(table.seat(seat, viewer)["known"]) == (3 if seat == viewer else 0)
            assert table.seat(seat, viewer)["hand"] == 3


@pytest.mark.rule("GUN-29")
def test_a_tile_from_the_display_stays_known_in_that_hand(room):
    table = room.at("hand 0: I2L1 S1C1\nhand 1: C2A2\ndisplay: S2C2 L1A1\n").play("I2L1", "c2e", "honour", "honour")
    table.play("take L1A1")
    assert table.seat(0, 1)["known"] == ["L1A1"]
    assert table.seat(0, lt.SPECTATOR)["known"] == ["L1A1"]
    assert table.seat(0, 0)["known"] == ["L1A1", "S1C1"]


@pytest.mark.rule("GUN-29")
def test_only_its_owner_sees_a_blind_draw(room):
    table = room.at("hand 0: I2L1\nremoved: rest\npile: S1C1 C1A2")
    table.play("I2L1", "c2e", "honour", "honour", "blind")
    assert table.happened("drew", 0) == [{"seat": 0, "tile": "C1A2"}]
    assert table.happened("drew", 1) == [{"seat": 0, "tile": None}]
    assert table.seat(0, 1)["known"] == []


@pytest.mark.rule("GUN-29")
def test_only_its_owner_knows_the_value_of_a_banner(room):
    table = room.at("honour 0: 0 0 4 0 0").play("small C", "a3", "honour")
    worth = table.happened("banner_taken", 0)[0]["worth"]
    assert 11 <= worth <= 15
    assert table.happened("banner_taken", 1) == [{"seat": 0, "unit": "cavalry", "banner": "dragon", "worth": None}]
    assert table.seat(0, 1)["banners"] == [{"banner": "dragon", "worth": None}]
    assert table.seat(0, 0)["banners"] == [{"banner": "dragon", "worth": worth}]
    assert table.pos.scores(0) == [worth, 0]
    assert table.pos.scores(1) == [0, 0]
    assert table.pos.scores(lt.ALL) == [worth, 0]
