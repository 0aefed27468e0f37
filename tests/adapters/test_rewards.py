"""Rewards of each step, by points and shaped: in batches and in every adapter they add up as they should."""

from __future__ import annotations

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.adapters import gymnasium, pettingzoo
from ludotheque.batches.cpu import KERNELS

GAME = lt.game("lampions", "plain")


def matches_of(batch, steps=300):
    """Return every seat's rewards in each match that a batch of one ended, with its result and points."""
    got, found = np.zeros(5), []
    for _ in range(steps):
        batch.step(batch.sample())
        got += batch.rewards[0]
        if batch.done[0]:
            found.append((got.copy(), batch.scores[0].copy()))
            got[:] = 0
    return found


@pytest.mark.parametrize("restart", [True, False])
@pytest.mark.parametrize("reward", ["score", "shaped"])
def test_rewards_of_a_batch_add_up(reward, restart):
    batch = lt.batch("lampions", 1, players=3, seed=1, reward=reward, restart=restart)
    plain = lt.batch("lampions", 1, players=3, seed=1, restart=restart)
    found, results = matches_of(batch), matches_of(plain)
    assert len(found) == len(results) > (2 if restart else 0)
    for (got, points), (share, _) in zip(found, results, strict=True):
        assert got == pytest.approx(points if reward == "score" else share, abs=1e-5)


def test_shaped_rewards_are_the_change_of_the_potential():
    batch = lt.batch("lampions", 64, players=3, seed=1, reward="shaped", discount=0.9)
    unit, seen = GAME.declaration.points_a_win, 0
    points = np.array([batch.position(i).points for i in range(64)])
    for _ in range(60):
        batch.step(batch.sample())
        now = np.array([batch.position(i).points for i in range(64)])
        before, after = (((3 * p - p.sum(1, keepdims=True)) / 2) / unit for p in (points, now))
        going = ~batch.done & (batch.lengths > 0)
        assert batch.rewards[going, :3] == pytest.approx((0.9 * after - before)[going], abs=1e-5)
        seen += int((batch.rewards[going] != 0).any(1).sum())
        points = now
    assert seen > 100


def test_a_redeal_a_copy_and_a_saved_batch_bring_no_reward():
    batch = lt.batch("lampions", 8, players=3, seed=1, reward="shaped")
    for _ in range(20):
        batch.step(batch.sample())
    again = lt.batch("lampions", 8, players=3, seed=2, reward="shaped")
    again.load_state_dict(batch.state_dict())
    other = batch.copy()
    batch.redeal()
    assert not batch.rewards.any()
    actions = other.sample().copy()
    for one in (other, again):
        one.step(actions)
    assert (other.rewards == again.rewards).all()


def test_a_team_gets_something_for_what_it_almost_did():
    """The kernel of batches, in plain mode: compiling Gorynich's batch would take half a minute."""
    game = lt.game("gorynich", "plain")
    pos = game.start(players=3, seed=1)
    kernel = pos.program.add(KERNELS)
    while not pos.points[0]:  # the planner burns a knight in the first rounds
        seat = pos.actors[0]
        pos.play(bots.decide(bots.make("planner", 0, game), pos, seat), seat)
    for way, unit in ((kernel.SCORE, 1), (kernel.SCORE + 1, 10)):
        values = [kernel.worth(pos.state, seat, way, 1, unit) for seat in range(3)]
        assert values == [pos.points[0] / unit] * 3


def results(env, reward):
    """Return the rewards that the seats should have in a match that is over."""
    assert env.pos is not None
    return env.pos.points if reward == "score" else env.pos.shares


@pytest.mark.parametrize("reward", ["share", "score", "shaped"])
def test_an_agent_of_pettingzoo_gets_them_all(reward):
    env = pettingzoo.env("lampions", mode="plain", reward=reward)
    for seed in range(3):
        env.reset(seed=seed)
        got = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, last, terminated, truncated, _ = env.last()
            got[agent] += last
            env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
        wanted = results(env, reward)
        assert list(got.values()) == pytest.approx(wanted)
        parallel = pettingzoo.parallel_env("lampions", mode="plain", reward=reward)
        observations, _ = parallel.reset(seed=seed)
        got = dict.fromkeys(parallel.possible_agents, 0.0)
        while parallel.agents:
            actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
            observations, rewards, *_ = parallel.step(actions)
            got = {agent: got[agent] + rewards[agent] for agent in got}
        wanted = results(parallel, reward)
        assert list(got.values()) == pytest.approx(wanted)


@pytest.mark.parametrize("reward", ["score", "shaped"])
def test_a_learner_of_gymnasium_gets_them(reward):
    env = gymnasium.env("lampions", mode="plain", seat=1, reward=reward)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        before = env._rewards.before[1]
        got, over = 0.0, False
        while not over:
            _, last, over, _, info = env.step(int(info["action_mask"].argmax()))
            got += last
        assert got == pytest.approx(results(env, reward)[1] - before)


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_vector_gives_what_lies_between_two_decisions(opponents):
    """With a discount: the potential of the learner's next decision, whatever others did between."""
    envs = gymnasium.vector_env("lampions", 16, opponents=opponents, seat=0, reward="shaped", discount=0.5)
    _, info = envs.reset(seed=3)
    before = np.array([potential(envs.batch.position(i)) for i in range(16)])
    for _ in range(12):
        _, rewards, over, _, info = envs.step(info["action_mask"].argmax(1))
        now = np.array([potential(envs.batch.position(i)) for i in range(16)])
        assert rewards[~over] == pytest.approx((0.5 * now - before)[~over], abs=1e-5)
        before = now


def potential(pos):
    """The potential of seat 0."""
    own, *others = pos.points
    return (own - sum(others) / len(others)) / GAME.declaration.points_a_win


def test_other_rewards_are_refused():
    for make in (lambda: lt.batch("lampions", 2, reward="fame"), lambda: pettingzoo.env("lampions", reward="fame")):
        with pytest.raises(lt.BadInput, match="'fame' is none of share, score, shaped"):
            make()
