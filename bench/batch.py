"""Batches: steps a second with observations and masks, on the CPU or a GPU, and a check that both play the same.

    python bench/batch.py lampions gwynt                       # one core
    python bench/batch.py gwynt --threads 2 --matches 4096
    python bench/batch.py gunkimono --device cuda --compare 512 --json
    python bench/batch.py gunkimono --device cuda --pgx go_9x9   # and a game of Pgx, which JAX must find a GPU for
    python bench/batch.py gorynich gwynt --device cuda --together --before ../earlier   # and the package of that folder

Together: a process for each game. All compile side by side, then each measures while the others wait, then all compare.

On a GPU as many matches as `--compare` says are also played on the CPU, and every array is compared; PyTorch, CuPy and
JAX, where they are installed, are handed an array and must find it at the same place. Exit codes: 0 · 1 they differ.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import ludotheque as lt
from ludotheque import benchmarks

ARRAYS = ("seats", "counts", "done", "rewards", "scores", "lengths", "episodes")


def host(array: Any) -> Any:
    """An array of a batch as NumPy's own."""
    return array.numpy() if hasattr(array, "numpy") else array


def wait(batch: lt.Batch) -> None:
    """Wait until everything launched is done."""
    if batch.device == "cuda":
        from numba import cuda

        cuda.synchronize()


def rate(batch: lt.Batch, turn: Callable[[], Any], seconds: float) -> int:
    """Matches treated a second, at best: a few stretches are timed."""
    turn()
    wait(batch)
    begun, turns = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds / 4:
        turn()
        turns += 1
        if batch.device == "cuda" and turns % 8 == 0:
            wait(batch)
    wait(batch)
    best = 0.0
    for _ in range(4):
        start = time.perf_counter()
        for _ in range(max(1, turns)):
            turn()
        wait(batch)
        best = max(best, batch.n * max(1, turns) / (time.perf_counter() - start))
    return round(best)


def differences(name: str, matches: int, steps: int) -> list[str]:
    """The differences between GPU and CPU: [] when every number of every step is equal."""
    here, there = (lt.batch(name, matches, seed="equal", device=device) for device in ("cpu", "cuda"))
    found: set[str] = set()
    asked = np.arange(matches) % here.game.declaration.players[0]
    for step in range(steps):
        if step == steps // 2:  # from now on one seat of each match is asked, the others play within the kernel
            here.ask(asked)
            there.ask(asked)
        ours, theirs = here.sample(), there.sample()
        if step % 8 == 0 and (here.observe() != host(there.observe())).any():
            found.add("observations")
        if step % 8 == 0 and (here.legal() != host(there.legal())).any():
            found.add("masks")
        if (ours != host(theirs)).any():
            found.add("samples")
        here.step(ours)
        there.step(theirs)
    here.redeal(seeds=np.arange(matches) + 7)
    there.redeal(seeds=np.arange(matches) + 7)
    for array in ARRAYS:
        if (host(getattr(here, array)) != host(getattr(there, array))).any():
            found.add(array)
    if (here.state_dict()["states"] != there.state_dict()["states"]).any():
        found.add("states")
    copied = there.copy(np.arange(matches)[::-1])
    if (copied.state_dict()["states"][:matches] != here.state_dict()["states"][:matches][::-1]).any():
        found.add("copies")
    return sorted(found)


def takers(batch: lt.Batch) -> dict[str, bool]:
    """Return, for each library installed, whether it uses an array of the batch in place, without a copy."""
    rewards: Any = batch.rewards  # on a GPU
    address = rewards.__cuda_array_interface__["data"][0]
    take: dict[str, Callable[[Any], int]] = {
        "torch": lambda t: t.as_tensor(batch.rewards, device="cuda").data_ptr(),
        "torch by DLPack": lambda t: t.from_dlpack(batch.rewards).data_ptr(),
        "cupy": lambda c: c.asarray(batch.rewards).data.ptr,
        "jax": lambda j: importlib.import_module("jax.dlpack").from_dlpack(batch.rewards).unsafe_buffer_pointer(),
    }
    found = {}
    for name, place in take.items():
        try:
            found[name] = place(importlib.import_module(name.partition(" ")[0])) == address
        except ImportError:
            continue
        except Exception as error:  # reported, not raised: the figures are useful anyway
            print(f"{name}: {error!r}", file=sys.stderr)
            found[name] = False
    return found


def launching(batch: lt.Batch, turn: Callable[[], Any]) -> float:
    """Microseconds that Python takes to launch a turn on a GPU; a turn can't be shorter than that."""
    turn()
    wait(batch)
    begun = time.perf_counter()
    for _ in range(50):
        turn()
    told = time.perf_counter() - begun
    wait(batch)
    return round(told / 50 * 1e6, 1)


def pace(args: argparse.Namespace) -> None:
    """If several processes measure together: report ready, and wait for this process's turn."""
    if args.paced:
        print("ready", flush=True)
        sys.stdin.readline()


def measure(name: str, args: argparse.Namespace) -> dict[str, Any]:
    """All figures of one game."""
    begun = time.perf_counter()
    batch = lt.batch(name, args.matches, players=args.players, seed="bench", device=args.device, threads=args.threads)

    def play() -> None:
        batch.step(batch.sample())

    def observed() -> None:
        batch.observe()
        batch.step(batch.sample())

    def all_of_it() -> None:
        batch.observe()
        batch.legal()
        batch.step(batch.sample())

    all_of_it()
    wait(batch)
    first = time.perf_counter() - begun
    pace(args)
    for _ in range(100):  # matches that began together are in different stages now
        play()
    wait(batch)
    found = {
        "matches": batch.n,
        "first_step_s": round(first, 1),
        "steps": rate(batch, play, args.seconds),
        "steps_observed": rate(batch, observed, args.seconds),
        "steps_observed_and_masked": rate(batch, all_of_it, args.seconds),
        "observations_alone": rate(batch, batch.observe, args.seconds / 2),
        "masks_alone": rate(batch, batch.legal, args.seconds / 2),
        "state_bytes": batch._device.program.state.dtype.itemsize,
        "bytes_a_match": _memory(batch),
    }
    if args.device == "cuda":
        found["launch_us"] = launching(batch, play)
        found["launch_all_us"] = launching(batch, all_of_it)
        found["takers"] = takers(batch)
    return found


