"""Notifications to people who have no page open at their table: one for each question."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.server.matches.match import Match
from ludotheque.server.notifications.notifier import Notifier
from ludotheque.server.tables.records import TableRecord


class Announcements:
    """Remembers which questions of one table have been announced."""

    def __init__(self, notifier: Notifier, record: TableRecord, match: Match | None) -> None:
        self._notifier = notifier
        # The questions of a running match were announced when they came up.
        self._done = match.prompts if match is not None and match.number > 0 else (0,) * len(record.seats)

    def announce(self, record: TableRecord, match: Match, is_here: Callable[[str], bool]) -> None:
        """Notify the people who owe a decision, are not here, and want notifications."""
        for seat in match.actors:
            person = record.seats[seat].person
            if match.prompts[seat] > self._done[seat] and person is not None and not is_here(person):
                if not record.seats[seat].foresees:
                    self._notifier.notify(record, seat)
        self.leave(record, match)

    def leave(self, record: TableRecord, match: Match) -> None:
        """Mark the current questions as announced, by this process or by the one that stored the entry.

        A question for which the player has left a conditional move stays unmarked: if that move is dropped, the player
        is notified then.
        """
        foreseen = {p for p in match.actors if record.seats[p].foresees}
        if not foreseen:
            self._done = match.prompts
            return
        asked = enumerate(zip(self._done, match.prompts, strict=True))
        self._done = tuple(before if p in foreseen else now for p, (before, now) in asked)
