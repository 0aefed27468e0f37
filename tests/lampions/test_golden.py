"""The command that writes golden matches, with those of Lampions."""

import pytest

from ludotheque.compliance.golden.__main__ import main
from tests.golden import folder, listed


def test_command_writes_the_files(tmp_path, capsys):
    (tmp_path / "matches.toml").write_bytes((folder("lampions") / "matches.toml").read_bytes())
    assert main(["lampions", str(tmp_path)]) == 0
    files = sorted([*listed("lampions"), "numbers"])
    assert sorted(path.stem for path in tmp_path.glob("*.txt")) == files
    assert capsys.readouterr().out.count("written") == len(files)
    main(["lampions", str(tmp_path)])
    assert capsys.readouterr().out.count("unchanged") == len(files)


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
    assert main(["lampions", str(tmp_path)]) == 1
    assert field in capsys.readouterr().err


def test_command_asks_for_a_game(capsys):
    assert main([]) == 2
    assert "GAME [FOLDER]" in capsys.readouterr().err
