"""Gunkimono's golden matches: each still shows what it says; and those that begin in the middle, byte for byte.

After a change that is meant, for the latter: python -m tests.gunkimono.test_golden
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.compliance import golden
from tests.golden import folder, listed
from tests.gunkimono.golden import search

FOLDER = folder("gunkimono")
CONSTRUCTED = "constructed.toml"
GAME = lt.game("gunkimono", "plain")


def constructed() -> Iterator[tuple[Path, str]]:
    """The matches that begin from a position in text, with what their files should hold."""
    document = tomllib.loads((FOLDER / CONSTRUCTED).read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("name", listed("gunkimono", CONSTRUCTED))
def test_constructed_match_has_the_same_text(name):
    expected = dict(constructed())[FOLDER / f"{name}.txt"]
    assert (FOLDER / f"{name}.txt").read_text(encoding="utf-8") == expected


def test_each_match_shows_what_it_says():
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
