"""Whole matches, byte for byte. After a change that is meant: python -m ludotheque.compliance.golden …"""

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.compliance import golden

FOLDER = Path(__file__).parent / "golden"
FILES = list(golden.files(lt.game("lampions", "plain"), FOLDER))


@pytest.mark.parametrize(("path", "text"), FILES, ids=lambda part: getattr(part, "stem", ""))
def test_match_is_told_as_before(path, text):
    assert path.read_text(encoding="utf-8") == text


def test_no_file_is_left_over():
    assert {path.name for path in FOLDER.glob("*.txt")} == {path.name for path, _ in FILES}


def test_command_writes_the_files(tmp_path, capsys):
    (tmp_path / "matches.toml").write_bytes((FOLDER / "matches.toml").read_bytes())
    assert golden.main(["lampions", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.glob("*.txt")} == {path.name for path, _ in FILES}
    assert capsys.readouterr().out.count("written") == len(FILES)
    golden.main(["lampions", str(tmp_path)])
    assert capsys.readouterr().out.count("unchanged") == len(FILES)


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ('name = "a"\nshows = "b"', "match[0].seed"),
        ('name = "a"\nshows = "b"\nseed = "1"\nplayrs = 3', "match[0].playrs"),
        ('name = "a"\nshows = "b"\nseed = "1"\nmoves = ["0 fly"]', "a.moves[0]"),
        ('name = "a"\nshows = "b"\nseed = "1"\npolicy = "clever"', "a.policy"),
    ],
)
def test_bad_list_is_named_by_field(tmp_path, capsys, entry, field):
    (tmp_path / "matches.toml").write_text(f"[[match]]\n{entry}\n", encoding="utf-8")
    assert golden.main(["lampions", str(tmp_path)]) == 1
    assert field in capsys.readouterr().err


def test_command_asks_for_a_game_and_a_folder(capsys):
    assert golden.main(["lampions"]) == 2
    assert "GAME FOLDER" in capsys.readouterr().err
