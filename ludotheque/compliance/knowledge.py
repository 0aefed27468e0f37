"""Knowledge: redeals for a viewer depend on what the viewer was shown, and on nothing else."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import Any

from ludotheque.compliance.walk import Match, differing, key, matches, name_of, packed, zones
from ludotheque.kernel.declare import STREAM_FIELDS
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import bit_of


def check_knowledge(game: Game, *, count: int = 90, seed: int = 0) -> None:
    """Check that matches equal for a viewer have equal redeals, and that matches distinguished by events do not.

    A second world is redealt from the first and given the same dice; both play on with the same moves. As long
    as the viewer's views are equal, the redeals of both must be equal: for example, the places of cards in a hand
    must not reveal which card was played from it. Once events distinguish the worlds, the redeals must differ:
    a viewer remembers events. (`view.FLEETING` may name events that show what is hidden again at once, such as
    a card shown and shuffled away, and arguments of events, as `event.argument`.) Twin matches, in which another
    seat has another private seat option, are compared, too.
    """
    for match in matches(game, count, seed):
        viewer = match.random.choice(match.viewers)
        _compare_twins(match)
        restarts, since = 0, match.decisions
        world = _same_dice(match.pos, viewer, "world 0")
        while not match.done:
            seat, action = _common_move(match, world)
            if action is None:
                match.step()
            else:
                world.play(action, seat)
                match.play(action, seat)
                if _shown(match.pos, viewer, since) == _shown(world, viewer, since):
                    _redeals_are_equal(match, world, viewer, f"world {restarts}, played on alike")
                    continue
                _told_is_known(match, world, viewer)
            restarts, since = restarts + 1, match.decisions
            world = _same_dice(match.pos, viewer, f"world {restarts}")


def _common_move(match: Match, world: Position) -> tuple[int, int | None]:
    """A move for one of the actors that is legal in both worlds; None if the hidden cards allow none."""
    seat = match.random.choice(match.pos.actors)
    both = {move.id for move in match.pos.moves(seat)} & {move.id for move in world.moves(seat)}
    return seat, match.random.choice(sorted(both)) if both else None


def _same_dice(pos: Position, viewer: int, seed: str) -> Position:
    """A redealt world with the generator of the position, so that both continue with equal random numbers."""
    world = pos.redeal(viewer, seed)
    state = world._program.fetch(world._states, 0)
    for name in STREAM_FIELDS:
        value = getattr(pos.state, name)
        setattr(state, name, list(value) if isinstance(value, list) else value)
    world._program.put(world._states, 0, state)
    world._cached = None
    return world


def _shown(pos: Position, viewer: int, since: int | None = None) -> bytes:
    """Everything a viewer sees; of the log only the part after the common decisions, since that is long."""
    bit = bit_of(viewer)
    log = (
        pos.log(viewer)
        if since is None
        else [told for p in pos._past()[since:] if (told := pos._events_for(p.events, viewer)) or p.seen & bit]
    )
    return packed([pos.view(viewer), log, pos.prompt(viewer), pos.scores(viewer)])


def _redeals_are_equal(match: Match, other: Position, viewer: int, which: str) -> None:
    here, there = match.pos.redeal(viewer, "same"), other.redeal(viewer, "same")
    if key(here) != key(there):
        off = ", ".join(differing(here, there))
        match.fail(f"{name_of(viewer)} can't tell this from {which}, but the redeals of the two differ in {off}")


def _told_is_known(match: Match, other: Position, viewer: int) -> None:
    """Check that redeals differ if the events of a viewer differ."""
    fleeting = getattr(match.game.view, "FLEETING", ())
    here, there = (
        [_lasting(event, fleeting) for event in chain(*pos.log(viewer)) if event["event"] not in fleeting]
        for pos in (match.pos, other)
    )
    if here != there and key(match.pos.redeal(viewer, "same")) == key(other.redeal(viewer, "same")):
        one, two = next(pair for pair in zip_longest(here, there) if pair[0] != pair[1])
        match.fail(
            f"{name_of(viewer)} is told {one} here and {two} in another world, but the redeals of both are equal:"
            " either the viewer may not know this, or redeal forgets what events said"
        )


def _lasting(event: dict[str, Any], fleeting: tuple[str, ...]) -> dict[str, Any]:
    """An event without the arguments that `FLEETING` names."""
    lasting = {name: value for name, value in event["params"].items() if f"{event['event']}.{name}" not in fleeting}
    return {**event, "params": lasting}


def _compare_twins(match: Match) -> None:
    """Compare with a match in which one seat brought something else in private."""
    hidden = [option.name for option in match.game.declaration.seat_options if option.shown != "start"]
    if not hidden or match.seats is None:
        return
    other = match.random.randrange(match.players)
    seats = [dict(seat) for seat in match.seats]
    others = match.game.example_seats(match.players, match.options, match.random) or [{}] * match.players
    seats[other] |= {name: value for name, value in others[other].items() if name in hidden}
    if not all(name in brought[other] for brought in (seats, match.seats) for name in hidden):
        return  # drawn from the match's generator on one side: not the same deal
    twin = match.game.start(match.players, match.seed, match.options, seats)
    for viewer in match.viewers:
        if viewer != other and _shown(match.pos, viewer) == _shown(twin, viewer):
            _redeals_are_equal(match, twin, viewer, f"a match in which seat {other} brought {seats[other]}")


def check_deduction(
    game: Game, *, count: int = 16, seed: int = 0, every: int = 3, worlds: int = 60, redeals: int = 20
) -> None:
    """Redeals agree with what the last move let a viewer deduce about piles.

    The move is played in many worlds that the viewer could not tell apart before it. If a pile holds some kind of
    card in every world that still looks the same to the viewer (or in none), so should most redeals: else the
    rules told the viewer something that `known` does not say, such as by asking only those who hold a certain card.
    """
    for match in matches(game, count, seed):
        for pos in match.walk(every):
            if not pos.over and not pos._asks_in_secret():
                seat = match.random.choice(pos.actors)
                action = match.random.choice(pos.moves(seat)).id
                viewer = match.random.choice([v for v in match.viewers if v != seat])
                _deduce(match, seat, action, viewer, worlds, redeals)


def _deduce(match: Match, seat: int, action: int, viewer: int, worlds: int, redeals: int) -> None:
    after = match.pos.copy()
    after.play(action, seat)
    if after._last is None or not after._last.seen & bit_of(viewer):
        return  # the viewer did not see the move: it may have been another
    since = match.decisions
    shown = _shown(after, viewer, since)
    alike: list[set[tuple[Any, Any]]] = []
    for number in range(8 * worlds):
        if len(alike) == worlds or number > 20 + 10 * len(alike):  # enough, or too seldom alike
            break
        world = match.pos.redeal(
            viewer, f"deduction {number}"
        )  # with its own dice, which the viewer does not know either
        if world.why_not(action, seat) is None:
            world.play(action, seat)
            if _shown(world, viewer, since) == shown:
                alike.append(_held(world))
    if len(alike) < worlds:
        return
    dealt = [_held(after.redeal(viewer, f"deduction {number}")) for number in range(redeals)]
    for z, card in sorted(set().union(*alike, *dealt)):
        always, never = (all(((z, card) in held) is truth for held in alike) for truth in (True, False))
        agree = sum(((z, card) in held) is always for held in dealt)
        if (always or never) and agree < 0.6 * redeals:
            move = f"{seat} {match.game.notation.write(action)}"
            match.fail(
                f"after {move!r} {name_of(viewer)} can deduce that zone {z} holds {'a' if always else 'no'} card"
                f" {card}, but only {agree} of {redeals} redeals agree"
            )


def _held(pos: Position) -> set[tuple[Any, Any]]:
    """Which kinds of card lie in which zones; the game says so itself (`view.held`) if it has no piles of slots."""
    told = getattr(pos.game.view, "held", None)
    if told is not None:
        return set(told(pos.state))
    return {(z, pos.state.card[at]) for z, slots in zones(pos) for at in slots}
