"""Rulebooks: both languages have the same rules, every cited rule exists, and a test proves each rule."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from ludotheque.compliance.walk import ComplianceError
from ludotheque.messages import LANGUAGES
from ludotheque.play.game import Game


def check_rulebooks(game: Game) -> None:
    """Both languages have the same rules in the same sections; every id that is cited is one of them."""
    books = {language: game.rulebook(language) for language in LANGUAGES}
    first, *others = books.values()
    for language, book in books.items():
        for rule in book.rules.values():
            if not rule.title.strip() or not rule.text.strip():
                raise ComplianceError(f"{game.name}: rule {rule.id} is empty in {language!r}")
            if not rule.id.startswith(f"{game.declaration.rule_prefix}-"):
                raise ComplianceError(
                    f"{game.name}: rule {rule.id} does not begin with {game.declaration.rule_prefix}-"
                )
    for other in others:
        if [ids for _, ids in first.sections] != [ids for _, ids in other.sections]:
            odd = ", ".join(sorted(first.rules.keys() ^ other.rules.keys())) or "their order"
            raise ComplianceError(f"{game.name}: the rulebooks differ between languages: {odd}")
        for rule_id, rule in first.rules.items():
            if bool(rule.ruling) != bool(other[rule_id].ruling):
                raise ComplianceError(f"{game.name}: rule {rule_id} has a ruling in one language only")
    for refusal in game.declaration.refusals:
        if refusal.rule not in first.rules:
            raise ComplianceError(f"{game.name}: refusal {refusal.name!r} cites {refusal.rule}, which is no rule")


def check_rule_tests(game: Game, *, tests: Path) -> None:
    """Every rule of the rulebook has a test marked `@pytest.mark.rule("…")` somewhere under `tests`."""
    missing = rules_without_tests(game, tests)
    if missing:
        raise ComplianceError(f"{game.name}: no test under {tests} is marked for {', '.join(missing)}")


def rules_without_tests(game: Game, tests: Path) -> list[str]:
    """The ids of the rulebook that no test is marked for. Read from the sources: nothing is run."""
    marked: set[str] = set()
    for path in sorted(tests.rglob("test_*.py")):
        marked |= marked_rules(path.read_text(encoding="utf-8"))
    return [rule_id for rule_id in game.rulebook("en").rules if rule_id not in marked]


@cache  # each game looks through the tests of all
def marked_rules(source: str) -> frozenset[str]:
    """The arguments of every `pytest.mark.rule(…)` that decorates a test, or stands in a `pytestmark`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        marks: list[ast.expr] = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            marks = node.decorator_list
        elif isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "pytestmark" for t in node.targets
        ):
            marks = [node.value]
        for mark in marks:
            for call in ast.walk(mark):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rule":
                    found |= {str(arg.value) for arg in call.args if isinstance(arg, ast.Constant)}
    return frozenset(found)
