"""The package where NumPy, Numba and what else needs an operating system is missing, as in a browser."""

from __future__ import annotations

import json
import subprocess
import sys

MISSING = ("numpy", "numba", "llvmlite", "platformdirs", "rich", "litestar", "sqlalchemy", "msgspec")
PLAY = """
import json, random, sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None  # an import of it fails from now on
import ludotheque as lt

told = {}
for name in lt.names():
    game = lt.game(name)
    pos = game.start(seed=5)
    chance = random.Random(name)
    seen = []
    while not pos.over and len(seen) < 25:
        seat = pos.actors[0]
        move = chance.choice(pos.moves(seat))
        assert game.move(move.text).id == move.id
        seen.append([pos.prompt(seat), pos.preview(move, seat)])
        pos.play(move, seat)
    views = [pos.view(viewer) for viewer in (0, lt.SPECTATOR, lt.ALL)]
    text, record = pos.text(), game.record(pos)
    assert game.position(text).text() == text
    assert game.replay(json.loads(json.dumps(record))).view(lt.ALL) == views[2]
    told[name] = json.loads(json.dumps([game.mode, seen, views, pos.log(0), text, record]))
print(json.dumps(told, sort_keys=True))
"""


def test_all_games_play_and_tell_the_same_without_numpy_and_numba() -> None:
    """Moves, prompts, previews, views, events, texts and records are those of an ordinary installation."""

    def played(missing: str) -> dict[str, list[object]]:
        command = [sys.executable, "-c", PLAY, missing]
        found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
        assert found.returncode == 0, found.stderr
        told: dict[str, list[object]] = json.loads(found.stdout)
        return told

    without, ordinary = played(",".join(MISSING)), played("antigravity")
    assert len(without) == 5
    assert {modes[0] for modes in without.values()} <= {"plain", "auto"}
    assert [rest[1:] for rest in without.values()] == [rest[1:] for rest in ordinary.values()]
