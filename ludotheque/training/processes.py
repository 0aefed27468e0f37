"""Several processes that train one network, each with its own matches and, if there are any, its own GPU.

`torchrun` starts them and says in the environment who is who; PyTorch averages their gradients, so that all of them
have the same weights after every lesson. What else has to be the same for all is asked for here. Alone, a process is
answered at once.
"""

from __future__ import annotations

import os
from typing import Any

import torch
from torch import distributed
from torch.nn.parallel import DistributedDataParallel

BACKENDS = {"cuda": "nccl", "cpu": "gloo"}


class Processes:
    """This process among those that train together."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.rank, self.size = (int(os.environ.get(name, usual)) for name, usual in (("RANK", 0), ("WORLD_SIZE", 1)))
        if self.size > 1 and not distributed.is_initialized():
            distributed.init_process_group(BACKENDS[device])

    @property
    def first(self) -> bool:
        """Whether this is the process that saves and prints."""
        return self.rank == 0

    def shared(self, model: Any) -> Any:
        """The model such that learning from its answers takes all processes' gradients; their weights become equal."""
        return DistributedDataParallel(model, broadcast_buffers=False) if self.size > 1 else model

    def told_by_first(self, number: float) -> float:
        """The value of the first process, for all."""
        return self._all(number, None)

    def least(self, number: int) -> int:
        """The least that one of them says."""
        return int(self._all(number, distributed.ReduceOp.MIN))

    def mean(self, number: float) -> float:
        """The mean of what they say."""
        return self._all(number, distributed.ReduceOp.SUM) / self.size

    def _all(self, number: float, how: Any) -> float:
        if self.size == 1:
            return number
        told = torch.tensor([float(number)], dtype=torch.float64, device=self.device)
        if how is None:
            distributed.broadcast(told, 0)
        else:
            distributed.all_reduce(told, how)
        return float(told)

    def end(self) -> None:
        """Leave the group when all processes are done."""
        if self.size > 1:
            distributed.barrier()
            distributed.destroy_process_group()
