"""The network that judges the ends of plans: every head finds the same plan, and teams win more than planners."""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import agents
from ludotheque.bots.learnt import network_behind
from ludotheque.bots.levels import CEILING
from ludotheque.bots.network import network_of, observations
from ludotheque.bots.plans import KERNEL, PlanJudge
from ludotheque.games.gorynich.boards import NAMES, SIZE, SQUARES, STEP
from ludotheque.games.gorynich.declaration import Cause
from ludotheque.games.gorynich.policies.outlook import NUMBERS, OUTLOOK, how_turned, turned, way_turned
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words
from ludotheque.server.games import levels
from tests.gorynich.teams import played
from tests.sizes import size

GORYNICH = lt.game("gorynich", "compiled")
PLAIN = lt.game("gorynich", "plain")


def real(pos: Position) -> Any:
    """The position itself, as the arena hands it over."""
    states = GORYNICH.program().states(1)
    GORYNICH.program().put(states, 0, pos.state)
    return states


def head(name: str = "network") -> Any:
    return agents.agent_for(name, GORYNICH, GORYNICH.program())


@pytest.mark.parametrize(("name", "count"), [("network", 3), ("network", 6), ("tries:3", 4)])
def test_a_head_plays_its_part_whatever_was_redealt(name: str, count: int) -> None:
    """Deck order and others' choices are guesses of a redeal: they change neither the judgement nor the plan."""
    agent, asked = head(name), Counter[str | None]()
    for pos in played(GORYNICH, "planner", count, "guesses"):
        asked[pos.decision] += 1
        if asked[pos.decision] <= size(4, 100):
            told = set()
            for guess in range(3):
                action = agent.act(real(pos), 0, pos.actors[-1], key_words("guess", guess))
                told.add((action, agent.judge.rows.tobytes()))
            assert len(told) == 1
    assert {"point", "choose", "fly"} <= set(asked)


@pytest.mark.parametrize("name", ["network", "tries:3"])
def test_in_the_middle_of_a_round_the_plan_of_its_beginning_is_found_again(name: str) -> None:
    """A head predicts exactly what the others have chosen."""
    agent = head(name)
    chosen: list[int] = []
    middles = 0
    for pos in played(GORYNICH, name, 4, "again"):
        if pos.decision == "choose" and len(pos.actors) == 4:
            chosen = [agent.act(real(pos), 0, seat, key_words(seat)) for seat in range(4)]
        elif pos.decision in ("fly", "aim", "tile", "steer"):
            agent.act(real(pos), 0, pos.actors[0], key_words(middles))
            assert list(agent.judge.work[0]["plan"][:4]) == chosen
            middles += 1
    assert middles > 3


def test_it_decides_the_same_in_both_modes() -> None:
    here = agents.agent_for("network", PLAIN, PLAIN.program())
    there, states = head(), PLAIN.program().states(1)
    compared = Counter[str | None]()
    for number, pos in enumerate(played(GORYNICH, "network", 3, "modes")):
        if compared[pos.decision] < size(1, 5):
            compared[pos.decision] += 1
            seat, key = pos.actors[0], key_words("modes", number)
            PLAIN.program().put(states, 0, pos.state)
            assert here.act(states, 0, seat, key) == there.act(real(pos), 0, seat, key)
    assert {"perch", "point", "choose", "fly"} <= set(compared)


def test_it_looks_as_far_ahead_in_both_modes() -> None:
    """The expected value of the plans a round later, over all possible cards, is equal in both modes."""
    pos = next(
        pos for pos in played(GORYNICH, "network", 3, "later") if pos.decision == "choose" and pos.state.round == 3
    )
    told = []
    for game in (PLAIN, GORYNICH):
        program = game.program()
        judge = PlanJudge(game, program, network_of(game))
        program.put(judge.states, 0, pos.state)
        assert judge.kernel.look(judge.states, judge.work, judge.out, 0, 0, 0, judge.rows) > 2
        told.append([judge.later(plan) for plan in (0, 2)])
    assert told[0] == told[1]
    assert 0 < min(told[0]) < max(told[0])


