"""The checks of our writing find what they look for, and nothing else."""

from __future__ import annotations

import pytest

from tests import commit_subject
from tests.plain_words import find


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "# The player loses his turn."),  # plain-words: ignore
        ("a.py", '    """Of a table that is open the number."""'),  # plain-words: ignore
        ("a.md", "- Whoever comes first begins."),  # plain-words: ignore
        ("a.py", "def told(event):"),
        ("a.py", "def test_who_comes_first_begins():"),
        ("a.ts", "// TODO"),  # plain-words: ignore
        ("a.py", '    """What it makes of a line."""'),  # plain-words: ignore
        ("a.py", "# Nothing more can be had here."),  # plain-words: ignore
        ("a.md", "It takes 3 s of a processor."),  # plain-words: ignore
    ],
)
def test_a_sentence_to_reword_is_found(path, line):
    assert [(one.path, one.line) for one in find(path, ["# The first line.", line])] == [(path, 2)]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "# The player loses their turn."),
        ("a.py", "def describe_event(event):"),
        ("a.py", '    """What would a bot play in my place?"""'),
        ("messages/fr.toml", 'quoted = "« his »"'),  # plain-words: ignore
    ],
)
def test_a_plain_sentence_passes(path, line):
    assert list(find(path, [line])) == []


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("server: retry a write once\n\nThe database may restart.\n", ""),
        ("server: retry a write once\n# Please enter the commit message\n", ""),
        ("x" * 72, ""),
        ("x" * 73, "73 characters"),
        ("server: retry a write once.", "full stop"),
        ("server: retry a write once\nThe database may restart.", "empty line"),
        ('Revert "' + "x" * 80 + '"', ""),
    ],
)
def test_a_commit_message_has_a_short_subject(message, fault, tmp_path, capsys):
    file = tmp_path / "message"
    file.write_text(message, encoding="utf-8")
    assert commit_subject.main([str(file)]) == int(bool(fault))
    assert fault in capsys.readouterr().err
