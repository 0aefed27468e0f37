"""Games as PettingZoo environments: its own tests pass, and what comes out is what the game says."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo import test as theirs
from pettingzoo.utils.conversions import parallel_to_aec

import ludotheque as lt
from ludotheque.adapters import pettingzoo

# Its tests would rather have arrays than dictionaries with a mask, but for games that they know by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # A seat without a decision has an empty mask.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
GAMES = lt.names()


def env(name, **settings):
    return pettingzoo.env(name, mode="plain", **settings)


def parallel_env(name, **settings):
    return pettingzoo.parallel_env(name, mode="plain", **settings)


@pytest.mark.parametrize("name", GAMES)
def test_theirs_pass(name):
    theirs.api_test(env(name), num_cycles=12)
    theirs.seed_test(partial(env, name), num_cycles=6)
    theirs.parallel_api_test(parallel_env(name), num_cycles=12)
    theirs.parallel_seed_test(partial(parallel_env, name), num_cycles=6)


def test_theirs_pass_to_the_end_of_matches_drawn_and_broken_off():
    theirs.api_test(env("lampions", players=4, scaled=False), num_cycles=300)
    theirs.seed_test(partial(env, "lampions"), num_cycles=50)
    theirs.render_test(partial(env, "lampions"))
    theirs.parallel_api_test(parallel_env("lampions"), num_cycles=300)
    made = partial(parallel_env, "lampions", illegal="random")  # the test asks for actions without looking at masks
    theirs.max_cycles_test(SimpleNamespace(parallel_env=made, env=lambda **settings: parallel_to_aec(made(**settings))))


def test_an_environment_plays_the_match_of_its_seed():
    made = env("lampions", players=3, scaled=False)
    made.reset(seed=7)
    pos = lt.game("lampions", "plain").start(3, "7/0")
    total = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        observation, reward, terminated, _, _ = made.last()
        total[agent] += reward
        if terminated:
            made.step(None)
            continue
        seat = int(agent.removeprefix("player_"))
        assert seat == pos.actors[0]
        assert (observation["observation"] == pos.observe(seat)).all()
        legal = [move.id for move in pos.moves(seat)]
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(legal)
        pos.play(legal[0], seat)
        made.step(np.int64(legal[0]))
    outcome = pos.outcome()
    assert outcome is not None
    assert list(total.values()) == outcome["shares"]
    assert sum(total.values()) == 1


def test_the_next_match_is_another_one_and_a_seed_begins_anew():
    made = env("lampions")
    dealt = []
    for seed in (3, None, 3):
        made.reset(seed=seed)
        dealt.append(made.observe("player_0")["observation"].tolist())
    assert dealt[0] == dealt[2] != dealt[1]


def test_those_who_choose_at_once_do_not_see_each_other_and_the_others_wait():
    made = parallel_env("lampions", players=3)
    observations, _ = made.reset(seed=7)
    while made.agents:
        asked = made.pos.actors
        assert all(
            bool(one["action_mask"][made.wait]) != (seat in asked) for seat, one in enumerate(observations.values())
        )
        actions = {agent: one["action_mask"].argmax() for agent, one in observations.items()}
        observations, rewards, _, _, _ = made.step(actions)
    assert sum(rewards.values()) == 1


@pytest.mark.parametrize("make", [env, parallel_env])
def test_illegal_actions(make):
    def after(illegal):
        made = make("lampions", illegal=illegal)
        made.reset(seed=7)
        wrong = int((made.setting.mask(made.pos, 0) == 0).argmax())
        if make is env:
            made.step(wrong)
            return made.rewards["player_0"], made.terminations["player_0"], made.infos["player_0"]
        fine = {agent: made.pos.legal_ids(seat)[0] for seat, agent in enumerate(made.agents)}
        _, rewards, terminated, _, infos = made.step({**fine, "player_0": wrong})
        return rewards["player_0"], terminated["player_0"], infos["player_0"]

    assert after("lose") == (-1.0, True, {"illegal": True})
    assert after("random") == (0.0, False, {})
    with pytest.raises(lt.IllegalMove):
        after("raise")
    with pytest.raises(lt.BadInput, match="none of lose, raise, random"):
        after("shrug")


def test_a_match_is_broken_off_after_max_cycles():
    made = env("lampions", max_cycles=2)
    made.reset(seed=1)
    for _ in range(20):
        if made.truncations["player_0"]:
            break
        made.step(made.observe(made.agent_selection)["action_mask"].argmax())
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_the_name_tells_the_version_of_the_rules():
    assert env("lampions").metadata["name"] == f"lampions_v{lt.game('lampions').rules_version}"


def test_a_missing_reset_gets_a_message():
    env = pettingzoo.env("lampions", mode="plain")
    for name in pettingzoo.BEGUN:
        with pytest.raises(AttributeError, match=f"^{name} is there once reset\\(\\) was called$"):
            getattr(env, name)
    with pytest.raises(AttributeError, match=r"has no attribute 'no_such_name'"):
        env.no_such_name  # noqa: B018
    env.reset(seed=1)
    assert all(hasattr(env, name) for name in pettingzoo.BEGUN)
