"""Broken copies of the template game, made by small replacements in its sources."""

import itertools
import shutil
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.play.game import Game

ORIGINAL = Path(lt.__file__).parent / "games" / "lampions"
PACKAGE = "ludotheque.games.lampions"
_numbers = itertools.count()


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Make a copy of lampions in which, in one file, one text stands for another: broken(file, old, new)."""
    made = []

    def copy(*replacements, name=None):
        package = name or f"lampions_broken_{next(_numbers)}"
        folder = tmp_path / package
        shutil.copytree(ORIGINAL, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for path in folder.rglob("*.py"):
            source = path.read_text(encoding="utf-8").replace(PACKAGE, package)
            path.write_text(source.replace('name="lampions"', f'name="{package}"'), encoding="utf-8")
        for file, old, new in replacements:
            text = (folder / file).read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
            (folder / file).write_text(text.replace(old, new), encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        made.append(package)
        return Game(package, "plain")

    yield copy
    for package in made:
        for module in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[module]
