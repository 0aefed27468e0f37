"""Whole matches of every game, byte for byte. The game's own tests say what each of them shows.

After a change that is meant: python -m ludotheque.compliance.golden gwynt tests/gwynt/golden
"""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.compliance import numbering
from tests import golden


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in lt.names() for name in golden.listed(game)])
def test_match_has_the_same_text(game: str, name: str) -> None:
    assert (golden.folder(game) / f"{name}.txt").read_text(encoding="utf-8") == golden.transcripts(game)[name]


@pytest.mark.parametrize("game", lt.names())
def test_every_event_happens_in_a_match_or_is_named_by_a_test(game: str) -> None:
    tests = "\n".join(file.read_text(encoding="utf-8") for file in (golden.TESTS / game).glob("test_*.py"))
    names = [event.name for event in lt.game(game, "plain").declaration.events]
    happened = golden.events(game)
    assert happened <= set(names)
    assert [name for name in names if name not in happened and f'"{name}"' not in tests] == []


@pytest.mark.parametrize("game", lt.names())
def test_a_game_has_golden_matches(game: str) -> None:
    assert golden.listed(game), f"{golden.folder(game)} lists none: docs/add-a-game.md tells how"


@pytest.mark.parametrize("game", lt.names())
def test_no_file_is_left_over(game: str) -> None:
    lists = [file.name for file in golden.folder(game).glob("*.toml")]
    names = [name for file in lists for name in golden.listed(game, file)]
    files = [file.stem for file in golden.folder(game).glob("*.txt") if file.name != numbering.FILE]
    assert sorted(files) == sorted(names)


@pytest.mark.parametrize("game", lt.names())
def test_every_number_means_what_it_meant(game: str) -> None:
    assert numbering.moved(lt.game(game, "plain"), golden.folder(game)) == []
