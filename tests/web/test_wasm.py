"""The WebAssembly modules of all games in Node and in Chromium play bit for bit what compiled and plain rules play."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import ludotheque as lt
from tests.wasm.matches import LIMIT, SCRIPT, Matches

COUNT = 300
PLAY = """
async ([script, code, about, starts, golden, stream, limit]) => {
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const { openModule, playAgain, playRandom } = await import(`data:text/javascript;base64,${script}`)
    const module = await openModule(bytes(code), about)
    const { ends, decisions } = playRandom(module, about, bytes(starts), stream, limit)
    let text = ''
    for (const byte of ends) text += String.fromCharCode(byte)
    return { decisions, ends: btoa(text), again: playAgain(module, golden) }
}
"""


def packed(data: bytes) -> str:
    """Bytes as text, for the browser."""
    return base64.b64encode(data).decode()


@pytest.mark.parametrize("name", lt.names())
def test_module_plays_what_compiled_rules_play(name: str, browser: Browser, tmp_path: Path) -> None:
    """Random matches end in the states of compiled rules, golden ones in those of plain rules, byte for byte."""
    matches = Matches(name, COUNT)
    golden = matches.golden()
    assert len(golden) > 0
    matches.write(tmp_path, golden)
    ends, decisions = matches.play()
    expected = [match["end"] for match in golden]
    found, told = matches.play_in_node(tmp_path)
    assert told["decisions"] == decisions
    assert found == ends
    assert told["again"] == expected
    code = (tmp_path / f"{name}.wasm").read_bytes()
    page = browser.new_page()
    given = [packed(SCRIPT.read_bytes()), packed(code), matches.about(tmp_path), packed(matches.starts.tobytes())]
    told = page.evaluate(PLAY, [*given, golden, matches.stream, LIMIT])
    page.close()
    assert told["decisions"] == decisions
    assert base64.b64decode(told["ends"]) == ends
    assert told["again"] == expected
