"""Compile what the tests need of every game into the cache.

    python -m tests.compiling            all games
    python -m tests.compiling 0 2        every second one, from the first
    python -m tests.compiling gwynt

Run by `./test` in the time that the browser leaves unused. All of a game in one process: entry points share what they
call, and each process types that anew.
"""

import gc
import sys
import time
from functools import partial

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import simulation
from ludotheque.bots.levels import LookAheadSettings, search_settings_of
from ludotheque.bots.look_ahead import LookAhead
from ludotheque.compliance import check_modes
from ludotheque.kernel import mark_warm
from ludotheque.play.preparing import SampleCalls
from ludotheque.play.seeds import key_words

# No test asks for compiled matches of bots of these, which take a sixth of a game's time.
WITHOUT_MATCHES = ("gunkimono",)
TOLD = 12  # decisions for which a bot is asked what it is trying to do


def compile_game(name: str) -> None:
    """Entry points, bots, search, looking ahead, and what compares the plain with the compiled rules."""
    game = lt.game(name, "compiled")
    calls = SampleCalls(game)
    for call in (*calls.around(), *calls.playing()):
        call()
    mark_warm(game.package)  # else a second process would be started to help
    if name not in WITHOUT_MATCHES:
        simulation.prepare(game)
    pos = game.start(seed="tests")
    while len(pos.moves(pos.actors[0])) < 2:  # nothing is searched where nothing is chosen
        pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    bots.advise(pos, pos.actors[0], sims=2)
    if search_settings_of(game).look_ahead != LookAheadSettings():
        eager = LookAheadSettings(broad=2, hopeless=99.0)  # whatever the network likes
        put = partial(pos.program.put, state=pos.state)
        LookAhead(game, pos.program, eager).think(put, pos.actors[0], key_words("tests"), 2)
    teller = bots.make(bots.strongest(game), 0, game)
    for _ in range(TOLD):  # some of these decisions need no plan
        if not pos.over:
            bots.explain(teller, pos, pos.actors[0])
            pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    check_modes(game, count=1)


if __name__ == "__main__":
    first, *rest = sys.argv[1:] or ("0", "1")
    for name in lt.names()[int(first) :: int(rest[0])] if first.isdecimal() else (first, *rest):
        gc.disable()  # looking for garbage takes a tenth of a compiler's time
        began = time.process_time()
        compile_game(name)
        gc.enable()
        gc.collect()
        print(f"{name}: {time.process_time() - began:.0f} s of a processor")
