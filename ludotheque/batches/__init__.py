"""Many matches of one game at once, in compiled loops: for training and search.

`batch` (here, and as `lt.batch`) creates them; docs/research.md explains their use.
"""

from ludotheque.batches.batch import Batch, batch

__all__ = ["Batch", "batch"]
