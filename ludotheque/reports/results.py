"""The input of a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Results(Protocol):
    """The input of a report: one row for each match, one column for each seat. A simulation produces it."""

    @property
    def decisions(self) -> NDArray[np.int64]:
        """The number of decisions."""

    @property
    def causes(self) -> Sequence[str]:
        """Why each match ended."""

    @property
    def shares(self) -> NDArray[np.float64]:
        """Each seat's share of the win, a row a match."""

    @property
    def scores(self) -> NDArray[np.int64]:
        """The points."""

    @property
    def finals(self) -> Any:
        """The final states: of each, the fields that the report's `FIELDS` names."""

    @property
    def bots(self) -> Sequence[str]:
        """The bots of the seats in the first match."""

    @property
    def bot_seats(self) -> NDArray[np.int64]:
        """Which of them sat where."""

    @property
    def players(self) -> int:
        """The number of seats of a match."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def seed(self) -> str:
        """The seed of the matches."""

    @property
    def matches(self) -> int:
        """The number of matches."""

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
