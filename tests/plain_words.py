"""Finds sentences that break our rules of plain writing: `python -m tests.plain_words [FILE …]`.

A step of `./test` and a pre-commit hook. It checks the files that git tracks and people read, except history (the
changelog and the notes in `bench/notes`).
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
READ = (".py", ".ts", ".svelte", ".md", ".toml", ".json", ".yml", ".yaml", ".sh", ".css")
HISTORY = re.compile(
    r"^(CHANGELOG\.md|bench/notes/|web/package-lock\.json|requirements/.*\.txt|tests/server/fixtures/)"
)
OWN = "tests/plain_words.py"  # quotes what it looks for
OPENING = r"(?:\"\"\"|# |// |/\*\* ?|^\* |> |^- |= \"|\|\s)"


@dataclass(frozen=True)
class Rule:
    """A pattern, and what to write instead."""

    pattern: re.Pattern[str]
    advice: str


RULES = (
    # The exception is the name of a card.
    Rule(
        re.compile(r"\b[Hh](e|is|im|imself)\b(?!\s*=| Imperial Majesty)"),
        'write "they", "the player" or "you"',
    ),
    Rule(
        re.compile(OPENING + r"(Who|Whoever|Of a|Of an|Of the|So much|Nobody who|None of whom) "),
        "say the subject first",
    ),
    Rule(re.compile(r"\bin (his|its) hands\b|\btaught to\b|\bin his turn\b"), "code is not a person"),
    Rule(re.compile(r"\bis to be \w+ed\b.*\bof which\b|\bof whom\b"), "split the sentence"),
    Rule(re.compile(r"\b(TODO|FIXME|XXX)\b"), "do it, or open an issue"),
    Rule(
        re.compile(r"\b(to|can|can't|can not|cannot) be had\b|\bgoes before (it|them|numbers)\b"),
        "use an ordinary verb",
    ),
    Rule(
        re.compile(r"\ball else (goes|stays|is|that)\b|\ball else:|\bstill at it\b"),
        "say what it is",
    ),
    Rule(re.compile(r"\b(s|seconds?|minutes?) of a processor\b"), "write CPU seconds"),
    # A docstring says what comes back: not a clause, and no reference to the function above.
    Rule(
        re.compile(r'"""(Whatever|Whose|Nor|Nobody who|What (it|they|its|each|every|players|anyone|tables)) (?!.*\?)'),
        "begin with a verb or a noun",
    ),
)
BARE = re.compile(r"^\s*(?:async )?def (tell|told|read|ask|said|look|hear|heard|instead)\(")
RIDDLE = re.compile(r"^\s*(?:async )?def test_((who|whom|whoever|of|so_many|so_much)_|\w+_(he|his|him|whom)(_|\b))")


@dataclass(frozen=True)
class Finding:
    """A line to reword."""

    path: str
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.advice}: {self.text.strip()[:120]}"


def tracked() -> list[str]:
    """Return the files that git tracks and people read."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    read = [path for path in listed.splitlines() if path.endswith(READ) and not HISTORY.search(path)]
    return [path for path in read if path != OWN]


def find(path: str, lines: Iterable[str]) -> Iterator[Finding]:
    """Yield what to reword in one file."""
    french = re.search(r"/fr\.(toml|json)$|\.fr\.", path)
    for number, text in enumerate(lines, 1):
        if "plain-words: ignore" in text:
            continue
        if path.endswith(".py") and BARE.search(text):
            yield Finding(path, number, text, "a function is a verb with an object")
        if path.endswith(".py") and RIDDLE.search(text):
            yield Finding(path, number, text, "name the subject of a test first")
        for rule in RULES:
            if not french and rule.pattern.search(text):
                yield Finding(path, number, text, rule.advice)


def main(arguments: list[str]) -> int:
    """Print every finding; return 1 if there is one."""
    paths = [path for path in tracked() if not arguments or path in arguments]
    findings = [one for path in paths for one in find(path, (ROOT / path).read_text(encoding="utf-8").splitlines())]
    print(*findings, sep="\n")
    print(f"{len(findings)} sentences to reword in {len(paths)} files")
    return int(bool(findings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
