"""Networks that have learnt to play: logits of all actions, and the value of the position for the seat.

A game that has a network keeps it as `network.npz` in its folder; `ludotheque train` writes such files
(training/export.py). Weights are 8-bit whole numbers and hidden values whole numbers up to MOST, both held as float32.
Every sum stays below 2**24, so each matrix product is exact in any order. All other operations follow IEEE 754 one by
one. So the same observation has the same answer on every machine, to the last bit. An answer uses one core: the layers
are compiled loops (bots/network_kernel.py).
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ludotheque.errors import BadInput
from ludotheque.kernel import Program
from ludotheque.kernel.observation import DTYPE, Observation, Part
from ludotheque.kernel.optional import np
from ludotheque.play.base import BaseGame

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = "network.npz"
PARTNER, PARTNERS = "partner:", "partners"  # the bot `partner:1` plays by the network in `partners/1.npz`
KERNEL = "ludotheque.bots.network_kernel"
FORMAT = 1
MOST = 511  # the largest hidden value
REACH, FINE = 8.0, 64.0  # observations, once scaled, are cut off at REACH and counted in this part of one
EXACT = 1 << 24  # whole numbers up to this are exact in float32
REWARD = 5.0  # what the value says of a whole win: values of about one are learnt best

given: dict[str, Callable[[], Network]] = {}  # by game: networks that no file here holds
Array: TypeAlias = "NDArray[Any]"
Reals: TypeAlias = "NDArray[np.float32]"


class Layer(NamedTuple):
    """Weights, a column for each output; each output is then multiplied by its factor, and its constant is added."""

    weights: Reals
    factors: Reals
    constants: Reals


class Network:
    """The weights of a file, ready to answer.

    A browser holds the numbers elsewhere (local/networks.py): it replaces the methods that compute and copy.
    """

    about: dict[str, Any]
    scales: Any
    order: Any  # of an action: its place among flat ones and squares
    blocks: int
    board: tuple[int, int, int, int] | None
    _layers: Mapping[str, Any]

    def __init__(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
        self.about = dict(about)
        self.arrays = dict(arrays)
        self.scales = np.asarray(arrays["scales"], np.float32)
        self.order = np.asarray(arrays["order"], np.int64)
        self.blocks = int(about["blocks"])
        self.board = tuple(about["board"]) if about["board"] else None
        names = [name.removesuffix(".weights") for name in arrays if name.endswith(".weights")]
        parts = ("weights", "factors", "constants")
        self._layers = {
            name: Layer(*(np.ascontiguousarray(arrays[f"{name}.{part}"], np.float32) for part in parts))
            for name in names
        }
        self._kernel: Any = importlib.import_module(KERNEL)  # here: it takes a second to load, for those who need it
        for name, (weights, _, _) in self._layers.items():
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
        """The number of weights."""
        return sum(layer.weights.size for layer in self._layers.values())

    def answer(self, observations: Array) -> tuple[Reals, Reals]:
        """The logits of all actions for each row, an observation, and the value for its seat."""
        listed, values = self._answer(observations)
        return listed[:, self.order], values[:, 0]

    def values(self, observations: Any) -> list[float]:
        """The value for the seat of each row."""
        found: list[float] = self.answer(observations)[1].tolist()
        return found

    def count_likings(self, observations: Any, part: int) -> tuple[list[list[int]], list[float]]:
        """The logits of all actions for each row, counted in this part of a logit, and the values."""
        logits, values = self.answer(observations)
        return np.rint(logits * np.float32(part)).astype(np.int64).tolist(), values.tolist()

    def _answer(self, observations: Any) -> tuple[Any, Any]:
        """The logits of flat actions, then of squares; and the values, as a column."""
        x = self._quantised(observations)
        if self.board is None:
            flat = self._stack(x)
            return self._dense("flat", flat), self._dense("value", flat)
        squares, head = self._over_the_board(x, self.board)
        return self._beside(self._dense("flat", head), *squares), self._dense("value", head)

    def _stack(self, x: Reals) -> Reals:
        """Hidden values of a game without a board."""
        hidden = self._hidden("around", x)
        for k in range(self.blocks):
            hidden = self._hidden(f"block{k}.second", self._hidden(f"block{k}.first", hidden), hidden)
        return hidden

    def _over_the_board(self, x: Reals, board: tuple[int, int, int, int]) -> tuple[list[Reals], Reals]:
        """Logits of the actions that have a square, if there are any, and the hidden values of all else."""
        start, rows, columns, planes = board
        stop = start + rows * columns * planes
        n, size = len(x), (rows, columns)
        around = self._hidden("around", self._beside(x[:, :start], x[:, stop:]))
        there = self._beside(x[:, start:stop]).reshape(-1, planes)
        there = self._convolved("stem", there, size, self._dense("to_board", around))
        for k in range(self.blocks):
            aside = self._dense(f"block{k}.pooled", self._pooled(there, n))
            inner = self._convolved(f"block{k}.first", there, size, aside)
            there = self._convolved(f"block{k}.second", inner, size, there)
        head = self._hidden("head_around", around, self._dense("head_board", self._pooled(there, n)))
        if "squares" not in self._layers:
            return [], head
        near = self._hidden("near", there, self._dense("to_squares", head))
        return [self._dense("squares", near).reshape(n, -1)], head

    def _quantised(self, observations: Any) -> Reals:
        """Observations as the whole numbers that the first layers take."""
        known = np.asarray(observations)[:, : len(self.scales)]  # what came after its rules version stands behind
        shown = np.ascontiguousarray(known, np.float32)
        x = np.empty_like(shown)
        self._kernel.quantise(shown, self.scales, x)
        return x

    def _beside(self, *parts: Reals) -> Reals:
        """Columns of the same rows beside each other, in one piece."""
        return np.ascontiguousarray(np.concatenate(parts, axis=1))

    def _dense(self, name: str, x: Reals) -> Reals:
        """Apply a layer to rows of whole numbers; return real numbers."""
        layer = self._layers[name]
        out = np.empty((len(x), len(layer.factors)), np.float32)
        self._kernel.dense(x, *layer, *self._kernel.room_for(x.shape[1]), out)
        return out

    def _hidden(self, name: str, x: Reals, added: Reals | None = None) -> Reals:
        """The hidden values of a layer, after adding `added` to its output."""
        layer = self._layers[name]
        out = np.empty((len(x), len(layer.factors)), np.float32)
        added = np.zeros((1, len(layer.factors)), np.float32) if added is None else added
        self._kernel.hidden(x, *layer, added, *self._kernel.room_for(x.shape[1]), out)
        return out

    def _convolved(self, name: str, x: Reals, size: tuple[int, int], added: Reals) -> Reals:
        """Hidden values of every square of boards of that size, from the nine squares around it."""
        layer = self._layers[name]
        out = np.empty((len(x), len(layer.factors)), np.float32)
        squares, width = size[0] * size[1], x.shape[1]
        seen = np.empty((squares, width + 1), np.float32), np.empty((squares, width + 1), np.int32)
        counts = np.empty(squares, np.int64)
        self._kernel.convolved(x, *size, *layer, added, *seen, counts, *self._kernel.room_for(9 * width), out)
        return out

    def _pooled(self, x: Reals, n: int) -> Reals:
        """Mean and greatest over all squares of each of `n` boards."""
        out = np.empty((n, 2 * x.shape[1]), np.float32)
        self._kernel.pooled(x, out)
        return out


# Files ----------------------------------------------------------------------------------------------------------------


@cache
def outlook_of(game: BaseGame) -> Observation | None:
    """The layout of the ends of plans, in a game whose policies offer plans (bots/plans.py); otherwise None."""
    name = f"{game.package}.policies"
    module = importlib.import_module(name) if importlib.util.find_spec(name) is not None else None
    found: Observation | None = getattr(module, "OUTLOOK", None)
    return found


def layout_digest(game: BaseGame) -> str:
    """Tells what a network was made for: the rules, the actions, and what every number that it is shown means."""
    shown = outlook_of(game) or game.observation
    return _digest(game, game.rules_version, shown.parts)


def _digest(game: BaseGame, version: str, parts: Sequence[Part]) -> str:
    named = [(one.name, one.shape, one.labels, one.scale) for one in parts]
    told = repr((game.name, version, game.declaration.action_count, named))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@cache
def readable_layouts(game: BaseGame) -> frozenset[str]:
    """The layouts of networks that can play the game: today's, and those of earlier rules versions that it still plays.

    What is new stands behind what was there, so a network of an earlier version reads the numbers that it knows.
    """
    shown = outlook_of(game) or game.observation
    before = [
        _digest(game, one.version, shown.parts[:count])
        for one in game.declaration.earlier
        for count in range(1, len(shown.parts) + 1)
    ]
    return frozenset((layout_digest(game), *before))


def write_network(path: Path, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Write a network; the same weights make the same file."""
    told = {"about": np.array(json.dumps({"format": FORMAT, **about}, sort_keys=True)), **arrays}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(told):
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w") as entry:  # its date is a fixed one
                np.lib.format.write_array(entry, np.asarray(told[name], order="C"), allow_pickle=False)


