"""Many matches at once as a Gymnasium vector environment; `lt.batch` plays "compiled" rules."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import ludotheque as lt
from ludotheque.adapters import gymnasium as adapter

N = 30


def run(env, steps, seed=5):
    """Random legal play of the learners: what each match that ended was worth."""
    chance = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    rewards = []
    for _ in range(steps):
        mask = info["action_mask"]
        assert mask.any(axis=1).all()
        assert (env.batch.seats == env.seats).all(), "every learner is asked"
        observations, reward, over, truncated, info = env.step((chance.random(mask.shape) * mask).argmax(axis=1))
        assert not truncated.any()
        assert (reward[~over] == 0).all()
        rewards += reward[over].tolist()
    assert env.observation_space.contains(observations)
    return rewards


def test_learners_among_random_seats_win_their_part():
    env = adapter.vector_env("lampions", N, players=3)
    rewards = run(env, 120)
    assert len(rewards) > 300
    assert np.mean(rewards) == pytest.approx(1 / 3, abs=0.08)
    assert rewards == run(adapter.vector_env("lampions", N, players=3), 120), "all follows from the seed"


def test_opponents_may_be_a_function():
    asked = []

    def first(observations, masks):
        asked.append(observations.shape)
        return masks.argmax(axis=1)

    env = adapter.vector_env("lampions", N, players=3, opponents=first, seat=1, scaled=False)
    assert len(run(env, 20)) > 10
    assert set(asked) == {(N, lt.game("lampions").observation.size)}
    with pytest.raises(lt.BadInput, match="random play, or a function"):
        adapter.vector_env("lampions", N, opponents="greedy")


@pytest.mark.parametrize("scaled", [True, False])
def test_arrays_are_the_callers_own_unless_it_wants_none(scaled):
    own, shared = (adapter.vector_env("lampions", N, players=3, scaled=scaled, copy=copy) for copy in (True, False))
    seen = []
    for env in (own, shared):
        first, info = env.reset(seed=3)
        mask = info["action_mask"]
        kept = first.copy(), mask.copy()
        actions = env.sample()
        assert mask[np.arange(N), actions].all(), "what is sampled is legal"
        second, *_, info = env.step(actions)
        seen.append((*kept, second.copy(), info["action_mask"].copy()))
        assert (first is second, mask is info["action_mask"]) == ((env is shared,) * 2)
        assert np.array_equal(first, kept[0]) == (env is own)
    assert all(np.array_equal(a, b) for a, b in zip(*seen, strict=True))


@pytest.mark.parametrize("threads", [1, 2])
def test_scaled_observations_are_the_numbers_times_their_scales(threads):
    whole, scaled = (
        adapter.vector_env("lampions", N, players=3, scaled=scaled, threads=threads) for scaled in (False, True)
    )
    (numbers, _), (floats, _) = whole.reset(seed=3), scaled.reset(seed=3)
    for _ in range(3):
        assert floats.dtype == np.float32
        assert np.array_equal(floats, numbers * lt.game("lampions").observation.scales)
        actions = whole.sample()
        numbers, floats = whole.step(actions)[0], scaled.step(actions)[0]


def test_gymnasium_makes_it_by_name():
    game = lt.game("lampions", "plain")
    id = f"{adapter.NAMESPACE}/lampions-v{adapter.version_of(game)}"
    env = gymnasium.make_vec(f"{adapter.__name__}:{id}", num_envs=N, players=3)
    assert isinstance(env, adapter.VectorEnvironment)
    assert len(run(env, 20)) > 10
    single = gymnasium.make_vec(id, num_envs=2, vectorization_mode="sync", players=3, opponents="greedy", mode="plain")
    assert single.reset(seed=1)[0].shape == (2, game.observation.size)
