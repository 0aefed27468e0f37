"""The steps of `./test`: which run, in what order, and how long they took.

python -m tests.steps             everything
python -m tests.steps quick       what needs neither browser nor databases nor long compiling
python -m tests.steps long        everything, and more of it: see tests/sizes.py
python -m tests.steps coverage    how many lines the tests run, without the browser
python -m tests.steps -k medic    only pytest, with these arguments
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
TOOLS = Path(sysconfig.get_path("scripts"))
REPORTS = ROOT / "build" / "reports"  # read by the summary
SLOWEST = 5

# One worker more than processors, because tests wait for servers and databases. Each worker imports and collects
# everything again. It starts with a row of files; one that has finished takes tests over from another.
SHARED = ("-n", str(min(8, 1 + (os.cpu_count() or 1))), "--dist", "worksteal")
PYTEST = (sys.executable, "-m", "pytest")
FIRST, BETWEEN, LAST = 0, 5, 19  # niceness
# NumPy uses one thread, here and in the servers that tests start. Several processes run beside each other
# anyway, and spinning threads doubled the CPU time of a bot with a network.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
# Writing mypy's cache takes a tenth of its time, and CI throws the cache away.
FRESH_CLONE = "CI" in os.environ and not (ROOT / ".mypy_cache").is_dir()
NO_CACHE = (f"--cache-dir={os.devnull}",) if FRESH_CLONE else ()


@dataclass(frozen=True)
class Step:
    """One check, and the command that fixes its findings, if there is one."""

    name: str
    command: tuple[str, ...]
    fix: str = ""
    quiet: bool = False  # print its output only if it fails


@dataclass
class Outcome:
    """The exit code of a step and the time it took."""

    step: Step
    code: int
    seconds: float
    processors: float  # CPU seconds of the step and of its child processes


def tool(name: str, *arguments: str) -> tuple[str, ...]:
    """Return the command of a program in .venv."""
    return (str(TOOLS / name), *arguments)


def npm(script: str, *arguments: str) -> tuple[str, ...]:
    """Return the command of a script in web/package.json, run by the Node of .venv."""
    more = ("--", *arguments) if arguments else ()
    return (sys.executable, str(ROOT / "hatch_build.py"), "npm", "run", "--silent", script, *more)


def tests(name: str, *arguments: str) -> tuple[str, ...]:
    """Return a pytest command that writes the time of each test for the summary."""
    return (*PYTEST, *arguments, f"--junitxml={REPORTS / name}.xml", "-o", "junit_family=xunit1")


PYTHON = (
    Step("format", tool("ruff", "format", "--check", "."), ".venv/bin/ruff format ."),
    Step("lint", tool("ruff", "check", "."), ".venv/bin/ruff check --fix ."),
    Step("plain words", (sys.executable, "-m", "tests.plain_words")),
    Step("imports", tool("lint-imports", "--no-logo")),
    Step("types", tool("mypy", *NO_CACHE)),
)
PAGE = (
    Step("format of the page", npm("format:check"), ".venv/bin/python hatch_build.py npm run format"),
    Step("lint of the page", npm("lint")),
    Step("types of the page", npm("check")),
)
PAGE_UNITS = Step("units of the page", npm("test"))
PAGE_COVERED = Step(
    "units of the page",
    npm("coverage", "--coverage.reporter=json-summary", f"--coverage.reportsDirectory={REPORTS / 'page'}"),
)
# These run beside the first checks and the compiling. Other npm calls wait until the packages are installed.
BUILDING = (
    Step("packages of the page", (sys.executable, str(ROOT / "hatch_build.py"), "npm", "--version"), quiet=True),
    Step("building the page", (sys.executable, str(ROOT / "hatch_build.py"))),
)
BROWSER = Step("the page in a browser", tests("browser", "-n", "2", "--dist", "loadscope", "tests/web"))
COMPILERS = 2  # one for each of the two processors
COMPILING = tuple(
    Step(
        f"compiling the rules, {n + 1} of {COMPILERS}",
        (sys.executable, "-m", "tests.compiling", str(n), str(COMPILERS)),
    )
    for n in range(COMPILERS)
)
# This caches the test modules as pytest rewrites them. Without it, every worker would rewrite them all.
COLLECTING = Step("collecting the tests", (*PYTEST, "--collect-only", "-q", "--ignore=tests/web"), quiet=True)
TESTS = Step("tests", tests("tests", *SHARED, "--ignore=tests/web"))
COVERED = Step("tests", (*TESTS.command, "--cov=ludotheque", "--cov-report="))
QUICK = Step("quick tests", tests("quick", *SHARED, "--quick"))

# The stages run one after the other, and lanes beside all of them. The lanes of a stage run in parallel, the steps of a
# lane one after the other. Browser tests come first, because they fail when a page is slow; they wait half of their
# time, and the stages run meanwhile.
Lane = tuple[Step, ...]


@dataclass(frozen=True)
class Plan:
    """The stages to run, and the lanes that run beside all of them, each with its niceness."""

    stages: tuple[tuple[Lane, ...], ...]
    beside: tuple[tuple[Lane, int], ...]  # no other step depends on these


EVERYTHING = Plan(
    ((COMPILING[:-1], (COLLECTING, COMPILING[-1])), ((TESTS,),)),
    (((*BUILDING, BROWSER), FIRST), (PYTHON, LAST), ((*PAGE, PAGE_UNITS), LAST)),
)
# Without the checks of the page's sources: they take longer than all of this, and the git hooks run them.
QUICKLY = Plan((((QUICK,),),), ((PYTHON, LAST), ((PAGE_UNITS,), LAST)))
# Counting lines doubles the time of the tests before Python 3.12, so coverage is a separate command.
COVERAGE = Plan((((*BUILDING, PAGE_COVERED, COVERED),),), ())
PLANS = {"": EVERYTHING, "quick": QUICKLY, "coverage": COVERAGE}


@dataclass
class Run:
    """A run of steps: starts them and collects their outcomes."""

    outcomes: list[Outcome] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    _printing: threading.Lock = field(default_factory=threading.Lock)

    def run_plan(self, plan: Plan) -> None:
        """Run the stages one after the other, and the lanes beside them."""
        beside = [self._begin(lane, niceness) for lane, niceness in plan.beside]
        for lanes in plan.stages:
            if len(lanes) == 1:
                self.run_lane(lanes[0], BETWEEN, alone=True)
            else:
                for thread in [self._begin(lane, FIRST) for lane in lanes]:  # the next stage waits for all of them
                    thread.join()
        for thread in beside:
            thread.join()

    def _begin(self, lane: Lane, niceness: int) -> threading.Thread:
        """Start a thread for a lane. The caller joins it."""
        print(f"Beside the others: {', '.join(step.name for step in lane)}", flush=True)
        thread = threading.Thread(target=self.run_lane, args=(lane, niceness))
        thread.start()
        return thread

    def run_lane(self, steps: Lane, niceness: int = 0, alone: bool = False) -> None:
        """Run steps one after the other, also after a failure. Print the output live, or each step's when it ends."""
        for step in steps:
            if alone:
                print(f"\n== {step.name}", flush=True)
            began = time.monotonic()
            with tempfile.TemporaryFile() as output:
                started = subprocess.Popen(
                    ("nice", "-n", str(niceness), *step.command),
                    cwd=ROOT,
                    env={**os.environ, **ONE_THREAD},
                    stdout=None if alone else output,
                    stderr=None if alone else subprocess.STDOUT,
                )
                _, status, used = os.wait4(started.pid, 0)
                started.returncode = os.waitstatus_to_exitcode(status)
                seconds = time.monotonic() - began
                outcome = Outcome(step, started.returncode, seconds, used.ru_utime + used.ru_stime)
                output.seek(0)
                with self._printing:
                    self.outcomes.append(outcome)
                    if not alone:
                        text = "" if step.quiet and not outcome.code else output.read().decode(errors="replace")
                        print(f"\n== {step.name}: {seconds:.0f} s\n{text}", end="", flush=True)

    def summary(self) -> int:
        """Print the coverage, the times and the failures; return the exit code."""
        for line in (*coverage_lines(), *time_lines(self.outcomes, time.monotonic() - self.began)):
            print(line)
        failed = [outcome.step for outcome in self.outcomes if outcome.code != 0]
        if not failed:
            return 0
        print(f"\nFailed: {', '.join(step.name for step in failed)}", file=sys.stderr)
        for step in failed:
            if step.fix:
                print(f"To fix the {step.name}, run: {step.fix}", file=sys.stderr)
        return 1


