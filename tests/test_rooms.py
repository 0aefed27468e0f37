"""Import rules: rules and kernel must not import what serves, plays or shows them."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "ludotheque"
ABOVE = {  # package: packages it must not import
    "kernel": ("adapters", "bots", "commands", "compliance", "games", "play", "server", "terminal"),
    "games": ("adapters", "bots", "commands", "compliance", "server"),
    "play": ("adapters", "bots", "commands", "compliance", "server", "terminal"),
    "bots": ("commands", "compliance", "server", "terminal"),
    "terminal": ("commands", "compliance", "server"),
}


def imported(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


@pytest.mark.parametrize("room", ABOVE)
def test_a_room_knows_nothing_of_those_above_it(room: str) -> None:
    files = sorted((PACKAGE / room).rglob("*.py"))
    assert files
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in files
        for name in sorted(imported(path))
        if name.split(".")[:1] == ["ludotheque"] and name.split(".")[1:2] and name.split(".")[1] in ABOVE[room]
    ]
    assert wrong == []
