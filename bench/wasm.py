"""The rules as WebAssembly in Node beside compiled mode: equal matches, decisions a second, sizes.

    python bench/wasm.py                    10,000 matches of every game
    python bench/wasm.py --matches 300 gwynt

Both are measured one after the other in one run, in processor seconds. Figures: bench/notes/wasm.md.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import ludotheque as lt
from tests.wasm.matches import Matches

WARM_UP = 6  # short runs before the measured one, so that the engine has optimised the module


def measure(name: str, count: int) -> dict[str, object]:
    """The figures of one game."""
    matches = Matches(name, count)
    matches.play()
    began = time.process_time()
    ends, decisions = matches.play()
    native = decisions / (time.process_time() - began)
    with tempfile.TemporaryDirectory() as folder:
        golden = matches.golden()
        matches.write(Path(folder), golden)
        code = (Path(folder) / f"{name}.wasm").read_bytes()
        found, told = matches.play_in_node(Path(folder), WARM_UP)
    size = matches.program.state.dtype.itemsize
    equal = sum(found[at : at + size] == ends[at : at + size] for at in range(0, len(ends), size))
    rate = told["decisions"] / told["seconds"]
    return {
        "game": name,
        "matches": count,
        "equal": equal,
        "golden": f"{sum(a == b['end'] for a, b in zip(told['again'], golden))} of {len(golden)}",
        "decisions": decisions,
        "native": round(native),
        "wasm": round(rate),
        "ratio": round(rate / native, 2),
        "kB": round(len(code) / 1000, 1),
        "packed_kB": round(len(gzip.compress(code, 9, mtime=0)) / 1000, 1),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=lt.names())
    parser.add_argument("--matches", type=int, default=10_000)
    given = parser.parse_args()
    for game in given.games:
        print(json.dumps(measure(game, given.matches)), flush=True)
