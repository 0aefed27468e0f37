"""The end of a block of convolutions in one pass on a GPU: add, cut off below 0, and pool over all squares.

PyTorch's compiler needs almost three times as long for the pooled values of small boards. Both kernels wait for memory
only, and read every number once. A program treats one board.
"""

from __future__ import annotations

import torch
import triton
from torch import Tensor
from triton import language as tl

SPREAD = 64  # sums over all boards are added up in so many places, or programs would wait for each other


@triton.jit  # type: ignore[untyped-decorator]
def _join(a, b, bias, y, pooled, squares, channels, S: tl.constexpr, C: tl.constexpr):  # type: ignore[no-untyped-def]
    board = tl.program_id(0).to(tl.int64)
    square, channel = tl.arange(0, S)[:, None], tl.arange(0, C)[None, :]
    there = (square < squares) & (channel < channels)
    at = (board * squares + square) * channels + channel
    x = tl.load(a + at, there, 0.0).to(tl.float32) + tl.load(b + at, there, 0.0).to(tl.float32)
    x += tl.load(bias + channel, channel < channels, 0.0).to(tl.float32)
    x = tl.where(there, tl.maximum(x, 0.0), 0.0)
    kept = x.to(y.dtype.element_ty)
    tl.store(y + at, kept, there)
    one = tl.arange(0, C)
    mean = tl.sum(x, 0) / squares
    most = tl.max(kept.to(tl.float32), 0)
    into = pooled + board * 2 * channels + one
    tl.store(into, mean.to(pooled.dtype.element_ty), one < channels)
    tl.store(into + channels, most.to(pooled.dtype.element_ty), one < channels)


@triton.jit  # type: ignore[untyped-decorator]
def _part(dy, dpooled, y, pooled, dx, dbias, squares, channels, spread, S: tl.constexpr, C: tl.constexpr):  # type: ignore[no-untyped-def]
    board = tl.program_id(0).to(tl.int64)
    square, channel = tl.arange(0, S)[:, None], tl.arange(0, C)[None, :]
    there = (square < squares) & (channel < channels)
    at = (board * squares + square) * channels + channel
    one = tl.arange(0, C)
    row = board * 2 * channels + one
    dmean = tl.load(dpooled + row, one < channels, 0.0).to(tl.float32) / squares
    dmost = tl.load(dpooled + row + channels, one < channels, 0.0).to(tl.float32)
    most = tl.load(pooled + row + channels, one < channels, 0.0).to(tl.float32)
    x = tl.load(y + at, there, 0.0).to(tl.float32)
    greatest = (x == most[None, :]) & there
    ties = tl.maximum(tl.sum(greatest.to(tl.float32), 0), 1.0)
    g = tl.load(dy + at, there, 0.0).to(tl.float32) + dmean[None, :]
    g += tl.where(greatest, (dmost / ties)[None, :], 0.0)
    g = tl.where(there & (x > 0.0), g, 0.0)
    tl.store(dx + at, g.to(dx.dtype.element_ty), there)
    tl.atomic_add(dbias + (board % spread) * channels + one, tl.sum(g, 0), one < channels)


def _blocks(squares: int, channels: int) -> dict[str, int]:
    size = {"S": triton.next_power_of_2(squares), "C": triton.next_power_of_2(channels)}
    return size | {"num_warps": 4 if size["S"] * size["C"] <= 1 << 12 else 8}


@torch.library.custom_op("ludotheque::join", mutates_args=())  # type: ignore[untyped-decorator]
def join(a: Tensor, b: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
    """`relu(a + b + bias)` of boards × squares × channels; and of each board the mean and greatest of every channel."""
    a, b = a.contiguous(), b.contiguous()
    boards, squares, channels = a.shape
    y, pooled = torch.empty_like(a), a.new_empty((boards, 2 * channels))
    _join[(boards,)](a, b, bias, y, pooled, squares, channels, **_blocks(squares, channels))
    return y, pooled


@join.register_fake  # type: ignore[untyped-decorator]
def _(a: Tensor, b: Tensor, bias: Tensor) -> tuple[Tensor, Tensor]:
    boards, _, channels = a.shape
    return torch.empty_like(a, memory_format=torch.contiguous_format), a.new_empty((boards, 2 * channels))


@torch.library.custom_op("ludotheque::part", mutates_args=())  # type: ignore[untyped-decorator]
def part(dy: Tensor, dpooled: Tensor, y: Tensor, pooled: Tensor) -> tuple[Tensor, Tensor]:
    """The gradients of what was joined, and of the bias."""
    dy, dpooled, y, pooled = dy.contiguous(), dpooled.contiguous(), y.contiguous(), pooled.contiguous()
    boards, squares, channels = y.shape
    dx = torch.empty_like(y)
    dbias = torch.zeros((SPREAD, channels), dtype=torch.float32, device=y.device)
    _part[(boards,)](dy, dpooled, y, pooled, dx, dbias, squares, channels, SPREAD, **_blocks(squares, channels))
    return dx, dbias.sum(0)


@part.register_fake  # type: ignore[untyped-decorator]
def _(dy: Tensor, dpooled: Tensor, y: Tensor, pooled: Tensor) -> tuple[Tensor, Tensor]:
    dx = torch.empty_like(y, memory_format=torch.contiguous_format)
    return dx, torch.empty(y.shape[2], dtype=torch.float32, device=y.device)


def _keep(ctx, inputs, output) -> None:  # type: ignore[no-untyped-def]
    ctx.save_for_backward(*output)


def _back(ctx, dy: Tensor, dpooled: Tensor):  # type: ignore[no-untyped-def]
    dx, dbias = part(dy, dpooled, *ctx.saved_tensors)
    return dx, dx, dbias


join.register_autograd(_back, setup_context=_keep)
