"""Compile what the tests need of every game into the cache.

    python -m tests.compiling            all games
    python -m tests.compiling 0 2        every second one, from the first
    python -m tests.compiling gwynt

`./test` runs this beside the browser tests. One process compiles all of a game and its WebAssembly module, because they
share functions, and each process would infer their types again.
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
from ludotheque.wasm.modules import build_here, cached_files

# No test needs compiled matches between bots of these games; they take a sixth of a game's time.
WITHOUT_MATCHES = ("gunkimono",)
EXPLAINED = 12  # decisions that a bot explains


def compile_game(name: str) -> None:
    """Compile entry points, bots, search, looking ahead, the WebAssembly module, and the comparison of modes."""
    game = lt.game(name, "compiled")
    calls = SampleCalls(game)
    for call in (*calls.around(), *calls.playing()):
        call()
    mark_warm(game.package)  # otherwise a second process would start to help
    if name not in WITHOUT_MATCHES:
        simulation.prepare(game)
    pos = game.start(seed="tests")
    while len(pos.moves(pos.actors[0])) < 2:  # forced decisions are not searched
        pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    bots.advise(pos, pos.actors[0], sims=2)
    if search_settings_of(game).look_ahead != LookAheadSettings():
        eager = LookAheadSettings(broad=2, hopeless=99.0)  # whatever the network likes
        put = partial(pos.program.put, state=pos.state)
        LookAhead(game, pos.program, eager).think(put, pos.actors[0], key_words("tests"), 2)
    teller = bots.make(bots.strongest(game), 0, game)
    for _ in range(EXPLAINED):  # some of these decisions need no plan
        if not pos.over:
            bots.explain(teller, pos, pos.actors[0])
            pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    build_here(lt.game(name, "plain"), cached_files(game))  # here, where the types of the rules are known already
    check_modes(game, count=1)


if __name__ == "__main__":
    first, *rest = sys.argv[1:] or ("0", "1")
    for name in lt.names()[int(first) :: int(rest[0])] if first.isdecimal() else (first, *rest):
        gc.disable()  # garbage collection takes a tenth of the compiler's time
        began = time.process_time()
        compile_game(name)
        gc.enable()
        gc.collect()
        print(f"{name}: {time.process_time() - began:.0f} CPU s")
