"""Bots think in the WebAssembly modules of games as they do in compiled rules: in Pyodide, with networks and search."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots.network import file_of, has_network
from ludotheque.local import opponents
from ludotheque.local.bundle import write_bundle
from ludotheque.local.shipped import snapshot
from ludotheque.local.snapshot import write_snapshot
from ludotheque.play import registry
from ludotheque.wasm.modules import build_modules
from tests.local.decisions import decide
from tests.wasm.matches import NODE

LOCAL = Path(__file__).parent.parent / "local"
SCRIPT, ASKED = LOCAL / "pyodide.mjs", LOCAL / "decisions.py"
QUICK = ("lampions",)  # building the module of another takes CPU minutes: `./test long`


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in lt.names()]
)
def test_every_level_decides_in_a_browser_as_on_a_server(name: str, tmp_path: Path, built_page: Path) -> None:
    """The same seed and position give the same move, whatever the level: search, plans, networks."""
    game = registry.game(name, "plain")
    (module,) = build_modules([game])
    listed: dict[str, dict[str, Any]] = {name: {"module": "game.wasm", "network": None, "about": module.about}}
    (tmp_path / "game.wasm").write_bytes(module.code)
    files = ["game.wasm"]
    if has_network(game):
        (tmp_path / "game.network").write_bytes(file_of(game).read_bytes())
        listed[name]["network"] = "game.network"
        files.append("game.network")
    (tmp_path / "python.files").write_bytes(write_bundle({"listed": listed}))
    players = sorted({game.declaration.players[0], min(3, game.declaration.players[1])})
    matches: list[list[Any]] = [
        [name, count, level, 5] for count in players for level in opponents.offered(game, [name])
    ]
    asked = json.dumps({"files": files, "matches": matches})
    write_snapshot(tmp_path / "python.snapshot", snapshot())
    command = [str(NODE), str(SCRIPT), str(tmp_path), str(ASKED), asked]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    there = json.loads(found.stdout.splitlines()[-1])
    assert len(there) == len(matches)
    for match, decided in zip(matches, there, strict=True):
        _, count, level, seed = match
        here = decide(name, int(count), str(level), int(seed), "compiled")
        assert [text for text, _ in decided] == [text for text, _ in here], match
