"""Changes of a live table before they are stored: an entry of its match, or a new record of the table.

Proposals and automation work out changes; only the table carries them out, one after the other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ludotheque.server.errors import Refused
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import Match
from ludotheque.server.storage import Job
from ludotheque.server.tables.records import TableRecord


@dataclass(frozen=True)
class NewEntry:
    """The next entry of the match, checked against the rules, and the match that it leads to."""

    match: Match
    entry: Entry
    settles: bool = False  # whether it ends the open proposals


@dataclass(frozen=True)
class NewRecord:
    """A change of the table as stored: who sits where, what is proposed."""

    job: Job[TableRecord]


Change = NewEntry | NewRecord
# Works out a change once the table's lock is held; None if there is nothing to do any more.
Plan = Callable[[TableRecord, Match], Awaitable[Change | None]]


class Overtaken(Refused):
    """Another process has appended to the match first; this one has caught up by now."""

    def __init__(self) -> None:
        super().__init__("stale")
