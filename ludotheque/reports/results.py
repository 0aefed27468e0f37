"""What a report is made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Results(Protocol):
    """What a report is made from: one row a match, one column a seat. A simulation gives it."""

    @property
    def decisions(self) -> NDArray[np.int64]:
        """How many there were."""

    @property
    def causes(self) -> Sequence[str]:
        """Why each match ended."""

    @property
    def shares(self) -> NDArray[np.float64]:
        """Who won how much."""

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
        """How many seats a match has."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def seed(self) -> str:
        """What the matches were dealt from."""

    @property
    def matches(self) -> int:
        """How many were played."""

    @property
    def seconds(self) -> float:
        """How long that took."""
