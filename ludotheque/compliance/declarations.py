"""Declarations: rules name only declared things, and use all of them. Checked in the sources; nothing is run.

A misspelt `Event.DERW` would fail in the one position that comes to it, and an event that no rule tells any more would
go on having its sentences in every language.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from ludotheque.compliance.walk import ComplianceError
from ludotheque.errors import LudothequeError
from ludotheque.play.game import Game

NAMESPACES = ("Action", "Decision", "Event", "Refusal", "Cause", "Stream")
TABLES = ("state", "tables")  # where rules, besides kernel land, may get their numbers from
EVERYWHERE = ("Cause",)  # a view may tell the cause


def check_declaration(game: Game) -> None:
    """Check that every number a game's sources name is declared, and that its rules use every declared one."""
    problems = [*undeclared(game), *unused(game), *_examples(game)]
    if problems:
        raise ComplianceError("\n".join(f"{game.name}: {problem}" for problem in problems))


def declared(game: Game) -> dict[str, set[str]]:
    """The names of each namespace, as rules write them."""
    numbers = dict(zip(NAMESPACES, game.declaration.numbers, strict=True))
    return {name: {key for key in vars(module) if key.isupper()} for name, module in numbers.items()}


def undeclared(game: Game) -> Iterator[str]:
    """Names that the sources use and the declaration lacks."""
    names = declared(game)
    for path in sorted(game.folder.rglob("*.py")):
        for namespace, name, line in named(path):
            if name not in names[namespace]:
                yield f"{path.relative_to(game.folder)}, line {line}: {namespace}.{name} is not declared"


def unused(game: Game) -> Iterator[str]:
    """Names that the declaration has and no rule uses."""
    kernel, everywhere = set(), set()
    for path in sorted(game.folder.rglob("*.py")):
        found = {(namespace, name) for namespace, name, _ in named(path)}
        everywhere |= found
        parts = path.relative_to(game.folder).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if module in (*game.kernel_modules, *TABLES):
            kernel |= found
    for namespace, names in declared(game).items():
        used = everywhere if namespace in EVERYWHERE else kernel
        for name in sorted(names - {"COUNT"}):
            if (namespace, name) not in used:
                yield f"{namespace}.{name} is declared, but no rule uses it"


def named(path: Path) -> Iterator[tuple[str, str, int]]:
    """The numbers that a source names, with the line: `Event.DREW` where `Event` comes from the declaration."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    local: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".declaration"):
            local |= {alias.asname or alias.name: alias.name for alias in node.names if alias.name in NAMESPACES}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in local:
            yield local[node.value.id], node.attr, node.lineno


def _examples(game: Game) -> Iterator[str]:
    """Moves that are given as examples and are none."""
    for example in game.declaration.examples:
        try:
            game.action(example)
        except LudothequeError:
            yield f"the example {example!r} is no move"
