"""Find the kernel-land modules of a package, and hash everything their machine code depends on."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.metadata
import importlib.util
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from ludotheque.kernel import data_files

_IMPORT = re.compile(r"^from ludotheque\.kernel import (\([^)]*\)|.*)$", re.MULTILINE)
_COMPILED = re.compile(r"\b(kernel|entry_point|wide_entry_point)\b")


def home_of(package: str) -> Path:
    """The folder of a package."""
    return Path(importlib.import_module(package).__file__ or "").parent


@cache
def kernel_modules(package: str) -> tuple[str, ...]:
    """The kernel-land modules of a package: the rules of a game, and all modules that import `kernel`.

    A module in a folder is named with the folder: `rules/war.py` is "rules.war".
    """
    found = []
    home = home_of(package)
    for path in sorted(home.rglob("*.py")):
        parts = path.relative_to(home).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        imported = " ".join(_IMPORT.findall(path.read_text(encoding="utf-8")))
        if name == "rules" or (name and _COMPILED.search(imported)):
            found.append(name)
    return tuple(found)


def module_file(package: str, inside: str) -> Path:
    """The file of a module of a package, found without importing its folder."""
    path = home_of(package).joinpath(*inside.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def game_hash(package: str) -> str:
    """A hash of everything that the machine code of a game depends on."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, home_of(package)):
        _read(digest, folder, (path for path in folder.rglob("*") if _matters(path.relative_to(folder), path)))
    digest.update(data_files.tag(package.rpartition(".")[2]).encode())
    digest.update(declared_numbers(package).encode())
    digest.update(f"{sys.version}{_version_of('numba')}{_version_of('numpy')}".encode())
    return digest.hexdigest()[:16]


def _version_of(distribution: str) -> str:
    """The version of another package, asked without importing it; "" where it is not installed, as in a browser."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return ""


def declared_numbers(package: str) -> str:
    """The numbers that rules import from the game's declaration. The code that derives them is not hashed."""
    if importlib.util.find_spec(f"{package}.declaration") is None:
        return ""
    declared = vars(importlib.import_module(f"{package}.declaration")).values()
    return "\n".join(
        f"{module.__name__}.{name} {number}"
        for module in declared
        if type(module) is ModuleType
        for name, number in vars(module).items()
        if type(number) is int
    )


def _matters(name: Path, path: Path) -> bool:
    return path.is_file() and (path.suffix == ".py" or "data" in name.parts)


def added_hash(package: str) -> str:
    """A hash of the kernel-land modules of a package that is not a game (such as the bots), and of their imports."""
    digest = hashlib.sha256()
    files: set[Path] = set()
    waiting = [module_file(package, inside) for inside in kernel_modules(package)]
    while waiting:
        path = waiting.pop()
        if path not in files and path.is_file():
            files.add(path)
            waiting += _imported_files(package, path)
    _read(digest, home_of(package), files)
    return digest.hexdigest()[:16]


def _imported_files(package: str, path: Path) -> list[Path]:
    """The files of the same package that a module imports names from."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return [module_file(package, name.removeprefix(f"{package}.")) for name in names if name.startswith(f"{package}.")]


def _read(digest: hashlib._Hash, folder: Path, paths: Iterable[Path]) -> None:
    for path in sorted(paths):
        digest.update(f"{path.relative_to(folder)}\0".encode())
        digest.update(path.read_bytes())
