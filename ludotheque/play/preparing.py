"""Compiles a game's entry points into the cache, on two cores if there are two.

Numba compiles one function after the other, and entry points share little. So a second process compiles the longest of
them, and this one finds its machine code in the cache. If the second process fails, this one does all the work.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ludotheque.kernel import Program, is_warm, load
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play import opening
from ludotheque.play.base import BaseGame
from ludotheque.play.seeds import key_words

Calls = list[Callable[[], Any]]
OTHER_PROCESS = """
import sys
from ludotheque.play.base import BaseGame
from ludotheque.play.preparing import SampleCalls
for call in SampleCalls(BaseGame(sys.argv[1], "compiled")).playing():
    call()
"""


class SampleCalls:
    """One call of each entry point that tables and simulations need, in two parts that take about equally long."""

    def __init__(self, game: BaseGame) -> None:
        # Set up in plain mode: otherwise this would wait until the entry point `setup` is compiled.
        pos = opening.start(game.in_mode("plain"), seed="prepare")
        self.program: Program = load(game.package, "compiled")
        self.states, self.work = self.program.states(1), self.program.workspaces(1)
        self.program.put(self.states, 0, pos.state)
        self.out = self.program.actions(game.declaration.action_count)
        self.stream, self.seat = game.declaration.stream_count - 1, pos.actor
        self.action = pos.moves()[0].id
        self.game = game

    def playing(self) -> Calls:
        """Calls during a match: all rules."""
        entry_points, states, work = self.program.entry_points, self.states, self.work
        return [
            lambda: entry_points.playout(self.program.copied(states), 0, work, 0, self.out, self.stream, 2),
            lambda: entry_points.turn(self.program.copied(states), 0, work, 0, self.seat, self.action),
        ]

    def around(self) -> Calls:
        """Calls around a match: set-up, listing, refusals, redeals, counts."""
        entry_points, states, work, words = self.program.entry_points, self.states, self.work, key_words("prepare")
        return [
            lambda: entry_points.pending_decision(states, 0),
            lambda: entry_points.rekey(states, 0, *words),
            lambda: entry_points.redeal(self.program.copied(states), 0, work, 0, SPECTATOR, *words),
            lambda: entry_points.legal(states, 0, work, 0, 0, self.out),
            lambda: entry_points.forbidden(states, 0, work, 0, 0, 0),
            lambda: opening.start(self.game.in_mode("compiled"), seed="prepare"),
            lambda: entry_points.share(states, 0, 0),
            lambda: entry_points.score(states, 0, 0),
        ]


@contextmanager
def _other_process(game: BaseGame) -> Iterator[None]:
    """Let another process compile its part, if anything is left, and wait for it at the end."""
    if (os.cpu_count() or 1) < 2 or is_warm(game.package):
        yield
        return
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS, game.package],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield
        except BaseException:
            process.kill()
            raise


def compile_entry_points(game: BaseGame, progress: Callable[[float], None]) -> None:
    """Compile the entry points, reporting progress."""
    entry_points = SampleCalls(game)
    around, playing = entry_points.around(), entry_points.playing()
    with _other_process(game):
        for done, call in enumerate(around):
            progress(0.8 * done / len(around))
            call()
        progress(0.8)
    for call in playing:
        call()
    progress(1.0)
