"""The search tree as arrays of a fixed size: whoever thinks allocates it once, kernels only fill it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ludotheque.bots.value_network import ValueNetwork
from ludotheque.kernel import Program
from ludotheque.kernel.declare import SEATS
from ludotheque.kernel.optional import np

NODES, EDGES, DONE, DEEPEST, DEALT, UNIT, LEFT, COUNTS = range(8)  # the numbers kept in `count`
DEPTH = 256  # decisions that one simulation looks through at most
WIDEST = 64  # the edges that a node can have in the end
EXPLORE, AHEAD, TRIES, GLANCES, LUCK, TRUST, KEEN, DEEP, VALUE_NETWORK, SETTINGS = range(
    10
)  # the numbers kept in `settings`
BYTES_OF_NODE, BYTES_OF_EDGE = 8 + 8, 5 * 8 + 4 * 8  # what each takes in compiled mode


class Tree(NamedTuple):
    """Nodes are what the searching seat may have seen; edges are what a seat does there."""

    count: Any  # nodes, edges, simulations; the deepest one; worlds dealt; the unit of the heuristic; edges left
    first: Any  # of a node: its first edge, -1 if it has none
    visits: Any  # of a node: how often a simulation came by
    key: Any  # of an edge: seat * number of actions + action
    follows: Any  # of an edge: the next edge of the same node, -1 behind the last
    child: Any  # of an edge: the node it leads to, -1 if there is none yet
    tries: Any  # of an edge: how often it was chosen
    offers: Any  # of an edge: how often it could have been chosen
    total: Any  # of an edge: the sum of what came of it, for its seat, each between 0 and 1
    judged: Any  # of an edge: the sum of the heuristic's opinions, each between 0 and 1
    opinions: Any  # of an edge: how many those are
    prior: Any  # of an edge: its part of the attention before anything is known
    left: Any  # the root's edges that are still compared
    path: Any  # the edges of the simulation going on
    result: Any  # of a seat: what came of the simulation, between 0 and 1
    luck: Any  # of a seat: what the world of this simulation promises it at the root
    fate: Any  # of a seat: the sum of that over all simulations
    mark: Any  # of an action: 1 + its edge at the node being looked at, 0 between two looks
    settings: Any  # how to search: see bots/levels.py
    worth: Any  # of a listed action: the heuristic's opinion
    inputs: Any  # what the value network sees of a position
    hidden: Any  # what it makes of that
    first_layer: Any  # its weights
    second_layer: Any


def new_tree(program: Program, actions: int, nodes: int, edges: int, value_network: ValueNetwork) -> Tree:
    """An empty tree with room for so many nodes and edges, and what is needed to judge by what was learnt."""
    # A program with storage of its own makes room for real numbers itself.
    ints, reals = program.totals, getattr(program, "reals", _plain_reals if program.mode == "plain" else _reals)
    return Tree(
        count=ints(COUNTS),
        first=ints(nodes),
        visits=ints(nodes),
        key=ints(edges),
        follows=ints(edges),
        child=ints(edges),
        tries=ints(edges),
        offers=ints(edges),
        total=reals(edges),
        judged=reals(edges),
        opinions=reals(edges),
        prior=reals(edges),
        left=ints(WIDEST),
        path=ints(DEPTH),
        result=reals(SEATS),
        luck=reals(SEATS),
        fate=reals(SEATS),
        mark=ints(actions),
        settings=reals(SETTINGS),
        worth=ints(max(actions, SEATS)),
        inputs=ints(value_network.inputs),
        hidden=ints(len(value_network.second) - 1),
        first_layer=_filled(ints, value_network.first),
        second_layer=_filled(ints, value_network.second),
    )


def _filled(ints: Callable[[int], Any], values: Sequence[int]) -> Any:
    room = ints(len(values))
    room[:] = values
    return room


def _reals(n: int) -> Any:
    return np.zeros(n)


def _plain_reals(n: int) -> Any:
    return [0.0] * n