def measure_pgx(name: str, args: argparse.Namespace) -> dict[str, Any]:
    """Figures of a game of Pgx, as many matches at once; its steps write observation and mask."""
    import jax
    import peers

    begun = time.perf_counter()
    steps = peers.pgx(name, args.matches)
    first = time.perf_counter() - begun
    best = 0.0
    pace(args)
    for _ in range(4):
        begun, made = time.perf_counter(), 0
        while time.perf_counter() - begun < args.seconds:
            made += steps()
        best = max(best, made / (time.perf_counter() - begun))
    return {
        "matches": args.matches,
        "on": str(jax.devices()[0]),
        "first_step_s": round(first, 1),
        "steps_observed_and_masked": round(best),
    }


def _memory(batch: lt.Batch) -> int:
    """The bytes of one match: state, workspace on a GPU, lists and arrays, observation and mask."""
    program, seats = batch._device.program, batch.game.declaration.players[1]
    work = program.work.dtype.itemsize if batch.device == "cuda" else 0
    return int(
        program.state.dtype.itemsize + work + 3 * batch.action_count + 2 * batch.observation.size + 8 * seats + 30
    )


def together(args: argparse.Namespace) -> dict[str, Any]:
    """The figures of every game, each from a process of its own; printed at once, in case a later one fails."""
    common = ["--device", args.device, "--matches", str(args.matches), "--threads", str(args.threads)]
    common += ["--seconds", str(args.seconds), "--steps", str(args.steps), "--paced"]
    common += ["--players", str(args.players)] if args.players else []
    cases: dict[str, tuple[list[str], str]] = {}  # arguments, and the folder of the package
    for name in args.games:
        cases[name] = [name, "--compare", str(args.compare)], ""
        for folder in args.before:
            cases[f"{name} of {folder.name}"] = [name, "--compare", "0"], str(folder.resolve())
    for name in args.pgx:
        cases[f"Pgx {name}"] = ["--pgx", name, "--compare", "0"], ""
    running = {case: _begin(asked + common, folder) for case, (asked, folder) in cases.items()}
    for process in running.values():
        _heard(process)  # all have compiled
    found: dict[str, Any] = {}
    for case, process in running.items():
        _go(process)
        found[case] = next(iter(_heard(process).values()))
        print(case, json.dumps(found[case]), file=sys.stderr, flush=True)
    for process in running.values():
        _go(process)
    for case, process in running.items():
        found[case] |= next(iter(_heard(process).values()))
        process.wait()
    return found


def _begin(asked: list[str], folder: str) -> subprocess.Popen[str]:
    path = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, __file__, *asked],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"},  # JAX is not alone on the GPU
    )


def _go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def _heard(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The next line of a process: figures, or that it is ready."""
    assert process.stdout is not None
    said = process.stdout.readline().strip()
    if not said:
        raise SystemExit(f"{process.args!r} ended without output (code {process.wait()})")
    return {} if said == "ready" else dict(json.loads(said))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="(default: lampions)")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--matches", type=int, default=0, metavar="N", help="at once (default: 1024, GPU: 65536)")
    parser.add_argument("--players", type=int, default=None, metavar="N")
    parser.add_argument("--threads", type=int, default=1, metavar="N")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="a figure (default: 1)")
    parser.add_argument("--compare", type=int, default=512, metavar="N", help="matches compared with the CPU; 0: none")
    parser.add_argument("--steps", type=int, default=300, metavar="N", help="of the comparison (default: 300)")
    parser.add_argument("--together", action="store_true", help="a process for each game")
    parser.add_argument(
        "--before", type=Path, nargs="*", default=[], metavar="FOLDER", help="earlier packages, with --together"
    )
    parser.add_argument(
        "--paced", action="store_true", help=argparse.SUPPRESS
    )  # one of several processes that measure together
    parser.add_argument("--pgx", nargs="*", default=[], metavar="GAME", help="games of Pgx, in the same run")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.matches = args.matches or (65536 if args.device == "cuda" else 1024)
    args.games = args.games or ([] if args.pgx else ["lampions"])
    if args.together:
        found = together(args)
    else:
        found = {name: measure(name, args) for name in args.games}
        found |= {f"Pgx {name}": measure_pgx(name, args) for name in args.pgx}
        if args.paced:
            print(json.dumps(found), flush=True)
            sys.stdin.readline()
        if args.device == "cuda" and args.compare:
            for name in args.games:
                found[name]["differing"] = differences(name, args.compare, args.steps)
        if args.paced:
            print(json.dumps(found), flush=True)
            return 0
    if args.json:
        print(json.dumps({"machine": benchmarks.machine(), "games": found}, ensure_ascii=False))
    else:
        print(" · ".join(benchmarks.machine().values()))
        for name, figures in found.items():
            print(f"\n{name} on {args.device}")
            for label, value in figures.items():
                print(f"  {label:<28}{value:>16,}" if isinstance(value, int) else f"  {label:<28}{value!s:>16}")
    return 1 if any(figures.get("differing") for figures in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
