"""Games as Gymnasium environments: its checks pass, a learner sits among bots, and many matches run at once."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import ludotheque as lt
from ludotheque.adapters import gymnasium as adapter

LAMPIONS = f"ludotheque/lampions-v{adapter.version_of(lt.game('lampions', 'plain'))}"


@pytest.mark.parametrize("name", lt.names())
def test_its_checks_pass(name):
    made = gymnasium.make(f"ludotheque/{name}-v{adapter.version_of(lt.game(name, 'plain'))}", mode="plain")
    check_env(made.unwrapped, skip_render_check=name != "lampions")


def played(env, matches, seed=5):
    """The results of random legal play of the learner, match by match."""
    chance = np.random.default_rng(seed)
    rewards: list[float] = []
    _, info = env.reset(seed=seed)
    while len(rewards) < matches:
        assert info["action_mask"].any()
        _, reward, over, _, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        if over:
            rewards.append(reward)
            _, info = env.reset()
    return rewards


def test_a_learner_sits_among_bots_and_goes_round():
    env = adapter.env("lampions", players=3, mode="plain", opponents=("random", "greedy"))
    seats = []
    for _ in range(4):
        env.reset()
        seats.append(env.seat)
    assert seats == [0, 1, 2, 0]
    assert played(env, 3) == played(env, 3), "all follows from the seed"
    fixed = adapter.env("lampions", mode="plain", seat=2)
    assert {fixed.reset()[1]["seat"] for _ in range(3)} == {2}


def test_opponents_are_bots_that_can_play_the_game_one_for_each_seat():
    with pytest.raises(lt.BadInput, match="1 bots for 2 other seats"):
        adapter.env("lampions", mode="plain", opponents=["random"])
    with pytest.raises(lt.LudothequeError, match="no bot is called 'nobody'"):
        adapter.env("lampions", mode="plain", opponents="nobody")


def test_illegal_actions():
    def after(illegal):
        env = adapter.env("lampions", mode="plain", illegal=illegal)
        _, info = env.reset(seed=7)
        _, reward, over, _, info = env.step(int((info["action_mask"] == 0).argmax()))
        return reward, over, info.get("illegal", False)

    assert after("lose") == (-1.0, True, True)
    assert after("random") == (0.0, False, False)
    with pytest.raises(lt.IllegalMove):
        after("raise")


def test_it_draws_the_table():
    env = gymnasium.make(LAMPIONS, mode="plain", render_mode="ansi")
    env.reset(seed=7)
    assert "lamps" in env.render()
