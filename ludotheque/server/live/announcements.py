"""Which questions have been announced to people who are not at their table: each once."""

from __future__ import annotations

from collections.abc import Set

from ludotheque.server.matches.match import Match
from ludotheque.server.notifications.notifier import Notifier
from ludotheque.server.tables.services import TableRecord


class Announcements:
    """The announced questions of one table."""

    def __init__(self, notifier: Notifier, record: TableRecord, match: Match | None) -> None:
        self._notifier = notifier
        # Those of a match that has been going on were announced when they came up.
        self._done = match.prompts if match is not None and match.number > 0 else (0,) * len(record.seats)

    def announce(self, record: TableRecord, match: Match, here: Set[str]) -> None:
        """Tell people who are not here, where they asked for it, that something is asked of them."""
        for seat in match.actors:
            person = record.seats[seat].person
            if match.prompts[seat] > self._done[seat] and person is not None and person not in here:
                self._notifier.notify(record, seat)
        self._done = match.prompts

    def leave(self, match: Match) -> None:
        """Another process has stored what is asked now, and announced it."""
        self._done = match.prompts
