"""A project of another author with a game: Lampions under another name, made as docs/add-a-game.md says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.copies import copy_lampions

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "add-a-game.md"
NAME = "fireflies"
PAGE = {
    "cover.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n',
    "palette.css": ".fireflies { --glow: gold }\n",
    "table.js": "export function mount() {}\n",
}


def declared(backend: str) -> str:
    """The `pyproject.toml` that the guide shows for a build backend, for this game."""
    return shown(f'build-backend = "{backend}.').replace("mygame", NAME)


def shown(mark: str) -> str:
    """The one TOML file in the guide that holds a mark."""
    blocks = re.findall(r"```toml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (text,) = [block for block in blocks if mark in block]
    return text


def make(project: Path, pyproject: str) -> Path:
    """Write the project into a folder; returns that of the game."""
    folder = copy_lampions(project / NAME)
    declaration = folder / "declaration.py"
    source = declaration.read_text(encoding="utf-8").replace("    template=True,\n", "")
    declaration.write_text(source.replace('"Lampions"', '"Fireflies"'), encoding="utf-8")
    (folder / "golden").mkdir()
    (folder / "golden" / "matches.toml").write_text(shown("[[match]]"), encoding="utf-8")
    (folder / "page").mkdir()
    for name, text in PAGE.items():
        (folder / "page" / name).write_text(text, encoding="utf-8")
    (project / "pyproject.toml").write_text(pyproject, encoding="utf-8")
    return folder


class Environment:
    """A virtual environment of its own. What Ludothèque needs is lent by that of the tests: only the game is new."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        uv("venv", "--python", sys.executable, str(folder))
        (self.packages,) = folder.glob("lib/python*/site-packages")
        lent = [str(ROOT), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
        (self.packages / "lent.pth").write_text("\n".join(lent) + "\n", encoding="utf-8")

    def install(self, project: Path) -> None:
        """Build the project with its backend, and install the result."""
        uv("pip", "install", "--no-deps", "--no-build-isolation", "--python", str(self.python), str(project))

    def run(self, *arguments: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run Python in there, in English, in a wide terminal."""
        return subprocess.run(
            [str(self.python), *arguments],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            cwd=cwd or self.folder,
            env={**os.environ, "LUDOTHEQUE_LANG": "en", "COLUMNS": "110"},
            timeout=300,
        )

    @contextmanager
    def server(self) -> Iterator[int]:
        """A server that runs in there; its port."""
        command = [str(self.python), "-m", "ludotheque", "serve", "--port", "0", "--plain"]
        database = f"sqlite:///{self.folder / 'house.db'}"
        with subprocess.Popen([*command, "--database", database], stdout=subprocess.PIPE, encoding="utf-8") as process:
            try:
                assert process.stdout is not None
                address = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
                assert address, "it says where it listens"
                yield int(address[1])
            finally:
                process.terminate()


def uv(*arguments: str) -> None:
    """Run uv: nothing is fetched."""
    done = subprocess.run(
        [sys.executable, "-m", "uv", "--offline", "--quiet", *arguments], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
