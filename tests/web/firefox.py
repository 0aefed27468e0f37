"""Firefox, driven over WebDriver BiDi: Playwright drives only a Firefox of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

BROWSERS = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
READY = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LONG = 240  # seconds; the machine may be busy


def find_firefox() -> str:
    """The Firefox of this machine; LUDOTHEQUE_FIREFOX names another one."""
    named = os.environ.get("LUDOTHEQUE_FIREFOX")
    found = named or next((path for name in BROWSERS if (path := shutil.which(name))), None)
    assert found, "no Firefox here: install it (Debian: apt install firefox-esr), or name one in LUDOTHEQUE_FIREFOX"
    return found


class Tab:
    """The one tab of a Firefox."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._numbers = line, count(1)
        self._ask("session.new", capabilities={})
        self.context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._line.recv(LONG))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, address: str) -> None:
        """Open an address, and wait until it is loaded."""
        self._ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self) -> None:
        """Open the same address again."""
        self._ask("browsingContext.reload", context=self.context, wait="complete")

    def evaluate(self, code: str) -> Any:
        """The value of an expression in the page; promises are awaited."""
        wrapped = f"Promise.resolve({code}).then((value) => JSON.stringify(value ?? null))"
        target = {"context": self.context}
        told = self._ask("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def wait_for(self, code: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + LONG
        while not self.evaluate(code):
            assert time.monotonic() < end, f"never true: {code}\n{self.evaluate('document.body.innerText')}"
            time.sleep(0.1)


@contextmanager
def firefox(folder: Path) -> Iterator[Tab]:
    """A Firefox with a new profile in this folder."""
    command = [find_firefox(), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(folder), "LANG": "en_US.UTF-8"}
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace"
    )
    try:
        assert process.stderr is not None
        found = next(filter(None, map(READY.search, process.stderr)), None)
        assert found, "Firefox did not start"
        with connect(f"{found[1]}/session", max_size=None) as line:
            yield Tab(line)
    finally:
        process.terminate()
        process.communicate()
