"""Run the command line like a user: typed lines go in; output, errors and exit code come out."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from ludotheque.cli import main


@dataclass(frozen=True)
class Ran:
    """The output of a command, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """The output with single spaces: tables and wrapped lines read as running text."""
        return " ".join(self.out.split())


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with some typed lines, in English unless it says otherwise, in a wide terminal without colours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "110")

    def command(*arguments: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return command
