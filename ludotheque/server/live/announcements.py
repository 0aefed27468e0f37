"""Which questions have been announced to people who are not at their table: each once."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.server.matches.match import Match
from ludotheque.server.notifications.notifier import Notifier
from ludotheque.server.tables.records import TableRecord


class Announcements:
    """The announced questions of one table."""

    def __init__(self, notifier: Notifier, record: TableRecord, match: Match | None) -> None:
        self._notifier = notifier
        # Those of a match that has been going on were announced when they came up.
        self._done = match.prompts if match is not None and match.number > 0 else (0,) * len(record.seats)

    def announce(self, record: TableRecord, match: Match, is_here: Callable[[str], bool]) -> None:
        """Tell people who are not here, where they asked for it, that something is asked of them."""
        for seat in match.actors:
            person = record.seats[seat].person
            if match.prompts[seat] > self._done[seat] and person is not None and not is_here(person):
                if not record.seats[seat].foresees:
                    self._notifier.notify(record, seat)
        self.leave(record, match)

    def leave(self, record: TableRecord, match: Match) -> None:
        """What is asked now is announced, by this process or by that which stored it.

        Not to who has left a move for it: should that not be made, whoever finds out tells him.
        """
        foreseen = {p for p in match.actors if record.seats[p].foresees}
        if not foreseen:
            self._done = match.prompts
            return
        asked = enumerate(zip(self._done, match.prompts, strict=True))
        self._done = tuple(before if p in foreseen else now for p, (before, now) in asked)
