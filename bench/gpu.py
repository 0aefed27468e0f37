"""Random play on a GPU, one thread per match, and a check that it plays the same as the CPU.

The rules are the same source, loaded in mode "cuda". Set-up happens on the CPU for both; the states are
copied to the device, every match is played to its end there, and the final states come back to be compared.

    python bench/gpu.py lampions gwynt
    python bench/gpu.py lampions --matches 65536 --compare 10000 --json
    python bench/gpu.py kunitori --soak 1000000    # only: as many matches, every invariant checked after each decision

Needs an NVIDIA GPU and numba-cuda. Exit codes: 0 equal · 1 the GPU played something else · 2 no GPU here.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import statistics
import sys
import time
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010  # numba-cuda asks for the name that NumPy 2.5 removed

import ludotheque as lt
from ludotheque import benchmarks
from ludotheque.kernel import load
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

EQUAL, DIFFERENT, NO_GPU = 0, 1, 2
CHECKING = "ludotheque.kernel.checking"
BLOCKS = (32, 64, 128, 256)  # threads a block: the best is quoted


def gpu() -> Any:
    """`numba.cuda`, or None with a sentence if there is no GPU to use."""
    try:
        from numba import cuda
    except ImportError as error:
        print(f"no GPU: numba-cuda is not installed ({error})", file=sys.stderr)
        return None
    if not cuda.is_available():
        print("no GPU: CUDA finds no device on this machine", file=sys.stderr)
        return None
    return cuda


def set_up(game: Game, matches: int, players: int | None = None, seed: str = "gpu") -> Any:
    """States after set-up, on the CPU, one seed each."""
    program = load(game.package, "compiled")
    start = program.states(1)
    program.put(start, 0, game.before_setup(players)[0])
    states, work = program.states(matches), program.workspaces(1)
    states[:] = start[0]
    for i in range(matches):
        program.entry_points.rekey(states, i, *key_words(game.name, game.rules_version, f"{seed}/{i}"))
        program.entry_points.setup(states, i, work, 0)
    return states


def on_cpu(game: Game, states: Any) -> tuple[Any, Any, float]:
    """The final states, the decisions of each match, and the decisions a second of one core."""
    program, declaration = load(game.package, "compiled"), game.declaration
    finals, work = states.copy(), program.workspaces(1)
    out = program.actions(declaration.action_count)
    counts = np.zeros(len(states), np.int64)
    warm_up = states[:1].copy()
    program.entry_points.playout(warm_up, 0, work, 0, out, declaration.stream_count - 1, declaration.longest)
    begun = time.perf_counter()
    for i in range(len(states)):
        counts[i] = program.entry_points.playout(
            finals, i, work, 0, out, declaration.stream_count - 1, declaration.longest
        )
    return finals, counts, float(counts.sum()) / (time.perf_counter() - begun)


def make_kernel(cuda: Any, playout: Any) -> Any:
    """A CUDA kernel in which thread i plays match i to its end."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def play_all(states: Any, work: Any, out: Any, counts: Any, stream: Any, longest: Any) -> None:
        i = cuda.grid(1)
        if i < counts.shape[0]:
            counts[i] = playout(states, i, work, i, out[i], stream, longest)

    return play_all


