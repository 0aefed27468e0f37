"""Positions for programs: numbers of moves, masks, shares, keys of information states, pickles and copies."""

import copy
import pickle
from typing import Any

import numpy
import pytest

import ludotheque as lt
from ludotheque.play import worlds
from ludotheque.play.events import veil

GAMES = {name: lt.game(name, "plain") for name in ("lampions", "gwynt", "gorynich")}
LAMPIONS = GAMES["lampions"]
np: Any = numpy  # its whole numbers are none to a type checker


def played(game, decisions=12, seed=7):
    pos = game.start(seed=seed)
    for _ in range(decisions):
        pos.play(pos.moves()[-1])
    return pos


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_positions_games_and_moves_pickle_and_copy(game):
    pos = played(game)
    if game is LAMPIONS:
        while pos.decision != "choose":
            pos.play(pos.moves()[0])
        pos.play(pos.moves(0)[0], 0)  # waits for the others
    for one in (pos, pos.redeal(1, "pickle")):
        for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert other == one
            assert other.text() == one.text()
            assert [other.log(viewer) for viewer in (0, lt.ALL)] == [one.log(viewer) for viewer in (0, lt.ALL)]
            assert other.ready == one.ready
            before = one.text()
            other.play(other.moves()[0])
            assert one.text() == before  # it shares nothing that changes
            assert other != one
    again = pickle.loads(pickle.dumps(pos))
    assert again.game.record(again) == game.record(pos)
    assert pickle.loads(pickle.dumps(pos.moves())) == pos.moves() == copy.deepcopy(pos.moves())
    assert pickle.loads(pickle.dumps(game)).name == game.name
    assert copy.deepcopy(game) is game


def test_numpy_numbers_are_moves_seats_viewers_and_counts():
    pos, twin = (LAMPIONS.start(players=players, seed=3) for players in (np.int64(4), 4))
    for seat in range(4):
        pos.play(np.int32(pos.legal_ids(np.int8(seat))[0]), np.int64(seat))
        twin.play(twin.legal_ids(seat)[0], seat)
    assert pos == twin
    assert pos.view(np.int64(1)) == twin.view(1)
    assert type(pos.view(np.int64(1))["viewer"]) is int
    assert pos.redeal(np.int16(2), 1) == twin.redeal(2, 1)
    with pytest.raises(lt.MalformedMove):
        pos.play(np.int64(20))
    with pytest.raises(lt.MalformedMove):
        pos.play(np.float64(1))


def test_legal_ids_and_mask_are_the_moves():
    pos = played(LAMPIONS)
    for seat in range(3):
        assert pos.legal_ids(seat) == [move.id for move in pos.moves(seat)]
        assert np.flatnonzero(pos.mask(seat)).tolist() == pos.legal_ids(seat)
    assert len(pos.mask()) == LAMPIONS.declaration.action_count
    assert [type(number) for number in pos.legal_ids()] == [int] * len(pos.moves())


def test_shares_are_those_of_the_outcome():
    pos = played(LAMPIONS)
    assert pos.shares == [0.0, 0.0, 0.0]
    while not pos.over:
        pos.play(pos.moves()[0])
    assert pos.shares == pos.outcome()["shares"]
    assert not pos.mask().any()


def test_an_information_state_is_what_a_seat_can_tell_apart():
    pos = LAMPIONS.start(seed=7)
    worlds = [pos.redeal(1, seed) for seed in range(4)]
    assert {world.infostate_key(1) for world in worlds} == {pos.infostate_key(1)}
    assert len({world.infostate_key(0) for world in worlds}) > 1
    assert pos.infostate_key(1) != pos.infostate_key(2) != pos.infostate_key()
    one, other = pos.copy(), pos.copy()
    first, second = (move.id for move in pos.moves(0)[:2])
    one.play(first, 0)
    other.play(second, 0)
    assert one.infostate_key(1) == other.infostate_key(1) == pos.infostate_key(1)  # face down
    assert one.infostate_key(0) != other.infostate_key(0)
    for twin in (one, other):
        for seat in (1, 2):
            twin.play(twin.moves(seat)[0], seat)
    assert one.infostate_key(1) != other.infostate_key(1)


def test_a_single_position_is_not_played_on_a_gpu():
    with pytest.raises(ValueError, match="plays many matches there"):
        lt.game("lampions", "cuda")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_information_states_survive_copies_records_and_pickles(game):
    pos = played(game)
    keys = [pos.infostate_key(seat) for seat in range(pos.players)]
    assert len(set(keys)) == pos.players
    for other in (pos.copy(), game.replay(game.record(pos)), pickle.loads(pickle.dumps(pos))):
        assert [other.infostate_key(seat) for seat in range(pos.players)] == keys
    before = pos.copy()
    pos.play(pos.moves()[0])
    assert [before.infostate_key(seat) for seat in range(pos.players)] == keys
    assert [pos.infostate_key(seat) for seat in range(pos.players)] != keys


def test_information_states_are_those_of_both_modes():
    plain, compiled = LAMPIONS.start(seed=7), lt.game("lampions", "compiled").start(seed=7)
    for _ in range(12):
        for seat in range(3):
            assert plain.infostate_key(seat) == compiled.infostate_key(seat)
        move = plain.legal_ids()[-1]
        plain.play(move)
        compiled.play(move)


def test_the_order_of_what_was_seen_counts():
    """Two ways to one position that a seat has seen differ, and stay different."""
    keys = set()
    for order in ((0, 1), (1, 0)):
        pos = lt.game("gwynt", "plain").start(seed=4)
        while pos.decision == "redraw":
            pos.play("keep", pos.actors[order[0]] if len(pos.actors) > 1 else pos.actors[0])
        keys.add(tuple(pos.infostate_key(seat) for seat in range(2)))
    assert len(keys) == 2


def test_an_information_state_costs_the_same_late_in_a_match(monkeypatch):
    """Only what came since the last question is looked at: the past keeps its hashes."""
    veiled = []

    def counted(facts, events, bit):
        veiled.append(1)
        return veil(facts, events, bit)

    monkeypatch.setattr(worlds, "veil", counted)
    pos = played(GAMES["gwynt"], 20)
    pos.infostate_key(0)
    assert len(veiled) == 21
    other = pos.copy()
    for one in (pos, other):
        one.play(one.moves()[0])
    veiled.clear()
    pos.infostate_key(0)
    other.infostate_key(0)
    pos.infostate_key(0)
    assert len(veiled) == 2
