"""Another data file in the place of a game's own. Each case runs in a process: the choice holds for all of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CARDS = Path(__file__).parents[2] / "ludotheque" / "games" / "lampions" / "data" / "cards.toml"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    environment = {**os.environ, "LUDOTHEQUE_LANG": "en"}
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *arguments], capture_output=True, text=True, env=environment, check=False
    )


def program(text: str) -> str:
    """The output of a short program."""
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def brighter(tmp_path: Path) -> Path:
    """Lampions with lanterns that are worth one more."""
    text = CARDS.read_text(encoding="utf-8")
    head, lantern, rest = text.partition('id = "lantern"')
    file = tmp_path / "brighter.toml"
    file.write_text(head + lantern + rest.replace("value = 3", "value = 4", 1), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    return file


def test_the_file_is_played_with_and_its_hash_is_part_of_the_version(brighter: Path) -> None:
    told = program(
        "import ludotheque as lt\n"
        f"lt.use_data('lampions', {str(brighter)!r})\n"
        "from ludotheque.games.lampions.components import NAMES, VALUE\n"
        "game = lt.game('lampions', 'plain')\n"
        "print(game.rules_version, VALUE[NAMES.index('lantern')])\n"
        "from ludotheque.kernel.sources import game_hash\n"
        "print(game_hash(game.package))\n"
    )
    own = program(
        "import ludotheque as lt\n"
        "from ludotheque.kernel.sources import game_hash\n"
        "game = lt.game('lampions', 'plain')\nprint(game.rules_version)\nprint(game_hash(game.package))"
    )
    (version, value), code = told.splitlines()[0].split(), told.splitlines()[1]
    own_version, own_code = own.splitlines()
    assert value == "4"
    assert version.startswith(own_version + "+")
    assert len(version) == len(own_version) + 9
    assert code != own_code  # machine code of one is never taken for that of the other


def test_a_record_of_the_other_file_is_refused(brighter: Path, tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    program(
        "import json, pathlib, ludotheque as lt\n"
        f"lt.use_data('lampions', {str(brighter)!r})\n"
        "game = lt.game('lampions', 'plain')\n"
        f"pathlib.Path({str(record)!r}).write_text(json.dumps(game.record(game.start(players=3, seed=1))))\n"
    )
    refused = run("replay", str(record))
    assert refused.returncode == 1
    assert "this program replays '1'" in refused.stderr
    shown = run("replay", str(record), "--data", f"lampions={brighter}")
    assert shown.returncode == 0, shown.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rules", "lampions", "--data", "nowhere.toml"), "nowhere.toml: there is no such file"),
        (("serve", "--data", "cards.toml"), "“cards.toml” names no game. Write GAME=FILE"),
        (("rules", "--data", f"lampion={CARDS}"), "did you mean 'lampions'?"),
        (("--data", f"gwynt={CARDS}", "rules", "gwynt"), "cards.toml: line"),
        (("perft", "gwynt", "--data", str(CARDS)), "cards.toml: line"),
        (("--data", "nowhere.toml", "perft", "lampions"), "nowhere.toml: there is no such file"),
    ],
)
def test_an_unusable_data_file_gets_a_message(arguments: tuple[str, ...], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 1
    assert sentence in done.stderr


def test_a_faulty_file_is_named_with_line_and_field(tmp_path: Path) -> None:
    file = tmp_path / "dark.toml"
    file.write_text(CARDS.read_text(encoding="utf-8").replace("copies = ", "copies = 1", 1), encoding="utf-8")
    done = run("rules", "lampions", "--data", str(file))
    assert done.returncode == 1
    assert "dark.toml: line " in done.stderr
    assert "spark.copies: 19 is no whole number from 1 to 12" in done.stderr
