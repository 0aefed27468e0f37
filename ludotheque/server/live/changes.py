"""What may be done at a live table, before it is done: an entry of its match, or a change of the table itself.

Helpers of the table (proposals, automation) work out changes; the table alone carries them out, one after the other.
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
    settles: bool = False  # what is proposed at the table is done with it


@dataclass(frozen=True)
class NewRecord:
    """A change of the table as stored: who sits where, what is proposed."""

    job: Job[TableRecord]


Change = NewEntry | NewRecord
# What is to be done, as the table and its match stand when its turn has come; None, if nothing any more.
Plan = Callable[[TableRecord, Match], Awaitable[Change | None]]


class Overtaken(Refused):
    """Another process has appended to the match first; by now this one has looked again."""

    def __init__(self) -> None:
        super().__init__("stale")
