"""Lampions under another name, as docs/add-a-game.md has an author begin."""

from __future__ import annotations

import shutil
from pathlib import Path

import ludotheque as lt

ORIGINAL = Path(lt.__file__).parent / "games" / "lampions"


def copy_lampions(folder: Path) -> Path:
    """Copy the game into a folder under a new name, the folder's, and change its imports accordingly."""
    shutil.copytree(ORIGINAL, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*.py"):
        source = path.read_text(encoding="utf-8").replace("ludotheque.games.lampions", folder.name)
        path.write_text(source.replace('name="lampions"', f'name="{folder.name}"'), encoding="utf-8")
    return folder
