"""The WebAssembly module of a game in a browser: golden and random matches end as in Node and in plain rules."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import ludotheque as lt
from tests.wasm.matches import LIMIT, SCRIPT, Matches

COUNT = 50
QUICK = ("lampions",)  # golden matches of the others take a CPU minute to play in plain rules
PLAY = """
async ([script, code, about, starts, golden, stream, limit]) => {
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const { openModule, playAgain, playRandom } = await import(`data:text/javascript;base64,${script}`)
    const module = await openModule(bytes(code), about)
    const { ends, decisions } = playRandom(module, about, bytes(starts), stream, limit)
    return { decisions, ends: [...ends], again: playAgain(module, golden) }
}
"""


def packed(data: bytes) -> str:
    """Bytes as text, for the browser."""
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in lt.names()]
)
def test_browser_plays_what_node_and_plain_rules_play(name: str, browser: Browser, tmp_path: Path) -> None:
    """The engine of another program makes the same states of the same module."""
    matches = Matches(name, COUNT, first_seed=1000)
    golden = matches.golden()
    matches.write(tmp_path, golden)
    ends, told = matches.play_in_node(tmp_path)
    code = (tmp_path / f"{name}.wasm").read_bytes()
    page = browser.new_page()
    given = [packed(SCRIPT.read_bytes()), packed(code), matches.about(tmp_path), packed(matches.starts.tobytes())]
    found = page.evaluate(PLAY, [*given, golden, matches.stream, LIMIT])
    page.close()
    assert found["decisions"] == told["decisions"] > COUNT
    assert bytes(found["ends"]) == ends
    assert found["again"] == told["again"] == [match["end"] for match in golden]
