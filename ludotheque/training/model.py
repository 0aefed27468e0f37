"""The network in PyTorch, as it is trained: residual blocks over a board, or dense ones where there is none."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from ludotheque.bots.network import REACH
from ludotheque.training.shape import Shape

Seen = dict[str, float]
WIDE = 8  # tensor cores take rows whose length is a multiple of this


def _note(seen: Seen | None, name: str, x: Any) -> Any:
    """Remember the largest hidden value of a place, for the export."""
    if seen is not None:
        seen[name] = max(seen.get(name, 0.0), float(x.max()))
    return x


class Block(nn.Module):
    """Two convolutions, with global features of the board added between them."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.pooled = nn.Linear(2 * channels, channels)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Any, pooled: Any, seen: Seen | None = None, name: str = "") -> tuple[Any, Any]:
        """The new board, and what is pooled of it."""
        inner = functional.relu(beside(self.first, x, self.pooled(pooled)))
        return joined(self.second, _note(seen, name, inner), x)


class DenseBlock(nn.Module):
    """Two dense layers."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.first = nn.Linear(hidden, hidden)
        self.second = nn.Linear(hidden, hidden)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: Any, seen: Seen | None = None, name: str = "") -> Any:
        inner = functional.relu(self.first(x))
        return functional.relu(x + self.second(_note(seen, name, inner)))


def dense(x: Any, *layers: nn.Linear) -> Any:
    """Linear layers beside each other, on a GPU in one product whose sizes are multiples of WIDE."""
    if not x.is_cuda:
        return torch.cat([layer(x) for layer in layers], 1) if len(layers) > 1 else layers[0](x)
    weight, bias = (torch.cat([getattr(layer, name) for layer in layers]) for name in ("weight", "bias"))
    outputs, inputs = weight.shape
    more, more_in = -outputs % WIDE, -inputs % WIDE
    weight, bias = functional.pad(weight, (0, more_in, 0, more)), functional.pad(bias, (0, more))
    return functional.linear(functional.pad(x, (0, more_in)), weight, bias)[:, :outputs]


def beside(layer: nn.Conv2d, x: Any, aside: Any) -> Any:
    """A convolution, and a number beside it that is equal on all squares of a board.

    The bias is added to that number: the gradient of a bias on every square takes long.
    """
    bias = aside + layer.bias.to(aside.dtype)
    return functional.conv2d(x, layer.weight, padding=layer.padding) + bias[:, :, None, None]


def joined(layer: nn.Conv2d, x: Any, rest: Any) -> tuple[Any, Any]:
    """The end of a block: a convolution with the rest added, cut off below 0; and what is pooled of it."""
    if not x.is_cuda:
        board = functional.relu(rest + layer(x))
        return board, pool(board)
    from ludotheque.training.join import join  # here: Triton comes with PyTorch for GPUs only

    y = functional.conv2d(x, layer.weight, padding=layer.padding).permute(0, 2, 3, 1)
    rest = rest.permute(0, 2, 3, 1).to(y.dtype)
    size = (y.shape[0], y.shape[1] * y.shape[2], y.shape[3])
    board, pooled = join(y.reshape(size), rest.reshape(size), layer.bias)
    return board.reshape(y.shape).permute(0, 3, 1, 2), pooled


def pool(x: Any) -> Any:
    """Mean and greatest over all squares."""
    return torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)


class Model(nn.Module):
    """Observations in, logits of all actions and a value out."""

    def __init__(self, shape: Shape, scales: Any) -> None:
        super().__init__()
        self.shape = shape
        self.register_buffer("scales", torch.as_tensor(scales, dtype=torch.float32), persistent=False)
        self.register_buffer("order", torch.tensor(shape.order), persistent=False)
        channels, hidden = shape.channels, shape.hidden
        self.around = nn.Linear(shape.around, hidden)
        self.flat = nn.Linear(hidden, shape.flat)
        self.value = nn.Linear(hidden, 1)
        outputs = [self.flat, self.value]
        if shape.board is None:
            self.blocks = nn.ModuleList(DenseBlock(hidden) for _ in range(shape.blocks))
        else:
            self.to_board = nn.Linear(hidden, channels)
            self.stem = nn.Conv2d(shape.board[3], channels, 3, padding=1)
            self.blocks = nn.ModuleList(Block(channels) for _ in range(shape.blocks))
            self.head_board = nn.Linear(2 * channels, hidden)
            self.head_around = nn.Linear(hidden, hidden)
        if shape.square_planes:
            self.to_squares = nn.Linear(hidden, channels)
            self.near = nn.Conv2d(channels, channels, 1)
            self.squares = nn.Conv2d(channels, shape.square_planes, 1)
            outputs.append(self.squares)
        for layer in outputs:
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, observations: Any, seen: Seen | None = None) -> tuple[Any, Any]:
        """Logits (float32, before the mask) and values."""
        x = (observations.float() * self.scales).clamp(-REACH, REACH)
        if observations.is_cuda:
            x = x.bfloat16()
        if self.shape.board is None:
            head = _note(seen, "around", functional.relu(dense(x, self.around)))
            for k, block in enumerate(self.blocks):
                head = _note(seen, "around", block(head, seen, f"block{k}"))
            return self._ends(head)
        start, rows, columns, planes = self.shape.board
        stop = start + rows * columns * planes
        n = x.shape[0]
        around = torch.cat((x[:, :start], x[:, stop:]), 1)
        there = x[:, start:stop].reshape(n, rows, columns, planes).permute(0, 3, 1, 2)
        around = _note(seen, "around", functional.relu(dense(around, self.around)))
        there = functional.relu(self._stem(there, self.to_board(around)))
        there = _note(seen, "board", there.bfloat16() if there.is_cuda else there)
        pooled = pool(there)
        for k, block in enumerate(self.blocks):
            there, pooled = block(there, pooled, seen, f"block{k}")
            _note(seen, "board", there)
        head = _note(seen, "head", functional.relu(self.head_board(pooled) + self.head_around(around)))
        if not self.shape.square_planes:
            return self._ends(head)
        near = _note(seen, "near", functional.relu(beside(self.near, there, self.to_squares(head))))
        squares = self.squares(near).permute(0, 2, 3, 1).reshape(n, -1)
        flat, values = self._ends(head)
        return torch.cat((flat, squares.float()), 1).index_select(1, self.order), values

    def _ends(self, head: Any) -> tuple[Any, Any]:
        """Logits of the actions without a square, and values."""
        ends = dense(head, self.flat, self.value).float()
        return ends[:, :-1], ends[:, -1]

    def _stem(self, x: Any, aside: Any) -> Any:
        if not x.is_cuda:
            return beside(self.stem, x, aside)
        more = -x.shape[1] % WIDE
        weight = functional.pad(self.stem.weight, (0, 0, 0, 0, 0, more))
        padded = functional.pad(x.permute(0, 2, 3, 1), (0, more)).permute(0, 3, 1, 2)
        bias = aside + self.stem.bias.to(aside.dtype)
        return functional.conv2d(padded, weight, padding=1) + bias[:, :, None, None]
