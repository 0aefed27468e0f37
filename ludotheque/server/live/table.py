"""A table that is open in this process. It does one thing at a time, under a lock.

Every change is checked against the rules, then stored, and only then sent to pages. `proposals` and `automation` work
out changes; `audience`, `chat` and `announcements` send messages; only this module holds the record and the match.
Other processes may have the same table open: they get a notice, and read the database themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from sqlalchemy import Connection

from ludotheque.errors import GameOver, UnknownGame
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.viewers import bit_of
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter, public_facts
from ludotheque.server.live.announcements import Announcements
from ludotheque.server.live.audience import Audience
from ludotheque.server.live.automation import Automation
from ludotheque.server.live.changes import Change, NewEntry, NewRecord, Overtaken, Plan
from ludotheque.server.live.chat import Chat
from ludotheque.server.live.conditional_moves import in_notation, may_leave
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.guide import Guide
from ludotheque.server.live.lobby import LobbyHub
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.live.proposals import Proposals
from ludotheque.server.live.protocol import VERSION, Accepted, Moment, Said, Welcome
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import Entry, Told, describe_entry
from ludotheque.server.matches.match import Match
from ludotheque.server.metrics import Metrics
from ludotheque.server.notifications.notifier import Notifier
from ludotheque.server.people.schemas import Person
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables import closing, records, seating
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tables.schemas import Conditional, ConditionalMove

BEGUN = ("playing", "paused", "over")  # the phases of a table that has a match


class Turn:
    """A lock with a callback for after its release.

    Not an `asynccontextmanager`: the event loop tracks every open async generator, which costs more than the lock.
    """

    __slots__ = ("_after", "_lock")

    def __init__(self, lock: asyncio.Lock, after: Callable[[], None]) -> None:
        self._lock = lock
        self._after = after

    async def __aenter__(self) -> None:
        await self._lock.acquire()

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._lock.release()
        if kind is None or issubclass(kind, Exception):  # after a refusal as well: another process may have been first
            self._after()


class LiveTable:
    """One table in this process: a copy of what the database holds, and the pages that look at it."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        workers: Workers,
        notifier: Notifier,
        peers: Peers,
        lobby: LobbyHub,
        metrics: Metrics,
        record: TableRecord,
        match: Match | None,
    ) -> None:
        self.id = record.id
        self.record = record
        self.match = match
        self.audience = Audience(settings.now)
        self.touched = settings.now()
        self._storage = storage
        self._now = settings.now
        self._peers = peers
        self._lobby = lobby
        self._metrics = metrics
        self._lock = asyncio.Lock()
        self._chat = Chat(storage, peers, settings.now, self.audience.pages)
        self._guide = Guide(storage, peers, settings.now, self._chat, self.audience)
        self._proposals = Proposals(storage, workers, settings.now, record, match)
        self._announcements = Announcements(notifier, record, match)
        self._automation = Automation(storage, settings, workers, peers.name, self._carry_out, self.audience)

    @property
    def busy(self) -> bool:
        """Whether a page is open, or something is under way."""
        return bool(self.audience.pages) or self._lock.locked()

    @property
    def here(self) -> frozenset[str]:
        """The people who have a page open here, at this process or at another."""
        return self.audience.here

    @property
    def watching(self) -> list[str]:
        """The names of the spectators at all processes; empty for visitors without an account."""
        return self.audience.watching(self.record, self._silent)

    @property
    def _silent(self) -> bool:
        return self.match is not None and presenter.silent(self.match)

    def _show_table(self) -> None:
        self.audience.show_table(self.record, self.match, self.audience.pages)

    def playing(self) -> Match:
        """The match, once it has begun."""
        if self.match is None:
            begun = self.record.phase == "over" and self.record.row.started is not None
            raise Refused("other_rules" if begun else "not_started")
        return self.match

    def wake(self) -> None:
        """Wake the automation, and notify people of questions while they have no page open here."""
        self._automation.wake(self.record, self.match)
        if self.match is not None:
            self._announcements.announce(self.record, self.match, self.audience.is_here)

    async def close(self) -> None:
        """Stop the automation; the match is in the database."""
        await self._automation.close()
        await self._guide.close()

    # One after the other ------------------------------------------------------------------------------------------

    def _turn(self) -> Turn:
        """The table's lock, for one change; after it the automation is woken, once."""
        return Turn(self._lock, self.wake)

    async def _carry_out(self, plan: Plan) -> None:
        """Carry out a plan, with the state of the table once its lock is held."""
        async with self._turn():
            await self._do(await plan(self.record, self.playing()))

    async def _do(self, change: Change | None) -> None:
        """Store a change, then send it to pages and other processes. Held by a turn."""
        if isinstance(change, NewEntry):
            await self._append(change.match, change.entry, change.settles)
        elif isinstance(change, NewRecord):
            await self._take_record(await self._storage.written(change.job, key=self.id))
            self._peers.notify_holders(self.id, changed=True)

    async def _append(self, after: Match, entry: Entry, settles: bool = False) -> None:
        before = self.playing()
        append = ledger.appending(self.id, entry, after, before, settles, self.record.row.version)
        try:
            version = await self._storage.written(append, key=self.id)
        except ledger.Taken:
            await self._catch_up()  # another process was first, and announces what it stored; or seats have changed
            self._announcements.leave(self.record, self.playing())
            raise Overtaken from None
        self.match = after
        self._metrics.decisions.inc()
        if version != self.record.row.version:  # another process has changed the table, or this entry has
            await self._take_record(await self._read_record(), [entry])
        self._peers.notify_holders(self.id, number=entry.number)
        self._proposals.look_again(self.record, after, self.audience.pages, [entry])
        news: dict[int, list[Told]] = {}
        for viewer in self.audience.viewers:
            noticed = after.count(viewer) > before.count(viewer)
            news[viewer] = [describe_entry(entry, viewer, after.count(viewer))] if noticed else []
        self.audience.update(after, news)
        await self._look_at_phase(before, after)

    async def _insist(self, step: Callable[[Match], tuple[Match, Entry]]) -> None:
        """Append a step that fits any state of the match: try again if another process was first. Held by a turn."""
        for tries in range(3):
            try:
                await self._append(*step(self.playing()))
                return
            except Overtaken:
                if tries == 2:
                    raise

    # Coming and going ---------------------------------------------------------------------------------------------

    async def come(self, page: PageConnection, seen: dict[str, int], message_id: str | None) -> None:
        """Add a page that opens or comes back, and send it everything after what it has seen."""
        self.touched = self._now()
        async with self._turn():  # nothing is decided, and nobody removed, until the page has its state
            if not self._peers.alone:  # another process may have shown the page a later state than this one knows
                await self._catch_up()
            page.viewers = ()
            self.audience.pages.add(page)  # from now on it gets the chat
            # One read, because decisions here wait meanwhile; before the welcome, because it may fail.
            logs, lines = await self._storage.found(lambda c: self._read_for_newcomer(c, page, seen))
            page.shown = b""
            page.viewers = tuple(logs)
            seats = [viewer for viewer in logs if viewer != SPECTATOR]
            page.send_message(Welcome(version=VERSION, seats=seats, now=self._now(), id=message_id))
            self._show_table()
            self._sync(page, logs)
            self._proposals.send_open(self.record, self.match, page)
            for line in lines:
                page.send_message(line)
            self.announce_presence()

    def _read_for_newcomer(
        self, connection: Connection, page: PageConnection, seen: dict[str, int]
    ) -> tuple[dict[int, list[Told]], list[Said]]:
        """The logs that a new page may read, after what it has seen, and the last lines of the chat."""
        record = records.read_table(connection, self.id)
        logs = self._read_logs(connection, record, page, seen)
        return logs, self._chat.last_lines(connection, record, page.person)

    def _read_logs(
        self, connection: Connection, record: TableRecord, page: PageConnection, seen: dict[str, int]
    ) -> dict[int, list[Told]]:
        """The log of each viewer whom a page may see through, after what it has seen.

        `record` comes from the same read: the page of a person who was removed at another process gets nothing of the
        seat, even if this process has not heard of it yet.
        """
        logs: dict[int, list[Told]] = {}
        for viewer in self.audience.viewers_of(page, record):
            since = max(0, seen.get(str(viewer), 0))
            logs[viewer] = [] if self.match is None else ledger.log(connection, self.id, viewer, self.match, since)
        return logs

    def go(self, page: PageConnection) -> None:
        """Remove a page that has closed."""
        self.audience.pages.discard(page)
        self._guide.leave(self.record, page)
        self.touched = self._now()
        self._show_table()
        self.announce_presence()

    def announce_presence(self, to_all: bool = True) -> None:
        """Send the other processes, or those that have the table open, the people who have pages open here."""
        if self.record.row.listed:
            self._lobby.touch_spectators()
        self.audience.announce_presence(self.record, self._peers, to_all)

    def _sync(self, page: PageConnection, logs: dict[int, list[Told]]) -> None:
        """Send a page the whole state of each viewer of these logs. Held by a turn."""
        if self.match is not None:
            for viewer, log in logs.items():
                self.audience.sync(page, self.match, viewer, log)

    # Changes by others --------------------------------------------------------------------------------------------

    async def changed(self, record: TableRecord) -> None:
        """Take the record after a change over HTTP, and send it to pages and other processes."""
        async with self._turn():
            if record.row.version <= self.record.row.version:  # a later change may have been taken in first
                record = await self._read_record()
            await self._take_record(record)
            self._peers.notify_holders(self.id, changed=True)

    async def noticed(self, notice: Notice) -> None:
        """Take a notice of another process."""
        async with self._turn():
            if self.audience.note_presence(notice):
                self._show_table()
            if notice.who:  # the other process has opened the table, and may have missed earlier notices
                self.announce_presence()
                if self.match is not None:
                    self._peers.notify_holders(self.id, number=self.match.number)
            if notice.changed:
                await self._catch_up()
            elif notice.number is not None and (self.match is None or notice.number > self.match.number):
                await self._catch_up()
            if notice.talk is not None:
                await self._chat.pass_on(self.record, notice.talk)
            await self._guide.note(self.record, notice)
            if notice.pointed is not None:
                await self._chat.show_pointing(self.record, *notice.pointed)
            if (notice.changed or notice.number is not None) and self.match is not None:
                self._announcements.leave(self.record, self.match)

    async def check(self, number: int, version: int) -> None:
        """Catch up if the database is ahead of this process: notices may get lost."""
        if (self.match is not None and number > self.match.number) or version != self.record.row.version:
            async with self._turn():
                await self._catch_up()
                if self.match is not None:
                    self._announcements.leave(self.record, self.match)

    async def _take_record(self, fresh: TableRecord, new: Sequence[Entry] = ()) -> None:
        """Replace the record by one that was just read, and send each page what is new to it. Held by a turn."""
        known, before = self.record, self.match
        if public_facts.public_facts(known) == public_facts.public_facts(fresh) and not self._begins(fresh):
            self.record = public_facts.pin_ratings(known, fresh)
            people = public_facts.changed_privately(known, fresh)
            own = [page for page in self.audience.pages if page.person is not None and page.person.id in people]
            self.audience.show_table(self.record, self.match, own)
        else:
            self.record = fresh
            if fresh.row.listed:
                self._lobby.touch()
            if self._begins(fresh):
                self.match = await self._load()
            self._show_table()
            await self._sync_pages(every=before is None and self.match is not None)
        self._proposals.look_again(self.record, self.match, self.audience.pages, new)

    def _begins(self, record: TableRecord) -> bool:
        return record.phase in BEGUN and self.match is None

    async def _sync_pages(self, every: bool) -> None:
        """Send the state to all pages, or to those whose person has another seat now. Held by a turn."""
        due = [
            page for page in self.audience.pages if every or self.audience.viewers_of(page, self.record) != page.viewers
        ]
        if not due:
            return

        def read_logs(connection: Connection) -> list[dict[int, list[Told]]]:
            record = records.read_table(connection, self.id)
            return [self._read_logs(connection, record, page, {}) for page in due]

        for page, logs in zip(due, await self._storage.found(read_logs), strict=True):
            page.viewers = tuple(logs)
            self._sync(page, logs)

    async def _catch_up(self) -> None:
        """Take in what other processes have stored, and send it to pages. Held by a turn."""
        before, record = self.match, self.record
        if before is None:
            await self._take_record(await self._read_record())
            return
        # In one read: if a proposal is gone, the entry that granted it must be known as well.
        fresh, (match, new) = await self._storage.found(
            lambda c: (records.read_table(c, self.id), record.catch_up(c, before))
        )
        self.match = match
        if (fresh.row.version, fresh.phase) != (record.row.version, record.phase):
            await self._take_record(fresh, new)  # first: a removed person must not get later entries
        if new:
            # The new entries were read already; each viewer gets their part of them.
            news = {
                viewer: ledger.describe_entries(new, viewer, before.count(viewer)) for viewer in self.audience.viewers
            }
            self.audience.update(match, news)
            self._proposals.look_again(fresh, match, self.audience.pages, new)

    async def _know_beginning(self) -> None:
        """Take in a match that another process may have begun a moment ago. Held by a turn."""
        if self.match is None and not self._peers.alone:
            await self._catch_up()

    async def _look_at_phase(self, before: Match, after: Match) -> None:
        """Read and send the table again if an entry has changed its phase."""
        if after.over or after.paused != before.paused:
            self.record = await self._read_record()
            self._show_table()

    async def _read_record(self) -> TableRecord:
        return await self._storage.found(lambda c: records.read_table(c, self.id))

    async def _load(self) -> Match | None:
        """The stored match; None if these rules can't play it on, or if it was closed before it began."""
        try:
            return await self._storage.found(self.record.load)
        except (ledger.OtherRules, ledger.NoSuchEntry, UnknownGame):
            return None

    # Requests of pages --------------------------------------------------------------------------------------------

    def _own(self, person: Person | None, seat: int) -> None:
        if seat not in self.record.seats_of(person):
            raise Refused("not_your_seat")

    def _owned(self, person: Person | None, seat: int, change: Change | None) -> Change | None:
        """The same change; a new record is stored only if the person holds the seat in the database, too.

        Another process may have removed the person. An entry needs no such check: it is refused if the table has
        another version by then.
        """
        if not isinstance(change, NewRecord):
            return change

        def job(connection: Connection) -> TableRecord:
            if seat not in records.read_table(connection, self.id).seats_of(person):
                raise Refused("not_your_seat")
            return change.job(connection)

        return NewRecord(job)

    async def check_owner(self, person: Person | None, seat: int) -> None:
        """Refuse a person who does not hold the seat by now, even if another process has removed them from it."""
        record = self.record if self._peers.alone else await self._read_record()
        if seat not in record.seats_of(person):
            raise Refused("not_your_seat")

    def _not_over(self) -> Match:
        match = self.playing()
        if match.over:
            raise GameOver("the match is over")
        return match

    def _going_on(self) -> Match:
        match = self._not_over()
        if match.paused:
            raise Refused("paused")
        return match

    async def _was_made(self, seat: int, message_id: str) -> bool:
        return await self._storage.found(lambda c: ledger.was_made(c, self.id, seat, message_id))

    async def _answer(
        self,
        person: Person | None,
        seat: int,
        question: int,
        message_id: str,
        step: Callable[[Match], tuple[Match, Entry]],
    ) -> Accepted:
        """Carry out an answer once. A repeat is acknowledged; an answer to another question is refused."""
        async with self._turn():
            self._own(person, seat)
            match = self.playing()
            if question != match.prompts[seat] or match.over:
                if await self._was_made(seat, message_id):
                    return Accepted(id=message_id)
                if not match.over:
                    raise Refused("stale")
            if not match.over and (refusal := self._proposals.refuse_undo(self.record, match, seat)) is not None:
                _, entry = step(self._going_on())  # an illegal move does not refuse the undo …
                if entry.noticed & bit_of(SPECTATOR):  # … nor does a secret one …
                    await self._do(refusal)  # … but playing on does
            for last in (False, True):
                try:
                    await self._append(*step(self._going_on()))
                    break
                except Overtaken:  # another seat was first: this answer may still fit
                    if await self._was_made(seat, message_id):
                        break  # the same message, sent twice
                    self._own(person, seat)
                    if last or self.playing().prompts[seat] != question:
                        raise
        return Accepted(id=message_id)

    async def decide(
        self, person: Person | None, seat: int, question: int, moves: Sequence[int | str], message_id: str
    ) -> Accepted:
        """Make a move of a seat."""
        now = self._now
        return await self._answer(
            person, seat, question, message_id, lambda m: rules.decide(m, seat, moves, now(), message_id)
        )

    async def withdraw(self, person: Person | None, seat: int, question: int, message_id: str) -> Accepted:
        """Take back a secret choice of a seat."""
        now = self._now
        return await self._answer(
            person, seat, question, message_id, lambda m: rules.withdraw(m, seat, now(), message_id)
        )

    async def pause(self, person: Person, wanted: bool) -> None:
        """Pause the match or let it go on; in a rated match with a clock, once the others agree."""
        if wanted and self.record.row.tournament is not None:
            raise Refused("tournament_table")  # others wait for its end
        async with self._turn():
            mine = self._may_pause(person)
            match, seat, now = self._not_over(), mine[0] if mine else None, self._now()
            if match.paused == wanted:
                return
            if not self._proposals.pauses_alone(self.record, match, mine, wanted, now):
                proposal = self._proposals.propose_pause(self.record, match, person)
                await self._do(self._owned(person, mine[0], proposal))
                if not self._proposals.agreed_pause(self.record, match):
                    return

            def step(match: Match) -> tuple[Match, Entry]:
                self._may_pause(person)  # another process may have removed them meanwhile
                return rules.pause(match, seat, wanted, now)

            await self._insist(step)

    def _may_pause(self, person: Person) -> tuple[int, ...]:
        """The seats of a person who may pause the match: a player, or the host of a match that is not rated."""
        mine = self.record.seats_of(person)
        if not mine and (self.record.row.host != person.id or self.record.row.rated):
            raise Refused("not_allowed")
        return mine

    async def resign(self, person: Person, seat: int) -> None:
        """Give up: the seat has lost (`seating.ending_without`)."""
        async with self._turn():
            await self.check_owner(person, seat)
            await self._know_beginning()
            self._not_over()
            await self._lose(seat, "resigned")

    async def forfeit(self, seat: int, cause: str) -> None:
        """A seat loses its match of a tournament."""
        async with self._turn():
            if not self.playing().over and self.record.seats[seat].kind == "person":
                with suppress(GameOver):  # the match may end at another process meanwhile
                    await self._lose(seat, cause)

    async def _lose(self, seat: int, cause: str) -> None:
        """End the match as lost by a seat, or let a bot play on there. Held by a turn."""
        ending = seating.ending_without(self.record, seat, cause)
        loser = Person(str(self.record.seats[seat].person), self.record.seats[seat].name)
        if ending is not None:

            def step(match: Match) -> tuple[Match, Entry]:
                self._own(loser, seat)  # somebody else may sit there by now
                return rules.end(match, seat, ending, self._now())

            await self._insist(step)
        else:
            await self._do(NewRecord(lambda c: seating.leave(c, self.id, loser, seat)))

    async def agree_to_end(self, person: Person, seat: int) -> None:
        """One seat wants to end the match as a draw; it ends once all people at it do."""
        self._own(person, seat)
        async with self._turn():
            await self._know_beginning()
            match = self._not_over()
            if not self._proposals.may_agree(self.record):
                raise Refused("no_agreement")
            proposal = self._proposals.propose_end(self.record, match, person)
            await self._do(self._owned(person, seat, proposal))
            await self._do(self._proposals.agreed_end(self.record, match))

    async def close_by_order(self) -> None:
        """End the table by order of the operator."""
        async with self._turn():
            if self.match is None:
                await self._do(NewRecord(lambda c: closing.close_by_order(c, self.id, self._now())))
            elif not self.match.over:
                with suppress(GameOver):  # as above
                    await self._insist(lambda match: rules.end(match, None, closing.CLOSED, self._now()))

    async def undo(self, person: Person | None, seat: int, whole_turn: bool, message_id: str) -> Accepted:
        """Take a move back, or ask the others whether one may."""
        self._own(person, seat)
        async with self._turn():
            match = self._going_on()
            change = await self._proposals.undo(self.record, match, person, seat, whole_turn, message_id)
            await self._do(self._owned(person, seat, change))
        return Accepted(id=message_id)

    async def answer_undo(self, person: Person | None, seat: int, agree: bool, message_id: str) -> Accepted:
        """Answer another seat's request for an undo."""
        self._own(person, seat)
        async with self._turn():
            match = self.playing()
            if agree:
                agreement = self._proposals.agree_to_undo(self.record, match, person, seat)
                await self._do(self._owned(person, seat, agreement))
                await self._do(await self._proposals.granted_undo(self.record, match))
            elif (refusal := self._proposals.refuse_undo(self.record, match, seat)) is not None:
                await self._do(refusal)
            else:
                raise Refused("nothing_asked")
        return Accepted(id=message_id)

    async def set_auto(self, person: Person | None, seat: int, wanted: bool, message_id: str) -> Accepted:
        """Switch automation of forced decisions on or off for a seat. Nobody else learns of it."""
        async with self._turn():
            self._own(person, seat)
            change = NewRecord(lambda c: seating.set_auto(c, self.id, seat, wanted))
            await self._do(self._owned(person, seat, change))
        return Accepted(id=message_id)

    async def leave_conditional(
        self, person: Person | None, seat: int, line: Sequence[ConditionalMove], message_id: str
    ) -> Accepted:
        """Store or remove conditional moves of a seat. Nobody else learns of it."""
        async with self._turn():
            self._own(person, seat)
            match = self._not_over()
            if line and not (self.record.slow and may_leave(match, seat)):
                raise Refused("no_conditional")
            wanted = Conditional(in_notation(match, line), match.count(seat)) if line else None
            change = NewRecord(lambda c: seating.set_conditional(c, self.id, seat, wanted))
            await self._do(self._owned(person, seat, change))
        return Accepted(id=message_id)

    async def send_chat(self, person: Person | None, text: str, message_id: str) -> Accepted:
        """Add a line to the chat."""
        await self._chat.add_line(self.record, self.match, person, text)
        return Accepted(id=message_id)

    async def follow(self, page: PageConnection) -> None:
        """Show a page from now on what the leader of the shared review looks at."""
        await self._guide.follow(self.record, page)

    async def lead(self, person: Person | None, moment: Moment | None) -> None:
        """Show what the leader of the shared review looks at; without a moment the lead is given up."""
        await self._guide.lead(self.record, person, moment)

    async def point(self, person: Person | None, seat: int, at: str) -> None:
        """Show what a player points at to those who have not muted or blocked the player."""
        self._own(person, seat)
        await self._chat.point(self.record, self.match, person, seat, at)
