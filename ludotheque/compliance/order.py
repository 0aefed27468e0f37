"""Simultaneous decisions: the result does not depend on the order of the answers."""

from __future__ import annotations

from random import Random

from ludotheque.compliance.walk import Match, as_json, differing, key, matches
from ludotheque.errors import MoveError
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL


def check_order(game: Game, *, count: int = 8, seed: int = 0, orders: int = 4) -> None:
    """Check that other orders of simultaneous decisions end in the same position.

    Secret choices are also taken back and made again on the way, and are handed to the rules themselves in
    any order; decisions that take effect at once (each seat redraws its own hand, say) are interleaved.
    """
    for match in matches(game, count, seed):
        for pos in match.walk():
            if len(pos.actors) > 1 and not pos.ready:
                try:
                    _any_order(match, pos, orders)
                except (LookupError, MoveError) as error:
                    match.fail(f"answering in another order, or choosing anew, raised {error!r}", error)


def _any_order(match: Match, pos: Position, orders: int) -> None:
    luck = f"{match.seed} {match.decisions}"
    first = _answer_all(pos, luck, None)
    for number in range(orders):
        other = _answer_all(pos, luck, Random(f"{luck} {number}"))
        _same(match, first, other, "answered in another order")
    if pos._asks_in_secret():
        for number in range(orders):
            _same(match, first, _inside(pos, luck, Random(f"{luck} {number}")), "carried out in another order")


def _same(match: Match, one: Position, other: Position, how: str) -> None:
    if key(one) != key(other):
        match.fail(f"{how}, the same decisions end differently: {', '.join(differing(one, other))}")
    if as_json(one.view(ALL)) != as_json(other.view(ALL)):
        match.fail(f"{how}, the same decisions give another view")


def _choice(pos: Position, seat: int, number: int, luck: str) -> int:
    """The nth choice of a seat, independent of what the others have done."""
    return Random(f"{luck} {seat} {number}").choice(pos.moves(seat)).id


def _answer_all(pos: Position, luck: str, order: Random | None) -> Position:
    """Play all pending decisions, lowest seat first or in a random order; each seat always chooses the same."""
    pos = pos.copy()
    asked = pos.decision
    owing = set(pos.actors)
    secret = pos._asks_in_secret()
    answers = dict.fromkeys(owing, 0)
    while pos.decision == asked and pos.actors and set(pos.actors) <= owing and _of_several(pos):
        owing = set(pos.actors)
        seat = order.choice(pos.actors) if order else min(owing)
        pos.play(_choice(pos, seat, answers[seat], luck), seat)
        if not secret:
            answers[seat] += 1
            continue
        if not pos.ready:
            break  # the last choice: all have been carried out
        owing |= set(pos.ready)  # a secret choice may be taken back
        if order and pos.may_withdraw(seat) and order.random() < 0.4:
            _think_again(pos, order)
    return pos


def _of_several(pos: Position) -> bool:
    return bool(pos.state.ask_seat[pos.state.depth - 1] < 0)


def _think_again(pos: Position, order: Random) -> None:
    """Take a choice back, perhaps make another one, and take that back too."""
    seat = order.choice(pos.ready)
    pos.withdraw(seat)
    if len(pos.actors) > 1 and order.random() < 0.5:
        pos.play(order.choice(pos.moves(seat)), seat)
        pos.withdraw(seat)


def _inside(pos: Position, luck: str, order: Random) -> Position:
    """Give the rules the same secret choices, one by one, in another order."""
    pos = pos.copy()
    choices = [(seat, _choice(pos, seat, 0, luck)) for seat in pos.actors]
    order.shuffle(choices)
    for seat, action in choices:
        pos._apply(seat, action)
    return pos
