"""A batch plays what positions play, match by match; compiled, on one thread or several."""

import copy
import importlib.util
import pickle
import random
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.batches import gpu
from ludotheque.batches.cpu import KERNELS
from ludotheque.errors import BadInput
from ludotheque.kernel import load
from ludotheque.play.game import Game
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from tests.sizes import size

LAMPIONS = lt.game("lampions", "plain")
PLAYERS = (3, 4, 5)
USUAL = {*((name, "plain") for name in lt.names()), ("lampions", "compiled")}


def in_plain(batch, i):
    """Match i as a position of the plain rules, which know nothing of batches."""
    program = LAMPIONS.program()
    states = program.states(1)
    program.put(states, 0, batch.position(i).state)
    return Position(LAMPIONS, program, states, Origin(None, {}, ()))


def key(batch):
    return batch.state_dict()["states"].tobytes()


def play(batch, steps):
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


def test_a_batch_plays_what_the_plain_rules_play():
    batch = lt.batch("lampions", 6, players=PLAYERS, seed="equal")
    twins = [in_plain(batch, i) for i in range(6)]
    assert [twin.players for twin in twins] == [3, 4, 5, 3, 4, 5]
    ended = 0
    for _ in range(90):
        masks, rows, actions = batch.legal(), batch.observe(), batch.sample().copy()
        for i, twin in enumerate(twins):
            assert twin.actor == batch.seats[i]
            assert [move.id for move in twin.moves()] == np.flatnonzero(masks[i]).tolist()
            assert masks[i, actions[i]]
            assert masks[i].sum() == batch.counts[i]
            assert rows[i].tolist() == twin.observe().tolist()
        batch.step(actions)
        for i, twin in enumerate(twins):
            twin._apply(twin.actor, int(actions[i]))
            assert bool(batch.done[i]) == twin.over
            outcome = twin.outcome() or {"shares": [0.0] * twin.players}
            assert batch.rewards[i].tolist() == pytest.approx(outcome["shares"] + [0.0] * (5 - twin.players))
            if twin.over:
                assert batch.scores[i, : twin.players].tolist() == outcome["scores"]
                assert batch.lengths[i] == 0
                twins[i] = in_plain(batch, i)
                ended += 1
    assert ended == batch.episodes.sum() > 6


def test_threads_pickles_and_copies_make_no_difference():
    one = play(lt.batch("lampions", 37, seed=1), 20)
    three = play(lt.batch("lampions", 37, seed=1, threads=3), 20)
    others = [pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one), one.copy(), three]
    restored = lt.batch("lampions", 37, seed=2)
    restored.load_state_dict(one.state_dict())
    assert (restored.rewards == one.rewards).all()
    expected = key(play(one, 40))
    for other in [*others, restored]:
        assert key(other) != expected
        assert key(play(other, 40)) == expected
    assert key(play(lt.batch("lampions", 37, seed=2), 60)) != expected


def test_reset_deals_anew_by_seed():
    batch = lt.batch("lampions", 5, seed="a")
    first = key(batch)
    batch.reset()
    assert key(batch) != first
    batch.reset("a")
    assert key(batch) == first
    batch.reset(seeds=range(5))
    assert [batch.position(i) for i in range(5)] == [LAMPIONS.start(seed=i) for i in range(5)]


def test_positions_go_in_and_out():
    batch = lt.batch("lampions", 3, players=3)
    pos = LAMPIONS.start(players=3, seed=5)
    pos.play(pos.moves(0)[0], 0)  # a secret choice that waits
    batch.put(1, pos)
    assert batch.seats[1] == 1
    assert np.flatnonzero(batch.legal()[1]).tolist() == [move.id for move in pos.moves(1)]
    assert (batch.observe()[1] == pos.observe(1)).all()
    later = batch.position(1)
    for seat in (1, 2):
        action = pos.moves(seat)[0].id
        pos.play(action, seat)
        later.play(action, seat)
    assert later == pos
    with pytest.raises(IndexError):
        batch.position(3)
    with pytest.raises(lt.BadInput, match="no position of lampions"):
        batch.put(0, lt.game("gorynich", "plain").start())


def test_redeals_follow_from_knowledge_and_seed():
    batch = play(lt.batch("lampions", 4, seed=3), 9)
    worlds = batch.copy([2] * 6)
    worlds.redeal(seeds=[7, 8, 7, 9, 10, 11])
    states = worlds.state_dict()["states"][:6]
    assert (states[0] == states[2]).all()
    assert (states[0] != states[1]).any()
    assert (worlds.observe() == batch.observe()[2]).all()
    again = worlds.copy()
    again.redeal(seeds=[7] * 6)  # a redeal of a redeal is the redeal
    assert (again.state_dict()["states"][:6] == states[0]).all()
    other = (int(batch.seats[2]) + 1) % 3
    others = batch.copy([2] * 3)
    before = others.observe(other).copy()
    others.redeal(viewers=other, seeds=[1, 2, 3])
    assert (others.observe(other) == before).all()
    assert (others.observe() != batch.observe()[2]).any()


