"""A house with one game: nothing outside the folder of a game needs that it is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import ludotheque as lt
from tests.plugins.project import ROOT

ASKED = """
import ludotheque as lt
from ludotheque.server.app import make_app
from ludotheque.server.settings import Settings
assert lt.__file__.startswith({home!r}), lt.__file__
make_app(Settings(database="sqlite://"))
print(lt.names())
"""


def test_without_the_other_games(tmp_path: Path) -> None:
    home = tmp_path / "ludotheque"
    shutil.copytree(ROOT / "ludotheque", home, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (home / "games").iterdir():
        if folder.is_dir() and folder.name != "lampions":
            shutil.rmtree(folder)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        surroundings = {**os.environ, "PYTHONPATH": str(tmp_path), "LUDOTHEQUE_LANG": "en"}
        return subprocess.run(
            [sys.executable, *arguments], capture_output=True, encoding="utf-8", env=surroundings, cwd=tmp_path
        )

    asked = run("-c", ASKED.format(home=str(tmp_path)))
    assert asked.stdout == "['lampions']\n", asked.stderr
    helped = run("-m", "ludotheque", "--help")
    assert "simulate" in helped.stdout, helped.stderr
    assert "decks" not in helped.stdout
    played = run("-m", "ludotheque", "play", "lampions", *["--seat", "bot:random"] * 3)
    assert "All rounds have been played." in played.stdout, played.stderr


def test_no_game_is_named_outside_its_folders() -> None:
    """Lampions, the example of documents, aside; and the folders in which something belongs to one game."""
    games = [name for name in lt.names() if not lt.game(name, "plain").declaration.template]
    named = re.compile(rf"\b({'|'.join(games)})\b", re.IGNORECASE)
    sources = [ROOT / "pyproject.toml", *(ROOT / "ludotheque").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts")]
    sources += (ROOT / "web" / "src").rglob("*.svelte")
    # A migration speaks of what was stored at its time.
    own = {"games", "node_modules", "migrations"}
    outside = [path for path in sources if not own & {*path.relative_to(ROOT).parts}]
    assert len(outside) > 100
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in outside
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == []
