"""Extras that `./test` does not install: `packaging/test_extras.py` does, and runs what is here."""

from __future__ import annotations

import importlib.util

collect_ignore = [f"test_{name}.py" for name in ("jax", "minari") if importlib.util.find_spec(name) is None]
