"""Redeals keep what a viewer knows, and draw the rest so that it fits public knowledge (GUN-29)."""

from __future__ import annotations

from collections import Counter

import pytest

import ludotheque as lt
from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.declaration import Action
from ludotheque.games.gunkimono.tables import END_TILE
from ludotheque.games.gunkimono.view import ZONES

GAME = lt.game("gunkimono", "plain")


def zone(pos, z):
    return [pos.state.card[at] for at in ZONES.slots(pos.state, z)]


@pytest.mark.rule("GUN-29")
def test_the_end_tile_may_lie_anywhere_in_its_pile_and_nowhere_else():
    pos = GAME.start(seed=3)
    places = Counter(zone(pos.redeal(0, seed), state.END_PILE).index(END_TILE) for seed in range(80))
    assert set(places) == set(range(6))
    announced = GAME.position("end: announced\npile: I1L2 S1C2 end I1A2\nremoved: rest")
    places = Counter(zone(announced.redeal(0, seed), state.PILE).index(END_TILE) for seed in range(60))
    assert set(places) == set(range(4))
    over = GAME.position("end: triggered\npile: I1L2 S1C2\nremoved: rest")
    assert all(END_TILE not in zone(over.redeal(1, seed), state.PILE) for seed in range(10))


@pytest.mark.rule("GUN-29")
def test_removed_tiles_piles_and_hands_are_one_pool():
    pos = GAME.start(seed=3)
    for z in (state.PILE, state.END_PILE, state.REMOVED, state.HAND + 1):
        assert len({tuple(zone(pos.redeal(0, seed), z)) for seed in range(6)}) == 6
        assert len({tuple(sorted(zone(pos.redeal(0, seed), z))) for seed in range(6)}) > 1
    assert {tuple(zone(pos.redeal(0, seed), state.HAND)) for seed in range(6)} == {tuple(zone(pos, state.HAND))}


@pytest.mark.rule("GUN-29")
def test_a_tile_taken_openly_stays_in_redeals():
    pos = GAME.position("hand 0: I1L2 S1C2! C1A2\nremoved: rest\npile: I1A2")
    hands = [zone(pos.redeal(1, seed), state.HAND) for seed in range(20)]
    known = GAME.move("S1C2").id - Action.LARGE
    assert all(known in hand for hand in hands)
    assert len({tuple(sorted(hand)) for hand in hands}) > 10


@pytest.mark.rule("GUN-29")
def test_redealt_banners_keep_kinds_and_the_owners_values():
    pos = GAME.position("honour 0: x x 0 0 0\nhonour 1: x 0 0 0 0\nbanners 0: dragon13 dragon15\nbanners 1: crane7")
    for seed in range(20):
        mine, theirs = pos.redeal(0, seed), pos.redeal(1, seed)
        assert [b["worth"] for b in mine.view(lt.ALL)["table"]["seats"][0]["banners"]] == [13, 15]
        for world in (mine, theirs, pos.redeal(lt.SPECTATOR, seed)):
            table = world.view(lt.ALL)["table"]
            assert [b["banner"] for b in table["seats"][0]["banners"]] == ["dragon", "dragon"]
            assert [b["banner"] for b in table["seats"][1]["banners"]] == ["crane"]
            assert table["stacks"] == pos.view(lt.SPECTATOR)["table"]["stacks"]
    worths = {
        tuple(b["worth"] for b in pos.redeal(1, n).view(lt.ALL)["table"]["seats"][0]["banners"]) for n in range(40)
    }
    assert len(worths) > 10
    assert all(11 <= worth <= 15 for pair in worths for worth in pair)


def test_previews_tell_formations_points_honour_and_fortresses():
    pos = GAME.position("hand 0: I2L1\nhonour 0: 1 3 3 2 3").copy()
    pos.play("I2L1")
    told = {event["event"]: event["params"] for event in pos.preview("c2e")}
    assert told["placed"]["level"] == 1
    formed = [event["params"] for event in pos.preview("c2e") if event["event"] == "formed"]
    assert formed == [
        {"seat": 0, "unit": "infantry", "size": 2, "points": 2, "honour": 2},
        {"seat": 0, "unit": "spearman", "size": 2, "points": 2, "honour": 1},
    ]
    assert told["within_reach"] == {"seat": 0, "number": 1}
    assert pos.decision == "place"  # nothing was played


def test_a_preview_of_a_blind_draw_tells_nothing():
    pos = GAME.start(seed=3)
    while pos.decision != "draw":
        pos.play(pos.moves()[0])
    assert pos.preview("blind") == []
    take = next(move for move in pos.moves() if move.text.startswith("take"))
    assert [event["event"] for event in pos.preview(take)] == ["took"]
