"""What figures were measured on."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    versions = {name: importlib.metadata.version(name) for name in ("numpy", "numba")}
    return {
        "cpu": f"{processor()}, {os.cpu_count()} cores",
        "python": f"Python {platform.python_version()}",
        "numpy": f"NumPy {versions['numpy']}",
        "numba": f"Numba {versions['numba']}",
    }


def processor() -> str:
    """The name of the processor, as far as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
