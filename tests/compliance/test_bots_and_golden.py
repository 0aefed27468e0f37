"""The suite finds faults in a game's bot settings, own bots and golden games."""

from __future__ import annotations

import importlib

import pytest

from ludotheque.compliance import ComplianceError, check_bots, check_golden
from ludotheque.compliance.golden.__main__ import main

MATCHES = '[[match]]\nname = "one"\nshows = "A match as it comes."\nseed = "1"\n'


def test_search_settings_that_say_nothing_sensible(broken):
    game = broken(("bots.toml", "adept = 800", 'adept = "many"'))
    with pytest.raises(ComplianceError, match=r"bots\.toml: levels\.adept: 'many' is not a whole number"):
        check_bots(game)


BOT = """
from ludotheque.play.moves import Move

class Rash:
    name, seed = "rash", 0
    def choose(self, pos, seat):
        {chooses}

BOTS = {{"rash": lambda seed: Rash()}}
"""


@pytest.mark.parametrize(
    ("chooses", "says"),
    [
        ("raise RuntimeError('dizzy')", r"the rash bot raised RuntimeError\('dizzy'\)"),
        ("return Move(pos.game, pos.game.action('swat'))", "the rash bot chose 'swat', which is illegal"),
        ("return pos.moves(seat)[0]", None),
    ],
)
def test_a_bot_of_its_own_that_fails(broken, chooses, says):
    game = broken()
    (game.folder / "bots.py").write_text(BOT.format(chooses=chooses), encoding="utf-8")
    importlib.invalidate_caches()
    if says is None:
        check_bots(game)
    else:
        with pytest.raises(ComplianceError, match=says):
            check_bots(game)


@pytest.fixture
def with_golden(broken):
    game = broken()
    folder = game.folder / "golden"
    folder.mkdir()
    (folder / "matches.toml").write_text(MATCHES, encoding="utf-8")
    assert main([game.package]) == 0
    return game


def test_golden_games_are_found_in_the_folder_of_the_game(with_golden, tmp_path):
    check_golden(with_golden)
    elsewhere = tmp_path / "elsewhere"
    (with_golden.folder / "golden").rename(elsewhere)
    check_golden(with_golden, folder=elsewhere)
    with pytest.raises(ComplianceError, match="No such file"):
        check_golden(with_golden, folder=tmp_path / "nowhere")


def test_a_golden_match_with_another_text(with_golden):
    file = with_golden.folder / "golden" / "one.txt"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("players: 3", "players: 4", 1), encoding="utf-8")
    with pytest.raises(
        ComplianceError, match=r"one\.txt: line 4 is\n    players: 3\nbut was\n    players: 4\nIf that is"
    ):
        check_golden(with_golden)
    file.write_text(text + "more\n", encoding="utf-8")
    with pytest.raises(ComplianceError, match=r"is\n    \(the end\)\nbut was\n    more"):
        check_golden(with_golden)
    file.unlink()
    with pytest.raises(ComplianceError, match="names 'one', but there is no"):
        check_golden(with_golden)


def test_a_number_that_means_something_else(with_golden):
    file = with_golden.folder / "golden" / "numbers.txt"
    file.write_text(file.read_text(encoding="utf-8").replace("event 2: revealed", "event 2: shown"), encoding="utf-8")
    with pytest.raises(ComplianceError, match="event 2 was 'shown"):
        check_golden(with_golden)


def test_a_list_that_says_nothing_sensible(with_golden):
    file = with_golden.folder / "golden" / "matches.toml"
    file.write_text(MATCHES + 'moves = ["0 fly"]\n', encoding="utf-8")
    with pytest.raises(ComplianceError, match=r"one\.moves\[0\]: 'fly' is no move"):
        check_golden(with_golden)
