"""The games, each in the fastest mode that is ready: plain at first, compiled once that has been prepared.

No table waits for the compiler. A separate process fills the cache; then a thread loads the machine code; from then on
new and reopened tables play compiled. Both modes give exactly the same results.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Sequence

import ludotheque as lt
from ludotheque.play.game import Game
from ludotheque.server.games.levels import choose_move, is_prepared, levels, make_bot

log = logging.getLogger(__name__)

PREPARE = """
import os, sys, threading
os.nice(10)
# The server holds the other end of this pipe: if it is killed, this process ends as well.
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
import ludotheque as lt
from ludotheque.server.games.levels import prepare
prepare(lt.game(sys.argv[1], "compiled"))
"""


class Modes:
    """The registered games, and those whose compiled rules are loaded."""

    def __init__(self) -> None:
        self._ready: set[str] = set()

    def game(self, name: str) -> Game:
        """A game to play now."""
        return lt.game(name, "compiled" if name in self._ready else "plain")

    async def prepare(self, names: Sequence[str] | None = None) -> None:
        """Compile some games, or all, one after the other, in the background.

        A game that can't be compiled stays in plain mode.
        """
        for name in lt.names() if names is None else names:
            try:
                if not is_prepared(lt.game(name, "plain")):
                    await compiled_apart(name)
                await asyncio.to_thread(warm_up, name)
            except Exception:
                log.exception("%s can't be compiled, and is played in plain mode", name)
            else:
                self._ready.add(name)


async def compiled_apart(name: str) -> None:
    """Compile a game in a separate process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PREPARE, name, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        told = await process.stderr.read()
        await process.wait()
    finally:
        if process.returncode is None:  # the server stops meanwhile
            process.kill()
            await process.wait()
    if process.returncode != 0:
        last = told.decode(errors="replace").strip().rpartition("\n")[2]
        raise ChildProcessError(f"compiling ended with {process.returncode}: {last}")


def warm_up(name: str) -> None:
    """Load the machine code of a game and of its bots, by using it once."""
    game = lt.game(name, "compiled")
    pos = game.start(seed=os.urandom(8).hex())
    seat = pos.actor or 0
    for level in levels(game):
        choose_move(make_bot(level, 0, game), pos, seat)
    pos.preview(pos.moves(seat)[0], seat)
    pos.view(seat)


MODES = Modes()
