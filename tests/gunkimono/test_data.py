"""Playing with another data file (`--data FILE`): in a separate process, since the choice holds for a whole one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.games.gunkimono import components

TEXT = components.DATA.read_text(encoding="utf-8")
WIDE = """counts = { infantry = 15, samurai = 10, cavalry = 10, spearman = 10, archer = 10 }
rows = [
    "I S C L A I S C L A I",
    "S C L A I S C L A I I",
    "C L A I S C L A I S I",
    "L A I S C L A I S C I",
    "A I S C L A I S C L I",
]

"""
PLAY = """
import sys
import ludotheque as lt
from random import Random
lt.use_data("gunkimono", sys.argv[1])
game = lt.game("gunkimono", "plain")
pos, random = game.start(players=3, seed=1), Random(1)
table = pos.view(lt.SPECTATOR)["table"]
print(game.rules_version, len(table["field"]), table["rows"]["banners"])
while not pos.over:
    pos.play(random.choice(pos.moves()))
    assert pos._program.entry_points.sound(pos._states, 0, pos._work, 0) == 0
assert game.position(pos.text()).text() == pos.text()
print(pos.outcome()["cause"])
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(Path(lt.__file__).parent.parent)}
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=env, check=False)


@pytest.mark.rule("GUN-02")
def test_another_field_and_other_rows_are_played_with(tmp_path):
    begin, end = TEXT.index("counts = {"), TEXT.index("[end]")
    box = tmp_path / "box.toml"
    box.write_text((TEXT[:begin] + WIDE + TEXT[end:]).replace("banners = 6", "banners = 7"), encoding="utf-8")
    done = run("-c", PLAY, str(box))
    assert done.returncode == 0, done.stderr
    first, cause = done.stdout.splitlines()
    assert re.fullmatch(r"1\+[0-9a-f]{8} 55 7", first)
    assert cause == "end_tile"


@pytest.mark.rule("GUN-02")
def test_a_wrong_file_is_refused_with_line_and_field(tmp_path):
    box = tmp_path / "box.toml"
    box.write_text(TEXT.replace("count = 60", "count = 59"), encoding="utf-8")
    done = run("-m", "ludotheque", "perft", "gunkimono", "--data", str(box))
    assert done.returncode != 0
    assert "box.toml: line 11, large.count: 59 is not between 60 and 60" in done.stderr
    assert "Traceback" not in done.stderr
