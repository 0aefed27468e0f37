"""Networks that have learnt to play, run by NumPy alone: which actions look good, and what the position promises.

A game that has one keeps it as `network.npz` in its folder; `ludotheque train` writes such files (training/export.py).
Weights are whole numbers of eight bits, hidden values whole numbers up to MOST, both held as float32: every sum stays
below 2**24, so each product of matrices is exact in whatever order a machine adds up. All else is done number by
number, as IEEE 754 says. So the same observation has the same answer on every machine, to the last bit.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import zipfile
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import BadInput
from ludotheque.kernel.observation import Observation
from ludotheque.play.base import BaseGame

FILE = "network.npz"
FORMAT = 1
MOST = 511  # the largest hidden value
REACH, FINE = 8.0, 64.0  # observations, once scaled, are cut off at REACH and counted in this part of one
EXACT = 1 << 24  # whole numbers up to this are exact in float32
REWARD = 5.0  # what the value says of a whole win: values of about one are learnt best

Array = NDArray[Any]
Reals = NDArray[np.float32]


class Network:
    """The weights of a file, ready to answer."""

    def __init__(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        self.about = dict(about)
        self.arrays = dict(arrays)
        self.scales = np.asarray(arrays["scales"], np.float32)
        self.order = np.asarray(arrays["order"], np.int64)  # of an action: its place among flat ones and squares
        self.blocks = int(about["blocks"])
        self.board: tuple[int, int, int, int] | None = tuple(about["board"]) if about["board"] else None
        names = [name.removesuffix(".weights") for name in arrays if name.endswith(".weights")]
        self._weights = {name: np.asarray(arrays[f"{name}.weights"], np.float32) for name in names}
        self._factors = {name: np.asarray(arrays[f"{name}.factors"], np.float32) for name in names}
        self._constants = {name: np.asarray(arrays[f"{name}.constants"], np.float32) for name in names}
        for name, weights in self._weights.items():
            if float(np.abs(weights).sum(axis=0, dtype=np.float64).max(initial=0.0)) * (MOST + 1) >= EXACT:
                raise BadInput.at(FILE, 0, name, "its weights are so large that sums would not be exact")

    @cached_property
    def digest(self) -> str:
        """Tells one network from another: the beginning of a hash of all its numbers."""
        told = hashlib.sha256()
        for name in sorted(self.arrays):
            array = np.ascontiguousarray(self.arrays[name])
            told.update(f"{name} {array.dtype.str} {array.shape}".encode() + array.tobytes())
        return told.hexdigest()[:8]

    @property
    def parameters(self) -> int:
        """How many weights it has."""
        return sum(weights.size for weights in self._weights.values())

    def answer(self, observations: Array) -> tuple[Reals, Reals]:
        """For each row, an observation: how good every action looks (logits), and what the seat may hope for."""
        raw = np.asarray(observations, np.float32) * self.scales
        x: Reals = np.rint(np.clip(raw, -REACH, REACH) * np.float32(FINE))
        if self.board is None:
            flat = self._stack(x)
            return self._layer("flat", flat)[:, self.order], self._layer("value", flat)[:, 0]
        squares, head = self._over_the_board(x, self.board)
        listed = np.concatenate([self._layer("flat", head), *squares], axis=1)
        return listed[:, self.order], self._layer("value", head)[:, 0]

    def _stack(self, x: Reals) -> Reals:
        """Hidden values of a game without a board."""
        hidden = _cut(self._layer("around", x))
        for k in range(self.blocks):
            inner = _cut(self._layer(f"block{k}.first", hidden))
            hidden = _cut(self._layer(f"block{k}.second", inner) + hidden)
        return hidden

    def _over_the_board(self, x: Reals, board: tuple[int, int, int, int]) -> tuple[list[Reals], Reals]:
        """Logits of the actions that have a square, if there are any, and the hidden values of all else."""
        start, rows, columns, planes = board
        stop = start + rows * columns * planes
        n = len(x)
        around = _cut(self._layer("around", np.concatenate([x[:, :start], x[:, stop:]], axis=1)))
        there = x[:, start:stop].reshape(n, rows, columns, planes)
        there = _cut(self._layer("stem", _neighbours(there)) + self._layer("to_board", around)[:, None, None])
        for k in range(self.blocks):
            inner = self._layer(f"block{k}.first", _neighbours(there))
            inner = _cut(inner + self._layer(f"block{k}.pooled", _pooled(there))[:, None, None])
            there = _cut(self._layer(f"block{k}.second", _neighbours(inner)) + there)
        head = _cut(self._layer("head_board", _pooled(there)) + self._layer("head_around", around))
        if "squares" not in self._weights:
            return [], head
        near = _cut(self._layer("near", there) + self._layer("to_squares", head)[:, None, None])
        return [self._layer("squares", near).reshape(n, -1)], head

    def _layer(self, name: str, x: Reals) -> Reals:
        """What a layer makes of whole numbers; the product is exact, whichever way it is computed."""
        rows, weights = x.reshape(-1, x.shape[-1]), self._weights[name]
        product = _product_of_one(rows[0], weights) if len(rows) == 1 else rows @ weights
        out: Reals = (product * self._factors[name] + self._constants[name]).reshape(*x.shape[:-1], -1)
        return out


def _product_of_one(row: Reals, weights: Reals) -> Reals:
    """One row times a matrix. Most of what is seen is 0; and NumPy's own product shares even so little work out among
    threads, which wait for each other: two cores were busy for as long, and on a busy machine four times as long."""
    there = np.flatnonzero(row)
    found: Reals = np.einsum("k,km->m", row[there], weights[there])[None]
    return found


def _cut(x: Reals) -> Reals:
    """Hidden values: whole, none below 0."""
    cut: Reals = np.clip(np.rint(x), np.float32(0), np.float32(MOST))
    return cut


def _pooled(x: Reals) -> Reals:
    """Mean and greatest over all squares."""
    squares = x.reshape(len(x), -1, x.shape[-1])
    mean = np.rint(squares.sum(axis=1) / np.float32(squares.shape[1]))  # the sum is whole and small: exact
    return np.concatenate([mean, squares.max(axis=1)], axis=1)


def _neighbours(x: Reals) -> Reals:
    """Of every square the values of the nine around it, row by row; 0 beyond the edge."""
    n, rows, columns, width = x.shape
    padded = np.zeros((n, rows + 2, columns + 2, width), np.float32)
    padded[:, 1:-1, 1:-1] = x
    found = np.empty((n, rows, columns, 9, width), np.float32)
    for k in range(9):
        found[:, :, :, k] = padded[:, k // 3 : k // 3 + rows, k % 3 : k % 3 + columns]
    return found.reshape(n, rows, columns, 9 * width)


# Files ----------------------------------------------------------------------------------------------------------------


@cache
def outlook_of(game: BaseGame) -> Observation | None:
    """What a network sees of the ends of plans, in a game whose policies offer some (bots/plans.py); None elsewhere."""
    name = f"{game.package}.policies"
    module = importlib.import_module(name) if importlib.util.find_spec(name) is not None else None
    found: Observation | None = getattr(module, "OUTLOOK", None)
    return found


def layout_digest(game: BaseGame) -> str:
    """Tells what a network was made for: the rules, the actions, and what every number that it is shown means."""
    shown = outlook_of(game) or game.observation
    parts = [(one.name, one.shape, one.labels, one.scale) for one in shown.parts]
    told = repr((game.name, game.rules_version, game.declaration.action_count, parts))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write a network; the same weights make the same file."""
    told = {"about": np.array(json.dumps({"format": FORMAT, **about}, sort_keys=True)), **arrays}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(told):
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w") as entry:  # its date is a fixed one
                np.lib.format.write_array(entry, np.asarray(told[name], order="C"), allow_pickle=False)


