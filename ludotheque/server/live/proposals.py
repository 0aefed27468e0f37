"""Proposals that others must agree to: an undo that is not free, an end by agreement, a pause.

A proposal is stored with the table, so that every process knows it. It stands until the next entry that everyone can
see: if a secret entry ended it, the others would learn of that entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from ludotheque.errors import GameOver
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.events import events_for
from ludotheque.play.viewers import bit_of
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.changes import Change, NewEntry, NewRecord
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.protocol import Clocks, EndProposed, PauseProposed, UndoAnswered, UndoAsked
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import Entry, place_of
from ludotheque.server.matches.match import Match
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage
from ludotheque.server.tables import proposals
from ludotheque.server.tables.records import OpenProposals, ProposedUndo, TableRecord

LONGEST_PAUSE = 600.0  # seconds after which one player alone may go on with a rated match


class Proposals:
    """The proposals at one table: decides what follows from each, and sends them to pages."""

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
        """Send new proposals and the end of old ones; an undo among the new entries has granted a request."""
        if record.row.asked is None and self._told.undo is None and not self._told.end and not self._told.pause:
            return  # the usual case after a decision
        before, self._told = self._told, _stored(record, match)
        granted = any(before.undo and e.kind == "undo" and e.seat == before.undo.seat for e in new)
        refused_by = next((e.seat for e in new if e.kind == "refuse"), None)
        clocks = self._clocks(match)
        for page in pages:
            _tell(page, match, before, self._told, clocks, granted, refused_by)

    def send_open(self, record: TableRecord, match: Match | None, page: PageConnection) -> None:
        """Send the open proposals to a page that has just connected."""
        _tell(page, match, OpenProposals(self._told.number), self._told, self._clocks(match))

    def _clocks(self, match: Match | None) -> Clocks | None:
        return presenter.clocks(match, self._now()) if match is not None else None

    # Going back ---------------------------------------------------------------------------------------------------

    async def undo(
        self, record: TableRecord, match: Match, person: Person | None, seat: int, whole_turn: bool, message_id: str
    ) -> Change | None:
        """Take a move back if that is free, else propose it to the others; None if this was done before."""
        if await self._storage.found(lambda c: ledger.was_made(c, record.id, seat, message_id)):
            return None
        if seat in match.pos.ready:
            raise Refused("withdraw_instead" if match.pos.may_withdraw(seat) else "final_choice")
        counts = record.counts
        earlier, fallen = await self._storage.found(lambda c: _before(c, record, match.number, seat, whole_turn))
        others = {s.number for s in record.seats if s.kind == "person" and person and s.person != person.id}
        free = sum(entry.kind == "decide" for entry in fallen) <= match.may_undo(seat)
        if free and (others or counts):
            free = not await self._workers.run(lambda: rules.teaches(earlier, fallen[::-1], seat))
        if counts and not free:
            raise Refused("no_undo")
        noticed = 0
        for entry in fallen:
            noticed |= entry.noticed
        if free or not others:
            return NewEntry(*rules.undo(match, earlier, seat, noticed, self._now(), message_id))
        viewers = (*range(match.pos.players), SPECTATOR)
        falls = [sum(bool(entry.noticed & bit_of(viewer)) for entry in fallen) for viewer in viewers]
        known = await self._workers.run(lambda: rules.revealed(earlier, fallen[::-1]))
        proposal = ProposedUndo(
            seat, earlier.number, noticed, falls, sorted(others), message_id, self._now(), known, list(match.counts)
        )
        move = next(entry.number for entry in fallen if entry.kind == "decide" and entry.seat == seat)
        return NewRecord(lambda c: proposals.propose_undo(c, record.id, match, move, proposal))

    @staticmethod
    def agree_to_undo(record: TableRecord, match: Match, person: Person | None, seat: int) -> Change:
        """Agree to an undo as another seat."""
        mine = record.seats_of(person)
        return NewRecord(lambda c: proposals.agree_to_undo(c, record.id, match, seat, mine))

    def refuse_undo(self, record: TableRecord, match: Match, seat: int) -> Change | None:
        """Refuse an undo as another seat, or by playing on; None if that seat was not asked."""
        undo = record.proposals(match).undo if record.row.asked is not None else None
        if undo is None or seat not in undo.waiting:
            return None
        return NewEntry(*rules.refuse(match, seat, 0.0, self._now()))

    async def granted_undo(self, record: TableRecord, match: Match) -> Change | None:
        """Return the undo once everybody has agreed to it."""
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
    def may_agree(record: TableRecord) -> bool:
        """Whether players may end the match by agreement.

        Where the result counts, two people at least must want it, and no bot may have been there from the start: a
        draw with a strong bot is worth points, and the bot can't say no.
        """
        people = {seat.person for seat in record.seats if seat.kind == "person"}
        bots = any(seat.kind == "bot" and not seat.sat for seat in record.seats)
        return not record.counts or (len(people) > 1 and not bots)

    @staticmethod
    def propose_end(record: TableRecord, match: Match, person: Person) -> Change:
        """Propose to end the match as a draw. It lapses with the next visible entry."""
        if match.over:
            raise GameOver("the match is over")
        mine = record.seats_of(person)
        return NewRecord(lambda c: proposals.propose_end(c, record.id, match, mine))

    def agreed_end(self, record: TableRecord, match: Match) -> Change | None:
        """Return the end of the match once all people at the table want it."""
        people = {s.number for s in record.seats if s.kind == "person"}
        if not people <= set(record.proposals(match).end):
            return None
        ending = rules.agreed(match.pos.players, record.game.declaration.together)
        return NewEntry(*rules.end(match, None, ending, self._now()))

    # Pausing ------------------------------------------------------------------------------------------------------

    @staticmethod
    def pauses_alone(record: TableRecord, match: Match, mine: Collection[int], wanted: bool, now: float) -> bool:
        """Whether one player may pause the match, or resume it, without asking the others.

        In a rated match with a clock nobody gains time to think by pausing alone, and nobody's clock is started while
        they are away: others go on with it alone only if their own clocks run then, or after `LONGEST_PAUSE`.
        """
        if not record.row.rated or record.clock is None:
            return True
        if wanted:
            return False
        running = {seat for seat in match.actors if record.seats[seat].kind == "person"}
        return running <= set(mine) or now - match.at >= LONGEST_PAUSE

    @staticmethod
    def propose_pause(record: TableRecord, match: Match, person: Person) -> Change:
        """Ask the others to pause the match, or to go on with it."""
        mine = record.seats_of(person)
        if len({seat.person for seat in record.seats if seat.kind == "person"}) < 2:
            raise Refused("no_pause")
        return NewRecord(lambda c: proposals.propose_pause(c, record.id, match, mine))

    @staticmethod
    def agreed_pause(record: TableRecord, match: Match) -> bool:
        """Whether all people at the table want to pause the match, or to go on with it."""
        people = {seat.number for seat in record.seats if seat.kind == "person"}
        return people <= set(record.proposals(match).pause)


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
        page.send_message(UndoAnswered(seat=was.seat, granted=granted, by=refused_by))
    if match is not None and now is not None and now != was and now.waiting:
        for viewer in page.viewers:
            last, place = match.count(viewer), place_of(viewer)
            then = now.counts[place] if now.counts else last  # what the viewer did in secret since falls as well
            entries = list(range(then - now.falls[place] + 1, last + 1))
            known = events_for(now.revealed, viewer)
            asked = UndoAsked(seat=now.seat, waiting=now.waiting, entries=entries, revealed=known, clocks=clocks)
            page.send_message(asked)
    if after.end and after.end != before.end:
        page.send_message(EndProposed(seats=after.end))
    if after.pause != before.pause:
        page.send_message(PauseProposed(seats=after.pause))


def _before(connection: Any, record: TableRecord, head: int, seat: int, whole_turn: bool) -> tuple[Match, list[Entry]]:
    """Return the match before the seat's last move or turn, and the entries that would fall, newest first."""
    target, fallen = ledger.back_to(connection, record.id, head, seat, whole_turn)
    earlier = record.load(connection, target)
    if whole_turn:
        begun = rules.turn_begins(earlier, fallen[::-1], seat)
        fallen = fallen[: len(fallen) - begun]
        earlier = record.load(connection, fallen[-1].number - 1)
    return earlier, fallen
