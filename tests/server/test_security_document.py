"""docs/security.md names a test for every limit: those that there are."""

from __future__ import annotations

import re
from pathlib import Path


def test_the_document_names_tests_that_there_are():
    tests = Path(__file__).parent.parent
    named = re.findall(r"`(test_\w+)`", (tests.parent / "docs" / "security.md").read_text())
    sources = "".join(file.read_text() for file in tests.glob("*/test_*.py"))
    there = set(re.findall(r"^def (test_\w+)", sources, re.MULTILINE))
    assert len(named) > 20
    assert not set(named) - there
