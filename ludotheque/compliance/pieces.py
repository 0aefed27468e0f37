"""Conservation: no piece is lost or made, copies are independent, the events account for everything."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from ludotheque.compliance.walk import Key, Match, key, matches
from ludotheque.kernel.declare import EVENT_WIDTH
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL


def check_pieces(game: Game, *, count: int = 6, seed: int = 0) -> None:
    """`view.pieces`, if the game has it, is the same in every position; a game that makes cards accounts for them."""
    if not hasattr(game.view, "pieces"):
        return
    for match in matches(game, count, seed):
        at_first = Counter(game.view.pieces(match.pos.state))
        for pos in match.walk():
            now = Counter(game.view.pieces(pos.state))
            if now != at_first:
                match.fail(f"pieces lost: {dict(at_first - now)}, made: {dict(now - at_first)}")


def check_copies(game: Game, *, count: int = 3, seed: int = 0) -> None:
    """Copies of all earlier positions stay as they were, whatever is played on from them or in them."""
    for match in matches(game, count, seed):
        kept: list[tuple[Position, Key, str]] = []
        for pos in match.walk():
            copy = pos.copy()
            kept.append((copy, key(pos), pos.text()))
            _play_in_a_copy(match, copy)
            for ply, (earlier, its_key, _) in enumerate(kept):
                if key(earlier) != its_key:
                    match.fail(f"the copy taken before move {ply} of {len(kept) - 1} has changed")
            if key(pos) != its_key:
                match.fail("a move played in a copy changed the original")
        for ply, (earlier, _, its_text) in enumerate(kept):
            if earlier.text() != its_text:
                match.fail(f"the text of the copy taken before move {ply} has changed")


def _play_in_a_copy(match: Match, copy: Position) -> None:
    """Play in a copy of the copy, preview a move and redeal: none of these may change the copy."""
    for seat in copy.actors[:1]:
        move = match.random.choice(copy.moves(seat))
        try:
            copy.copy().play(move, seat)
            copy.preview(move, seat)
            copy.redeal(seat, "elsewhere")
        except Exception as error:
            match.fail(f"after {move.text!r} in a copy of a copy, the copy raised {error!r}", error)


def check_ledger(game: Game, *, count: int = 6, seed: int = 0) -> None:
    """Check that the ledger, if the game has one, is its opening plus the entries of all events, in every position.

    `view.ledger(state)` counts things; `view.entries(event, params)` is what one event, as ALL is told it,
    changes in it. Every account begins at 0 before the set-up, except those that `view.opening(state)` names
    (a full deck).
    """
    if not hasattr(game.view, "ledger"):
        return
    for match in matches(game, count, seed):
        opening = getattr(game.view, "opening", None)
        book = Counter[str](opening(match.pos.state) if opening else {})
        told = match.pos._events_for(match.pos._setup_events, ALL)
        entered, last = 0, None  # so many events are in the book, those up to this decision
        for pos in match.walk():
            for played in pos._past(last):
                told += pos._events_for(played.events, ALL)
            for event in told[entered:]:
                book.update(game.view.entries(event["event"], event["params"]))
            entered, last = len(told), pos._last
            ledger = game.view.ledger(pos.state)
            off = {name: (book[name], ledger.get(name, 0)) for name in {*book, *ledger}}
            off = {name: pair for name, pair in sorted(off.items()) if pair[0] != pair[1]}
            if off:
                match.fail(f"the events add up to one thing, the position holds another: {off}")
        if told != [*chain(*match.pos.log(ALL))]:
            match.fail("the log of the whole match differs from what was told on the way")


def check_sound(game: Game, *, count: int = 8, seed: int = 0) -> None:
    """The game's own invariants hold after every move, no event is lost, and numbers fit their fields."""
    for match in matches(game, count, seed):
        for pos in match.walk():
            broken = int(pos._program.entry_points.sound(pos._states, 0, pos._work, 0))
            if broken:
                match.fail(f"invariant {broken} of rules.sound is broken")
            work = pos._program.fetch_work(pos._work, 0)
            if work.events_lost:
                match.fail(f"{work.events_lost} events were lost: there is room for {len(work.event) // EVENT_WIDTH}")
            for event in pos._last.events if pos._last else pos._setup_events:
                if len(event) != EVENT_WIDTH or not 1 <= event[0] <= len(game.declaration.events):
                    match.fail(f"event {event} is of a kind that declaration.events does not name")
            try:
                pos._program.state.store(pos.state, pos._program.state.array(1), 0)
            except OverflowError as error:
                match.fail(str(error), error)
