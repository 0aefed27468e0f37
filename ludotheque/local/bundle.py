"""The package as a browser needs it: one archive of sources and data, without what only servers and studies need."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent
LEFT_OUT = (  # folders and files of the package
    "adapters",
    "batches",
    "benchmarks",
    "cli.py",
    "commands",
    "compliance",
    "page",
    "reports",
    "server/api",
    "server/app.py",
    "server/daily",
    "server/notifications",
    "server/pictures",
    "server/ratings",
    "server/storage",
    "server/tournaments",
    "messages/page",
    "terminal",
    "training",
    "wasm",
)
ASKED_OF_SERVERS = "problems.json"  # of games: large, and only a server rates answers
SUFFIXES = (".py", ".toml", ".json", ".deck")
MOMENT = (1980, 1, 1, 0, 0, 0)  # the same sources make the same archive


def files() -> Iterator[tuple[str, Path]]:
    """The files of the archive, by their names in it."""
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE).as_posix()
        left_out = any(inside == one or inside.startswith(f"{one}/") for one in LEFT_OUT)
        left_out |= path.name == ASKED_OF_SERVERS
        if path.is_file() and path.suffix in SUFFIXES and not left_out and "__pycache__" not in path.parts:
            yield f"{PACKAGE.name}/{inside}", path


def write_bundle(assets: Mapping[str, Any] | None = None) -> bytes:
    """The archive, with the list of modules and networks that a site has."""
    room = io.BytesIO()
    written = {name: path.read_bytes() for name, path in files()}
    if assets:
        written[f"{PACKAGE.name}/local/assets.json"] = json.dumps(assets, sort_keys=True).encode()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in written.items():
            archive.writestr(zipfile.ZipInfo(name, MOMENT), content, zipfile.ZIP_DEFLATED, 9)
    return room.getvalue()
