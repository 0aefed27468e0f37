"""Training needs the extra `train`: where PyTorch is not installed, there is nothing here to run."""

from __future__ import annotations

import importlib.util

collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("torch") is None else []
