"""`./test` itself: a step that fails is named and hides no other, and the summary says where the time went."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests import steps
from tests.steps import Outcome, Plan, Run, Step

GOOD = Step("good", (sys.executable, "-c", "print('all is well')"))
BAD = Step("bad", (sys.executable, "-c", "raise SystemExit('something is wrong')"), mended_by="mend")


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of reports, in a project without coverage."""
    monkeypatch.setattr(steps, "REPORTS", tmp_path)
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize("lanes", [((BAD, GOOD),), ((GOOD,), (BAD, GOOD))], ids=["alone", "beside each other"])
def test_a_step_that_fails_is_named_and_the_others_run(lanes, capfd):
    run = Run()
    run.stage(lanes)
    assert run.summary() == 1
    said, failed = capfd.readouterr()
    assert said.count("all is well") == sum(lane.count(GOOD) for lane in lanes)
    assert "something is wrong" in said + failed
    assert "Failed: bad\n(mend mends the bad.)" in failed


def test_all_well_is_0_and_says_where_the_time_went(capfd):
    run = Run()
    run.stage(((GOOD,),))
    assert run.summary() == 0
    assert "Where the time went" in capfd.readouterr().out


def test_steps_beside_all_stages_are_awaited_and_reported(capfd):
    slow = Step("slow", (sys.executable, "-c", "import time; time.sleep(1); raise SystemExit('late')"))
    run = Run()
    run.plan(Plan((((GOOD,),), ((GOOD,),)), ((slow,),)))
    assert [outcome.step for outcome in run.outcomes] == [GOOD, GOOD, slow]
    assert run.summary() == 1
    assert "late" in capfd.readouterr().out


def test_in_a_step_one_thread_multiplies_matrices(capfd):
    asked = "import os; print(os.environ['OPENBLAS_NUM_THREADS'], 'thread')"
    run = Run()
    run.lane((Step("threads", (sys.executable, "-c", asked)),), alone=False)
    assert "1 thread" in capfd.readouterr().out


def test_a_quiet_step_speaks_when_it_fails(capfd):
    run = Run()
    run.lane((replace(GOOD, quiet=True), replace(BAD, quiet=True)), alone=False)
    said = capfd.readouterr().out
    assert "== good" in said
    assert "all is well" not in said
    assert "something is wrong" in said


def test_child_processes_count_with_their_step():
    busy = "import time\nwhile time.process_time() < 0.3: pass"
    run = Run()
    run.lane(
        (
            Step(
                "busy",
                (sys.executable, "-c", f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"),
            ),
        ),
        alone=False,
    )
    assert run.outcomes[0].processors >= 0.3


def test_a_script_of_the_page_that_is_missing_fails(monkeypatch):
    monkeypatch.undo()
    run = Run()
    run.lane((Step("nothing", steps.npm("no-such-script")),), alone=False)
    assert run.outcomes[0].code != 0


def test_the_slowest_files_and_tests_come_first(reports):
    cases = "".join(
        f'<testcase file="tests/{file}.py" name="test_{name}" time="{seconds}"/>'
        for file, name, seconds in (("a", "one", 3), ("a", "two", 4), ("b", "three", 5))
    )
    (reports / "tests.xml").write_text(f"<testsuite>{cases}</testsuite>", encoding="utf-8")
    lines = steps.time_lines([Outcome(GOOD, 0, 2.0, 1.0), Outcome(BAD, 1, 60.0, 90.0)], 61.0)
    assert lines[0].split()[-6:] == ["61", "s,", "91", "of", "a", "processor"]
    assert [line.split() for line in lines[1:3]] == [["60", "s", "90", "bad"], ["2", "s", "1", "good"]]
    files, tests = lines.index("The slowest files"), lines.index("The slowest tests")
    assert [line.split()[-1] for line in lines[files + 1 : tests]] == ["tests/a.py", "tests/b.py"]
    assert lines[tests + 1].split() == ["5", "s", "tests/b.py::test_three"]


def test_coverage_of_both_languages_is_reported_if_measured(reports):
    assert steps.coverage_lines() == []
    (reports / "page").mkdir()
    (reports / "page" / "coverage-summary.json").write_text('{"total": {"lines": {"pct": 71.4}}}', encoding="utf-8")
    assert "page 71 %" in "".join(steps.coverage_lines())
