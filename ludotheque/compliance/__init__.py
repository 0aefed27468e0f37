"""The compliance suite: what every game promises, checked by random play. For our games and for yours.

    from ludotheque.compliance import check_all
    check_all(lt.game("mygame", "plain"))

or, from a shell, `python -m ludotheque.compliance mygame`. Each check is a function that raises
ComplianceError, whose message tells the game, the seed and the moves that lead to the fault. A check that
looks at more takes longer: `count` (matches), `every` (only every nth position) and the like trade one
for the other. What a game provides for the suite: `view.pieces`, `view.ledger`, `view.entries`, perhaps
`view.opening`; and `setup.example_seats`, if seats bring something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ludotheque.compliance.bots import check_bots
from ludotheque.compliance.declarations import check_declaration
from ludotheque.compliance.ending import check_longest, longest_match
from ludotheque.compliance.golden import check_golden
from ludotheque.compliance.knowledge import check_deduction, check_knowledge
from ludotheque.compliance.legality import check_moves, check_notation, check_outcomes
from ludotheque.compliance.lessons import check_lessons
from ludotheque.compliance.messages_audit import audit, audit_common, audit_page, check_messages
from ludotheque.compliance.modes import check_modes
from ludotheque.compliance.observing import check_observation
from ludotheque.compliance.order import check_order
from ludotheque.compliance.pieces import check_copies, check_ledger, check_pieces, check_sound
from ludotheque.compliance.redeals import check_redeals
from ludotheque.compliance.roundtrips import check_records, check_texts
from ludotheque.compliance.rulebooks import check_rule_tests, check_rulebooks, rules_without_tests
from ludotheque.compliance.secrecy import check_secrecy, check_unnoticed
from ludotheque.compliance.walk import ComplianceError
from ludotheque.play.game import Game

Check = Callable[..., None]

CHECKS: tuple[Check, ...] = (
    check_declaration,
    check_notation,
    check_messages,
    check_rulebooks,
    check_lessons,
    check_golden,
    check_bots,
    check_moves,
    check_outcomes,
    check_sound,
    check_pieces,
    check_ledger,
    check_copies,
    check_texts,
    check_records,
    check_longest,
    check_order,
    check_redeals,
    check_knowledge,
    check_deduction,
    check_secrecy,
    check_unnoticed,
    check_observation,
    check_modes,
)


def check_all(
    game: Game,
    *,
    tests: Path | None = None,
    scale: Mapping[str, Mapping[str, Any]] | None = None,
    progress: Callable[[str], None] = lambda name: None,
) -> None:
    """Run every check; the first failure raises.

    `tests` is the folder in which every rule should have a marked test; `scale` gives some checks other
    parameters, by name: `{"check_secrecy": {"count": 1}}`; `progress` is told the name of each check before
    it runs.
    """
    for check in CHECKS:
        progress(check.__name__)
        check(game, **(scale or {}).get(check.__name__, {}))
    if tests is not None:
        progress("check_rule_tests")
        check_rule_tests(game, tests=tests)


__all__ = [
    "CHECKS",
    "ComplianceError",
    "audit",
    "audit_common",
    "audit_page",
    "check_all",
    "check_bots",
    "check_copies",
    "check_declaration",
    "check_deduction",
    "check_golden",
    "check_knowledge",
    "check_ledger",
    "check_lessons",
    "check_longest",
    "check_messages",
    "check_modes",
    "check_moves",
    "check_notation",
    "check_observation",
    "check_order",
    "check_outcomes",
    "check_pieces",
    "check_records",
    "check_redeals",
    "check_rule_tests",
    "check_rulebooks",
    "check_secrecy",
    "check_sound",
    "check_texts",
    "check_unnoticed",
    "longest_match",
    "rules_without_tests",
]
