"""The numbers of a game, as a golden file: stored matches, records and the page rely on them.

Decisions, refusals, events, causes and actions are numbered by the order in which they are declared. So a line put in
the middle, or two that change places, would give old numbers a new meaning, and nothing else might notice.
`numbers.txt`, beside the golden matches, holds them as they are; `moved` says what became of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ludotheque.play.game import Game

FILE = "numbers.txt"
HEAD = "# What each number stands for. A number that gets another meaning needs a new rules version."


def numbers(game: Game) -> str:
    """All numbers of a game, a line each."""
    return "\n".join([HEAD, f"rules: {game.rules_version}", *_lines(game)]) + "\n"


def _lines(game: Game) -> Iterator[str]:
    declaration = game.declaration
    yield f"streams: {declaration.stream_count}"
    for kind, names in (
        ("decision", [f"{one.name}{' secret' * one.secret}" for one in declaration.decisions]),
        ("refusal", [one.name for one in declaration.refusals]),
        (
            "event",
            [
                " ".join([one.name, *(f"{a.name}:{a.type}{'?' * a.secret}" for a in one.arguments)])
                for one in declaration.events
            ],
        ),
        ("cause", declaration.causes),
    ):
        yield from (f"{kind} {number}: {name}" for number, name in enumerate(names, 1))
    for name, words in declaration.vocabulary.items():
        yield f"words of {name}: {len(words)} {_digest(words)}"
    first: dict[str, int] = {}  # one line a key: neighbours of one block may have different ones
    for action in range(declaration.action_count):
        first.setdefault(game.notation.describe(action)[0].removeprefix("move."), action)
    yield from (f"action {action}: {name} ({game.notation.write(action)})" for name, action in first.items())
    yield f"notation: {declaration.action_count} {_digest(map(game.notation.write, range(declaration.action_count)))}"


def _digest(words: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]


def moved(game: Game, folder: Path) -> list[str]:
    """A sentence for each number that means something else than the golden file of a folder says."""
    path = folder / FILE
    before, now = (_by_number(text) for text in (path.read_text(encoding="utf-8"), numbers(game)))
    if before == now:
        return []
    places = {meaning: number for number, meaning in now.items()}
    found = []
    for number, meaning in before.items():
        if now.get(number) == meaning or number == "rules":
            continue
        kind = number.partition(" ")[0]
        there = places.get(meaning, "")
        became = f"is {there} now" if there.startswith(kind) else f"is {now.get(number, 'nothing')!r} now"
        found.append(f"{number} was {meaning!r} and {became}")
    if not found and before["rules"] == now["rules"]:
        new = ", ".join(f"{number} {meaning!r}" for number, meaning in now.items() if number not in before)
        return [f"{game.name}: {new} came at the end: write {FILE} anew (python -m ludotheque.compliance.golden)"]
    if found and before["rules"] == now["rules"]:
        found.append(
            f"stored matches rely on it: put what is new at the end, or change the rules version {now['rules']!r} too"
        )
    return [f"{game.name}: {sentence}" for sentence in found or [f"the rules version is {now['rules']!r} now"]]


def _by_number(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.splitlines() if not line.startswith("#"))
