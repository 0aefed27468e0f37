"""Convert a network file back to weights that can be trained further.

A file holds whole numbers, and of each layer only how its numbers relate to those before: how large hidden values were
in training is not told, and does not matter to what the network says. So they are given the size that makes weights as
large as those of a fresh layer: with that the optimiser's steps fit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from ludotheque.bots.network import FINE, Network
from ludotheque.play.base import BaseGame
from ludotheque.training.export import layers
from ludotheque.training.shape import Shape, shape_of


def shape_like(game: BaseGame, network: Network) -> Shape:
    """The shape of a network that was made for the game."""
    hidden = network.arrays["around.weights"].shape[1]
    channels = network.arrays["stem.weights"].shape[1] if network.board else 64
    return shape_of(game, channels, network.blocks, hidden)


def weights_of(network: Network, shape: Shape | None = None) -> dict[str, Any]:
    """The weights of a network, by the names that its model has for them.

    A model of that shape may see more than the network did: what came later stands behind, and counts nothing at first.
    """
    found: dict[str, Any] = {}
    for name, (source, target) in layers(network.board is not None, network.blocks, _sizes(network)).items():
        inside = name.replace("block", "blocks.") if name.startswith("block") else name
        matrix = _real(network, name) * (target / source)
        found[f"{inside}.weight"] = torch.from_numpy(_as_in_the_model(name, matrix).astype(np.float32))
        found[f"{inside}.bias"] = torch.from_numpy((network.arrays[f"{name}.constants"] * target).astype(np.float32))
    if shape is not None:
        known = found["around.weight"]
        found["around.weight"] = functional.pad(known, (0, shape.around - known.shape[1]))
    return found


def _real(network: Network, name: str) -> Any:
    return network.arrays[f"{name}.weights"].astype(np.float64) * network.arrays[f"{name}.factors"]


def _sizes(network: Network) -> dict[str, float]:
    """The scale of the values of each hidden layer."""

    def size(name: str, source: float) -> float:
        matrix = _real(network, name) / source
        usual = 1 / np.sqrt(3 * len(matrix))  # the deviation of PyTorch's fresh weights
        return float(usual / max(1e-12, np.sqrt((matrix**2).mean())))

    sizes = {"around": size("around", 1 / FINE)}
    through = "around"
    if network.board is not None:
        through = "board"
        sizes["board"] = size("stem", 1 / FINE)
        sizes["head"] = size("head_board", sizes["board"])
        if "near.weights" in network.arrays:
            sizes["near"] = size("near", sizes["board"])
    for k in range(network.blocks):
        sizes[f"block{k}"] = size(f"block{k}.first", sizes[through])
    return sizes


def _as_in_the_model(name: str, matrix: Any) -> Any:
    """Dense layers: out, in. Convolutions: out, in, rows, columns."""
    last = name.split(".")[-1]
    if last in ("near", "squares"):
        return matrix.T[:, :, None, None]
    if last == "stem" or (last in ("first", "second") and len(matrix) == 9 * matrix.shape[1]):
        return matrix.reshape(3, 3, -1, matrix.shape[1]).transpose(3, 2, 0, 1)
    return matrix.T
