"""What a seat proposes and others must agree to: to go back beyond what is free, to end the match here.

A proposal is stored with the table, so that every process knows of it. It stands until the next entry of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludotheque.errors import GameOver
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.position import bit_of
from ludotheque.play.snapshots import tell
from ludotheque.server.errors import Refused
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.protocol import EndWished, UndoAnswered, UndoAsked
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import Entry, place_of
from ludotheque.server.matches.match import Match
from ludotheque.server.people.schemas import Person
from ludotheque.server.tables import services as tables
from ludotheque.server.tables.services import OpenProposals, ProposedUndo, TableRecord

if TYPE_CHECKING:
    from ludotheque.server.live.table import LiveTable


class Proposals:
    """The proposals at one table. All that writes is called with the table's `turn` held."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._now = self._stored()

    def _stored(self) -> OpenProposals:
        match = self.table.match
        return self.table.record.proposals(match.number if match is not None else -1)

    async def _store(self, job: Callable[[Any], TableRecord]) -> None:
        """Store a proposal, or an answer to one, and tell."""
        table = self.table
        table.record = await table.storage.written(job, key=table.id)
        self.look_again()
        table.peers.tell(table.id, changed=True)

    # What is told -------------------------------------------------------------------------------------------------

    def look_again(self, new: list[Entry] | None = None) -> None:
        """Tell what is newly proposed, and what no longer is: an undo among new entries has granted it."""
        before, self._now = self._now, self._stored()
        granted = any(before.undo and e.kind == "undo" and e.seat == before.undo.seat for e in new or ())
        self._tell(before, self._now, list(self.table.pages), granted)

    def tell(self, page: PageConnection) -> None:
        """Tell somebody who comes in."""
        self._tell(OpenProposals(self._now.number), self._now, [page], False)

    def _tell(self, before: OpenProposals, after: OpenProposals, pages: list[PageConnection], granted: bool) -> None:
        was, now = before.undo, after.undo
        ended = was is not None and (now is None or (now.seat, now.client) != (was.seat, was.client))
        for page in pages:
            if was is not None and ended:
                page.tell(UndoAnswered(seat=was.seat, granted=granted))
            if now is not None and now != was and now.waiting:
                for viewer in page.viewers:
                    last = self.table.playing().count(viewer)
                    entries = list(range(last - now.falls[place_of(viewer)] + 1, last + 1))
                    known = [shown for event in now.revealed if (shown := tell(event, viewer)) is not None]
                    page.tell(UndoAsked(seat=now.seat, waiting=now.waiting, entries=entries, revealed=known))
            if after.end and after.end != before.end:
                page.tell(EndWished(seats=after.end))

    # Going back ---------------------------------------------------------------------------------------------------

    async def undo(self, match: Match, person: Person | None, seat: int, whole_turn: bool, id: str) -> None:
        """Take a move back: at once where that is free, else with the consent of the others."""
        table = self.table
        if await table.storage.found(lambda c: ledger.was_made(c, table.id, seat, id)):
            return
        if seat in match.pos.ready:
            raise Refused("withdraw_instead")
        earlier, fallen = await table.storage.found(lambda c: self._before(c, match.number, seat, whole_turn))
        others = {s.number for s in table.record.seats if s.kind == "person" and person and s.person != person.id}
        free = sum(entry.kind == "decide" for entry in fallen) <= match.may_undo(seat)
        if free and others:
            free = not await table.workers.run(lambda: rules.teaches(earlier, fallen[::-1], seat))
        noticed = 0
        for entry in fallen:
            noticed |= entry.noticed
        if free or not others:
            await table.commit(rules.undo(match, earlier, seat, noticed, table.settings.now(), id))
            return
        viewers = (*range(match.pos.players), SPECTATOR)
        falls = [sum(bool(entry.noticed & bit_of(viewer)) for entry in fallen) for viewer in viewers]
        known = await table.workers.run(lambda: rules.revealed(earlier, fallen[::-1]))
        proposal = ProposedUndo(seat, earlier.number, noticed, falls, sorted(others), id, known)
        await self._store(lambda c: tables.propose_undo(c, table.id, match.number, proposal))

    def _before(self, connection: Any, head: int, seat: int, whole_turn: bool) -> tuple[Match, list[Entry]]:
        """The match before the seat's last move, or its last turn, and what would fall, the newest first."""
        record = self.table.record
        target, fallen = ledger.back_to(connection, record.id, head, seat, whole_turn)
        earlier = record.load(connection, target)
        if whole_turn:
            begun = rules.turn_begins(earlier, fallen[::-1], seat)
            fallen = fallen[: len(fallen) - begun]
            earlier = record.load(connection, fallen[-1].number - 1)
        return earlier, fallen

    async def answer_undo(self, person: Person | None, seat: int, agree: bool) -> None:
        """What another seat says to it. The last yes takes the move back."""
        table = self.table
        match, mine = table.playing(), table.record.seats_of(person)
        await self._store(lambda c: tables.answer_undo(c, table.id, match.number, seat, mine, agree))
        proposal = self._now.undo
        if proposal is not None and not proposal.waiting:
            earlier = await table.storage.found(lambda c: table.record.load(c, proposal.target))
            now = table.settings.now()
            await table.commit(rules.undo(match, earlier, proposal.seat, proposal.noticed, now, proposal.client))

    # Ending -------------------------------------------------------------------------------------------------------

    async def agree_to_end(self, person: Person) -> None:
        """Somebody wants to end the match as a draw; it ends once all people at it do. Any decision forgets it."""
        table = self.table
        match, mine = table.playing(), table.record.seats_of(person)
        if match.over:
            raise GameOver("the match is over")
        await self._store(lambda c: tables.propose_end(c, table.id, match.number, mine))
        people = {s.number for s in table.record.seats if s.kind == "person"}
        if people <= set(self._now.end):
            players = match.pos.players
            ending = {
                "cause": "agreed",
                "key": "ending.agreed",
                "ranking": [list(range(players))],
                "shares": [1 / players] * players,
            }
            await table.commit(rules.end(match, None, ending, table.settings.now()))
