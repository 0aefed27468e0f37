"""Many matches of one game at once, without Python for each: for those who train and search.

`batch` (here, and as `lt.batch`) makes one; what it does is told in docs/research.md.
"""

from ludotheque.batches.batch import Batch, batch

__all__ = ["Batch", "batch"]
