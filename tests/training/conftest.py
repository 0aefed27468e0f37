"""Training needs the extra `train`: without PyTorch nothing runs here; `packaging/test_train_extra.py` installs it."""

from __future__ import annotations

import importlib.util

collect_ignore_glob = ["test_*.py"] if importlib.util.find_spec("torch") is None else []
