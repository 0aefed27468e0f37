"""The value of decisions: potentials from the game's heuristic, rewards, advantages.

The potential of a seat is the share of the win that the heuristic promises it. A reward is the change of the potential;
at the end of a match the potential is the share that was really won. So all rewards of a match add up to the result,
whatever the heuristic thinks, and with a short horizon the network first learns what the heuristic knows.

Several seats decide in one match, in any order: each has a sequence of decisions of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch


class Judge:
    """Turns the standings of a batch into potentials."""

    def __init__(self, unit: int, together: bool, relative: bool, shaped: bool = True) -> None:
        """`unit` more value makes a win e times as likely; 0: the value is the chance itself, in thousandths.

        `relative` standings are compared with those of the others already. Not `shaped`, all potentials are 0: nothing
        but the result counts.
        """
        self.unit, self.together, self.relative, self.shaped = unit, together, relative, shaped
        self.par: dict[int, float] = {}

    def begin(self, standings: Any, present: Any) -> None:
        """Measure the value of an even match in co-operative games: the mean of fresh matches, by number of players."""
        players = present.sum(1)
        for number in players.unique().tolist() if self.together else ():
            self.par[number] = float(standings[players == number, 0].float().mean())

    def potentials(self, standings: Any, present: Any) -> Any:
        """The share of the win that each seat may hope for; `present` says which seats of a match are taken."""
        values = standings.float()
        if not self.shaped:
            return torch.zeros_like(values)
        players = present.sum(1, keepdim=True)
        if self.together:
            par = torch.zeros_like(players, dtype=torch.float32)
            for number, even in self.par.items():
                par = par.masked_fill(players == number, even)
            return torch.sigmoid((values[:, :1] - par) / self.unit) * present
        if self.unit == 0:
            chances = (values / 1000).clamp(0, 1) * present
            return chances / chances.sum(1, keepdim=True).clamp(min=1e-6)
        if not self.relative:
            values = values * (players / (players - 1))
        return torch.softmax((values / self.unit).masked_fill(~present, -1e9), 1)


class Lesson(NamedTuple):
    """The learning targets of a stretch of play: for each decision, whether it counts, its advantage and its return."""

    counts: Any
    advantages: Any
    returns: Any


def lesson(rewards: Any, done: Any, seats: Any, values: Any, gamma: float, lam: float) -> Lesson:
    """Generalised advantage estimation for each seat by itself, over its own decisions.

    `rewards` (steps × matches × seats) are all seats' after each step; `seats` and `values` (steps + 1 × matches) tell
    who decided and what it hoped for. The last decision of a seat that has not yet decided again does not count: what
    it led to is not known; the one before it ends there.
    """
    steps, n, width = rewards.shape
    known = torch.zeros((n, width), dtype=torch.bool, device=rewards.device)
    hope = torch.zeros((n, width), device=rewards.device)
    later = torch.zeros_like(hope)
    gained = torch.zeros_like(hope)
    last = seats[steps].long().clamp(min=0)[:, None]
    known.scatter_(1, last, True)
    hope.scatter_(1, last, values[steps][:, None])
    counts = torch.zeros((steps, n), dtype=torch.bool, device=rewards.device)
    advantages = torch.zeros((steps, n), device=rewards.device)
    for t in range(steps - 1, -1, -1):
        over = done[t][:, None]
        gained = rewards[t] + gained.masked_fill(over, 0.0)
        hope = hope.masked_fill(over, 0.0)
        later = later.masked_fill(over, 0.0)
        known = known | over
        mine = seats[t].long().clamp(min=0)[:, None]
        value = values[t][:, None]
        delta = gained.gather(1, mine) + gamma * hope.gather(1, mine) - value
        is_known = known.gather(1, mine)
        advantage = torch.where(is_known, delta + gamma * lam * later.gather(1, mine), torch.zeros_like(delta))
        counts[t] = is_known[:, 0]
        advantages[t] = advantage[:, 0]
        gained = gained.scatter(1, mine, 0.0)
        hope = hope.scatter(1, mine, value)
        later = later.scatter(1, mine, advantage)
        known = known.scatter(1, mine, True)
    return Lesson(counts, advantages, advantages + values[:steps])
