"""Many matches at once as a Gymnasium vector environment; `lt.batch` plays "compiled" rules."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.adapters import gymnasium as adapter
from ludotheque.bots import network
from tests.bots.test_network import about, small

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


def test_matches_bring_several_things_in_turn():
    """Each match has the decks of the next seating; a learner meets all of them, from both seats."""
    decks = "monsters_swarm", "nilfgaard_spies"
    pairs = [({"deck": mine}, {"deck": theirs}) for mine in decks for theirs in decks if mine != theirs]
    env = adapter.vector_env("gwynt", 4, seatings=pairs)
    env.reset(seed=5)
    factions = [env.batch.position(i).view(0)["table"]["seats"][0]["faction"] for i in range(4)]
    assert factions == ["monsters", "nilfgaard"] * 2


@pytest.mark.parametrize("opponents", ["greedy", "random", ("greedy", "random"), lambda seen, masks: masks.argmax(1)])
def test_a_match_follows_from_its_own_seed_alone(opponents):
    """Another seed for match 3 changes match 3 and no other, through several deals."""

    def played(seeds):
        env = adapter.vector_env("lampions", 6, players=3, opponents=opponents)
        seen, info = env.reset(seed=seeds)
        found = [seen]
        for _ in range(40):
            seen, reward, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            found += [seen, np.stack([reward, over], axis=1)]
        assert over.shape == (6,)
        assert sum(part[:, 1].sum() for part in found[2::2]) > 6
        return found

    first, second = played([11, 12, 13, 14, 15, 16]), played([11, 12, 13, 99, 15, 16])
    assert all(np.array_equal(a, b) for a, b in zip(first, played([11, 12, 13, 14, 15, 16]), strict=True))
    assert all(np.array_equal(a, b) for a, b in zip(first, played(11), strict=True)), "a number: the next for each"
    others = [0, 1, 2, 4, 5]
    assert all(np.array_equal(a[others], b[others]) for a, b in zip(first, second, strict=True))
    assert not all(np.array_equal(a[3], b[3]) for a, b in zip(first, second, strict=True))
    with pytest.raises(lt.BadInput, match="2 seeds are given for 6"):
        adapter.vector_env("lampions", 6, players=3).reset(seed=[1, 2])


def test_a_match_that_ends_leaves_its_last_observation():
    env = adapter.vector_env("lampions", N, players=3, options={"rounds": 3})
    _, info = env.reset(seed=2)
    ended = 0
    for _ in range(30):
        *_, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        assert ("final_obs" in info) == over.any()
        for i in np.flatnonzero(over):
            assert info["_final_obs"][i]
            assert env.single_observation_space.contains(info["final_obs"][i])
            assert info["final_obs"][i].any()
            assert not np.array_equal(info["final_obs"][i], env.batch.observe(scaled=True)[i])
            ended += 1
        assert all(one is None for one in info.get("final_obs", np.full(N, None))[~over])
    assert ended > N
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP


def test_named_bots_play_as_at_tables():
    """Named opponents play as they do at tables: a random learner wins less than its share among greedy bots."""
    rewards = run(adapter.vector_env("lampions", N, players=3, opponents="greedy"), 60)
    assert np.mean(rewards) < 0.25
    with pytest.raises(lt.BadInput, match="1 bots for 2 other seats"):
        adapter.vector_env("lampions", N, players=3, opponents=["greedy"])
    with pytest.raises(bots.NoSuchBot, match="no network"):
        adapter.vector_env("lampions", N, players=3, opponents="network")


def test_networks_play_all_their_matches_at_once(tmp_path):
    file = tmp_path / "network.npz"
    network.write_network(file, about(), small())
    env = adapter.vector_env("lampions", N, players=3, opponents=f"network:{file}", seat=0)
    env.reset(seed=4)
    pos = lt.game("lampions").start(3, 4)
    bot = bots.make(f"network:{file}", 0, lt.game("lampions"))
    for seat in (1, 2):
        assert bot.choose(pos, seat) in pos.moves(seat)
    taken = env.action_masks().argmax(axis=1)
    pos.play(int(taken[0]), 0)
    env.step(taken)
    while pos.actors and pos.actors[0] != 0:
        pos.play(bot.choose(pos, pos.actors[0]), pos.actors[0])
    assert np.array_equal(env.batch.observe()[0], pos.observe(0))


def test_illegal_actions_as_in_the_single_environment():
    def first_step(illegal, action):
        env = adapter.vector_env("lampions", 4, players=3, illegal=illegal)
        _, info = env.reset(seed=1)
        actions = info["action_mask"].argmax(axis=1)
        actions[2] = action if action >= 0 else np.flatnonzero(~info["action_mask"][2])[0]
        before = env.batch.observe()[2].copy()
        return env.step(actions), before

    for action in (10**6, -1):
        (_, reward, over, _, info), before = first_step("lose", action)
        assert over.tolist() == [False, False, True, False]
        assert reward.tolist() == [0, 0, -1, 0]
        scales = lt.game("lampions").observation.scales
        assert np.array_equal(info["final_obs"][2], before * scales)
        (_, reward, over, _, info), _ = first_step("random", action)
        assert not over.any()
        assert not reward.any()
    with pytest.raises(lt.IllegalMove, match="match 2"):
        first_step("raise", -1)
    with pytest.raises(lt.BadInput, match="none of lose, raise, random"):
        adapter.vector_env("lampions", 4, illegal="ignore")


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
    env_id = f"{adapter.NAMESPACE}/lampions-v{adapter.version_of(game)}"
    env = gymnasium.make_vec(f"{adapter.__name__}:{env_id}", num_envs=N, players=3)
    assert isinstance(env, adapter.VectorEnvironment)
    assert len(run(env, 20)) > 10
    single = gymnasium.make_vec(
        env_id, num_envs=2, vectorization_mode="sync", players=3, opponents="greedy", mode="plain"
    )
    assert single.reset(seed=1)[0].shape == (2, game.observation.size)