def test_playouts_end_every_match():
    batch = lt.batch("lampions", 64, seed=3)
    batch.playout()
    assert batch.done.all()
    assert (batch.seats == -1).all()
    assert not batch.legal().any()
    assert not batch.observe().any()
    assert batch.rewards.sum(1).tolist() == pytest.approx([1.0] * 64)
    assert (batch.lengths > 10).all()
    batch.step(np.zeros(64, int))  # whatever is given: new matches begin
    assert (batch.seats >= 0).all()
    assert not batch.done.any()
    assert (batch.episodes == 1).all()


def test_without_restart_a_match_stays_over():
    batch = lt.batch("lampions", 8, restart=False)
    ended = np.zeros(8, int)
    for _ in range(60):
        batch.step(batch.sample())
        ended += batch.done
    assert (ended == 1).all()
    assert (batch.seats == -1).all()


def test_forced_decisions_can_be_skipped():
    batch = lt.batch("lampions", 32, seed=1, skip_forced=True)
    for _ in range(60):
        assert (batch.counts > 1).all()
        batch.step(batch.sample())
    assert batch.episodes.sum() > 32


def test_illegal_actions_are_refused_and_change_nothing():
    batch = lt.batch("lampions", 4, seed=1)
    before, actions = key(batch), batch.sample().astype(np.int64)
    for wrong, error in ((6, lt.IllegalMove), (-1, lt.BadInput), (20, lt.BadInput), (1 << 32, lt.BadInput)):
        tried = actions.copy()
        tried[2] = wrong
        with pytest.raises(error, match="match 2"):
            batch.step(tried)
        assert key(batch) == before
    with pytest.raises(TypeError, match="whole numbers"):
        batch.step(actions.astype(float))
    with pytest.raises(ValueError, match="one for each match"):
        batch.step(actions[:3])
    batch.step(actions)


def test_a_match_that_waits_stays_as_it_is():
    batch = lt.batch("lampions", 4, seed="waiting")
    before = batch.state_dict()
    actions = batch.sample().copy()
    actions[1::2] = batch.WAIT
    batch.step(actions)
    after = batch.state_dict()
    changed = (before["states"] != after["states"]).any(axis=1)
    assert changed[:4].tolist() == [True, False, True, False]
    assert after["lengths"].tolist() == [1, 0, 1, 0]
    batch.step(np.full(4, batch.WAIT))
    assert key(batch) == after["states"].tobytes()


