"""Bots that only one game has: policies in kernel land, levels that a policy plays, factories in plain Python."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import agents, network_bot, policy, simulation
from ludotheque.bots.network_bot import NetworkLevel
from ludotheque.bots.random_bot import RandomBot
from ludotheque.errors import BadInput

KUNITORI = lt.game("kunitori", "plain")
GORYNICH = lt.game("gorynich", "plain")


def test_policies_are_bots_by_name() -> None:
    assert bots.names(KUNITORI)[-3:] == ["money", "army", "mixed"]
    assert "money" not in bots.names(GORYNICH)
    pos = KUNITORI.start(seed=3)
    for _ in range(30):
        for seat in pos.actors[:1]:
            move = bots.decide(bots.make("money", 1, KUNITORI), pos, seat)
            assert move == bots.decide(bots.make("money", 1, KUNITORI), pos, seat)
            pos.play(move, seat)
    with pytest.raises(bots.NoSuchBot, match="no bot is called 'money'; there are random"):
        bots.make("money", game=GORYNICH)


def test_policies_play_in_compiled_loops() -> None:
    results = simulation.run(KUNITORI, 2, bots=("money", "army"), seed=1, mode="plain")
    again = simulation.run(KUNITORI, 2, bots=("money", "army"), seed=1, mode="plain")
    assert (results.decisions == again.decisions).all()
    with pytest.raises(BadInput, match="can't play in compiled loops; those that can are random, greedy, money"):
        simulation.run(KUNITORI, 2, bots=("master", "army"), mode="plain")


def test_a_policy_may_stand_behind_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that knows the cards takes precedence."""
    assert isinstance(bots.make("master", 1, GORYNICH), NetworkLevel)
    monkeypatch.setattr(network_bot, "has_network", lambda game: False)
    master = bots.make("master", 1, GORYNICH)
    assert isinstance(master, policy.Policy)
    assert (master.name, master.policy) == ("master", "seer")
    assert isinstance(bots.make("novice", 1, GORYNICH), bots.Search)
    assert isinstance(bots.make("adept", 1, lt.game("gunkimono", "plain")), bots.Search)
    assert bots.make("adept", 1, GORYNICH).policy == "scout"  # type: ignore[attr-defined]
    assert isinstance(agents.agent_for("master", GORYNICH, GORYNICH.program()), agents.PolicyAgent)


def test_a_bot_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    found = policy.optional_module

    def with_bots(name: str) -> object:
        return SimpleNamespace(BOTS={"hasty": RandomBot}) if name.endswith("lampions.bots") else found(name)

    monkeypatch.setattr(policy, "optional_module", with_bots)
    lampions = lt.game("lampions", "plain")
    assert bots.names(lampions)[-1] == "hasty"
    assert isinstance(bots.make("hasty", 4, lampions), RandomBot)
    assert bots.fits("hasty", lampions)
