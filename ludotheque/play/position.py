"""A position: the friendly face of one state of a match.

Everything a viewer can ask for goes through here. A viewer is a seat (0, 1, …), `SPECTATOR`, who watches and has no
seat, or `ALL`, who sees everything: for tests, simulations and finished matches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.kernel import load
from ludotheque.kernel.optional import np
from ludotheque.play import other_names, texts
from ludotheque.play.base import BaseGame
from ludotheque.play.events import RawEvent
from ludotheque.play.past import Origin, Played
from ludotheque.play.worlds import Worlds


class Position(Worlds):
    """A match at one moment. `play` changes it; `copy` gives an independent one."""

    __slots__ = ()

    if not TYPE_CHECKING:  # who checks types is to hear of names that are not there

        def __getattr__(self, name: str) -> Any:
            return other_names.miss(self, name, other_names.POSITION)

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        past = [(p.seat, p.action, p.seen, p.events, p.joined) for p in self._past()]  # a long chain can't be pickled
        record = self._program.state
        array = record.array(1)
        record.store(self.state, array, 0)
        told = (self.origin, self._setup_events, past, dict(self._choices))
        return _unpickled, (self.game, self._program.mode, array.tobytes(), *told)

    def text(self) -> str:
        """The whole position as readable text, the generator excepted; `Game.position` reads it back."""
        return texts.write_position(self.game, self.state, self._choices)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or other.game.name != self.game.name:
            return False
        key = self._program.state.key
        return key(self.state) == key(other.state) and self._choices == other._choices

    __hash__ = None  # type: ignore[assignment]  # a position changes

    def __repr__(self) -> str:
        # Never show the whole position: tracebacks and logs of a running match must not contain secrets.
        return f"<{self.game.name} position, {self.players} players, actors {self.actors}>"


def _unpickled(
    game: BaseGame,
    mode: str,
    raw: bytes,
    origin: Origin,
    setup_events: tuple[RawEvent, ...],
    past: list[tuple[int, int, int, tuple[RawEvent, ...], bool]],
    choices: dict[int, int],
) -> Position:
    """The position that was pickled, in the mode it was played in."""
    program = load(game.package, mode)
    array = np.frombuffer(raw, program.state.dtype)
    states = program.states(1)
    program.put(states, 0, program.state.fetch(array, 0))
    pos = Position(game, program, states, origin)
    pos._set_up = setup_events
    pos._choices = choices
    for decision in past:
        pos._last = Played(pos._last, *decision)
    return pos
