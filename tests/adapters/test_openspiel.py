"""Games as OpenSpiel games: its own tests pass, its search and its solvers play them."""

from __future__ import annotations

import json

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr as mccfr
from open_spiel.python.algorithms import ismcts, mcts

import ludotheque as lt
from ludotheque.adapters import openspiel

REGISTERED = sorted(name for name in pyspiel.registered_names() if name.startswith("ludotheque_"))


def load(name, **parameters):
    return pyspiel.load_game(name, {"mode": "plain", **parameters})


def test_every_game_is_registered_and_those_with_secret_choices_in_both_forms():
    for name in lt.names():
        assert openspiel.name_of(name) in REGISTERED
        secret = any(decision.secret for decision in lt.game(name, "plain").declaration.decisions)
        assert (openspiel.name_of(name, simultaneous=True) in REGISTERED) == secret


# Whole matches of the others take too long uncompiled: they are looked at below.
@pytest.mark.parametrize("name", [name for name in REGISTERED if not name.endswith(("kunitori", "gunkimono"))])
def test_its_simulation_test_passes(name):
    pyspiel.random_sim_test(load(name, deals=5), num_sims=1, serialize="lampions" in name, verbose=False)


@pytest.mark.parametrize("name", REGISTERED)
def test_observations_are_those_of_the_game(name):
    game = load(name, deals=3)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    state.apply_action(2)
    pos = game.setting.game.start(game.setting.players, "deal 2", game.setting.options, game.setting.seats)
    seat = pos.actors[0]
    assert state.observation_tensor(seat) == pytest.approx(pos.observe(seat) * game.setting.observation.scales)
    assert state.legal_actions(seat) == sorted(move.id for move in pos.moves(seat))
    assert json.loads(state.observation_string(seat))["viewer"] == seat


def test_simultaneous_choices_are_one_node_or_several_of_the_same_game():
    joint, single = (load(openspiel.name_of("lampions", simultaneous=form), deals=1) for form in (True, False))
    at_once, in_turn = joint.new_initial_state(), single.new_initial_state()
    for state in (at_once, in_turn):
        state.apply_action(0)
    assert at_once.is_simultaneous_node()
    before = in_turn.information_state_string(1)
    chosen = [at_once.legal_actions(seat)[0] for seat in range(3)]
    at_once.apply_actions(chosen)
    for seat, action in enumerate(chosen):
        assert in_turn.current_player() == seat
        in_turn.apply_action(action)
        if seat == 0:
            assert in_turn.information_state_string(1) == before, "nobody sees what another chooses"
    assert str(at_once) == str(in_turn)


def test_its_search_plays_a_match():
    game = load("ludotheque_lampions", rounds=3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 20, ismcts.UNLIMITED_NUM_WORLD_SAMPLES, np.random.RandomState(2))
    state = game.new_initial_state()
    state.apply_action(4)
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_a_resampled_match_can_not_be_told_from_the_real_one():
    state = load("ludotheque_lampions").new_initial_state()
    state.apply_action(4)
    seen = set()
    for number in range(5):
        other = state.resample_from_infostate(0, lambda: number / 5)  # noqa: B023
        assert other.information_state_string(0) == state.information_state_string(0)
        seen.add(other.information_state_string(1))
    assert len(seen) > 1


def test_a_tabular_solver_solves_the_smallest_game():
    game = load("ludotheque_lampions", rounds=3, deals=1)
    solver = mccfr.ExternalSamplingSolver(game, mccfr.AverageType.SIMPLE)
    for _ in range(2):
        solver.iteration()
    state = game.new_initial_state()
    state.apply_action(0)
    policy = solver.average_policy().action_probabilities(state)
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", [openspiel.name_of("lampions"), openspiel.name_of("lampions", simultaneous=True)])
def test_what_python_is_told_is_what_its_core_is_told(name):
    """Python's calls are answered without a way through C++, in which the same is asked under other names."""
    game, core = load(name, deals=2), pyspiel.State
    state, kinds = game.new_initial_state(), set()
    while True:
        assert state.is_chance_node() == core.is_chance_node(state)
        assert state.legal_actions() == core.legal_actions(state)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == core.legal_actions(state, player)
            tensor = state.observation_tensor(player)
            assert tensor == core.observation_tensor(state, player)
            tensor[:] = [9.0]  # it is the caller's own
        kinds.add((state.is_chance_node(), state.is_simultaneous_node(), state.is_terminal()))
        if state.is_terminal():
            break
        if state.is_simultaneous_node():
            state.apply_actions([(state.legal_actions(player) or [0])[-1] for player in range(game.num_players())])
        else:
            if not state.is_chance_node():
                assert state.observation_tensor() == core.observation_tensor(state)
            state.apply_action(state.legal_actions()[-1])
    assert len(kinds) >= 3


def test_more_players_than_there_can_be_are_refused_with_their_number():
    with pytest.raises(lt.BadInput, match="lampions is for 3 to 5 players, not 9"):
        pyspiel.load_game("ludotheque_lampions(players=9,mode=plain)")
