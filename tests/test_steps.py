"""`./test` itself: a failed step is named and hides no other, and the summary lists what was slow."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests import steps
from tests.steps import Outcome, Plan, Run, Step

GOOD = Step("good", (sys.executable, "-c", "print('all is well')"))
BAD = Step("bad", (sys.executable, "-c", "raise SystemExit('something is wrong')"), fix="do this")


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of reports, in a project without coverage."""
    monkeypatch.setattr(steps, "REPORTS", tmp_path)
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "plan",
    [
        Plan((((BAD, GOOD),), ((GOOD,),)), ()),
        Plan((((GOOD,), (BAD, GOOD)),), ()),
        Plan((((GOOD,),), ((GOOD,),)), (((BAD,), 0),)),
    ],
    ids=["one lane", "several lanes", "beside all stages"],
)
def test_a_failed_step_is_named_and_the_others_run(plan, capfd):
    run = Run()
    run.run_plan(plan)
    assert sorted(outcome.step.name for outcome in run.outcomes) == ["bad", "good", "good"]
    assert run.summary() == 1
    out, err = capfd.readouterr()
    assert out.count("all is well") == 2
    assert "something is wrong" in out + err
    assert "Failed: bad\nTo fix the bad, run: do this" in err


def test_a_quiet_step_prints_its_output_only_when_it_fails(capfd):
    run = Run()
    run.run_lane((replace(GOOD, quiet=True),))
    assert run.summary() == 0
    run.run_lane((replace(BAD, quiet=True),))
    out = capfd.readouterr().out
    assert "all is well" not in out
    assert "something is wrong" in out


def test_the_summary_lists_the_slowest_files_and_tests_and_the_coverage(reports):
    cases = "".join(
        f'<testcase file="tests/{file}.py" name="test_{name}" time="{seconds}"/>'
        for file, name, seconds in (("a", "one", 3), ("a", "two", 4), ("b", "three", 5))
    )
    (reports / "tests.xml").write_text(f"<testsuite>{cases}</testsuite>", encoding="utf-8")
    lines = steps.time_lines([Outcome(GOOD, 0, 2.0, 1.0), Outcome(BAD, 1, 60.0, 90.0)], 61.0)
    assert lines[0].endswith("61 s, 91 CPU s")
    assert [line.split() for line in lines[1:3]] == [["60", "s", "90", "bad"], ["2", "s", "1", "good"]]
    files, tests = lines.index("The slowest files"), lines.index("The slowest tests")
    assert [line.split()[-1] for line in lines[files + 1 : tests]] == ["tests/a.py", "tests/b.py"]
    assert lines[tests + 1].split() == ["5", "s", "tests/b.py::test_three"]
    (reports / "page").mkdir()
    (reports / "page" / "coverage-summary.json").write_text('{"total": {"lines": {"pct": 71.4}}}', encoding="utf-8")
    assert "page 71 %" in "".join(steps.coverage_lines())
