"""A description of the machine for benchmark figures."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path


def machine() -> dict[str, str]:
    """A description of this machine."""
    versions = {name: importlib.metadata.version(name) for name in ("numpy", "numba")}
    return {
        "cpu": f"{processor()}, {os.cpu_count()} cores",
        "python": f"Python {platform.python_version()}",
        "numpy": f"NumPy {versions['numpy']}",
        "numba": f"Numba {versions['numba']}",
    }


def processor() -> str:
    """The name of the processor, if the system provides it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
