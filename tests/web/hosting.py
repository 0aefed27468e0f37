"""A host of files: what `python -m http.server` serves, with a site in a folder of it."""

from __future__ import annotations

import functools
import http.server
import threading
from pathlib import Path
from typing import Any

BELOW = Path("some") / "where"  # the folder of the site


class Noting(http.server.SimpleHTTPRequestHandler):
    """A server of files that notes what it is asked for, and writes no log."""

    def __init__(self, asked: list[str], *args: Any, **more: Any) -> None:
        self.asked = asked
        super().__init__(*args, **more)

    def do_GET(self) -> None:
        """Send a file."""
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


class Host:
    """A host for files, with the site somewhere below it."""

    def __init__(self, folder: Path) -> None:
        self.site = folder / BELOW
        self.asked: list[str] = []
        handler = functools.partial(Noting, self.asked, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.path = f"/{BELOW.as_posix()}/"
        self.url = f"http://127.0.0.1:{self._server.server_port}{self.path}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
