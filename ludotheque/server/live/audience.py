"""The pages that are open at a table, at this process and at others, and the messages that are sent to them.

Messages about the match are made for one viewer (`presenter`). A viewer for whom nothing has changed is sent nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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

PRESENCE_SECONDS = 40.0  # until what another process said about its pages is out of date


class Elsewhere(msgspec.Struct, frozen=True):
    """The pages that another process has open at a table, as of its last notice."""

    at: float
    pages: int
    people: frozenset[str]
    watching: tuple[tuple[str, str], ...]


class Audience:
    """The people who have a page open at one table."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.pages: set[PageConnection] = set()  # at this process
        self._now = now
        self._elsewhere: dict[str, Elsewhere] = {}
        self._known: list[tuple[frozenset[str], tuple[tuple[str, str], ...]]] = []  # the last of these that counted
        self._sent: dict[int, bytes] = {}  # the face last sent to each viewer

    # Presence -----------------------------------------------------------------------------------------------------

    @property
    def watched(self) -> bool:
        """Whether a page is open here, at this process or at another."""
        return bool(self.pages) or any(other.pages for other in self._others())

    @property
    def here(self) -> frozenset[str]:
        """The people who have a page open here, at this process or at another."""
        return frozenset(self._people().union(*(other.people for other in self._others())))

    def is_here(self, person: str) -> bool:
        """Whether a person has a page open here, at this process or at another."""
        if any(page.person is not None and page.person.id == person for page in self.pages):
            return True
        return any(person in other.people for other in self._others())

    def watching(self, record: TableRecord, silent: bool) -> list[str]:
        """The names of the spectators at all processes; an empty name for each visitor without an account.

        During a game of silence all names are empty: spectators could talk by changing their names.
        """
        all_ = [*self._watching_here(record), *(one for other in self._others() for one in other.watching)]
        if silent:
            return [""] * (len({person for person, _ in all_ if person}) + sum(not person for person, _ in all_))
        return [*sorted(dict(one for one in all_ if one[0]).values()), *("" for person, _ in all_ if not person)]

    def address(self, record: TableRecord) -> str:
        """The address whose quota pays for the bots here: the host's, else a player's, else a spectator's."""
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

    def announce_presence(self, record: TableRecord, peers: Peers, to_all: bool = True) -> None:
        """Send the other processes, or those that have the table open, the people who have pages open here."""
        people, watching = tuple(sorted(self._people())), tuple(self._watching_here(record))
        notify = peers.notify_all if to_all else peers.notify_holders
        notify(record.id, pages=len(self.pages), here=people, watching=watching)

    def note_presence(self, notice: Notice) -> bool:
        """Store which pages another process has open, if the notice says so; return whether the pages here change.

        They do, too, if a third process has not been heard of for too long. Processes repeat themselves every few
        seconds: making the table's messages each time cost more than most other things at a quiet table.
        """
        if notice.pages is None:
            return False
        there = Elsewhere(self._now(), notice.pages, frozenset(notice.here), notice.watching)
        self._elsewhere[notice.by] = there
        known, self._known = self._known, [(other.people, other.watching) for other in self._others()]
        return known != self._known

    # Messages -----------------------------------------------------------------------------------------------------

    @property
    def viewers(self) -> set[int]:
        """The viewers through whom the pages here see the match."""
        return {viewer for page in self.pages for viewer in page.viewers}

    @staticmethod
    def viewers_of(page: PageConnection, record: TableRecord) -> tuple[int, ...]:
        """The viewers through whom a page sees the match: the seats of its person, else the spectator."""
        return record.seats_of(page.person) or (SPECTATOR,)

    def show_table(self, record: TableRecord, match: Match | None, pages: Iterable[PageConnection]) -> None:
        """Send pages the table as each of them sees it, unless nothing has changed for that page.

        The seats to move are those of the match: the record is read again at other times than entries come.
        """
        here, watching = self.here, self.watching(record, match is not None and presenter.silent(match))
        for page in pages:
            view = views.view(record, page.person, here, watching)
            if match is not None:
                view = msgspec.structs.replace(view, actors=list(match.actors))
            page.show(write_message(TableNow(table=view)))

    def sync(self, page: PageConnection, match: Match, viewer: int, log: list[Told]) -> None:
        """Send a page everything that one viewer sees, and the entries of the log that the page lacks."""
        seen, face = write_face(presenter.face(match, viewer))
        self._sent[viewer] = seen
        clocks = presenter.clocks(match, self._now())
        page.send_message(Sync(seat=viewer, number=match.count(viewer), log=log, face=face, clocks=clocks))

    def update(self, match: Match, news: Mapping[int, list[Told]]) -> None:
        """Send each viewer's pages the new entries and the face, unless nothing has changed for the viewer."""
        clocks = presenter.clocks(match, self._now())
        for viewer, log in news.items():
            seen, face = write_face(presenter.face(match, viewer))
            if not log and self._sent.get(viewer) == seen:
                continue  # a message would betray that something secret happened
            self._sent[viewer] = seen
            update = Update(seat=viewer, number=match.count(viewer), log=log, face=face, clocks=clocks)
            written = write_message(update)
            for page in self.pages:
                if viewer in page.viewers:
                    page.post(written)
