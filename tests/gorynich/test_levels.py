"""The levels and the advice: figures in the documents hold, and each level is stronger than the one below."""

from __future__ import annotations

import math
from functools import partial
from statistics import mean
from typing import Any

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import agents, simulation
from ludotheque.bots.levels import NOVICE, search_settings_of
from ludotheque.bots.policy import level_policies
from ludotheque.bots.search import softmax
from ludotheque.bots.searcher import Searcher
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words
from tests.gorynich.teams import played
from tests.sizes import size

GORYNICH = lt.game("gorynich", "compiled")
WON = {3: 0.677, 4: 0.665, 5: 0.719, 6: 0.877, 7: 0.940}  # by teams of planners: docs/games/gorynich.md
DEALS = 6
TEAMS = list(WON)[: size(3, 5)]
SIMS = size(200, 1000)


def promised(count: int, seed: object) -> tuple[bool, list[float]]:
    """Whether a match of planners was won, and what advice promised whenever all were asked to choose."""
    found: list[float] = []
    begun = 0
    for pos in played(GORYNICH, "planner", count, seed):
        if pos.decision == "choose" and pos.state.round > begun:
            begun = pos.state.round
            result = bots.advise(pos, pos.actors[0], sims=SIMS)[0].result
            assert result is not None
            found.append(result)
    outcome = pos.outcome()
    assert outcome is not None
    return outcome["shares"][0] > 0, found


def test_advice_promises_what_teams_win() -> None:
    """At the start about as much as is won on average; to the end it rises in matches won and falls in those lost."""
    ways: dict[bool, list[list[float]]] = {True: [], False: []}
    for count in TEAMS:
        matches = [promised(count, f"promised/{deal}") for deal in range(DEALS)]
        assert mean(found[0] for _, found in matches) == pytest.approx(WON[count], abs=0.2)
        for won, found in matches:
            ways[won].append(found)
    assert len(ways[True]) > len(ways[False]) > 2
    assert mean(found[-1] - found[0] for found in ways[True]) > 0.15
    assert mean(found[0] - found[-1] for found in ways[False]) > 0.1


def put(pos: Position, states: Any, i: int) -> None:
    """Write a position into a storage."""
    GORYNICH.program().put(states, i, pos.state)


@pytest.mark.parametrize("count", [4, 7])
def test_a_novice_has_preferences(count: int) -> None:
    """Its normalised entropy; 1 would be random play."""
    searcher = Searcher(GORYNICH, GORYNICH.program(), search_settings_of(GORYNICH).sims(NOVICE))
    undecided: list[float] = []
    for pos in played(GORYNICH, "planner", count, "novice"):
        if pos.decision != "speak":  # talking changes nothing on the table
            seat, key = pos.actors[0], key_words("novice", len(undecided))
            handed = pos.redeal(seat, len(undecided))
            found = searcher.think(partial(put, handed), seat, key, 2)
            if len(found) > 1:
                parts = softmax(found, searcher.settings.easy)
                parts = [part / sum(parts) for part in parts]
                undecided.append(-sum(part * math.log(part) for part in parts if part > 0) / math.log(len(parts)))
    assert mean(undecided) < 0.9
    assert sum(one > 0.99 for one in undecided) < len(undecided) / 2


def test_amateurs_win_less_than_planners_and_more_than_nothing() -> None:
    def won(name: str) -> float:
        return float((simulation.run(GORYNICH, 100, players=4, bots=[name], seed="levels").shares[:, 0] > 0).mean())

    assert won("greedy") < 0.05
    amateur = level_policies(GORYNICH)["amateur"]
    assert amateur == "tactician"
    assert 0.15 < won(amateur) < won("planner") - 0.15


@pytest.mark.parametrize("name", ["tactician", "planner"])
def test_plans_are_the_same_in_both_modes(name: str) -> None:
    plain = lt.game("gorynich", "plain").program()
    here, there = (agents.PolicyAgent(GORYNICH, program, name) for program in (plain, GORYNICH.program()))
    states = plain.states(1), GORYNICH.program().states(1)
    for number, pos in enumerate(played(GORYNICH, "planner", 4, "modes")):
        if number % 5:
            continue
        seat, key = pos.actors[0], key_words("modes", number)
        plain.put(states[0], 0, pos.state)
        GORYNICH.program().put(states[1], 0, pos.state)
        assert here.act(states[0], 0, seat, key) == there.act(states[1], 0, seat, key)


@pytest.mark.rule("GOR-08")
@pytest.mark.parametrize("bot", ["amateur", "planner", "network"])
def test_bots_keep_silent_so_that_the_moment_of_talk_changes_nothing(bot: str) -> None:
    """Why both ways of talk were measured alike: no bot speaks, and no plan depends on the question."""
    matches = []
    for after in (False, True):
        pos = GORYNICH.start(players=4, seed="talk", options={"speech_after_reveal": after})
        moves, asked = [], 0
        while not pos.over:
            seat = pos.actors[0]
            asked += pos.decision == "speak"
            moves.append((seat, bots.decide(bots.make(bot, 0, GORYNICH), pos, seat).text))
            pos.play(moves[-1][1], seat)
        assert asked > 2
        assert "speak" not in {move for _, move in moves}
        matches.append([move for move in moves if move[1] != "silent"])
    assert matches[0] == matches[1]
