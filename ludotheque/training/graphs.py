"""Work on a GPU that is repeated without being described again: a CUDA graph holds everything that a function starts.

Starting hundreds of small kernels one by one takes the processor longer than the GPU needs to compute them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

WARM = 2  # calls before a graph is recorded: compilers and libraries get ready in them


class Repeated:
    """A function without arguments or result whose tensors stay where they are, as a CUDA graph from its third call.

    Each call does the work once, whether it is recorded or not. `on_stream` is told on which stream to start kernels
    that are not PyTorch's.
    """

    def __init__(self, work: Callable[[], None], on_stream: Callable[[int], None]) -> None:
        self.work, self.on_stream = work, on_stream
        self.stream = torch.cuda.Stream()
        self.calls = 0
        self.graph: Any = None

    def __call__(self) -> None:
        if self.graph is None:
            self._begin()
        if self.graph is not None:
            self.graph.replay()

    def forget(self) -> None:
        """Record again, because tensors have been replaced; but first do the work once.

        What an optimiser makes at its first step must not be part of the graph, or every step would be its first.
        """
        self.graph = None
        self.calls = WARM - 1

    def _begin(self) -> None:
        """Do the work on a stream of its own, or record it there."""
        self.stream.wait_stream(torch.cuda.current_stream())
        self.on_stream(self.stream.cuda_stream)
        try:
            if self.calls < WARM:
                self.calls += 1
                with torch.cuda.stream(self.stream):
                    self.work()
            else:
                graph = torch.cuda.CUDAGraph()
                # "relaxed", because Numba may free memory meanwhile
                with torch.cuda.graph(graph, stream=self.stream, capture_error_mode="relaxed"):
                    self.work()
                self.graph = graph
        finally:
            self.on_stream(0)
        torch.cuda.current_stream().wait_stream(self.stream)
