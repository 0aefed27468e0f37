"""docs/security.md names a test for every limit: those that there are."""

from __future__ import annotations

import re
from pathlib import Path


def test_the_document_names_tests_that_there_are():
    here = Path(__file__).parent
    named = re.findall(r"`(test_\w+)`", (here.parent.parent / "docs" / "security.md").read_text())
    there = set(re.findall(r"^def (test_\w+)", "".join(f.read_text() for f in here.glob("test_*.py")), re.MULTILINE))
    assert len(named) > 20
    assert not set(named) - there
