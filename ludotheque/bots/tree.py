"""The search tree as arrays of a fixed size: allocated once for each searcher, filled by compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ludotheque.bots.value_network import ValueNetwork
from ludotheque.kernel import Program
from ludotheque.kernel.declare import SEATS
from ludotheque.kernel.optional import np

NODES, EDGES, DONE, DEEPEST, DEALT, UNIT, LEFT, COUNTS = range(8)  # the numbers kept in `count`
DEPTH = 256  # maximum decisions of one simulation
WIDEST = 64  # maximum edges of a node
EXPLORE, AHEAD, TRIES, GLANCES, LUCK, TRUST, KEEN, DEEP, VALUE_NETWORK, SETTINGS = range(
    10
)  # the numbers kept in `settings`
BYTES_OF_NODE, BYTES_OF_EDGE = 8 + 8, 5 * 8 + 4 * 8  # the type of each in compiled mode


class Tree(NamedTuple):
    """The tree: nodes are what the searching seat may have seen, edges are actions."""

    count: Any  # nodes, edges, simulations; the deepest one; worlds dealt; the unit of the heuristic; edges left
    first: Any  # node: its first edge, -1 if it has none
    visits: Any  # node: visits
    key: Any  # edge: seat * number of actions + action
    follows: Any  # edge: the next edge of the same node, -1 after the last
    child: Any  # edge: the node it leads to, -1 if there is none yet
    tries: Any  # edge: how often it was chosen
    offers: Any  # edge: how often it could have been chosen
    total: Any  # edge: the sum of its seat's results, each between 0 and 1
    judged: Any  # edge: the sum of the heuristic's estimates, each between 0 and 1
    opinions: Any  # edge: the number of these estimates
    prior: Any  # edge: its prior
    left: Any  # the root's edges that are still compared
    path: Any  # the edges of the current simulation
    result: Any  # seat: the result of the current simulation, between 0 and 1
    luck: Any  # seat: its value at the root in this simulation's world
    fate: Any  # seat: the sum of these over all simulations
    mark: Any  # action: 1 + its edge at the current node, otherwise 0
    settings: Any  # search settings: bots/levels.py
    worth: Any  # listed action: the heuristic's value
    inputs: Any  # inputs of the value network
    hidden: Any  # its hidden values
    first_layer: Any  # its weights
    second_layer: Any


def new_tree(program: Program, actions: int, nodes: int, edges: int, value_network: ValueNetwork) -> Tree:
    """Return an empty tree with room for this many nodes and edges, and the value network's weights."""
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
