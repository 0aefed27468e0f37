"""The proof of a test run: each rule has a marked test that passed, each refusal a test that provoked it.

Every rule of a rulebook has a test marked with its id; every refusal of a game is provoked by one of the game's tests,
in a file that names it. A run that leaves out some of the files in question says nothing about them; one that has run
them all fails if something is left unproven. Workers tell what they have seen by the properties of their reports.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import ludotheque as lt
from ludotheque.compliance.rulebooks import marked_rules
from ludotheque.play.reasons import Reason

APART = "web"  # the folder that is run by itself: nothing in it counts as a proof
SELECTING = ("keyword", "markexpr", "deselect", "lf", "stepwise", "collectonly", "maxfail")  # runs of parts of files

Proven = tuple[str, str]  # what sort of thing, and its name


class Proof:
    """Watches a run: in a worker it notes what a test proves, where the reports arrive it adds them up."""

    def __init__(self, root: Path, games: tuple[str, ...]) -> None:
        self.root = root
        self.games = games
        self.ran: set[str] = set()  # files of which something was run, or skipped
        self.proven: set[Proven] = set()
        self.missing: list[str] = []

    # Where tests are run ------------------------------------------------------------------------------------------

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """A test carries the rules it is marked with into its reports."""
        item.user_properties += [("rule", str(rule_id)) for mark in item.iter_markers("rule") for rule_id in mark.args]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Note which refusals a test of a game meets, of those that its file names."""
        game = next((game for game in self.games if item.path.is_relative_to(self.root / "tests" / game)), None)
        if game is None:
            return (yield)
        met: set[str] = set()
        made = Reason.__init__  # whoever is refused something, by a question or by a move, is given a reason

        def noted(reason: Reason, *given: Any, **more: Any) -> None:
            made(reason, *given, **more)
            if reason.game.name == game:
                met.add(reason.refusal)

        with mock.patch.object(Reason, "__init__", noted):
            result = yield
        source = item.path.read_text(encoding="utf-8")
        item.user_properties += [("refusal", f"{game} {name}") for name in sorted(met) if f'"{name}"' in source]
        return result

    # Where reports arrive -----------------------------------------------------------------------------------------

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a skipped file: it was collected, and proves nothing."""
        if report.skipped:
            self.ran.add(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in what a test has proven."""
        self.ran.add(report.nodeid.partition("::")[0])
        if report.when == "call" and report.outcome == "passed":
            self.proven |= {(str(sort), str(name)) for sort, name in report.user_properties}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a run that should have proven something and has not."""
        config = session.config
        of_parts = any(config.getoption(name, None) for name in SELECTING) or any(
            "::" in given for given in config.args
        )
        over = session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if hasattr(config, "workerinput") or of_parts or not over:
            return
        self.missing = [*self.unproven_rules(), *self.unprovoked_refusals()]
        if self.missing:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the unproven rules and refusals."""
        if self.missing:
            terminalreporter.section("left unproven", red=True)
            for line in self.missing:
                terminalreporter.line(line)

    # What is missing ----------------------------------------------------------------------------------------------

    def _files(self, folder: Path) -> dict[str, str]:
        """The files of tests below a folder with their sources, by the name that reports give them."""
        apart = self.root / "tests" / APART
        files = [path for path in sorted(folder.rglob("test_*.py")) if not path.is_relative_to(apart)]
        return {path.relative_to(self.root).as_posix(): path.read_text(encoding="utf-8") for path in files}

    def unproven_rules(self) -> Iterator[str]:
        """Yield the rules of which all marked tests were in this run and none has passed."""
        marked = {file: marked_rules(source) for file, source in self._files(self.root / "tests").items()}
        for game in self.games:
            for rule_id in lt.game(game).rulebook("en").rules:
                files = {file for file, ids in marked.items() if rule_id in ids}
                if files <= self.ran and files and ("rule", rule_id) not in self.proven:
                    yield f"{game}: no test marked for rule {rule_id} ran and passed ({', '.join(sorted(files))})"

    def unprovoked_refusals(self) -> Iterator[str]:
        """Yield the refusals that no test has provoked and named, for games of which all tests were in this run."""
        for game in self.games:
            files = self._files(self.root / "tests" / game)
            if files and files.keys() <= self.ran:
                for refusal in lt.game(game).declaration.refusals:
                    if ("refusal", f"{game} {refusal.name}") not in self.proven:
                        yield f"{game}: no test that names refusal {refusal.name!r} ({refusal.rule}) provokes it"