def test_on_a_machine_that_is_too_slow_it_does_not_look_ahead() -> None:
    """The best plan at first sight is the team's plan; the move of a hurried bot is not."""
    judge = PlanJudge(GORYNICH, GORYNICH.program(), network_of(GORYNICH))
    changed = 0
    for pos in played(GORYNICH, "network", 4, "slow"):
        if pos.decision == "choose":
            put = partial(GORYNICH.program().put, state=pos.state)
            hasty, slow, thorough = (judge.think(put, pos.actors[0], *how) for how in ((0,), (8, 0.0), (8,)))
            assert slow == hasty
            changed += thorough != hasty
    assert changed, "looking ahead changes nothing here: this shows nothing"


def test_a_part_of_a_level_compares_fewer_plans() -> None:
    told = [agents.agent_for("master", GORYNICH, GORYNICH.program(), fraction=part) for part in (1.0, 0.25)]
    assert [agent.broad for agent in told if isinstance(agent, agents.PlanAgent)] == [16, 4]


def test_uncompiled_it_does_not_look_ahead() -> None:
    """There it would think for many seconds."""
    for game, broad in ((PLAIN, 0), (GORYNICH, 5)):
        assert agents.agent_for("tries:5", game, game.program()).broad == broad  # type: ignore[attr-defined]


def test_all_cards_that_may_come_are_looked_at() -> None:
    """Their weights are how often they may: six cards times six when both decks are whole."""
    pos = GORYNICH.position("players: 3\ngorynich: d3\nknights: a1 j8\n")
    program = GORYNICH.program()
    judge = PlanJudge(GORYNICH, program, network_of(GORYNICH))
    program.put(judge.states, 0, pos.state)
    judge.kernel.look(judge.states, judge.work, judge.out, 0, 0, 0, judge.rows)
    world, weight, sure = (program.totals(n) for n in (1024, 64, 64))
    rows = observations(program, 1024, OUTLOOK.size)
    told = judge.kernel.look_ahead(judge.states, judge.work, judge.out, 0, rows, world, weight, sure)
    n, worlds = told % 4096, told // 4096
    left = [int(judge.states[judge.kernel.ENDS]["count"][deck]) for deck in range(2)]
    assert sum(weight[:worlds]) == left[0] * left[1]
    assert worlds == 2 * 5
    assert set(world[:n]) == {k for k in range(worlds) if sure[k] == 0}


def test_a_team_wins_more_than_planners() -> None:
    """Three heads, each for itself; and more again if it looks a round ahead."""

    def won(name: str) -> int:
        ends = [list(played(GORYNICH, name, 3, f"a team {n}"))[-1] for n in range(size(16, 300))]
        return sum(pos.state.over == Cause.ALL_BURNT for pos in ends)

    assert won("network") > won("planner") + size(1, 15)
    assert won("tries:4") > won("network") + size(0, 5)


def test_a_plan_that_wins_needs_no_judge() -> None:
    """A knight under Gorynich, the last one: no judge is asked."""
    pos = GORYNICH.position("gorynich: d3\nknights: d3/a4\n")
    program = GORYNICH.program()
    kernel = program.add(KERNEL)
    states, work = program.states(1 + kernel.SCRATCH), program.workspaces(1)
    program.put(states, 0, pos.state)
    out = program.actions(GORYNICH.declaration.action_count)
    rows = observations(program, kernel.OFFERED, OUTLOOK.size)
    assert kernel.look(states, work, out, 0, 0, 0, rows) == 1
    while not pos.over:
        seat = pos.actors[0]
        pos.play(bots.decide(bots.make("network", 0, GORYNICH), pos, seat), seat)
    assert (pos.state.over, pos.state.round) == (Cause.ALL_BURNT, 1)


