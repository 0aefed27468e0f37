"""A game as the registry hands it out: starts matches, reads positions and records, prepares its programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ludotheque.kernel import mark_warm
from ludotheque.play import opening, other_names, records
from ludotheque.play.base import BaseGame
from ludotheque.play.lessons import Lesson, read_lessons
from ludotheque.play.position import Position
from ludotheque.play.preparing import compile_entry_points
from ludotheque.play.problems import FILE as PROBLEMS
from ludotheque.play.problems import Problem, read_problems
from ludotheque.play.viewers import ALL, Viewer


class Game(BaseGame):
    """One registered game."""

    if not TYPE_CHECKING:  # who checks types is to hear of names that are not there

        def __getattr__(self, name: str) -> Any:
            return other_names.miss(self, name, other_names.GAME)

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """Its lessons, in the order in which they are taken."""
        return read_lessons(self.folder / "lessons.toml")

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """Its problems, in the order in which they were found."""
        return read_problems(self.folder / PROBLEMS, self.rules_version)

    def prepare(self, progress: Callable[[float], None] = lambda done: None) -> None:
        """Compile what tables and simulations need into the cache, reporting progress; fast if that was done before.

        Entry points for tests and for loops in Python are compiled, and cached, at their first call.
        """
        from ludotheque.kernel.deferring import keep_quiet  # imports Numba, which takes half a second

        keep_quiet(self.package)
        compile_entry_points(self, progress)
        mark_warm(self.package)

    # Matches -------------------------------------------------------------------------------------------------------

    def start(
        self,
        players: int | None = None,
        seed: object = 0,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Mapping[str, Any] | None] | None = None,
    ) -> Position:
        """Start a match. `seats` is what each seat brings; the game says what of that is private."""
        return opening.start(self, players, seed, options, seats)

    def position(self, text: str, seed: object = 0, source: str = "position") -> Position:
        """Read a position text; what it leaves out gets a default. The generator starts from `seed`."""
        return opening.from_text(self, text, seed, source)

    # Records -------------------------------------------------------------------------------------------------------

    def record(self, pos: Position, viewer: Viewer = ALL) -> dict[str, Any]:
        """Return a match as JSON: game, rules version, options, moves; the seed and private data only for ALL."""
        return records.write_record(self, pos, viewer)

    def replay(self, record: Mapping[str, Any] | str, source: str = "record") -> Position:
        """Play a full record through; raises BadInput that names the field (and the move) that is wrong."""
        return records.replay(self, record, source)
