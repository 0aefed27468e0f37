"""Broken copies of the template game, made by small replacements in its sources."""

import itertools
import sys

import pytest

from ludotheque.play.game import Game
from tests.copies import copy_lampions

_numbers = itertools.count()


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Make a copy of lampions in which, in one file, one text stands for another: broken(file, old, new)."""
    made = []

    def copy(*replacements, name=None):
        package = name or f"lampions_broken_{next(_numbers)}"
        folder = copy_lampions(tmp_path / package)
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
