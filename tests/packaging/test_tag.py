"""The command that tags a release, rehearsed on a copy of the repository."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import ludotheque
from tests.packaging.installing import ROOT

FILES = ("requirements/tag", "ludotheque/__init__.py", "CITATION.cff", "CHANGELOG.md")
VERSION = ludotheque.__version__


def git(folder: Path, *arguments: str) -> str:
    """Run git with a test identity, and return its output."""
    person = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    done = subprocess.run(["git", *person, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A repository with the files that the command reads, ready for a release."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {VERSION} – 2026-11-18\n", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.name", "Ada")
    git(tmp_path, "config", "user.email", "ada@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "Prepare a release")
    return tmp_path


def tag(folder: Path) -> tuple[int, str]:
    """Run the command, and return its exit code and its words."""
    done = subprocess.run([folder / "requirements" / "tag"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def change(folder: Path, name: str, old: str, new: str) -> None:
    """Replace some text in a file, and commit that."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    git(folder, "commit", "-q", "-a", "-m", "Change something")


def test_a_release_is_tagged(copy):
    code, words = tag(copy)
    assert code == 0, words
    assert git(copy, "tag", "--points-at", "HEAD").split() == [f"v{VERSION}"]
    assert f"git push origin main v{VERSION}" in words
    assert tag(copy) == (1, f"The tag v{VERSION} exists. Raise the version, then run this again.\n")


def test_uncommitted_changes_are_refused(copy):
    (copy / "CITATION.cff").write_text("", encoding="utf-8")
    code, words = tag(copy)
    assert (code, "uncommitted changes" in words) == (1, True)


@pytest.mark.parametrize(
    ("name", "old", "new", "word"),
    [
        ("CITATION.cff", f"version: {VERSION}", "version: 9.9.9", "CITATION.cff"),
        ("CHANGELOG.md", f"## {VERSION} – 2026-11-18", "## Unreleased", "CHANGELOG.md"),
    ],
)
def test_a_file_that_disagrees_is_named(copy, name, old, new, word):
    change(copy, name, old, new)
    code, words = tag(copy)
    assert code == 1
    assert word in words
    assert git(copy, "tag") == ""