def read(path: Path, game: BaseGame) -> Network:
    """The network in a file; BadInput if it is none, or was made for other rules or observations."""
    source = str(path)
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        about = json.loads(str(arrays.pop("about")))
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BadInput.at(source, 0, "", f"holds no network: {error}") from None
    if about.get("format") != FORMAT or about.get("layout") != layout_digest(game):
        told = f"was made for {about.get('game')}, rules {about.get('rules')}, as it was then; it must be trained anew"
        raise BadInput.at(source, 0, "layout", told)
    try:
        return Network(about, arrays)
    except KeyError as error:
        raise BadInput.at(source, 0, "", f"holds no network: {error} is missing") from None


def file_of(game: BaseGame) -> Path:
    """Where a game keeps its network."""
    return game.folder / FILE


def has_network(game: BaseGame) -> bool:
    """Whether a game has a network of its own that was made for it as it is: with other cards it has none."""
    return _is_for(file_of(game), layout_digest(game)) if file_of(game).is_file() else False


@cache
def _is_for(path: Path, layout: str) -> bool:
    with np.load(path, allow_pickle=False) as found:
        about = json.loads(str(found["about"]))
    return bool(about.get("format") == FORMAT and about.get("layout") == layout)


@cache
def _read(path: Path, game: BaseGame) -> Network:
    return read(path, game)


def network_of(game: BaseGame, path: Path | None = None) -> Network:
    """The network of a game, or that of a file; read once a process."""
    return _read(file_of(game) if path is None else path, game)


def digest_of(game: BaseGame, path: Path | None = None) -> str | None:
    """The digest of that network; None if the game has none."""
    return network_of(game, path).digest if path is not None or has_network(game) else None
