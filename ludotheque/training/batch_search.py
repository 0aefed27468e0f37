"""A search in all matches of a batch at once, with a model: it improves on the model's own policy.

Every simulation redeals each match for the seat that decides, walks down a tree that all its worlds share, adds a node
and asks the model what the seat that decides there may hope for. At the root actions are compared by sequential
halving, each in the same worlds; below, a seat takes what keeps its visits closest to the improved policy (Danihelka
and others, Policy improvement by planning with Gumbel, 2022). What comes out is that improved policy and the action it
ends with. One seat at a time does the same in bots/look_ahead.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from ludotheque.batches import Batch
from ludotheque.bots.network import REWARD

NEVER = -1e9  # the logit of what is not legal
NOBODY = -1


class Found(NamedTuple):
    """The results of a search, for each match."""

    policy: Any  # the improved policy: chances of all actions
    actions: Any  # the one that is best after all
    hopes: Any  # what the seat may hope for: a share of the win


def considered_visits(broad: int, sims: int) -> list[int]:
    """Return, for each simulation, how often its action was tried before, among `broad` compared actions."""
    if broad <= 1:
        return list(range(sims))
    rounds = math.ceil(math.log2(broad))
    found: list[int] = []
    visits, left = [0] * broad, broad
    while len(found) < sims:
        for _ in range(max(1, sims // (rounds * left))):
            found += visits[:left]
            visits[:left] = [n + 1 for n in visits[:left]]
        left = max(2, left // 2)
    return found[:sims]


def improved(logits: Any, mask: Any, tries: Any, totals: Any, hope: Any, base: Any, scale: Any) -> Any:
    """Logits to which what was found has been added; what was not tried is worth what the rest is on average."""
    logits = logits.float().masked_fill(~mask, NEVER)
    chances = torch.softmax(logits, 1)
    results = totals / tries.clamp(min=1)
    tried = (tries > 0) & mask
    tries = tries * tried
    seen = (chances * tried).sum(1)
    mean = (chances * tried * results).sum(1) / seen.clamp(min=1e-9)
    number = tries.sum(1)
    mixed = (hope + number * mean) / (1 + number)
    complete = torch.where(tried, results, mixed[:, None])
    weight = (base + tries.amax(1)) * scale
    return (logits + weight[:, None] * (complete - mixed[:, None])).masked_fill(~mask, NEVER)


def next_below(logits: Any, mask: Any, tries: Any, totals: Any, hope: Any, base: Any, scale: Any) -> Any:
    """Below the root: the action whose part of the visits is farthest behind its chance."""
    chances = torch.softmax(improved(logits, mask, tries, totals, hope, base, scale), 1)
    behind = chances - tries / (1 + (tries * mask).sum(1, keepdim=True))
    return behind.masked_fill(~mask, NEVER).argmax(1)


class BatchSearch:
    """Room for the trees of as many matches as a batch has."""

    def __init__(
        self,
        matches: Batch,
        forward: Callable[[Any], tuple[Any, Any]],
        hopes_of: Callable[[Any, Any], tuple[Any, Any]],
        sims: int,
        broad: int = 16,
        base: float = 50.0,
        scale: float = 1.0,
        deep: int = 8,
        compiled: bool = False,
    ) -> None:
        """`hopes_of(standings, observations)` returns the expected results of all seats, and which seats are taken.

        A try goes at most `deep` decisions down its tree, because all matches wait for the deepest one.
        """
        self.matches, self.forward, self.hopes_of = matches, forward, hopes_of
        self.sims, self.broad, self.deep = sims, broad, deep
        self.device = matches.device
        self.base, self.scale = (
            torch.tensor(x, device=self.device) for x in (base, scale)
        )  # numbers would be compiled
        self.worlds = matches.copy()
        self.worlds.restart = False
        n, actions = matches.n, matches.action_count
        room: dict[str, Any] = {"device": self.device}
        self.rows = torch.arange(n, **room)
        self.mask = torch.zeros((n, actions), dtype=torch.bool, **room)
        self.seen = torch.zeros((n, matches.observation.size), dtype=torch.int16, **room)
        self.logits = torch.zeros((n * (sims + 1), actions), dtype=torch.float16, **room)
        self.tries = torch.zeros((n * (sims + 1), actions), dtype=torch.int16, **room)
        self.totals = torch.zeros((n * (sims + 1), actions), **room)
        self.child = torch.zeros((n * (sims + 1), actions), dtype=torch.int16, **room)
        self.seats = torch.zeros(n * (sims + 1), dtype=torch.int32, **room)
        self.hopes = torch.zeros(n * (sims + 1), **room)
        self.searches = 0
        there = {name: torch.as_tensor(getattr(self.worlds, name), device=self.device) for name in ("seats", "rewards")}
        self.now, self.won = there["seats"], there["rewards"]
        self.here = torch.as_tensor(matches.seats, device=self.device)
        self._from, self._into = _words(matches), _words(self.worlds)
        self.improved: Any = torch.compile(improved, dynamic=False) if compiled else improved
        self.next_below: Any = torch.compile(next_below, dynamic=False) if compiled else next_below
        self.most = torch.tensor(
            [considered_visits(max(1, k), sims) for k in range(broad + 1)], dtype=torch.int16, **room
        )

    def search(self, logits: Any, mask: Any, hopes: Any, noise: Any = None) -> Found:
        """Search every match; `logits`, `mask` and `hopes` are those of the root. `noise` is added to its logits."""
        sims = self.sims
        for array in (self.tries, self.totals):
            array.zero_()
        self.child.fill_(-1)
        self.searches += 1
        first = self.rows * (sims + 1)
        liked = logits.float().masked_fill(~mask, NEVER)
        liked = liked - liked.amax(1, keepdim=True)
        self.logits[first] = liked.clamp(min=-6e4).half()
        self.seats[first] = self.here
        self.hopes[first] = hopes
        extra = torch.zeros_like(liked) if noise is None else noise
        compared = mask.sum(1).clamp(max=self.broad)
        table = self.most[compared]
        for sim in range(sims):
            chosen = self._at_root(liked, mask, first, hopes, extra, table[:, sim])
            self._simulate(sim, first, chosen)
        tries, totals = self.tries[first].float(), self.totals[first]
        found = self.improved(liked, mask, tries, totals, hopes, self.base, self.scale)
        last = (found + extra).masked_fill((tries < tries.amax(1, keepdim=True)) | ~mask, NEVER)
        policy = torch.softmax(found, 1)
        worth = (policy * torch.where(tries > 0, totals / tries.clamp(min=1), hopes[:, None])).sum(1)
        return Found(policy, last.argmax(1), worth)

    def _at_root(self, liked: Any, mask: Any, first: Any, hopes: Any, extra: Any, visits: Any) -> Any:
        tries = self.tries[first]
        scores = self.improved(liked, mask, tries.float(), self.totals[first], hopes, self.base, self.scale) + extra
        right = (tries == visits[:, None]) & mask
        return scores.masked_fill(~right, 2 * NEVER).argmax(1)

    def _simulate(self, sim: int, first: Any, chosen: Any) -> None:
        worlds, rows = self.worlds, self.rows
        self._into.copy_(self._from)
        number = self.tries[first, chosen].long() + (self.searches << 10)
        worlds.redeal(self.here, (number << 32) + rows)
        at, fresh = first, first + sim + 1
        alive = self.here != NOBODY
        path: list[tuple[Any, Any, Any, Any]] = []
        grown = torch.zeros_like(alive)
        for depth in range(self.deep):
            if depth:
                worlds.legal(out=self.mask)
                chosen = self.next_below(
                    self.logits[at],
                    self.mask,
                    self.tries[at].float(),
                    self.totals[at],
                    self.hopes[at],
                    self.base,
                    self.scale,
                )
            path.append((at, chosen, alive, self.now.clone()))
            worlds.step(torch.where(alive, chosen, Batch.WAIT).int())
            child = self.child[at, chosen].long()
            new = alive & (child < 0)
            self.child[at, chosen] = torch.where(new, sim + 1, child).short()
            grown |= new
            there = first + child.clamp(min=0)
            alive = alive & (child >= 0) & (self.now != NOBODY) & (self.seats[there] == self.now)
            at = torch.where(alive, there, at)
            if depth and not bool(alive.any()):
                break
        result, logits, hope = self._judge()
        new = fresh[grown]
        self.logits[new] = logits[grown]
        self.seats[new] = self.now[grown]
        self.hopes[new] = hope[grown]
        for node, action, on, seat in path:
            share = result.gather(1, seat.long().clamp(min=0)[:, None])[:, 0]
            self.tries[node, action] += on.short()
            self.totals[node, action] += share * on

    def _judge(self) -> tuple[Any, Any, Any]:
        """The expected results of all seats in the worlds, and the model's logits there."""
        self.worlds.observe(out=self.seen)
        with torch.no_grad(), torch.autocast("cuda", torch.bfloat16, enabled=self.device == "cuda"):
            logits, values = self.forward(self.seen)
        promised, present = self.hopes_of(torch.as_tensor(self.worlds.standings(), device=self.device), self.seen)
        seat = self.now.long().clamp(min=0)[:, None]
        hope = (promised.gather(1, seat)[:, 0] + values.float() / REWARD).clamp(0, 1)
        rest = (1 - hope)[:, None] / (present.sum(1, keepdim=True) - 1).clamp(min=1)
        result = (rest * present).scatter(1, seat, hope[:, None])
        over = (self.now == NOBODY)[:, None]
        logits = logits - logits.amax(1, keepdim=True)
        return torch.where(over, self.won, result), logits.clamp(min=-6e4).half(), hope


def _words(matches: Batch) -> Any:
    """The states of a batch's matches as rows of whole numbers: the same memory."""
    if matches.device == "cpu":
        states = matches._states
        return torch.from_numpy(states.view("int64").reshape(len(states), -1))[: matches.n]
    from ludotheque.batches.gpu import DeviceArray, _in_words

    return torch.as_tensor(DeviceArray(_in_words(matches._states.array)), device="cuda")[: matches.n]
