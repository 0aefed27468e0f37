"""Redeals depend on the viewer's knowledge and the seed alone, and differ from the real position where the viewer knows
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from ludotheque.compliance.roundtrips import reads_back
from ludotheque.compliance.walk import Match, differing, key, matches, name_of, packed, zones
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL, bit_of

Place = tuple[str | int, ...]


def check_redeals(game: Game, *, count: int = 8, seed: int = 0, every: int = 5, enough: int = 20) -> None:
    """Redeals are legal positions, keep what the viewer knows, and change everything else.

    A hidden place (a slot of a pile; something that ALL sees in `view` and the viewer does not) that was
    redealt at least `enough` times and never changed is one that redeal forgot.
    """
    drawn: Counter[Place] = Counter()
    changed: Counter[Place] = Counter()
    for match in matches(game, count, seed):
        for pos in match.walk(every):
            for viewer in match.viewers:
                worlds = [pos.redeal(viewer, f"{name}") for name in "ab"]
                _depends_on_knowledge(match, pos, viewer, worlds)
                for world in worlds:
                    _keeps_what_is_known(match, pos, world, viewer)
                    _is_legal(match, world, viewer)
                    for place, now, then in _hidden(pos, world, viewer):
                        drawn[place] += 1
                        changed[place] += now != then
                _can_be_finished(match, worlds[0], viewer)
    for place, times in drawn.items():
        if times >= enough and not changed[place]:
            match.fail(f"redeal keeps what is hidden: {place} stayed the same {times} times out of {times}")


def _depends_on_knowledge(match: Match, pos: Position, viewer: int, worlds: list[Position]) -> None:
    """A redeal of a redeal is a redeal; the generator is another each time."""
    one, other = worlds
    twice = one.redeal(viewer, "b")
    if key(twice) != key(other):
        off = ", ".join(differing(twice, other))
        match.fail(f"redeal for {name_of(viewer)} reads what is hidden: redealt twice, it differs in {off}")
    if packed([twice.log(viewer), match.game.record(twice, viewer)]) != packed(
        [other.log(viewer), match.game.record(other, viewer)]
    ):
        match.fail(f"redeal for {name_of(viewer)} keeps a past that depends on what is hidden")
    for world in worlds:
        if world.state.key == pos.state.key or one.state.key == other.state.key:
            match.fail(f"redeal for {name_of(viewer)} keeps the generator: coming shuffles can be read from it")
        if world.origin.seed is not None:
            match.fail(f"redeal for {name_of(viewer)} carries the seed of the match")
    if key(pos.redeal(viewer, "a")) != key(one):
        match.fail(f"redeal for {name_of(viewer)} with the same seed gives something else")


def _keeps_what_is_known(match: Match, pos: Position, world: Position, viewer: int) -> None:
    """Check that every zone keeps its number of cards and those that the viewer knows; places may change."""
    bit = bit_of(viewer)
    for z, slots in zones(pos):
        if world.state.count[z] != pos.state.count[z]:
            match.fail(f"redeal for {name_of(viewer)} changed the size of zone {z}")
        before = Counter(pos.state.card[at] for at in slots if pos.state.known[at] & bit)
        after = Counter(world.state.card[at] for at in slots if world.state.known[at] & bit)
        if before != after:
            match.fail(f"redeal for {name_of(viewer)} changed known cards in zone {z}")
    if not hasattr(match.game.view, "pieces"):
        return
    before, after = (Counter(match.game.view.pieces(p.state)) for p in (pos, world))
    if before.total() != after.total():
        match.fail(f"redeal for {name_of(viewer)} has {after.total()} pieces, not {before.total()}")


def _is_legal(match: Match, world: Position, viewer: int) -> None:
    broken = int(world._program.entry_points.sound(world._states, 0, world._work, 0))
    if broken:
        match.fail(f"redeal for {name_of(viewer)} breaks invariant {broken} of rules.sound")
    reads_back(match, world)
    for seat, action in world._choices.items():
        number = int(world._program.entry_points.forbidden(world._states, 0, world._work, 0, seat, action))
        if number:
            match.fail(f"redeal for {name_of(viewer)} gives seat {seat} a choice that refusal {number} forbids")


def _can_be_finished(match: Match, world: Position, viewer: int) -> None:
    """Check that a redealt world, played at random, comes to an end, or at least goes on for a while."""
    world, random = world.copy(), Random(f"{match.seed} {viewer}")
    for _ in range(match.watched or 2 * match.game.declaration.longest):
        if world.over:
            return
        seat = random.choice(world.actors)
        moves = world.moves(seat)
        if not moves:
            match.fail(f"in a redeal for {name_of(viewer)} seat {seat} has no legal move")
        try:
            world.play(random.choice(moves), seat)
        except Exception as error:
            match.fail(f"a redeal for {name_of(viewer)}, played on, raised {error!r}", error)
    if not match.watched:
        match.fail(f"a redeal for {name_of(viewer)}, played on, does not end")


def _hidden(pos: Position, world: Position, viewer: int) -> Iterator[tuple[Place, Any, Any]]:
    """Every place hidden from the viewer, with its content in the position and in the redeal."""
    who = name_of(viewer)
    bit = bit_of(viewer)
    unknown = {at for _, slots in zones(pos) for at in slots if not pos.state.known[at] & bit}
    if len({pos.state.card[at] for at in unknown}) > 1:  # one kind alone can't change
        for z, slots in zones(pos):
            for i, at in enumerate(slots):
                if at in unknown and not world.state.known[at] & bit:
                    yield (who, "zone", z, "slot", i), pos.state.card[at], world.state.card[at]
    everything, elsewhere, seen = pos.view(ALL), world.view(ALL), pos.view(viewer)
    for place in _unseen(everything["table"], seen["table"], ("view", "table")):
        yield (who, *place), _at(everything, place[1:]), _at(elsewhere, place[1:])


def _unseen(whole: Any, seen: Any, place: Place) -> Iterator[Place]:
    """The places where what ALL sees differs from what the viewer sees."""
    if isinstance(whole, dict) and isinstance(seen, dict) and whole.keys() == seen.keys():
        for name in whole:
            yield from _unseen(whole[name], seen[name], (*place, name))
    elif isinstance(whole, list) and isinstance(seen, list) and len(whole) == len(seen):
        for i, (more, less) in enumerate(zip(whole, seen, strict=True)):
            yield from _unseen(more, less, (*place, i))
    elif whole != seen and whole not in ({}, [], None):  # what ALL does not see is hidden from nobody
        yield place


def _at(tree: Any, place: Place) -> Any:
    """The value at a path of a tree, None if the tree has no such path."""
    for step in place:
        try:
            tree = tree[step]
        except (IndexError, KeyError, TypeError):
            return None
    return tree
