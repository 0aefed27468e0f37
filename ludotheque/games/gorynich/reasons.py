"""What a bot with a plan is trying to do, in one sentence: a person can ask it, and learns the convention.

The convention: make the plan that burns most and leaves the best table; the earliest seat that holds what is needed
does it; who is not needed takes his cards back, or brings Gorynich nearer to the most urgent knight.
"""

from __future__ import annotations

from typing import Any

from ludotheque.games.gorynich.components import CARDS
from ludotheque.games.gorynich.declaration import Action, Cause
from ludotheque.games.gorynich.policies import POLICIES
from ludotheque.kernel import Program
from ludotheque.play.position import Position

SEER = "ludotheque.games.gorynich.policies.seer"
PLANNED = ("point", "choose")
ELSEWHERE = {"speak": "plan.talk", "perch": "plan.perch", "drop": "plan.drop"}


def explain(pos: Position, seat: int, policy: str, program: Program) -> tuple[str, dict[str, Any]]:
    """Key and parameters of the sentence for what `seat` is asked, in a position redealt for it.

    `program` is where the policy thinks.
    """
    if pos.decision not in PLANNED:
        return elsewhere(pos)
    seer: Any = program.module(SEER)
    states, work = program.states(1 + seer.SCRATCH), program.workspaces(1)
    program.put(states, 0, pos.state)
    room = program.actions(pos.game.declaration.action_count)
    told = int(seer.intend(states, work, room, seat, POLICIES.index(policy)))
    part, burnt, won, urgent = told & 127, told >> 7 & 31, told >> 12 & 1, told >> 13
    return sentence(pos, part, burnt, bool(won), urgent)


def explain_plan(pos: Position, action: int, end: Any) -> tuple[str, dict[str, Any]]:
    """The same for somebody who makes `action` on the way to `end`, where a plan leads that a network liked best."""
    if pos.decision not in PLANNED:
        return elsewhere(pos)
    there = [k for k in range(end.knights) if end.knight[k] >= 0]
    burnt = sum(place >= 0 for place in pos.state.knight[: pos.state.knights]) - len(there)
    urgent = 1 + min(there, key=lambda k: end.far[end.knight[k]]) if there else 0
    return sentence(pos, action, burnt, end.over == Cause.ALL_BURNT, urgent)


def elsewhere(pos: Position) -> tuple[str, dict[str, Any]]:
    """Where no plan is made or begun."""
    again = pos.state.round and pos.decision == "perch"
    return "plan.step" if again else ELSEWHERE.get(pos.decision or "", "plan.step"), {}


def sentence(pos: Position, part: int, burnt: int, won: bool, urgent: int) -> tuple[str, dict[str, Any]]:
    """What a plan comes to that begins with `part`."""
    if pos.decision == "point":
        pointed = int(pos.state.pointed).bit_count()
        return ("plan.done", {}) if pointed >= burnt else ("plan.point", {"n": burnt})
    if part == Action.PASS:
        return "plan.pass", {}
    card = CARDS[part - Action.PLAY]
    if won:
        return "plan.win", {}
    if burnt:
        return "plan.burn", {"burnt": burnt, "card": card}
    return "plan.near", {"knight": urgent}
