"""Games as OpenSpiel games: its own tests pass, its search and its solvers play them."""

from __future__ import annotations

import json

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts
from open_spiel.python.algorithms import external_sampling_mccfr as mccfr

import ludotheque as lt
from ludotheque.adapters import openspiel
from ludotheque.play import chance, registry

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


def test_a_resampled_match_has_the_same_information_state():
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
def test_python_and_the_core_of_openspiel_get_the_same_values(name):
    """Python's calls are answered without a way through C++, in which the same is asked under other names."""
    game, core = load(name, deals=2), pyspiel.State
    state, kinds = game.new_initial_state(), set()
    while True:
        assert state.is_chance_node() == core.is_chance_node(state)
        assert state.legal_actions() == core.legal_actions(state)
        for player in range(game.num_players()):
            assert state.legal_actions(player) == core.legal_actions(state, player)
            for name in ("observation_tensor", "information_state_tensor"):
                tensor = getattr(state, name)(player)
                assert tensor.tolist() == getattr(core, name)(state, player)
                tensor[:] = 9.0  # it is the caller's own
        kinds.add((state.is_chance_node(), state.is_simultaneous_node(), state.is_terminal()))
        if state.is_terminal():
            break
        if state.is_simultaneous_node():
            state.apply_actions([(state.legal_actions(player) or [0])[-1] for player in range(game.num_players())])
        else:
            if not state.is_chance_node():
                assert state.observation_tensor().tolist() == core.observation_tensor(state)
            state.apply_action(state.legal_actions()[-1])
    assert len(kinds) >= 3


def test_more_players_than_there_can_be_are_refused_with_their_number():
    with pytest.raises(lt.BadInput, match="lampions is for 3 to 5 players, not 9"):
        pyspiel.load_game("ludotheque_lampions(players=9,mode=plain)")


# Chance, payoffs and rewards: Kuhn poker, of which all is known -------------------------------------------------------


@pytest.fixture(scope="module")
def kuhn():
    lt.register("kuhn", "ludotheque.skeleton.kuhn")
    openspiel.register()
    yield load("ludotheque_kuhn")
    registry._registry._sources.pop("kuhn")


def test_cfr_plus_finds_the_value_of_kuhn_poker(kuhn):
    assert kuhn.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (kuhn.min_utility(), kuhn.max_utility(), kuhn.utility_sum()) == (-2, 2, 0)
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    values = expected_game_score.policy_value(kuhn.new_initial_state(), [policy] * 2)
    assert values[0] == pytest.approx(-1 / 18, abs=1e-3)
    assert exploitability.exploitability(kuhn, policy) < 0.01
    assert len(policy.action_probability_array) == 12  # information states: 3 cards, 4 points of decision


def test_equal_deals_are_one_with_their_weight(kuhn):
    sampled = load("ludotheque_kuhn", chance="sampled", deals=600)
    outcomes = sampled.new_initial_state().chance_outcomes()
    assert len(outcomes) == 6
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert all(0.1 < chance < 0.25 and chance != 1 / 6 for _, chance in outcomes)
    large = load("ludotheque_lampions", deals=40).new_initial_state().chance_outcomes()
    assert large == [(deal, 1 / 40) for deal in range(40)]


def test_what_chance_decides_later_is_a_node_of_its_own():
    game = load("ludotheque_lampions", chance="sampled", deals=1, rounds=3)
    state = game.new_initial_state()
    state.apply_action(0)
    state.exact = True  # as in a game with few deals; Lampions has too many to begin with
    state.pos = game.setting.game.position(
        "option rounds: 3\nround: 3\nhand 0: gust\nhand 1: spark\nlit 0: lantern\nlit 2: candle"
    )
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    assert [round(chance, 3) for _, chance in state.chance_outcomes()] == [0.333, 0.167, 0.167, 0.167, 0.167]
    assert state.legal_actions() == [0, 1, 2, 3, 4]
    twin = state.clone()
    state.apply_action(1)
    assert not state.is_chance_node()
    assert twin.is_chance_node()
    twin.apply_action(0)
    assert str(twin) != str(state)


def test_a_deal_that_can_go_in_too_many_ways_is_not_exact(monkeypatch):
    monkeypatch.setattr(chance, "MOST", 2000)
    with pytest.raises(chance.TooManyOutcomes):
        load("ludotheque_lampions", chance="exact")
    with pytest.raises(lt.BadInput, match="'never' is none of auto, exact, sampled"):
        load("ludotheque_lampions", chance="never")


def test_the_information_state_tensor_has_the_latest_decisions(kuhn):
    state = kuhn.new_initial_state()
    state.apply_action(2)
    for action in (0, 1):
        state.apply_action(action)
    observed = kuhn.setting.observation.size
    for player in range(2):
        tensor = state.information_state_tensor(player)
        rows = tensor[observed:].reshape(3, 4).tolist()  # two players, actions in two binary digits
        mine, theirs = ([1, 0], [0, 1]) if player == 1 else ([0, 1], [1, 0])
        assert rows == [[*mine, 0, 1], [*theirs, 1, 0], [0, 0, 0, 0]]
        assert tensor[:observed].tolist() == state.observation_tensor(player).tolist()
    assert kuhn.information_state_tensor_shape() == [observed + 12]


@pytest.mark.parametrize("reward", ["score", "shaped"])
def test_rewards_of_each_step_add_up(reward):
    game = load("ludotheque_lampions", deals=3, reward=reward)
    state, sums = game.new_initial_state(), np.zeros(3)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        sums += state.rewards()
        assert state.clone().returns() == pytest.approx(sums)
    wanted = state.pos.points if reward == "score" else state.pos.shares
    assert state.returns() == pytest.approx(wanted)


def test_playouts_are_like_openspiels():
    game = load("ludotheque_lampions", deals=1)
    state = game.new_initial_state()
    state.apply_action(0)
    ours = np.mean([openspiel.Playouts(20, seed=seed).evaluate(state) for seed in range(3)], axis=0)
    theirs = np.mean(
        [mcts.RandomRolloutEvaluator(1, np.random.RandomState(n)).evaluate(state) for n in range(40)], axis=0
    )
    assert sum(ours) == pytest.approx(1)
    assert abs(ours - theirs).max() < 0.3
    assert len(openspiel.Playouts().prior(state)) == len(state.legal_actions())
    bot = ismcts.ISMCTSBot(game, openspiel.Playouts(), 1.0, 20, random_state=np.random.RandomState(2))
    assert bot.step(state) in state.legal_actions()
