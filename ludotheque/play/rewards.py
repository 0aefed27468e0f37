"""Rewards of single positions: the result at the end, the points of each step, or a shaped mixture of the two.

Shaped rewards are the result plus the change of a potential, which is 0 once the match is over. A match pays the same
sum whatever is played in it, but for what its first position was worth: so the best policy stays the best (Ng, Harada
and Russell 1999), and equilibria stay equilibria. The potential of a seat is its points more than the mean of the
others, or the points of the team, in units of the declaration's `points_a_win`. Batches do the same in kernel land.
"""

from __future__ import annotations

from ludotheque.errors import BadInput
from ludotheque.play.position import Position

REWARDS = ("share", "score", "shaped")


def check_reward(reward: str) -> str:
    """The kind of reward, if it is one."""
    if reward not in REWARDS:
        raise BadInput.at("reward", 0, "", f"{reward!r} is none of {', '.join(REWARDS)}")
    return reward


def worths(pos: Position, reward: str) -> list[float]:
    """The points or the potential of each seat now; 0 where the reward is the result alone."""
    if reward == "share" or (reward == "shaped" and pos.over):
        return [0.0] * pos.players
    points = [float(number) for number in pos.points]
    facts = pos.game.declaration
    if reward == "score":
        return points
    if facts.together:
        return [own / facts.points_a_win for own in points]
    others = max(1, pos.players - 1)
    return [(own - (sum(points) - own) / others) / facts.points_a_win for own in points]


class Rewards:
    """The rewards of each seat of a match, for everything since its last decision."""

    def __init__(self, pos: Position, reward: str, discount: float = 1.0) -> None:
        self.pos, self.reward, self.discount = pos, check_reward(reward), discount
        self.before = worths(pos, reward)

    def since(self) -> list[float]:
        """The rewards of all seats since the last call."""
        pos = self.pos
        results = pos.payoffs if pos.over and self.reward != "score" else [0.0] * pos.players
        if self.reward == "share":
            return results
        now, before = worths(pos, self.reward), self.before
        self.before = now
        factor = self.discount if self.reward == "shaped" else 1.0
        return [result + factor * new - old for result, new, old in zip(results, now, before, strict=True)]
