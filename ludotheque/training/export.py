"""Export a trained model to a file that NumPy plays with: weights rounded to eight bits, hidden values to nine.

How large hidden values get is seen on observations from training; what is beyond that is cut off.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from ludotheque.bots.network import EXACT, FINE, MOST, Network, layout_digest, write_network
from ludotheque.play.base import BaseGame
from ludotheque.training.model import Model, Seen

BITS = 127
SPARE = 1.05  # how far below the bound of exact sums the weights stay, for rounding adds to them


def export(path: Path, game: BaseGame, model: Model, observations: Any, told: dict[str, Any]) -> Network:
    """Write the network of a game; `observations` are some that it meets, `told` is kept in the file."""
    shape = model.shape
    seen: Seen = {}
    with torch.no_grad():
        plain = Model(shape, model.scales.cpu())
        plain.load_state_dict({name: weights.float().cpu() for name, weights in model.state_dict().items()})
        plain(torch.as_tensor(observations).cpu(), seen)
    size = {name: max(most, 1e-6) / MOST for name, most in seen.items()}
    weights = {name: np.asarray(tensor.numpy(), np.float64) for name, tensor in plain.state_dict().items()}
    arrays: dict[str, Any] = {
        "scales": np.asarray(plain.scales.numpy(), np.float32),
        "order": np.asarray(shape.order, np.int32),
    }
    for name, (source, target) in layers(shape.board is not None, shape.blocks, size).items():
        arrays |= _rounded(name, weights, source, target)
    about = {
        "game": game.name,
        "rules": game.rules_version,
        "layout": layout_digest(game),
        "board": shape.board,
        "blocks": shape.blocks,
        **told,
    }
    write_network(path, about, arrays)
    return Network(about, arrays)


def layers(board: bool, blocks: int, size: dict[str, float]) -> dict[str, tuple[float, float]]:
    """The scales of each layer's inputs and outputs."""
    raw = 1 / FINE
    around = size["around"]
    if not board:
        layers = {"around": (raw, around), "flat": (around, 1.0), "value": (around, 1.0)}
        for k in range(blocks):
            layers |= {f"block{k}.first": (around, size[f"block{k}"]), f"block{k}.second": (size[f"block{k}"], around)}
        return layers
    there, head = size["board"], size["head"]
    layers = {
        "around": (raw, around),
        "to_board": (around, there),
        "stem": (raw, there),
        "head_board": (there, head),
        "head_around": (around, head),
        "flat": (head, 1.0),
        "value": (head, 1.0),
    }
    if "near" in size:
        near = size["near"]
        layers |= {"to_squares": (head, near), "near": (there, near), "squares": (near, 1.0)}
    for k in range(blocks):
        inner = size[f"block{k}"]
        layers |= {f"block{k}.first": (there, inner), f"block{k}.pooled": (there, inner)}
        layers[f"block{k}.second"] = (inner, there)
    return layers


def _rounded(name: str, weights: dict[str, Any], source: float, target: float) -> dict[str, Any]:
    """A layer in whole numbers: the columns of its weights each have a scale of their own."""
    inside = name.replace("block", "blocks.") if name.startswith("block") else name
    matrix = weights[f"{inside}.weight"]
    if matrix.ndim > 2:  # out, in, rows, columns: neighbours row by row, then what comes in
        matrix = matrix.transpose(0, 2, 3, 1).reshape(matrix.shape[0], -1)
    matrix = matrix.T
    size = np.abs(matrix)
    bound = SPARE * size.sum(axis=0) * (MOST + 1) / EXACT
    step = np.maximum(np.maximum(size.max(axis=0, initial=0.0) / BITS, bound), 1e-12)
    return {
        f"{name}.weights": np.clip(np.rint(matrix / step), -BITS, BITS).astype(np.int8),
        f"{name}.factors": (step * source / target).astype(np.float32),
        f"{name}.constants": (weights[f"{inside}.bias"] / target).astype(np.float32),
    }
