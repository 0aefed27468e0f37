"""Observations: all that a seat may know and that matters, as numbers, and nothing else. A game need not have any."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.compliance.walk import Match, matches
from ludotheque.kernel.declare import STREAM_FIELDS
from ludotheque.kernel.observation import DTYPE
from ludotheque.kernel.record import Matrix
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

STACK = ("ask_kind", "ask_seat", "ask_a", "ask_b", "depth", "over")  # one of them alone would make no sense
REMEMBERED = 12  # earlier states of a match, from which other values of a field are taken


def check_observation(game: Game, *, count: int = 6, seed: int = 0, every: int = 9, redeals: int = 3) -> None:
    """Check that an observation is equal in all redeals for its seat, and differs if the seat's view differs.

    For the latter, each field of the state in turn gets a value that it had earlier in the match. If that
    changes the view, it must change the observation, except for what `omitted` and `unordered` name. If several
    choose at once, no observation shows what another has chosen. Observing changes no state.
    """
    if "observation" not in game.kernel_modules:
        return
    game = game.in_mode("plain")
    for match in matches(game, count, seed):
        watch = Watch(match)
        for _ in match.walk(every):
            watch.fits()
            for seat in range(match.players):
                watch.is_equal_in_redeals(seat, redeals)
            watch.hides_choices()
            watch.shows_what_changes(match.random.randrange(match.players))
            watch.remember()


class Watch:
    """A match for the checks: raw states, so that hidden choices can be compared, too."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self.program = match.game.program()
        self.work = self.program.workspaces(1)
        self.before: list[Any] = []

    def remember(self) -> None:
        """Keep a copy of the current state."""
        self.before.append(self.program.state.copy(self.match.pos.state))
        if len(self.before) > REMEMBERED:
            del self.before[self.match.random.randrange(REMEMBERED)]

    def observe(self, state: Any, seat: int) -> list[int]:
        """The observation of a state by a seat."""
        row = [0] * self.game.observation.size
        self.program.entry_points.observe([state], 0, self.work, 0, seat, row)
        return row

    def fits(self) -> None:
        """Check that the numbers are whole, fit their type, are the same twice, and leave the state unchanged."""
        state = self.program.state.copy(self.match.pos.state)
        before = self.program.state.key(state)
        for seat in range(self.match.players):
            row = self.observe(state, seat)
            limits = np.iinfo(DTYPE)
            if not all(type(number) in (int, bool) and limits.min <= number <= limits.max for number in row):
                self.match.fail(f"the observation of seat {seat} holds what is no number of type {DTYPE}")
            if row != self.observe(state, seat):
                self.match.fail(f"the observation of seat {seat} is another one the second time")
        if self.program.state.key(state) != before:
            self.match.fail("observing has changed the state")

    def is_equal_in_redeals(self, seat: int, redeals: int) -> None:
        """Check that a seat's observation is the same in every world that it can't tell from this one."""
        pos = self.match.pos
        row = self.observe(pos.state, seat)
        for number in range(redeals):
            self._compare(row, self.observe(pos.redeal(seat, f"observed {number}").state, seat), seat, "in a redeal")

    def hides_choices(self) -> None:
        """Check that, where all choose in secret, a later seat observes nothing of the earlier choices."""
        pos = self.match.pos
        if not pos._asks_in_secret() or len(pos.actors) < 2 or pos.ready:
            return
        entry_points, state = self.program.entry_points, self.program.state.copy(pos.state)
        for seat, later in zip(pos.actors, pos.actors[1:], strict=False):
            entry_points.play([state], 0, self.work, 0, seat, self.match.random.choice(pos.moves(seat)).id)
            row = self.observe(state, later)
            world = [self.program.state.copy(state)]
            entry_points.redeal(world, 0, self.work, 0, later, *key_words("observed", len(self.match.played)))
            self._compare(row, self.observe(world[0], later), later, "with others' choices redealt")

    def _compare(self, row: list[int], other: list[int], seat: int, where: str) -> None:
        if row != other:
            parts = [part.name for part in self.game.observation.parts if _of(part, row) != _of(part, other)]
            self.match.fail(f"seat {seat} sees {', '.join(parts)} otherwise {where}: something hidden shows")

    def shows_what_changes(self, seat: int, tries: int = 3) -> None:
        """Change one field after the other: if the seat is shown something else, its observation is another."""
        if not self.before:
            return
        other = self.match.random.choice(self.before)
        state = self.program.state.copy(self.match.pos.state)
        row, shown = self.observe(state, seat), self._shown(state, seat)
        for name, change, undo in self._changes(state, other, tries):
            change()
            try:
                now = self._shown(state, seat) if self.observe(state, seat) == row else shown
            except Exception:  # a field changed alone may make no sense at all
                self.work = self.program.workspaces(1)
                continue
            finally:
                undo()
            if now != shown:
                path = _first_difference(shown, now)
                self.match.fail(f"the observation of seat {seat} does not show {path}, which {name} decides")

    def _changes(self, state: Any, other: Any, tries: int) -> Iterator[tuple[str, Any, Any]]:
        """Fields that can get a value which they had: its name, how to change it and how to undo that."""
        yield "what is asked", lambda: _assign(state, other), lambda now=self.match.pos.state: _assign(state, now)
        for field in self.program.state.fields:
            mine, theirs = getattr(state, field.name), getattr(other, field.name)
            if field.name in (*STREAM_FIELDS, *STACK, "players"):
                continue
            if not field.shape:
                if mine != theirs:
                    name = field.name
                    yield (
                        name,
                        lambda n=name, v=theirs: setattr(state, n, v),
                        lambda n=name, v=mine: setattr(state, n, v),
                    )
                continue
            flat, those = (value.flat if isinstance(value, Matrix) else value for value in (mine, theirs))
            places = [i for i in range(field.size) if flat[i] != those[i]]
            for i in self.match.random.sample(places, min(tries, len(places))):
                yield (
                    f"{field.name}[{i}]",
                    lambda f=flat, i=i, v=those[i]: f.__setitem__(i, v),
                    lambda f=flat, i=i, v=flat[i]: f.__setitem__(i, v),
                )

    def _shown(self, state: Any, seat: int) -> Any:
        """The seat's view, without what the observation leaves out on purpose."""
        observation, view = self.game.observation, self.game.view
        asked = int(self.program.entry_points.actors([state], 0)) >> seat & 1
        own = getattr(view, "prompt", None)
        shown = {
            "decision": state.ask_kind[state.depth - 1] if state.depth else 0,
            "options": self.game.options_of(state),
            "table": view.table(state, seat),
            "prompt": list(own(state, seat)) if own and asked else None,
        }
        kept = json.loads(json.dumps(shown))
        for pattern in observation.omitted:
            _at_each(kept, pattern.split("."), lambda value: None)
        for pattern in observation.unordered:
            _at_each(kept, pattern.split("."), lambda value: sorted(value, key=json.dumps))
        return kept


def _assign(state: Any, other: Any) -> None:
    """Have a state ask what another one asks."""
    for name in STACK:
        value = getattr(other, name, 0)  # not every game has a field for the end
        if not hasattr(state, name):
            continue
        setattr(state, name, list(value) if isinstance(value, list) else value)


def _of(part: Any, row: list[int]) -> list[int]:
    return row[part.start : part.stop]


def _at_each(tree: Any, path: list[str], change: Any) -> None:
    """Replace the values at the places that a path names; `*` is any place."""
    step, rest = path[0], path[1:]
    places = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else []
    for place in places:
        if step in ("*", str(place)) and tree[place] is not None:
            if rest:
                _at_each(tree[place], rest, change)
            else:
                tree[place] = change(tree[place])


def _first_difference(one: Any, other: Any, path: str = "") -> str:
    """The first difference between two JSON values."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            if one[name] != other[name]:
                return _first_difference(one[name], other[name], f"{path}.{name}" if path else name)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            if mine != theirs:
                return _first_difference(mine, theirs, f"{path}.{i}")
    return f"{path} ({one!r} or {other!r})"
