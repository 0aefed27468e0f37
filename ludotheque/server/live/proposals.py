"""What a seat proposes and others must agree to: to go back beyond what is free, to end the match here.

A proposal is stored with the table, so that every process knows of it. It stands until the next entry that everyone
can see: were it forgotten for one that somebody made in secret, the others would learn of that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from ludotheque.errors import GameOver
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.events import told
from ludotheque.play.viewers import bit_of
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.changes import Change, NewEntry, NewRecord
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.protocol import Clocks, EndProposed, UndoAnswered, UndoAsked
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import Entry, place_of
from ludotheque.server.matches.match import Match
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage
from ludotheque.server.tables import proposals
from ludotheque.server.tables.records import OpenProposals, ProposedUndo, TableRecord


class Proposals:
    """The proposals at one table: works out what each comes to, and tells of them."""

    def __init__(
        self,
        storage: Storage,
        workers: Workers,
        now: Callable[[], float],
        record: TableRecord,
        match: Match | None,
    ) -> None:
        self._storage = storage
        self._workers = workers
        self._now = now
        self._told = _stored(record, match)

    # What is told -------------------------------------------------------------------------------------------------

    def look_again(
        self, record: TableRecord, match: Match | None, pages: Iterable[PageConnection], new: Collection[Entry] = ()
    ) -> None:
        """Tell what is newly proposed, and what no longer is: an undo among new entries has granted it."""
        if record.row.asked is None and self._told.undo is None and not self._told.end:
            return  # nothing is proposed, and nothing was: after nearly every decision
        before, self._told = self._told, _stored(record, match)
        granted = any(before.undo and e.kind == "undo" and e.seat == before.undo.seat for e in new)
        refused_by = next((e.seat for e in new if e.kind == "refuse"), None)
        clocks = self._clocks(record, match)
        for page in pages:
            _tell(page, match, before, self._told, clocks, granted, refused_by)

    def tell(self, record: TableRecord, match: Match | None, page: PageConnection) -> None:
        """Tell somebody who comes in."""
        _tell(page, match, OpenProposals(self._told.number), self._told, self._clocks(record, match))

    def _clocks(self, record: TableRecord, match: Match | None) -> Clocks | None:
        return presenter.clocks(match, self._now(), record) if match is not None else None

    # Going back ---------------------------------------------------------------------------------------------------

    async def undo(
        self, record: TableRecord, match: Match, person: Person | None, seat: int, whole_turn: bool, id: str
    ) -> Change | None:
        """A move taken back: at once where that is free, else proposed to the others; None, if it was done before."""
        if await self._storage.found(lambda c: ledger.was_made(c, record.id, seat, id)):
            return None
        if seat in match.pos.ready:
            raise Refused("withdraw_instead" if match.pos.may_withdraw(seat) else "final_choice")
        earlier, fallen = await self._storage.found(lambda c: _before(c, record, match.number, seat, whole_turn))
        others = {s.number for s in record.seats if s.kind == "person" and person and s.person != person.id}
        free = sum(entry.kind == "decide" for entry in fallen) <= match.may_undo(seat)
        if free and others:
            free = not await self._workers.run(lambda: rules.teaches(earlier, fallen[::-1], seat))
        noticed = 0
        for entry in fallen:
            noticed |= entry.noticed
        if free or not others:
            return NewEntry(*rules.undo(match, earlier, seat, noticed, self._now(), id))
        viewers = (*range(match.pos.players), SPECTATOR)
        falls = [sum(bool(entry.noticed & bit_of(viewer)) for entry in fallen) for viewer in viewers]
        known = await self._workers.run(lambda: rules.revealed(earlier, fallen[::-1]))
        counts = list(match.counts)
        proposal = ProposedUndo(seat, earlier.number, noticed, falls, sorted(others), id, self._now(), known, counts)
        return NewRecord(lambda c: proposals.propose_undo(c, record.id, match, proposal))

    @staticmethod
    def agree_to_undo(record: TableRecord, match: Match, person: Person | None, seat: int) -> Change:
        """Another seat says yes to it."""
        mine = record.seats_of(person)
        return NewRecord(lambda c: proposals.agree_to_undo(c, record.id, match, seat, mine))

    def refuse_undo(self, record: TableRecord, match: Match, seat: int) -> Change | None:
        """Another seat says no to it, or just plays on; None, if it was asked nothing."""
        undo = record.proposals(match).undo if record.row.asked is not None else None
        if undo is None or seat not in undo.waiting:
            return None
        now = self._now()
        return NewEntry(*rules.refuse(match, seat, record.stood_still(match, now), now))

    async def granted_undo(self, record: TableRecord, match: Match) -> Change | None:
        """The move taken back, once the last yes has been said."""
        standing = record.proposals(match)
        proposal = standing.undo
        if proposal is None or proposal.waiting:
            return None
        earlier = await self._storage.found(lambda c: record.load(c, proposal.target))
        # What was done in secret since it was proposed falls as well, and those who know of it are to be told.
        since = await self._storage.found(lambda c: list(ledger.entries(c, record.id, standing.number)))
        noticed = proposal.noticed
        for entry in since:
            noticed |= entry.noticed
        undone = rules.undo(match, earlier, proposal.seat, noticed, self._now(), proposal.client)
        return NewEntry(*undone, settles=True)

    # Ending -------------------------------------------------------------------------------------------------------

    @staticmethod
    def propose_end(record: TableRecord, match: Match, person: Person) -> Change:
        """Somebody wants to end the match as a draw. Any decision forgets it."""
        if match.over:
            raise GameOver("the match is over")
        mine = record.seats_of(person)
        return NewRecord(lambda c: proposals.propose_end(c, record.id, match, mine))

    def agreed_end(self, record: TableRecord, match: Match) -> Change | None:
        """The end, once all people at the table want it."""
        people = {s.number for s in record.seats if s.kind == "person"}
        if not people <= set(record.proposals(match).end):
            return None
        return NewEntry(*rules.end(match, None, rules.agreed(match.pos.players), self._now()))


def _stored(record: TableRecord, match: Match | None) -> OpenProposals:
    return record.proposals(match) if match is not None else OpenProposals(-1)


def _tell(
    page: PageConnection,
    match: Match | None,
    before: OpenProposals,
    after: OpenProposals,
    clocks: Clocks | None,
    granted: bool = False,
    refused_by: int | None = None,
) -> None:
    was, now = before.undo, after.undo
    ended = was is not None and (now is None or (now.seat, now.client) != (was.seat, was.client))
    if was is not None and ended:
        page.tell(UndoAnswered(seat=was.seat, granted=granted, by=refused_by))
    if match is not None and now is not None and now != was and now.waiting:
        for viewer in page.viewers:
            last, place = match.count(viewer), place_of(viewer)
            then = now.counts[place] if now.counts else last  # what he has done in secret since falls as well
            entries = list(range(then - now.falls[place] + 1, last + 1))
            known = told(now.revealed, viewer)
            asked = UndoAsked(seat=now.seat, waiting=now.waiting, entries=entries, revealed=known, clocks=clocks)
            page.tell(asked)
    if after.end and after.end != before.end:
        page.tell(EndProposed(seats=after.end))


def _before(connection: Any, record: TableRecord, head: int, seat: int, whole_turn: bool) -> tuple[Match, list[Entry]]:
    """The match before the seat's last move, or its last turn, and what would fall, the newest first."""
    target, fallen = ledger.back_to(connection, record.id, head, seat, whole_turn)
    earlier = record.load(connection, target)
    if whole_turn:
        begun = rules.turn_begins(earlier, fallen[::-1], seat)
        fallen = fallen[: len(fallen) - begun]
        earlier = record.load(connection, fallen[-1].number - 1)
    return earlier, fallen
