"""Pairing by preference: players get the partner they prefer, as long as all others can still be paired.

Players choose in order. The result is the first complete pairing in that order. It is found without trying all: one
complete pairing is kept, and each choice is tested by repairing it along one path (Edmonds' blossom algorithm).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

Preferences = Mapping[str, Sequence[str]]  # possible partners of each player, preferred first; symmetric


def first_pairing(order: Sequence[str], preferences: Preferences) -> list[tuple[str, str]] | None:
    """Return the first complete pairing in the order of preferences; None if there is none."""
    numbers = {name: n for n, name in enumerate(order)}
    wishes = [[numbers[other] for other in preferences[name] if other in numbers] for name in order]
    graph = _Graph([set(wish) for wish in wishes])
    if not graph.complete():
        return None
    found = []
    for one, wish in enumerate(wishes):
        if graph.settled[one]:
            continue
        other = next(other for other in wish if not graph.settled[other] and graph.settle(one, other))
        found.append((order[one], order[other]))
    return found


class _Graph:
    """A graph of possible pairs, with a pairing of all players who are not settled yet."""

    def __init__(self, edges: list[set[int]]) -> None:
        self.edges = edges
        self.mate = [-1] * len(edges)
        self.settled = [False] * len(edges)

    def complete(self) -> bool:
        """Pair as many as possible; return whether everybody is paired."""
        for one, near in enumerate(self.edges):
            if self.mate[one] < 0:
                other = next((n for n in sorted(near) if self.mate[n] < 0), -1)
                if other >= 0:
                    self.mate[one], self.mate[other] = other, one
        return all(self.mate[one] >= 0 or self._augment(one) for one in range(len(self.edges)))

    def settle(self, one: int, other: int) -> bool:
        """Pair these two for good, if the rest can be paired then; otherwise everything stays as it is."""
        before = self.mate.copy()
        left, right = self.mate[one], self.mate[other]
        self.settled[one] = self.settled[other] = True
        if left != other:
            self.mate[left] = self.mate[right] = -1
            if not self._augment(left):
                self.mate = before
                self.settled[one] = self.settled[other] = False
                return False
        self.mate[one], self.mate[other] = other, one
        return True

    def _augment(self, root: int) -> bool:
        """Find a partner for `root`, letting others change theirs: along the shortest path that alternates."""
        size = len(self.edges)
        parent = [-1] * size
        base = list(range(size))  # odd rings that were met shrink to one of their members
        even = [False] * size
        even[root] = True
        queue = deque([root])
        while queue:
            here = queue.popleft()
            for there in sorted(self.edges[here]):
                if self.settled[there] or base[here] == base[there] or self.mate[here] == there:
                    continue
                if there == root or (self.mate[there] >= 0 and parent[self.mate[there]] >= 0):
                    self._shrink(here, there, parent, base, even, queue)
                elif parent[there] < 0:
                    parent[there] = here
                    if self.mate[there] < 0:
                        self._turn(there, parent)
                        return True
                    even[self.mate[there]] = True
                    queue.append(self.mate[there])
        return False

    def _turn(self, end: int, parent: list[int]) -> None:
        """Flip the pairs along the path that was found."""
        while end >= 0:
            before = parent[end]
            after = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = after

    def _shrink(
        self, here: int, there: int, parent: list[int], base: list[int], even: list[bool], queue: deque[int]
    ) -> None:
        """Contract the odd ring that `here` and `there` close: its members can be reached both ways."""
        stem = self._meet(here, there, parent, base)
        ring = [False] * len(base)
        for one, other in ((here, there), (there, here)):
            while base[one] != stem:
                ring[base[one]] = ring[base[self.mate[one]]] = True
                parent[one] = other
                other = self.mate[one]
                one = parent[other]
        for member in range(len(base)):
            if ring[base[member]]:
                base[member] = stem
                if not even[member]:
                    even[member] = True
                    queue.append(member)

    def _meet(self, here: int, there: int, parent: list[int], base: list[int]) -> int:
        """Return where the paths from both to the root meet."""
        passed = set()
        while True:
            here = base[here]
            passed.add(here)
            if self.mate[here] < 0:
                break
            here = parent[self.mate[here]]
        while base[there] not in passed:
            there = parent[self.mate[base[there]]]
        return base[there]
