"""Prints, a line each, the environment variables in which uv finds what pip was told about the package index.

uv reads no settings of pip. Whoever has told pip of another index, a proxy or a certificate has told us, too; whatever
is already set for uv stays. The lines are for the environment of one call: an address may hold a password, so they are
written to no file.

    python requirements/uv_settings.py
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping

# The setting of pip, its name for uv, and the other names under which uv may have been told already.
NAMES = (
    ("index-url", "UV_DEFAULT_INDEX", ("UV_INDEX_URL",)),
    ("extra-index-url", "UV_INDEX", ("UV_EXTRA_INDEX_URL",)),
    ("find-links", "UV_FIND_LINKS", ()),
    ("no-index", "UV_NO_INDEX", ()),
    ("trusted-host", "UV_INSECURE_HOST", ()),
    ("cert", "SSL_CERT_FILE", ()),
    ("default-timeout", "UV_HTTP_TIMEOUT", ()),
    ("timeout", "UV_HTTP_TIMEOUT", ()),
    ("proxy", "ALL_PROXY", ("HTTPS_PROXY", "https_proxy", "all_proxy")),
)
SECTIONS = ("global", "install", ":env:")  # a later one overrules
SEPARATOR = {"UV_FIND_LINKS": ","}  # where it is not a blank


def pip_settings(listing: str) -> dict[str, str]:
    """Return the settings of `pip config list` by name: `global.index-url='…'`."""
    found: dict[str, tuple[int, str]] = {}
    for line in listing.splitlines():
        key, equals, value = line.partition("=")
        section, dot, name = key.rpartition(".")
        if not equals or not dot or section not in SECTIONS:
            continue
        rank = SECTIONS.index(section)
        if name not in found or rank >= found[name][0]:
            found[name] = rank, str(ast.literal_eval(value))
    return {name: value for name, (_, value) in found.items()}


def uv_settings(settings: Mapping[str, str], environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The variables to set for uv, given what pip was told and what the environment already says."""
    given = set()
    for name, variable, others in NAMES:
        value = settings.get(name, "").split()
        if not value or variable in given or any(environment.get(known) for known in (variable, *others)):
            continue
        given.add(variable)
        yield variable, SEPARATOR.get(variable, " ").join(value)
        if variable == "UV_INDEX":
            # pip takes the best of all indexes, uv what the first one has. All is pinned by hash: no stranger gets in.
            yield "UV_INDEX_STRATEGY", "unsafe-best-match"


def main() -> None:
    """Ask the pip of this Python."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for name, value in uv_settings(pip_settings(listing), os.environ):
        print(f"{name}={value}")


if __name__ == "__main__":
    main()
