"""A run that has proven less than it should fails, with workers and without; one of a part of the tests does not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import ludotheque as lt
from tests.proof import Proof

ROOT = Path(__file__).parent.parent
LAMPIONS = lt.game("lampions", "plain")
TESTS = (ROOT / "tests" / "lampions" / "test_rules.py").read_text(encoding="utf-8")  # these prove all of it
CONFTEST = """
import pathlib
from tests.proof import Proof

def pytest_configure(config):
    config.addinivalue_line("markers", "rule(id): a rule")
    config.pluginmanager.register(Proof(pathlib.Path(__file__).parent, ("lampions",)), "proof")
"""


def changed(*changes: tuple[str, str]) -> str:
    """The tests of Lampions with some things changed."""
    source = TESTS
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def ran(folder: Path, source: str, *arguments: str) -> tuple[int, list[str]]:
    """The exit code of a run of these tests, and what it left unproven."""
    file = folder / "tests" / "lampions" / "test_rules.py"
    file.parent.mkdir(parents=True)
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    file.write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "xdist.plugin", "-c", "/dev/null"]
    done = subprocess.run(
        [*command, "--rootdir", str(folder), *arguments, str(file)],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},  # loading them takes longer than these tests
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, re.findall(r"^lampions: .*?(LAM-\d+|refusal '\w+')", done.stdout, re.MULTILINE)


def without(rule_id: str, how: str) -> tuple[str, str]:
    """The one test of a rule is not run."""
    mark = f'@pytest.mark.rule("{rule_id}")'
    return mark, f"@pytest.mark.{how}\n{mark}"


MEETS_NO_MOTH = 'assert refusal(pos, "swat", 1) == ("LAM-07", "no_moth")'


def test_a_mark_on_a_test_that_did_not_run_proves_nothing(tmp_path: Path) -> None:
    source = changed(
        without("LAM-02", "skip"),
        without("LAM-10", "xfail(run=False)"),
        (MEETS_NO_MOTH, MEETS_NO_MOTH.replace('"no_moth"', '"no_" + "moth"')),  # met, but not named
    )
    assert ran(tmp_path, source, "-n", "2") == (1, ["LAM-02", "LAM-10", "refusal 'no_moth'"])


def test_a_refusal_that_is_named_and_not_met_is_unproven(tmp_path: Path) -> None:
    assert ran(tmp_path, changed((MEETS_NO_MOTH, 'assert "no_moth"'))) == (1, ["refusal 'no_moth'"])


def test_a_run_of_a_part_says_nothing(tmp_path: Path) -> None:
    assert ran(tmp_path, changed(without("LAM-02", "skip")), "-k", "test_gust or shuffled") == (0, [])


def test_a_file_skipped_as_a_whole_proves_nothing() -> None:
    proof = Proof(ROOT, ("lampions",))
    assert not [*proof.unproven_rules(), *proof.unprovoked_refusals()], "nothing was run"
    for path in (ROOT / "tests").rglob("test_*.py"):
        proof.pytest_collectreport(Looked(path.relative_to(ROOT).as_posix()))  # type: ignore[arg-type]
    assert len(list(proof.unproven_rules())) == len(LAMPIONS.rulebook("en").rules)
    assert len(list(proof.unprovoked_refusals())) == len(LAMPIONS.declaration.refusals)


class Looked:
    """The report of a file that was skipped."""

    skipped = True

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid
