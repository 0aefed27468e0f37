"""The reason of a bot with a plan, as one sentence: players can ask for it and so learn the convention.

The convention: follow the plan that burns most and leaves the best position. The earliest seat with the needed card
plays it. A head that is not needed takes its cards back, or brings Gorynich nearer to the most urgent knight.
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
    """Key and parameters of the sentence for the decision of `seat`, in a position redealt for it.

    `program` is the one in which the policy runs.
    """
    if pos.decision not in PLANNED:
        return elsewhere(pos)
    seer: Any = program.module(SEER)
    states, work = program.states(1 + seer.SCRATCH), program.workspaces(1)
    program.put(states, 0, pos.state)
    room = program.actions(pos.game.declaration.action_count)
    packed = int(seer.intend(states, work, room, seat, POLICIES.index(policy)))
    part, burnt, won, urgent = packed & 127, packed >> 7 & 31, packed >> 12 & 1, packed >> 13
    return sentence(pos, part, burnt, bool(won), urgent)


def explain_plan(pos: Position, action: int, end: Any) -> tuple[str, dict[str, Any]]:
    """Explain `action`, the first step of a network's best plan, which leads to `end`."""
    if pos.decision not in PLANNED:
        return elsewhere(pos)
    there = [k for k in range(end.knights) if end.knight[k] >= 0]
    burnt = sum(place >= 0 for place in pos.state.knight[: pos.state.knights]) - len(there)
    urgent = 1 + min(there, key=lambda k: end.far[end.knight[k]]) if there else 0
    return sentence(pos, action, burnt, end.over == Cause.ALL_BURNT, urgent)


def elsewhere(pos: Position) -> tuple[str, dict[str, Any]]:
    """The sentence for decisions without a plan."""
    again = pos.state.round and pos.decision == "perch"
    return "plan.step" if again else ELSEWHERE.get(pos.decision or "", "plan.step"), {}


def sentence(pos: Position, part: int, burnt: int, won: bool, urgent: int) -> tuple[str, dict[str, Any]]:
    """The sentence for a plan that begins with `part`."""
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
