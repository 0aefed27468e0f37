"""The weights of a game's value network (bots/value_network_kernel.py); bench/learn.py writes them.

A game with a value network names its features in `feature_names.py` and keeps the weights in `data/value_network.toml`:
a row of whole numbers for each name.
"""

from __future__ import annotations

import hashlib
import importlib
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludotheque.errors import BadInput

CONSTANT = "constant"
KERNEL = "ludotheque.bots.value_network_kernel"


class ValueNetwork(NamedTuple):
    """Both layers: a row of weights for each input and a row of biases; a weight for each hidden value, and a bias."""

    inputs: int
    first: tuple[int, ...]
    second: tuple[int, ...]


NONE = ValueNetwork(0, (0,), (0, 0))  # for games without a value network


def file_of(package: str) -> Path:
    """The file with the weights of a game."""
    return Path(importlib.import_module(package).__file__ or "").parent / "data" / "value_network.toml"


@cache
def value_network_of(package: str) -> ValueNetwork:
    """The value network of a game; NONE if it has none."""
    file = file_of(package)
    return read_weights(file, importlib.import_module(f"{package}.feature_names").NAMES) if file.exists() else NONE


def digest_of(package: str) -> str | None:
    """The beginning of a hash of a game's value network, to tell versions apart; None if the game has none."""
    known = value_network_of(package)
    return None if known is NONE else hashlib.sha256(repr(tuple(known)).encode()).hexdigest()[:8]


def read_weights(path: Path, inputs: Sequence[str]) -> ValueNetwork:
    """Read the weights from a file, which must name exactly these inputs."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    first, second = data["first"], data["second"]
    wanted = [*inputs, CONSTANT]
    for name in wanted:
        if name not in first:
            raise BadInput.at(path.name, 0, name, "this input has no weights")
        if len(first[name]) != len(second["weights"]):
            raise BadInput.at(path.name, 0, name, f"has {len(first[name])} weights, not {len(second['weights'])}")
    for name in first:
        if name not in wanted:
            raise BadInput.at(path.name, 0, name, "there is no such input")
    rows = tuple(weight for name in wanted for weight in first[name])
    return ValueNetwork(len(inputs), rows, (*second["weights"], second[CONSTANT]))


def write(
    path: Path, about: Sequence[str], inputs: Sequence[str], first: Sequence[Sequence[int]], second: Sequence[int]
) -> None:
    """Write both layers, with comment lines about their origin; the last row and the last number are the biases."""
    lines = [f"# {line}".rstrip() for line in about] + ["", "[first]"]
    lines += [f'"{name}" = {list(row)}' for name, row in zip([*inputs, CONSTANT], first, strict=True)]
    lines += ["", "[second]", f"weights = {list(second[:-1])}", f"{CONSTANT} = {second[-1]}"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
