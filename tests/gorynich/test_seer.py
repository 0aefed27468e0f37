"""The seer and the scout: they look what comes after plans, every head finds the same one by itself, and wins more.

Both are one policy with other numbers, so most is asked of the scout, which is several times as quick.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import agents, simulation
from ludotheque.bots.policy import Policy
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words
from tests.gorynich.teams import played
from tests.sizes import size

GORYNICH = lt.game("gorynich", "compiled")


def real(pos: Position) -> Any:
    """The position itself, as the arena hands it over."""
    states = GORYNICH.program().states(1)
    GORYNICH.program().put(states, 0, pos.state)
    return states


@pytest.mark.parametrize(("name", "count"), [("seer", 3), ("seer", 6), ("scout", 4)])
def test_a_head_plays_its_part_whatever_was_redealt(name: str, count: int) -> None:
    """The order of decks and what others chose are guesses: they change neither the worlds nor the plan of all."""
    agent, asked = agents.PolicyAgent(GORYNICH, GORYNICH.program(), name), Counter[str | None]()
    for pos in played(GORYNICH, "planner", count, "guesses"):
        asked[pos.decision] += 1
        if asked[pos.decision] <= size(1 if name == "seer" else 3, 100):
            told = set()
            for guess in range(2 if name == "seer" else 3):
                action = agent.act(real(pos), 0, pos.actors[-1], key_words("guess", guess))
                told.add((action, tuple(agent.work[0]["result"])))
            assert len(told) == 1
    assert {"point", "choose", "fly"} <= set(asked)


@pytest.mark.parametrize("name", ["scout", "seer"][: size(1, 2)])
def test_in_the_middle_of_a_round_the_plan_of_its_beginning_is_found_again(name: str) -> None:
    """A head predicts exactly what the others have chosen."""
    agent = agents.PolicyAgent(GORYNICH, GORYNICH.program(), name)
    chosen: list[int] = []
    middles = 0
    for pos in played(GORYNICH, name, 4, "again"):
        if pos.decision == "choose" and len(pos.actors) == 4:
            chosen = [agent.act(real(pos), 0, seat, key_words(seat)) for seat in range(4)]
        elif pos.decision in ("fly", "aim", "tile", "steer"):
            agent.act(real(pos), 0, pos.actors[0], key_words(middles))
            assert list(agent.work[0]["plan"][:4]) == chosen
            middles += 1
    assert middles > 3


def test_where_many_play_a_scout_keeps_to_the_planners_plan() -> None:
    scout, planner = (agents.PolicyAgent(GORYNICH, GORYNICH.program(), name) for name in ("scout", "planner"))
    for number, pos in enumerate(played(GORYNICH, "planner", 6, "many scouts")):
        seat, key = pos.actors[0], key_words("many", number)
        assert scout.act(real(pos), 0, seat, key) == planner.act(real(pos), 0, seat, key)
    assert not any(scout.work[0]["result"]), "no plan was followed into any world"


@pytest.mark.parametrize(("count", "kept"), [(5, 4), (6, 16)])
def test_where_many_play_planners_play_on(count: int, kept: int) -> None:
    """Told by how many plans were kept last: tacticians keep four, planners sixteen."""
    agent = agents.PolicyAgent(GORYNICH, GORYNICH.program(), "seer")
    pos = next(pos for pos in played(GORYNICH, "planner", count, "many") if pos.decision == "choose")
    agent.act(real(pos), 0, pos.actors[0], key_words("many"))
    assert agent.work[0]["width"] == kept


@pytest.mark.parametrize("name", ["scout", "seer"][: size(1, 2)])
def test_it_decides_the_same_in_both_modes(name: str) -> None:
    """Uncompiled a seer thinks for many seconds."""
    plain = lt.game("gorynich", "plain").program()
    here, there = (agents.PolicyAgent(GORYNICH, program, name) for program in (plain, GORYNICH.program()))
    states = plain.states(1)
    compared: set[str | None] = set()
    for number, pos in enumerate(played(GORYNICH, name, 3, "modes")):
        if pos.decision in {"choose", "fly"} - compared:
            compared.add(pos.decision)
            seat, key = pos.actors[0], key_words("modes", number)
            plain.put(states, 0, pos.state)
            assert here.act(states, 0, seat, key) == there.act(real(pos), 0, seat, key)
    assert len(compared) == 2


def test_it_wins_more_than_the_planner() -> None:
    """84 and 89 against 68 of a hundred matches of three heads (docs/strength.md)."""

    def won(name: str, matches: int) -> float:
        return float((simulation.run(GORYNICH, matches, players=3, bots=[name], seed="seers").shares[:, 0] > 0).mean())

    matches = size(24, 300)
    planners = won("planner", matches)
    for name in ("scout", "seer")[: size(1, 2)]:
        assert won(name, matches) > planners + 0.02


def test_a_scout_looks_at_fewer_plans_and_worlds_than_a_seer() -> None:
    """Told by what came of the plans, in thousandths: a plan that met more worlds has more of them."""
    pos = next(pos for pos in played(GORYNICH, "planner", 3, "fewer") if pos.decision == "choose")
    met = []
    for name in ("scout", "seer"):
        agent = agents.PolicyAgent(GORYNICH, GORYNICH.program(), name)
        agent.act(real(pos), 0, pos.actors[0], key_words("fewer"))
        result = agent.work[0]["result"]
        met.append((sum(result > 0), max(result)))
    assert met[0][0] <= 6 < met[1][0] <= 8
    assert met[0][1] <= 1000 * (2 + 4 + 8) < met[1][1] <= 1000 * (16 + 32 + 64)


def test_uncompiled_the_usual_team_mate_plays_for_it() -> None:
    """There it would think for many seconds."""
    plain = lt.game("gorynich", "plain")
    assert bots.team_mate(plain) == "planner"
    pos = GORYNICH.start(players=3, seed=1)
    for name in ("scout", "seer"):
        assert Policy(name).played_by(plain.program()) == "planner"
        assert Policy(name).played_by(pos.program) == name
    assert Policy("tactician").played_by(plain.program()) == "tactician"


def test_it_says_what_its_own_plan_is() -> None:
    """Its reason names the knights that its plan burns, and its own part."""
    bot = bots.make("scout", 0, GORYNICH)
    told = 0
    for pos in played(GORYNICH, "scout", 3, "words"):
        if pos.decision != "choose":
            continue
        seat = pos.actors[0]
        key, params = bots.explain(bot, pos, seat) or ("", {})
        assert key.startswith("plan.")
        if "card" in params:
            assert bots.decide(bot, pos, seat).text == params["card"]
            told += 1
    assert told