def read_network(path: Path, game: BaseGame) -> Network:
    """The network in a file; BadInput if it is none, or was made for other rules or observations."""
    source = str(path)
    try:
        with np.load(path, allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
        about = json.loads(str(arrays.pop("about")))
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise BadInput.at(source, 0, "", f"holds no network: {error}") from None
    if about.get("format") != FORMAT or about.get("layout") not in readable_layouts(game):
        told = f"was made for {about.get('game')}, rules {about.get('rules')}, as it was then; it must be trained anew"
        raise BadInput.at(source, 0, "layout", told)
    try:
        return Network(about, arrays)
    except KeyError as error:
        raise BadInput.at(source, 0, "", f"holds no network: {error} is missing") from None


def file_of(game: BaseGame) -> Path:
    """The network file of a game."""
    return game.folder / FILE


def has_network(game: BaseGame) -> bool:
    """Whether a game has a network that fits its current rules and data; with other cards it has none.

    Networks are computed with NumPy. Without it there are only those that were given.
    """
    if game.name in given:
        return True
    return np is not None and file_of(game).is_file() and _is_for(file_of(game), readable_layouts(game))


@cache
def _is_for(path: Path, layouts: frozenset[str]) -> bool:
    with np.load(path, allow_pickle=False) as found:
        about = json.loads(str(found["about"]))
    return bool(about.get("format") == FORMAT and about.get("layout") in layouts)


@cache
def _read(path: Path, game: BaseGame) -> Network:
    return read_network(path, game)


def network_of(game: BaseGame, path: Path | None = None) -> Network:
    """The network of a game, or that of a file; read once a process."""
    if path is None and game.name in given:
        return given[game.name]()
    return _read(file_of(game) if path is None else path, game)


def partners(game: BaseGame) -> dict[str, Path]:
    """Networks of teams that learnt apart from the game's own and from each other, by the names of their bots."""
    return {f"{PARTNER}{path.stem}": path for path in sorted((game.folder / PARTNERS).glob("*.npz"))}


def give(game: str, network: Callable[[], Network]) -> None:
    """Let a game have a network that no file here holds; it is asked for where it is needed."""
    given[game] = network


def observations(program: Program, rows: int, numbers: int) -> Any:
    """Room for so many observations of so many numbers."""
    if program.mode == "plain":
        return [[0] * numbers for _ in range(rows)]
    room = getattr(program, "rows", None)  # a program with storage of its own makes room itself
    return np.zeros((rows, numbers), DTYPE) if room is None else room(rows, numbers)


def digest_of(game: BaseGame, path: Path | None = None) -> str | None:
    """The digest of that network; None if the game has none."""
    return network_of(game, path).digest if path is not None or has_network(game) else None