def coverage_lines() -> list[str]:
    """Return the lines of the summary about coverage."""
    lines = []
    if (ROOT / ".coverage").is_file():
        report = subprocess.run(tool("coverage", "report", "--format=total"), cwd=ROOT, capture_output=True, text=True)
        if report.returncode == 0:
            lines.append(
                f"  Python {report.stdout.strip()} % of the lines; compiled code and other processes do not count"
            )
    page = REPORTS / "page" / "coverage-summary.json"
    if page.is_file():
        total = json.loads(page.read_text(encoding="utf-8"))["total"]["lines"]["pct"]
        lines.append(f"  page {total:.0f} % of the lines by its unit tests; lines run in a browser do not count")
    return ["\nCoverage", *lines] if lines else []


def time_lines(outcomes: list[Outcome], total: float) -> list[str]:
    """Return the lines of the summary about time: each step, then the slowest files and tests."""
    used = sum(outcome.processors for outcome in outcomes)
    lines = [f"\nWhere the time went: {total:.0f} s, {used:.0f} CPU s"]
    for outcome in sorted(outcomes, key=lambda outcome: -outcome.seconds):
        lines.append(f"  {outcome.seconds:5.0f} s {outcome.processors:5.0f}  {outcome.step.name}")
    files: defaultdict[str, float] = defaultdict(float)
    cases: defaultdict[str, float] = defaultdict(float)
    for report in REPORTS.glob("*.xml"):
        for case in ElementTree.parse(report).iter("testcase"):
            file, seconds = case.get("file", ""), float(case.get("time", 0))
            files[file] += seconds
            cases[f"{file}::{case.get('name')}"] += seconds
    for title, found in (("The slowest files", files), ("The slowest tests", cases)):
        if found:
            slowest = sorted(found.items(), key=lambda entry: -entry[1])[:SLOWEST]
            lines.append(title)
            lines += [f"  {seconds:5.0f} s  {name}" for name, seconds in slowest]
    return lines


def main(arguments: list[str]) -> int:
    """Run the steps that the arguments name; return the exit code."""
    if arguments == ["long"]:
        os.environ["LUDOTHEQUE_TESTS"] = arguments.pop()
    plan = PLANS.get(" ".join(arguments))
    if plan is None:
        for step in BUILDING:
            subprocess.run(step.command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        environment = {**os.environ, **ONE_THREAD}
        return subprocess.run([*PYTEST, *SHARED, *arguments], cwd=ROOT, env=environment, check=False).returncode
    REPORTS.mkdir(parents=True, exist_ok=True)
    for old in (*REPORTS.rglob("*.*"), ROOT / ".coverage"):
        if old.is_file():
            old.unlink(missing_ok=True)
    run = Run()
    run.run_plan(plan)
    return run.summary()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
