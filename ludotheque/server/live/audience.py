"""The pages that are open at a table, here and at other processes, and what each of them is sent.

What is told to each viewer is made from the position for that viewer (`presenter`); who can have noticed nothing is
sent nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.server.live import presenter
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.live.protocol import Sync, TableNow, Update, write_face, write_message
from ludotheque.server.matches.entries import Told
from ludotheque.server.matches.match import Match
from ludotheque.server.tables import views
from ludotheque.server.tables.records import TableRecord

PRESENCE_SECONDS = 40.0  # for so long it is believed who is at another process


class Elsewhere(msgspec.Struct, frozen=True):
    """The pages that another process has open at a table, when it last told."""

    at: float
    pages: int
    people: frozenset[str]
    watching: tuple[tuple[str, str], ...]


class Audience:
    """Who has a page open at one table."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.pages: set[PageConnection] = set()  # at this process
        self._now = now
        self._elsewhere: dict[str, Elsewhere] = {}
        self._sent: dict[int, bytes] = {}  # what each viewer saw last

    # Who is here --------------------------------------------------------------------------------------------------

    @property
    def watched(self) -> bool:
        """Whether a page is open here, at this process or at another."""
        return bool(self.pages) or any(other.pages for other in self._others())

    @property
    def here(self) -> frozenset[str]:
        """The people who have a page open here, at this process or at another."""
        return frozenset(self._people().union(*(other.people for other in self._others())))

    def is_here(self, person: str) -> bool:
        """Whether somebody has a page open here, at this process or at another."""
        if any(page.person is not None and page.person.id == person for page in self.pages):
            return True
        return any(person in other.people for other in self._others())

    def watching(self, record: TableRecord, silent: bool) -> list[str]:
        """The names of those who look on, at this process or at another; an empty one for somebody unknown.

        While a game of silence is played nobody is named: a name that changes, or the names of many, would be talk.
        """
        all_ = [*self._watching_here(record), *(one for other in self._others() for one in other.watching)]
        if silent:
            return [""] * (len({id for id, _ in all_ if id}) + sum(not id for id, _ in all_))
        return [*sorted(dict(one for one in all_ if one[0]).values()), *("" for id, _ in all_ if not id)]

    def address(self, record: TableRecord) -> str:
        """Where those come from for whom bots play here: the host, else somebody at a seat, else anybody who looks."""
        seated = {seat.person for seat in record.seats if seat.person}

        def rank(page: PageConnection) -> tuple[bool, bool, str]:
            person = page.person.id if page.person else None
            return person != record.row.host, person not in seated, page.address

        return min(map(rank, self.pages), default=(True, True, ""))[-1]

    def _people(self) -> set[str]:
        return {page.person.id for page in self.pages if page.person}

    def _watching_here(self, record: TableRecord) -> list[tuple[str, str]]:
        people = [page.person for page in self.pages if not record.seats_of(page.person)]
        return [(person.id, person.name) if person else ("", "") for person in people]

    def _others(self) -> list[Elsewhere]:
        fresh = self._now() - PRESENCE_SECONDS
        return [other for other in self._elsewhere.values() if other.at > fresh]

    def be_here(self, record: TableRecord, peers: Peers, to_all: bool = True) -> None:
        """Tell the other processes whose pages are open here; or those alone that have the table open, too."""
        people, watching = tuple(sorted(self._people())), tuple(self._watching_here(record))
        tell = peers.tell if to_all else peers.tell_holders
        tell(record.id, pages=len(self.pages), here=people, watching=watching)

    def hear(self, notice: Notice) -> None:
        """Another process has told whose pages are open there."""
        if notice.pages is not None:
            there = Elsewhere(self._now(), notice.pages, frozenset(notice.here), notice.watching)
            self._elsewhere[notice.by] = there

    # What they are told -------------------------------------------------------------------------------------------

    @property
    def viewers(self) -> set[int]:
        """Through whose eyes the pages here look."""
        return {viewer for page in self.pages for viewer in page.viewers}

    @staticmethod
    def viewers_of(page: PageConnection, record: TableRecord) -> tuple[int, ...]:
        """Through whose eyes a page looks: its person's seats, or nobody's."""
        return record.seats_of(page.person) or (SPECTATOR,)

    def show_table(self, record: TableRecord, silent: bool) -> None:
        """Tell everyone who sits where and who is there; each as he sees it, and only if that is new to him."""
        here, watching = self.here, self.watching(record, silent)
        for page in self.pages:
            page.show(write_message(TableNow(table=views.view(record, page.person, here, watching))))

    def sync(self, page: PageConnection, match: Match, viewer: int, log: list[Told]) -> None:
        """Tell a page everything that one viewer sees, and of the log what it has not seen."""
        seen, face = write_face(presenter.face(match, viewer))
        self._sent[viewer] = seen
        clocks = presenter.clocks(match, self._now())
        page.tell(Sync(seat=viewer, number=match.count(viewer), log=log, face=face, clocks=clocks))

    def update(self, match: Match, news: Mapping[int, list[Told]]) -> None:
        """Tell each viewer what is new to him."""
        clocks = presenter.clocks(match, self._now())
        for viewer, log in news.items():
            seen, face = write_face(presenter.face(match, viewer))
            if not log and self._sent.get(viewer) == seen:
                continue  # it would tell him that something happened of which he may not know
            self._sent[viewer] = seen
            update = Update(seat=viewer, number=match.count(viewer), log=log, face=face, clocks=clocks)
            written = write_message(update)
            for page in self.pages:
                if viewer in page.viewers:
                    page.post(written)
