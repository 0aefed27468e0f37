"""Checks a commit message: `python -m tests.commit_subject FILE`. A hook of git (see CONTRIBUTING.md)."""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 72
BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")


def fault_of(message: str) -> str:
    """Return what is wrong with a commit message, "" if nothing is."""
    subject, *body = message.split("\n")
    if subject.startswith(BY_GIT):
        return ""
    if len(subject) > LONGEST:
        return f"the subject has {len(subject)} characters; write at most {LONGEST}, and reasons into the body"
    if subject.endswith("."):
        return "the subject ends with a full stop; leave it out"
    if body and body[0].strip() and not body[0].startswith("#"):
        return "leave an empty line between subject and body"
    return ""


def main(arguments: list[str]) -> int:
    """Check the message in a file; return 1 if something is wrong with it."""
    fault = fault_of(Path(arguments[0]).read_text(encoding="utf-8"))
    if fault:
        print(f"Commit message: {fault}.", file=sys.stderr)
    return int(bool(fault))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