def test_arrays_can_be_given_to_be_written_into():
    batch = lt.batch("lampions", 3)
    rows, masks = np.ones((3, batch.observation.size), np.int16), np.ones((3, batch.action_count), bool)
    assert batch.observe(out=rows) is rows
    assert (rows == batch.observe()).all()
    assert batch.legal(out=masks) is masks
    assert (masks == batch.legal()).all()
    with pytest.raises(ValueError, match="int16"):
        batch.observe(out=np.ones((3, batch.observation.size), np.int32))
    floats = np.ones((3, batch.observation.size), np.float32)
    assert batch.observe(out=floats, scaled=True) is floats
    assert (floats == batch.observe(scaled=True)).all()
    with pytest.raises(ValueError, match="float32"):
        batch.observe(out=rows, scaled=True)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        # Compiled once, usually: what differs between games is how they observe, which check_modes compares for each.
        pytest.param(name, mode, marks=pytest.mark.long if (name, mode) not in USUAL else ())
        for name in lt.names()
        for mode in ("plain", "compiled")
    ],
)
def test_scaled_observations_are_the_numbers_times_their_scales(name, mode):
    """For every game: equal to what its plain rules write, and 0 for seats that do not exist."""
    game = lt.game(name, "plain")
    program, pos, chance = load(game.package, mode), game.start(seed="scaled"), random.Random(1)
    numbers, scales = [], game.observation.scales
    states, seats = program.states(size(20, 200)), []
    for i in range(len(states)):
        if pos.over:
            pos = game.start(seed=i)
        seats.append(i % pos.players if i % 5 else (-1, pos.players)[i // 5 % 2])
        program.put(states, i, pos.state)
        numbers.append(pos.observe(seats[i]) if i % 5 else 0 * pos.observe(0))
        for _ in range(5):
            if not pos.over:
                pos.play(chance.choice(pos.moves()))
    found = np.full((len(states), game.observation.size), 7, np.float32)
    scratch = np.full((1, game.observation.size), 7, np.int16)
    kernels = program.add(KERNELS)
    kernels.observe_scaled(
        0, len(states), 0, states, program.workspaces(1), np.array(seats, np.int32), scales, scratch, found
    )
    assert (scales != 1).any()
    assert found.tolist() == (np.array(numbers, np.int16) * scales).tolist()


def test_threads_and_copies_scale_in_rows_of_their_own():
    one, two = (play(lt.batch("lampions", 9, players=PLAYERS, seed=2, threads=threads), 7) for threads in (1, 2))
    expected = one.observe() * one.observation.scales
    assert (two.observe(scaled=True) == expected).all()
    assert (two.observe(seats=1, scaled=True) == one.observe(seats=1) * one.observation.scales).all()
    assert (two.copy([4, 2]).observe(scaled=True) == expected[[4, 2]]).all()


def test_standings_are_the_heuristic_of_each_seat():
    batch = play(lt.batch("lampions", 2, players=3, seed=1), 12)
    heuristic = LAMPIONS.program().module("ludotheque.games.lampions.heuristic")
    for i in range(2):
        state = batch.position(i).state
        assert batch.standings()[i].tolist() == [*(heuristic.standing(state, None, p) for p in range(3)), 0, 0]


def test_samples_are_uniform():
    batch = lt.batch("lampions", 1, seed=1).copy([0] * 30_000)
    chosen = np.bincount(batch.sample(), minlength=batch.action_count)
    legal = batch.legal()[0]
    assert not chosen[~legal].any()
    assert chosen[legal] == pytest.approx(30_000 / legal.sum(), rel=0.05)


def test_what_can_not_be_a_batch_is_refused():
    for given, problem in (
        ({"n": 0}, "at least one"),
        ({"n": 1, "device": "abacus"}, "none of cpu, cuda"),
        ({"n": 1, "players": 9}, "3 to 5 players"),
        ({"n": 1, "seats": [None] * 3, "seatings": [None]}, "not both"),
    ):
        with pytest.raises(lt.BadInput, match=problem):
            lt.batch("lampions", **given)


def test_tables_are_taken_in_turn_with_options_of_their_own():
    """Each match begins from its table: its options and what its seats bring."""
    wish = [{"wish": "spark"}, {}, {}]
    batch = lt.batch("lampions", 5, 3, tables=[({}, None), ({"rounds": 3}, wish)], seed=1)
    told = batch.raw_states["rounds"][:5].tolist()
    usual = lt.game("lampions", "plain").check_options({})["rounds"]
    assert told == [usual, 3, usual, 3, usual]
    forbidden: tuple[dict[str, Any], ...] = ({"options": {}}, {"seats": wish}, {"seatings": [wish]})
    for beside in forbidden:
        with pytest.raises(BadInput, match="neither options nor seats"):
            lt.batch("lampions", 2, 3, tables=[({}, None)], **beside)
    with pytest.raises(BadInput, match="at least one table"):
        lt.batch("lampions", 2, 3, tables=[])


def test_a_batch_on_the_cpu_has_no_streams():
    with pytest.raises(BadInput, match="only a batch on a GPU"):
        lt.batch("lampions", 2, 3).use_stream(1)


def test_a_game_without_an_observation_says_so(monkeypatch):
    game = Game("ludotheque.games.lampions", "plain")
    game.kernel_modules = tuple(name for name in game.kernel_modules if name != "observation")
    with pytest.raises(lt.NoObservation, match="has no observation"):
        _ = game.observation


def test_one_seat_of_each_match_is_asked_alone():
    learners = np.arange(12) % 3
    one, two = (lt.batch("lampions", 12, 3, seed=4, threads=threads) for threads in (1, 2))
    ended = 0
    for batch in (one, two):
        batch.ask(learners)
        assert (batch.seats == learners).all()
    for step in range(40):
        if step == 20:
            two = pickle.loads(pickle.dumps(two)).copy()
        actions = one.sample().copy()
        before = one.lengths.copy()
        one.step(actions)
        two.step(actions)
        assert (one.seats == learners).all()
        played_on = ~one.done
        assert (one.lengths - before)[played_on].sum() > played_on.sum(), "the others have played, too"
        assert one.rewards[one.done].sum(axis=1) == pytest.approx(1)
        ended += one.done.sum()
        assert key(one) == key(two), "the same with other threads, and gone on from what was saved"
    assert ended > 12
    one.ask()
    asked = set()
    for _ in range(6):
        asked |= set(one.seats.tolist())
        one.step(one.sample())
    assert asked == {0, 1, 2}
    for wrong in (3, -1, 0.5):
        with pytest.raises(lt.BadInput, match="seats from 0 to 2"):
            one.ask(wrong)


@pytest.mark.parametrize("skip_forced", [False, True])
def test_a_seat_that_is_never_asked_ends_nothing_but_the_step(skip_forced):
    batch = lt.batch("lampions", 4, 3, seed=4, skip_forced=skip_forced)
    batch._fewest = 5  # as if there were a fourth seat, which the rules ask nothing: no game of ours has one
    with pytest.raises(lt.BadInput, match="match 1: seat 3 is never asked"):
        batch.ask([0, 3, 2, 1])
    assert (batch.seats >= 0).all(), "all are asked again"
    play(batch, 30)
    assert (batch.seats >= 0).all()
    batch._learners[1] = 3
    before = batch.episodes.copy()
    to_the_end = batch.copy()
    to_the_end.restart = False
    actions = batch.sample().copy()
    batch.step(actions)
    to_the_end.step(actions)
    assert batch.rewards[1].tolist() == to_the_end.rewards[1].tolist(), "of all ends the first is told"
    for _ in range(3):
        play(batch, 1)
        assert batch.seats.tolist()[1] == -1
        assert batch.done[1]
        assert batch.rewards[1].sum() == pytest.approx(1)
        assert not batch.legal()[1].any()
    assert (batch.episodes - before)[1] > (batch.episodes - before)[0] + 30
    batch.ask()
    play(batch, 1)
    assert (batch.seats >= 0).all(), "any action begins a match"


def test_a_learner_without_further_decisions_gets_the_end():
    batch = lt.batch("lampions", 12, 3, seed=4, restart=False)
    batch.ask(np.arange(12) % 3)
    play(batch, 60)
    assert (batch.seats == -1).all()
    assert (batch.counts == 0).all()
    batch.ask(1)
    assert (batch.seats == -1).all(), "a match that is over is no mistake"
    batch = lt.batch("lampions", 12, 3, seed=4)
    batch.playout()
    batch.ask(1)
    assert (batch.seats == -1).all(), "nor is one that was played out"
    play(batch, 1)
    assert (batch.seats == 1).all()


def test_a_missing_gpu_gets_a_message(monkeypatch):
    gpu.cuda.cache_clear()
    with monkeypatch.context() as without:
        without.setattr(importlib.util, "find_spec", lambda name: None)
        with pytest.raises(lt.errors.NotInstalled, match=r"ludotheque\[gpu\]"):
            gpu.cuda()


def test_only_viewers_that_exist_are_redealt_for():
    batch = lt.batch("lampions", 4, players=(3, 4), seed="viewers")
    for viewers, match in ((9, 0), (-2, 0), ([0, 0, 3, 0], 2)):
        with pytest.raises(lt.BadInput, match=f"match {match}: .* is neither a seat of this match nor lt.SPECTATOR"):
            batch.redeal(viewers)
    for viewers in (lt.SPECTATOR, -1, [0, 3, 2, 3]):
        batch.redeal(viewers)


def test_what_was_not_saved_here_is_refused_with_what_is_missing():
    batch = lt.batch("lampions", 2)
    with pytest.raises(lt.BadInput, match=r"layout, states, key.*missing: this was not saved by state_dict"):
        batch.load_state_dict({})
    saved = batch.state_dict()
    del saved["rewards"]
    with pytest.raises(lt.BadInput, match="rewards: missing"):
        batch.load_state_dict(saved)


def test_some_matches_begin_anew():
    batch = play(lt.batch("lampions", 4, restart=False, seed="begin"), 2)
    before, lengths = batch.observe().copy(), batch.lengths.copy()
    batch.begin([1, 3])
    assert batch.episodes.tolist() == [0, 1, 0, 1]
    assert batch.lengths.tolist() == [lengths[0], 0, lengths[2], 0]
    assert [np.array_equal(batch.observe()[i], before[i]) for i in range(4)] == [True, False, True, False]


def test_a_match_follows_from_its_seed_through_all_its_deals():
    one, other = (lt.batch("lampions", 3, seed=name) for name in ("a", "b"))
    one.reset(seeds=[7, 8, 9])
    other.reset(seeds=[7, 0, 9])
    for _ in range(60):
        assert np.array_equal(one.observe()[[0, 2]], other.observe()[[0, 2]])
        for batch in (one, other):
            batch.step(batch.legal().argmax(axis=1))
    assert one.episodes.min() > 1
    assert not np.array_equal(one.state_dict()["states"][1], other.state_dict()["states"][1])


def test_arrays_begin_where_others_take_them_without_a_copy():
    batch = lt.batch("lampions", 3)
    for array in (batch.seats, batch.rewards, batch.observe(), batch.legal(), batch.sample()):
        assert array.ctypes.data % 64 == 0
