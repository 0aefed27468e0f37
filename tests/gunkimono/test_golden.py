"""Whole matches, byte for byte, and that each still shows what it says.

After a change that is meant: python -m ludotheque.compliance.golden gunkimono tests/gunkimono/golden
and for the constructed ones: python tests/gunkimono/test_golden.py
"""

from __future__ import annotations

import importlib.util
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.compliance import golden

FOLDER = Path(__file__).parent / "golden"
GAME = lt.game("gunkimono", "plain")


def constructed() -> Iterator[tuple[Path, str]]:
    """The matches that begin from a position in text, with what their files should hold."""
    document = tomllib.loads((FOLDER / "constructed.toml").read_text(encoding="utf-8"))
    tell = golden.TELLINGS[document["tell"]]
    for entry in document["match"]:
        pos = GAME.position(entry["text"], seed="golden")
        lines = [f"# {entry['shows']}", f"match: {GAME.name} {GAME.rules_version}", "", pos.text()]
        for move in entry["moves"]:
            seat, _, notation = move.partition(" ")
            pos.play(notation, int(seat))
            lines += [move, *tell(pos, pos.events(lt.ALL))]
        lines += ["", f"outcome: {pos.outcome()}", "", pos.text()]
        yield FOLDER / f"{entry['name']}.txt", "\n".join(lines)


FILES = [*golden.files(GAME, FOLDER), *constructed()]


def _search():
    spec = importlib.util.spec_from_file_location("gunkimono_golden_search", FOLDER / "search.py")
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


def test_each_match_shows_what_it_says():
    search = _search()
    document = tomllib.loads((FOLDER / golden.LIST).read_text(encoding="utf-8"))
    wanted = {name: (test, players, options) for name, _, test, players, options in search.WANTED}
    assert [entry["name"] for entry in document["match"]] == list(wanted)
    for entry in document["match"]:
        test, players, options = wanted[entry["name"]]
        assert entry["players"] == players
        assert test(search.played(GAME, players, int(entry["seed"]), options)), entry["name"]


if __name__ == "__main__":
    for file, told in constructed():
        file.write_text(told, encoding="utf-8", newline="\n")
