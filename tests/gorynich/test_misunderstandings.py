"""Misunderstandings: everybody chose well by what they knew, but not by the same plan."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.bots.agents import PolicyAgent
from ludotheque.bots.joint_redeal import redraw
from ludotheque.bots.misunderstandings import Choice, Finder
from ludotheque.bots.position_values import PositionValues
from ludotheque.bots.review import Reviewing
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words

GORYNICH = lt.game("gorynich", "plain")
# Gorynich must fly two squares, then breathe: two heads do it, each without a word.
TWO_HEADS = "knights: f3/a4\ngorynich: d3\ncards: 1 3\nrow 0: fire manoeuvre\nrow 2: fire manoeuvre"


@pytest.fixture(scope="module")
def choosing() -> Position:
    """All heads choose in secret."""
    pos = GORYNICH.position(TWO_HEADS)
    while pos.decision != "choose":
        pos.play(pos.moves()[-1])
    return pos


@pytest.fixture(scope="module")
def finder(choosing: Position) -> Finder:
    program = choosing.program
    act = PolicyAgent(GORYNICH, program, "planner").act
    return Finder(program, act, PositionValues(GORYNICH, program, choosing.players).judge, redraw, worlds=3)


def test_another_plan_than_the_common_one_is_measured(choosing: Position, finder: Finder) -> None:
    states = finder.program.states(1)
    finder.program.put(states, 0, choosing.state)
    plan = {seat: finder.act(states, 0, seat, key_words("plan")) for seat in choosing.actors}
    passing = {seat: choosing.moves(seat)[-1].id for seat in choosing.actors}
    nothing = dict.fromkeys(choosing.actors, 0.0)
    assert list(finder.find([Choice(0, choosing.state, plan, nothing)], "s")) == []
    (found,) = finder.find([Choice(0, choosing.state, passing, nothing)], "s")
    assert found.loss > 0.1
    assert found.loss > 2 * found.error
    assert found.plan
    assert all(plan[seat] == move != found.played[seat] == passing[seat] for seat, move in found.plan.items())
    blamed = {**nothing, choosing.actors[0]: 0.06}
    assert list(finder.find([Choice(0, choosing.state, passing, blamed)], "s")) == [], "one seat's own mistake"


def test_a_review_looks_at_every_choice_that_heads_made_in_secret() -> None:
    pos = GORYNICH.start(players=3, seed=4)
    while not pos.over:
        seat = pos.actors[0]
        pos.play(pos.moves(seat)[0], seat)
    looking = Reviewing(GORYNICH.record(pos))
    found = looking._secret_choices("choose")
    assert found
    for choice in found:
        assert len(choice.moves) > 1
        assert all(looking.moves[choice.number + n][:2] == move for n, move in enumerate(choice.moves.items()))
        assert set(choice.losses) == set(choice.moves)
