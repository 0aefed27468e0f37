"""A table that is being played at: an actor, that does one thing after the other.

Whatever happens here happens in this order: it is checked against the rules, stored, and only then told. The helpers
below work out what is to be done (`proposals`, `automation`) and tell of it (`audience`, `chat`, `announcements`); this
module alone holds the table and its match. Other processes may have the same table open: they are told that something
is new, and look for themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from ludotheque.errors import GameOver, UnknownGame
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.viewers import bit_of
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.announcements import Announcements
from ludotheque.server.live.audience import Audience
from ludotheque.server.live.automation import Automation
from ludotheque.server.live.changes import Change, NewEntry, NewRecord, Overtaken, Plan
from ludotheque.server.live.chat import Chat
from ludotheque.server.live.conditional_moves import may_leave, written
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.live.proposals import Proposals
from ludotheque.server.live.protocol import VERSION, Accepted, Said, Welcome
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import Entry, Told, told
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
    """A lock, and what is called once it is free again.

    Not made by `asynccontextmanager`: the loop keeps a list of all that are open, which cost more than the lock.
    """

    __slots__ = ("_after", "_lock")

    def __init__(self, lock: asyncio.Lock, after: Callable[[], None]) -> None:
        self._lock = lock
        self._after = after

    async def __aenter__(self) -> None:
        await self._lock.acquire()

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._lock.release()
        if kind is None or issubclass(kind, Exception):  # after a refusal, too: another process may have been first
            self._after()


class LiveTable:
    """One table in this process. The list in the database is the truth; this is what follows from it."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        workers: Workers,
        notifier: Notifier,
        peers: Peers,
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
        self._metrics = metrics
        self._lock = asyncio.Lock()
        self._chat = Chat(storage, peers, settings.now, self.audience.pages)
        self._proposals = Proposals(storage, workers, settings.now, record, match)
        self._announcements = Announcements(notifier, record, match)
        self._automation = Automation(storage, settings, workers, peers.name, self._carry_out, self.audience)

    @property
    def busy(self) -> bool:
        """Whether anybody is here."""
        return bool(self.audience.pages) or self._lock.locked()

    @property
    def here(self) -> frozenset[str]:
        """The people who have a page open here, at this process or at another."""
        return self.audience.here

    @property
    def watching(self) -> list[str]:
        """The names of those who look on, at this process or at another; an empty one for somebody unknown."""
        return self.audience.watching(self.record, self._silent)

    @property
    def _silent(self) -> bool:
        return self.match is not None and presenter.silent(self.match)

    def _show_table(self) -> None:
        self.audience.show_table(self.record, self._silent)

    def playing(self) -> Match:
        """The match, once it has begun."""
        if self.match is None:
            begun = self.record.phase == "over" and self.record.row.started is not None
            raise Refused("other_rules" if begun else "not_started")
        return self.match

    def wake(self) -> None:
        """Let bots move, clocks run and forced decisions be made; announce what somebody is not here to see."""
        self._automation.wake(self.record, self.match)
        if self.match is not None:
            self._announcements.announce(self.record, self.match, self.audience.is_here)

    async def close(self) -> None:
        """Put the table away; the match is in the database."""
        await self._automation.close()

    # One after the other ------------------------------------------------------------------------------------------

    def _turn(self) -> Turn:
        """Whatever is done here is done in a turn; after it, what follows by itself is looked for, once."""
        return Turn(self._lock, self.wake)

    async def _carry_out(self, plan: Plan) -> None:
        """Do what is planned, as things stand when the turn has come."""
        async with self._turn():
            await self._do(await plan(self.record, self.playing()))

    async def _do(self, change: Change | None) -> None:
        """Store a change, then tell of it. Held by a turn."""
        if isinstance(change, NewEntry):
            await self._append(change.match, change.entry, change.settles)
        elif isinstance(change, NewRecord):
            await self._look_again(await self._storage.written(change.job, key=self.id))
            self._peers.tell_holders(self.id, changed=True)

    async def _append(self, after: Match, entry: Entry, settles: bool = False) -> None:
        before = self.playing()
        append = ledger.appending(self.id, entry, after, before, settles)
        try:
            version = await self._storage.written(append, key=self.id)
        except ledger.Taken:
            await self._catch_up()  # another process was first: what it stored is the truth, and it announces it
            self._announcements.leave(self.record, self.playing())
            raise Overtaken from None
        self.match = after
        self._metrics.decisions += 1
        if version != self.record.row.version:  # another process has changed the table, or this entry has
            await self._look_again(await self._read(), [entry])
        self._peers.tell_holders(self.id, number=entry.number)
        self._proposals.look_again(self.record, after, self.audience.pages, [entry])
        news: dict[int, list[Told]] = {}
        for viewer in self.audience.viewers:
            noticed = after.count(viewer) > before.count(viewer)
            news[viewer] = [told(entry, viewer, after.count(viewer))] if noticed else []
        self.audience.update(after, news)
        await self._look_at_phase(before, after)

    async def _insist(self, step: Callable[[Match], tuple[Match, Entry]]) -> None:
        """Append what fits whatever the others have just done. Held by a turn."""
        for tries in range(3):
            try:
                await self._append(*step(self.playing()))
                return
            except Overtaken:
                if tries == 2:
                    raise

    # Coming and going ---------------------------------------------------------------------------------------------

    async def come(self, page: PageConnection, seen: dict[str, int], id: str | None) -> None:
        """A page opens, or comes back and says what it has seen."""
        self.touched = self._now()
        async with self._turn():  # nothing is decided while he is told how things stand, and nobody is removed
            page.viewers = self.audience.viewers_of(page, self.record)
            self.audience.pages.add(page)  # what is said from now on he hears
            # All of it read at once, since whoever decides here waits meanwhile; and before a welcome: it may fail.
            logs, lines = await self._storage.found(lambda c: self._for_newcomer(c, page, seen))
            seats = list(self.record.seats_of(page.person))
            page.shown = b""
            page.tell(Welcome(version=VERSION, seats=seats, now=self._now(), id=id))
            self._show_table()
            if self.match is not None:
                for viewer in page.viewers:
                    self.audience.sync(page, self.match, viewer, logs[viewer])
            self._proposals.tell(self.record, self.match, page)
            for line in lines:
                page.tell(line)
            self.be_here()

    def _for_newcomer(
        self, connection: Connection, page: PageConnection, seen: dict[str, int]
    ) -> tuple[dict[int, list[Told]], list[Said]]:
        """Of the log of each seat of a page what it has not seen, and what was said last."""
        logs: dict[int, list[Told]] = {}
        if self.match is not None:
            for viewer in page.viewers:
                since = max(0, seen.get(str(viewer), 0))
                logs[viewer] = ledger.log(connection, self.id, viewer, self.match, since)
        return logs, self._chat.last_lines(connection, self.record, page.person)

    def go(self, page: PageConnection) -> None:
        """A page has closed."""
        self.audience.pages.discard(page)
        self.touched = self._now()
        self._show_table()
        self.be_here()

    def be_here(self, to_all: bool = True) -> None:
        """Tell the other processes whose pages are open here; or those alone that have the table open, too."""
        self.audience.be_here(self.record, self._peers, to_all)

    async def _sync(self, page: PageConnection, match: Match, viewer: int, since: int) -> None:
        """Tell one viewer everything, and of the log what he has not seen. Held by a turn."""
        self.audience.sync(page, match, viewer, await self._log(viewer, match, since))

    async def _log(self, viewer: int, match: Match, since: int) -> list[Told]:
        return await self._storage.found(lambda c: ledger.log(c, self.id, viewer, match, since))

    # What others have changed -------------------------------------------------------------------------------------

    async def changed(self, record: TableRecord) -> None:
        """The table was changed over HTTP: look again, and tell."""
        async with self._turn():
            if record.row.version <= self.record.row.version:  # while it waited, what came later may have been first
                record = await self._read()
            await self._look_again(record)
            self._peers.tell_holders(self.id, changed=True)

    async def noticed(self, notice: Notice) -> None:
        """Another process says that something is new here."""
        async with self._turn():
            self.audience.hear(notice)
            if notice.pages is not None:
                self._show_table()
            if notice.who:  # what was stored until he heard of it, nobody has told him
                self.be_here()
                if self.match is not None:
                    self._peers.tell_holders(self.id, number=self.match.number)
            if notice.changed:
                await self._catch_up()
            elif notice.number is not None and (self.match is None or notice.number > self.match.number):
                await self._catch_up()
            if notice.talk is not None:
                await self._chat.pass_on(self.record, notice.talk)
            if notice.pointed is not None:
                self._chat.show_pointing(*notice.pointed)
            if (notice.changed or notice.number is not None) and self.match is not None:
                self._announcements.leave(self.record, self.match)

    async def check(self, number: int, version: int) -> None:
        """Look whether the database knows more than this process: notices may get lost."""
        if (self.match is not None and number > self.match.number) or version != self.record.row.version:
            async with self._turn():
                await self._catch_up()
                if self.match is not None:
                    self._announcements.leave(self.record, self.match)

    async def _look_again(self, record: TableRecord, new: Sequence[Entry] = ()) -> None:
        """Take the table as it is stored, and tell who sees something new. Held by a turn."""
        before = self.match
        self.record = record
        if record.phase in BEGUN and before is None:
            self.match = await self._load()
        self._show_table()
        for page in list(self.audience.pages):
            viewers = self.audience.viewers_of(page, record)
            if viewers != page.viewers or (before is None and self.match is not None):
                page.viewers = viewers
                if self.match is not None:
                    for viewer in viewers:
                        await self._sync(page, self.match, viewer, 0)
        self._proposals.look_again(record, self.match, self.audience.pages, new)

    async def _catch_up(self) -> None:
        """Take in what other processes have appended and changed, and tell of it. Held by a turn."""
        before, record = self.match, self.record
        if before is None:
            await self._look_again(await self._read())
            return
        # Both of one moment: a proposal that is gone was granted by an entry that must be known by then.
        fresh, (match, new) = await self._storage.found(
            lambda c: (records.read(c, self.id), record.catch_up(c, before))
        )
        self.match = match
        if (fresh.row.version, fresh.phase) != (record.row.version, record.phase):
            await self._look_again(fresh, new)  # first: who was removed is not told what came after
        if new:
            # What is new was read already: each viewer's part of it follows.
            news = {viewer: ledger.told_of(new, viewer, before.count(viewer)) for viewer in self.audience.viewers}
            self.audience.update(match, news)
            self._proposals.look_again(fresh, match, self.audience.pages, new)

    async def _look_at_phase(self, before: Match, after: Match) -> None:
        """Where a match was paused, goes on or is over, the table has another phase."""
        if after.over or after.paused != before.paused:
            self.record = await self._read()
            self._show_table()

    async def _read(self) -> TableRecord:
        return await self._storage.found(lambda c: records.read(c, self.id))

    async def _load(self) -> Match | None:
        """The match as it is stored; None if only its log is left, or if it was closed before it began."""
        try:
            return await self._storage.found(self.record.load)
        except (ledger.OtherRules, ledger.NoSuchEntry, UnknownGame):
            return None

    # What a page asks for -----------------------------------------------------------------------------------------

    def _own(self, person: Person | None, seat: int) -> None:
        if seat not in self.record.seats_of(person):
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

    async def _was_made(self, seat: int, id: str) -> bool:
        return await self._storage.found(lambda c: ledger.was_made(c, self.id, seat, id))

    async def _answer(
        self, person: Person | None, seat: int, question: int, id: str, step: Callable[[Match], tuple[Match, Entry]]
    ) -> Accepted:
        """Carry out an answer to a question, once: a repeat is only acknowledged, an answer to another is refused."""
        self._own(person, seat)
        async with self._turn():
            match = self.playing()
            if question != match.prompts[seat] or match.over:
                if await self._was_made(seat, id):
                    return Accepted(id=id)
                if not match.over:
                    raise Refused("stale")
            if not match.over and (refusal := self._proposals.refuse_undo(self.record, match, seat)) is not None:
                _, entry = step(self._going_on())  # what the rules forbid is no answer …
                if entry.noticed & bit_of(SPECTATOR):  # … nor is what nobody may know of …
                    await self._do(refusal)  # … but who plays on has answered
            for last in (False, True):
                try:
                    await self._append(*step(self._going_on()))
                    break
                except Overtaken:  # another seat was first: mine is as good as before
                    if await self._was_made(seat, id):
                        break  # it was mine, sent twice
                    if last or self.playing().prompts[seat] != question:
                        raise
        return Accepted(id=id)

    async def decide(
        self, person: Person | None, seat: int, question: int, moves: Sequence[int | str], id: str
    ) -> Accepted:
        """A move."""
        now = self._now
        return await self._answer(person, seat, question, id, lambda m: rules.decide(m, seat, moves, now(), id))

    async def withdraw(self, person: Person | None, seat: int, question: int, id: str) -> Accepted:
        """A secret choice taken back."""
        now = self._now
        return await self._answer(person, seat, question, id, lambda m: rules.withdraw(m, seat, now(), id))

    async def pause(self, person: Person, wanted: bool) -> None:
        """Anyone who plays may stop the match for a while, and let it go on."""
        mine = self.record.seats_of(person)
        if not mine and self.record.row.host != person.id:
            raise Refused("not_allowed")
        if wanted and self.record.row.tournament is not None:
            raise Refused("tournament_table")  # others wait for its end
        async with self._turn():
            if self.playing().paused != wanted:
                seat, now = mine[0] if mine else None, self._now()
                await self._insist(lambda match: rules.pause(match, seat, wanted, now))

    async def resign(self, person: Person, seat: int) -> None:
        """Between two, the other wins; among more, a bot plays on."""
        self._own(person, seat)
        async with self._turn():
            self._not_over()
            await self._lose(seat, "resigned")

    async def forfeit(self, seat: int, cause: str) -> None:
        """A seat loses its match of a tournament."""
        async with self._turn():
            if not self.playing().over and self.record.seats[seat].kind == "person":
                await self._lose(seat, cause)

    async def _lose(self, seat: int, cause: str) -> None:
        """Held by a turn. In a tournament who is left alone with bots has won: others wait for the end."""
        players = len(self.record.seats)
        left = [s.number for s in self.record.seats if s.kind == "person" and s.number != seat]
        if players == 2 or (self.record.row.tournament is not None and len(left) == 1):
            winner = 1 - seat if players == 2 else left[0]
            ending = rules.lost(seat, cause, winner, players)
            await self._insist(lambda match: rules.end(match, seat, ending, self._now()))
        else:
            loser = Person(str(self.record.seats[seat].person), self.record.seats[seat].name)
            await self._do(NewRecord(lambda c: seating.leave(c, self.id, loser, seat)))

    async def agree_to_end(self, person: Person, seat: int) -> None:
        """One seat wants to end the match as a draw; it ends once all people at it do."""
        self._own(person, seat)
        async with self._turn():
            match = self._not_over()
            await self._do(self._proposals.propose_end(self.record, match, person))
            await self._do(self._proposals.agreed_end(self.record, match))

    async def close_by_order(self) -> None:
        """Whoever runs the house ends it."""
        async with self._turn():
            if self.match is None:
                await self._do(NewRecord(lambda c: closing.close_by_order(c, self.id, self._now())))
            elif not self.match.over:
                await self._insist(lambda match: rules.end(match, None, closing.CLOSED, self._now()))

    async def undo(self, person: Person | None, seat: int, whole_turn: bool, id: str) -> Accepted:
        """Take a move back, or ask the others whether one may."""
        self._own(person, seat)
        async with self._turn():
            match = self._going_on()
            await self._do(await self._proposals.undo(self.record, match, person, seat, whole_turn, id))
        return Accepted(id=id)

    async def answer_undo(self, person: Person | None, seat: int, agree: bool, id: str) -> Accepted:
        """What another seat says to it."""
        self._own(person, seat)
        async with self._turn():
            match = self.playing()
            if agree:
                await self._do(self._proposals.agree_to_undo(self.record, match, person, seat))
                await self._do(await self._proposals.granted_undo(self.record, match))
            elif (refusal := self._proposals.refuse_undo(self.record, match, seat)) is not None:
                await self._do(refusal)
            else:
                raise Refused("nothing_asked")
        return Accepted(id=id)

    async def set_auto(self, person: Person | None, seat: int, wanted: bool, id: str) -> Accepted:
        """Forced decisions are to be made for a seat, or no longer; told to nobody else."""
        self._own(person, seat)
        async with self._turn():
            await self._do(NewRecord(lambda c: seating.set_auto(c, self.id, seat, wanted)))
        return Accepted(id=id)

    async def leave_conditional(
        self, person: Person | None, seat: int, line: Sequence[ConditionalMove], id: str
    ) -> Accepted:
        """What is to be played for a seat if others do what it expects, or nothing any more; told to nobody else."""
        self._own(person, seat)
        async with self._turn():
            match = self._not_over()
            if line and not (self.record.slow and may_leave(match, seat)):
                raise Refused("no_conditional")
            wanted = Conditional(written(match, line), match.count(seat)) if line else None
            await self._do(NewRecord(lambda c: seating.set_conditional(c, self.id, seat, wanted)))
        return Accepted(id=id)

    async def say(self, person: Person | None, text: str, id: str) -> Accepted:
        """Talk."""
        await self._chat.say(self.record, self.match, person, text)
        return Accepted(id=id)

    def point(self, person: Person | None, seat: int, at: str) -> None:
        """Show everyone what somebody points at."""
        self._own(person, seat)
        self._chat.point(self.record, self.match, person, seat, at)