def test_a_turned_table_keeps_its_lanes() -> None:
    """A step and then the turn is the turn and then the step; Gorynich comes to lie in one eighth of the table."""
    for how in range(8):
        assert sorted(turned(square, how) for square in range(SQUARES)) == list(range(SQUARES))
        for square in range(SQUARES):
            for way, step in enumerate(STEP):
                row, column = divmod(square, SIZE)
                there = (row + (way == 2) - (way == 0), column + (way == 1) - (way == 3))
                if all(0 <= at < SIZE for at in there):
                    assert turned(square + step, how) == turned(square, how) + STEP[way_turned(way, how)]
    eighth = {turned(square, how_turned(square)) for square in range(SQUARES)}
    assert eighth == {SIZE * row + column for row in range(5) for column in range(row, 5)}


def test_tables_that_differ_in_a_turn_only_look_alike() -> None:
    """The same boards a quarter turn on, and all that stands on them with them: the same numbers."""
    first = PLAIN.start(players=4, seed="turn", options={"order": "ABCD"}).state
    outlook = PLAIN.program().module("ludotheque.games.gorynich.policies.outlook")
    seen = set()
    for quarter in range(4):

        def square(number: int, quarter: int = quarter) -> str:
            row, column = divmod(number, SIZE)
            for _ in range(quarter):
                row, column = column, SIZE - 1 - row
            return NAMES[SIZE * row + column]

        boards = " ".join("ABCD"[(place - quarter) % 4] for place in range(4))
        knights = " ".join(square(number) for number in first.knight[: first.knights])
        pos = PLAIN.position(f"players: 4\nboards: {boards}\ngorynich: {square(17)}\nknights: {knights}\ncards: 1 3\n")
        row = [0] * NUMBERS
        outlook.write_outlook(pos.state, None, row)
        seen.add(tuple(row))
    assert len(seen) == 1


def test_the_bot_is_known_by_its_network() -> None:
    assert "network" in bots.names(GORYNICH)
    assert network_behind(GORYNICH, "network") == network_of(GORYNICH).digest
    assert network_behind(GORYNICH, "planner") is None
    rows = np.zeros((2, OUTLOOK.size), np.int16)
    assert network_of(GORYNICH).answer(rows)[1].shape == (2,)


def test_a_hint_tells_what_master_team_mates_count_with_and_why() -> None:
    """A planner's reasons would name a part of another plan."""
    told = Counter[str]()
    for pos in played(GORYNICH, "master", 4, "hints"):
        if pos.decision not in ("point", "choose") or len(pos.moves(pos.actors[0])) == 1:
            continue
        seat = pos.actors[0]
        hint = levels.advice(pos, seat, sims=8)
        assert hint.level == "master"
        assert hint.move == bots.decide(bots.make("master", 0, GORYNICH), pos, seat)
        assert hint.reason is not None
        key, params = hint.reason
        told[key] += 1
        if "card" in params:
            assert hint.move.text == params["card"]
        assert (key == "plan.pass") is (hint.move.text == "pass")
    assert told["plan.burn"]
    assert len(told) > 2


def test_a_hint_and_its_reason_do_not_depend_on_how_busy_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """A master that runs out of time plays another plan than the one its reasons describe."""
    for pos in played(GORYNICH, "network", 3, "busy"):
        seat = pos.actors[0]
        if pos.decision != "choose" or len(pos.moves(seat)) == 1:
            continue
        found = []
        for seconds in (math.inf, 0.0):
            monkeypatch.setitem(CEILING, "master", seconds)
            found.append(bots.decide(bots.make("master", 0, GORYNICH), pos, seat))
        assert levels.advice(pos, seat, sims=8).move == found[0]
        if found[0] != found[1]:
            return
    raise AssertionError("the master never changed its plan")


def test_uncompiled_the_reason_is_that_of_the_bot_that_plays() -> None:
    bot = bots.make("network", 0, PLAIN)
    pos = next(pos for pos in played(GORYNICH, "network", 3, "reasons") if pos.decision == "choose")
    plain = PLAIN.position(pos.text())
    for seat in range(3):
        assert bots.explain(bot, plain, seat) == bots.explain(bot, pos, seat) is not None
    hint = levels.advice(plain, 0, sims=0)
    assert hint.level == "master"
    assert hint.move == bots.decide(bots.make("master", 0, PLAIN), plain, 0)
