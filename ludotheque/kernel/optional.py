"""NumPy where it is installed. A browser has none: there, rules run in plain mode, which needs no arrays."""

from __future__ import annotations

try:
    import numpy as np
except ModuleNotFoundError:
    np = None  # type: ignore[assignment]

__all__ = ["np"]
