"""Server and page fill in sentences alike: both are held to the same cases (the page in web/tests/say.test.ts)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.messages import Messages

CASES = json.loads((Path(__file__).parent / "sentences.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["says"] for case in CASES])
def test_sentence(case: dict[str, Any]) -> None:
    messages = Messages(case["language"], case["messages"])
    assert messages.say(case["key"], case["params"], case.get("seats"), case.get("reader")) == case["expected"]
