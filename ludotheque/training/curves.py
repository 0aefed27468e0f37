"""The output of a training: a live line, a line of JSON, and curves for TensorBoard if that is installed."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Curves:
    """Writes figures down as they come."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = (folder / "log.jsonl").open("a", encoding="utf-8")
        self.board: Any = None
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            return  # the lines of JSON hold the same figures
        self.board = SummaryWriter(str(folder / "curves"))

    def write_figures(self, decisions: int, figures: Mapping[str, float], live: str = "") -> None:
        """Note figures at a number of decisions; `live` is the line for who watches."""
        self.file.write(json.dumps({"decisions": decisions, **{k: round(v, 6) for k, v in figures.items()}}) + "\n")
        self.file.flush()
        for name, value in figures.items() if self.board is not None else ():
            self.board.add_scalar(name, value, decisions)
        if live:
            print(live, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Write the remaining curves."""
        self.file.close()
        if self.board is not None:
            self.board.close()