def measure(cuda: Any, game: Game, matches: int, compare: int, launches: int) -> dict[str, Any]:
    """Compile, play several times, compare."""
    declaration = game.declaration
    initial = set_up(game, matches)
    program = load(game.package, "cuda")
    kernel = make_kernel(cuda, program.entry_points.playout)
    fresh = cuda.to_device(initial)
    states = cuda.to_device(initial)
    work = cuda.to_device(program.work.array(matches))
    out = cuda.to_device(np.zeros((matches, declaration.action_count), np.int32))
    counts = cuda.to_device(np.zeros(matches, np.int64))
    arguments = (states, work, out, counts, np.int64(declaration.stream_count - 1), np.int64(declaration.longest))

    def launch(threads: int) -> float:
        states.copy_to_device(fresh)
        cuda.synchronize()
        begun = time.perf_counter()
        kernel[-(-matches // threads), threads](*arguments)
        cuda.synchronize()
        return time.perf_counter() - begun

    compile_seconds = launch(BLOCKS[0])
    by_block = {threads: [launch(threads) for _ in range(launches)] for threads in BLOCKS}
    made = int(counts.copy_to_host().sum())
    finals = states.copy_to_host()
    cpu_finals, cpu_counts, cpu_rate = on_cpu(game, initial[:compare])
    threads, times = min(by_block.items(), key=lambda item: min(item[1]))
    return {
        "matches": matches,
        "decisions": made,
        "state_bytes": initial.dtype.itemsize,
        "compile_and_first_launch_s": round(compile_seconds, 2),
        "threads_a_block": threads,
        "best_decisions_per_second": round(made / min(times)),
        "median_decisions_per_second": round(made / statistics.median(times)),
        "best_by_block": {str(size): round(made / min(spent)) for size, spent in by_block.items()},
        "cpu_decisions_per_second": round(cpu_rate),
        "compared": len(cpu_finals),
        "differing": differences(finals[:compare], counts.copy_to_host()[:compare], cpu_finals, cpu_counts),
    }


def soak(cuda: Any, game: Game, matches: int, batch: int) -> dict[str, Any]:
    """Random matches for each number of players in turn, all invariants checked after every decision."""
    declaration = game.declaration
    program = load(game.package, "cuda")
    kernel = make_kernel(cuda, program.add(CHECKING).checked_playout)
    work = cuda.to_device(program.work.array(batch))
    out = cuda.to_device(np.zeros((batch, declaration.action_count), np.int32))
    counts = cuda.to_device(np.zeros(batch, np.int64))
    numbers = (np.int64(declaration.stream_count - 1), np.int64(declaration.longest + 1))
    low, high = declaration.players
    made = played = broken = 0
    begun = time.perf_counter()
    while played < matches:
        players = low + played // batch % (high - low + 1)
        states = cuda.to_device(set_up(game, batch, players, f"gpu soak/{played}"))
        kernel[-(-batch // 64), 64](states, work, out, counts, *numbers)
        told = counts.copy_to_host()
        wrong = np.flatnonzero((told < 0) | (told > declaration.longest))
        for i in wrong[:5]:
            print(f"{game.name}: seed 'gpu soak/{played}/{i}', {players} players: {told[i]}")
        broken += len(wrong)
        made += int(told.clip(0).sum())
        played += batch
        print(f"{game.name}: {played:,} matches, {made:,} decisions", file=sys.stderr, flush=True)
    return {"soak_matches": played, "soak_decisions": made, "broken": broken, "s": round(time.perf_counter() - begun)}


def differences(finals: Any, counts: Any, cpu_finals: Any, cpu_counts: Any) -> dict[str, int]:
    """How many matches differ, by field; {} when the GPU played the CPU's matches bit by bit."""
    found = {}
    for name in finals.dtype.names:
        ours, theirs = finals[name], cpu_finals[name]
        unequal = (ours != theirs).reshape(len(ours), -1).any(axis=1)
        if unequal.any():
            found[name] = int(unequal.sum())
    if (counts != cpu_counts).any():
        found["number of decisions"] = int((counts != cpu_counts).sum())
    return found


def describe(cuda: Any) -> dict[str, str]:
    """The machine, the GPU included."""
    device = cuda.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else str(device.name)
    major, minor = device.compute_capability
    found = {"gpu": f"{name}, compute capability {major}.{minor}", **benchmarks.machine()}
    try:
        found["numba_cuda"] = f"numba-cuda {importlib.metadata.version('numba-cuda')}"
    except importlib.metadata.PackageNotFoundError:
        found["numba_cuda"] = "numba-cuda of Numba itself"
    return found


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=["lampions"], metavar="GAME")
    parser.add_argument("--matches", type=int, default=65536, metavar="N", help="played at once (default: 65536)")
    parser.add_argument(
        "--compare", type=int, default=10000, metavar="N", help="compared with the CPU (default: 10000)"
    )
    parser.add_argument("--launches", type=int, default=7, metavar="N", help="timed launches a block size (default: 7)")
    parser.add_argument("--soak", type=int, default=0, metavar="N", help="check invariants in N matches, nothing else")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    cuda = gpu()
    if cuda is None:
        return NO_GPU
    if args.soak:
        told = {name: soak(cuda, lt.game(name, "compiled"), args.soak, args.matches) for name in args.games}
        print(json.dumps({"machine": describe(cuda), "games": told}, ensure_ascii=False, indent=2))
        return DIFFERENT if any(figures["broken"] for figures in told.values()) else EQUAL
    compare = min(args.compare, args.matches)
    machine = describe(cuda)
    found = {
        name: measure(cuda, lt.game(name, "compiled"), args.matches, compare, args.launches) for name in args.games
    }
    if args.json:
        print(json.dumps({"machine": machine, "games": found}, ensure_ascii=False, indent=2))
    else:
        print(" · ".join(machine.values()))
        for name, figures in found.items():
            print(f"\n{name}")
            for label, value in figures.items():
                if label != "differing":
                    print(f"  {label:<30}{value:>16,}" if isinstance(value, int) else f"  {label:<30}{value}")
            verdict = figures["differing"] or "none: every field of every state is equal"
            print(f"  differences from the CPU       {verdict}")
    return DIFFERENT if any(figures["differing"] for figures in found.values()) else EQUAL


if __name__ == "__main__":
    sys.exit(main())
