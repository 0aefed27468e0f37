"""Whole matches, byte for byte, and that each still shows what it says.

After a change that is meant: python -m ludotheque.compliance.golden gwynt tests/gwynt/golden
"""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.compliance import golden

FOLDER = Path(__file__).parent / "golden"
GAME = lt.game("gwynt", "plain")
FILES = list(golden.files(GAME, FOLDER))


def _search():
    spec = importlib.util.spec_from_file_location("gwynt_golden_search", FOLDER / "search.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("path", "text"), FILES, ids=lambda part: getattr(part, "stem", ""))
def test_match_is_told_as_before(path, text):
    assert path.read_text(encoding="utf-8") == text


def test_no_file_is_left_over():
    assert {path.name for path in FOLDER.glob("*.txt")} == {path.name for path, _ in FILES}


def test_each_match_is_over_and_shows_what_it_says():
    search = _search()
    document = tomllib.loads((FOLDER / golden.LIST).read_text(encoding="utf-8"))
    tests = {name: test for name, _, test, _, _ in search.WANTED}
    assert [entry["name"] for entry in document["match"]] == list(tests)
    for entry in document["match"]:
        seats = [document["bring"][name] for name in entry["seats"]]
        pos = GAME.start(seed=entry["seed"], options=entry.get("options"), seats=seats)
        for move in entry["moves"]:
            seat, _, notation = move.partition(" ")
            pos.play(notation, int(seat))
        assert pos.over
        assert tests[entry["name"]](pos.log(lt.ALL)), entry["name"]
