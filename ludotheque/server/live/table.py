"""A table that is being played at: its match, and the pages open at it.

Whatever happens here happens in this order: it is checked against the rules, stored, and only then told. What is told
to each viewer is made from the position for that viewer (`presenter`); who can have noticed nothing is sent nothing.
Other processes may have the same table open: they are told that something is new, and look for themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludotheque.errors import GameOver, UnknownGame
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.automation import Automation
from ludotheque.server.live.chat import Chat
from ludotheque.server.live.connection import PageConnection
from ludotheque.server.live.peers import Notice, Peers
from ludotheque.server.live.proposals import Proposals
from ludotheque.server.live.protocol import VERSION, Accepted, Clocks, Sync, TableNow, Update, Welcome, write_message
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import Entry, Told, told
from ludotheque.server.matches.match import Match
from ludotheque.server.notifications.notifier import Notifier
from ludotheque.server.people.schemas import Person
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables import services as tables
from ludotheque.server.tables.services import TableRecord

PRESENCE_SECONDS = 40.0  # for so long it is believed who is at another process
log = logging.getLogger(__name__)


class Overtaken(Refused):
    """Another process has appended to the match first; by now this one has looked again."""

    def __init__(self) -> None:
        super().__init__("stale")


class Elsewhere(msgspec.Struct, frozen=True):
    """The pages that another process has open at a table, when it last told."""

    at: float
    pages: int
    people: frozenset[str]
    watching: tuple[tuple[str, str], ...]


class LiveTable:
    """One table in this process. The list in the database is the truth; this is what follows from it."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        workers: Workers,
        notifier: Notifier,
        peers: Peers,
        record: TableRecord,
        match: Match | None,
    ) -> None:
        self.storage = storage
        self.settings = settings
        self.workers = workers
        self.notifier = notifier
        self.peers = peers
        self.record = record
        self.match = match
        self.pages: set[PageConnection] = set()
        self.touched = settings.now()
        self.turn = asyncio.Lock()  # one entry after the other
        self.proposals = Proposals(self)
        self.chat = Chat(self)
        self.automation = Automation(self, workers, peers.name)
        self._elsewhere: dict[str, Elsewhere] = {}  # the pages at other processes
        self._sent: dict[int, bytes] = {}  # what each viewer saw last
        # The questions that were announced; those of a match that has been going on were, when they came up.
        self._announced = match.prompts if match is not None and match.number > 0 else (0,) * len(record.seats)

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.record.id

    @property
    def busy(self) -> bool:
        """Whether anybody is here."""
        return bool(self.pages) or self.turn.locked()

    @property
    def watched(self) -> bool:
        """Whether a page is open here, at this process or at another."""
        return bool(self.pages) or any(other.pages for other in self._others())

    @property
    def here(self) -> frozenset[str]:
        """The people who have a page open here, at this process or at another."""
        mine = {page.person.id for page in self.pages if page.person}
        return frozenset(mine.union(*(other.people for other in self._others())))

    @property
    def watching(self) -> list[str]:
        """The names of those who look on, at this process or at another; an empty one for somebody unknown."""
        all_ = [*self._watching_here(), *(one for other in self._others() for one in other.watching)]
        return [*sorted(dict(one for one in all_ if one[0]).values()), *("" for id, _ in all_ if not id)]

    def _watching_here(self) -> list[tuple[str, str]]:
        people = [page.person for page in self.pages if not self.record.seats_of(page.person)]
        return [(person.id, person.name) if person else ("", "") for person in people]

    def _others(self) -> list[Elsewhere]:
        fresh = self.settings.now() - PRESENCE_SECONDS
        return [other for other in self._elsewhere.values() if other.at > fresh]

    def playing(self) -> Match:
        """The match, once it has begun."""
        if self.match is None:
            raise Refused("other_rules" if self.record.phase == "over" else "not_started")
        return self.match

    # Coming and going ---------------------------------------------------------------------------------------------

    async def come(self, page: PageConnection, seen: dict[str, int], id: str | None) -> None:
        """A page opens, or comes back and says what it has seen."""
        self.touched = self.settings.now()
        seats = self.record.seats_of(page.person)
        page.viewers = seats or (SPECTATOR,)
        async with self.turn:  # nothing is decided while he is told how things stand
            page.shown = b""
            page.tell(Welcome(version=VERSION, seats=list(seats), now=self.settings.now(), id=id))
            self.pages.add(page)
            self.show_table()
            if self.match is not None:
                for viewer in page.viewers:
                    since = max(0, seen.get(str(viewer), 0))
                    await self._sync(page, self.match, viewer, since)
            self.proposals.tell(page)
            for line in await self.chat.last_lines(page.person):
                page.tell(line)
        self.be_here()
        self.wake()

    def go(self, page: PageConnection) -> None:
        """A page has closed."""
        self.pages.discard(page)
        self.touched = self.settings.now()
        self.show_table()
        self.be_here()

    def be_here(self) -> None:
        """Tell the other processes whose pages are open here."""
        people = sorted({page.person.id for page in self.pages if page.person})
        self.peers.tell(self.id, pages=len(self.pages), here=tuple(people), watching=tuple(self._watching_here()))

    async def _sync(self, page: PageConnection, match: Match, viewer: int, since: int) -> None:
        """Tell one viewer everything, and of the log what he has not seen. Held by `turn`."""
        entries = await self.storage.found(_log_job(self.id, viewer, match, since))
        face = presenter.face(match, viewer)
        self._sent[viewer] = write_message(face)
        number = match.count(viewer)
        page.tell(Sync(seat=viewer, number=number, log=entries, face=face, clocks=self._clocks(match)))

    def _clocks(self, match: Match) -> Clocks | None:
        return presenter.clocks(match, self.settings.now())

    # The table ----------------------------------------------------------------------------------------------------

    async def changed(self, record: TableRecord | None = None) -> None:
        """The table was changed over HTTP: look again, and tell."""
        async with self.turn:
            await self.look_again(record)
        self.peers.tell(self.id, changed=True)
        self.wake()

    async def look_again(self, record: TableRecord | None = None) -> None:
        """Take the table as it is stored, and tell who sees something new. Held by `turn`."""
        before = self.match
        self.record = record if record is not None else await self._read()
        if self.record.phase in ("playing", "paused", "over") and before is None:
            self.match = await self._load()
        seats = {page: self.record.seats_of(page.person) or (SPECTATOR,) for page in self.pages}
        self.show_table()
        for page, viewers in seats.items():
            if viewers != page.viewers or (before is None and self.match is not None):
                page.viewers = viewers
                if self.match is not None:
                    for viewer in viewers:
                        await self._sync(page, self.match, viewer, 0)
        self.proposals.look_again()

    async def noticed(self, notice: Notice) -> None:
        """Another process says that something is new here."""
        async with self.turn:
            if notice.pages is not None:
                self._elsewhere[notice.by] = Elsewhere(
                    self.settings.now(), notice.pages, frozenset(notice.here), notice.watching
                )
                self.show_table()
            if notice.who:
                self.be_here()
            if notice.changed:
                await self.look_again()
            if notice.number is not None and (self.match is None or notice.number > self.match.number):
                await self._catch_up()
            if notice.talk is not None:
                await self.chat.pass_on(notice.talk)
            if notice.pointed is not None:
                self.chat.show_pointing(*notice.pointed)
        if notice.changed or notice.number is not None:
            self._leave_announcing()
        self.wake()

    async def check(self, number: int, version: int) -> None:
        """Look whether the database knows more than this process: notices may get lost."""
        if (self.match is not None and number > self.match.number) or version != self.record.row.version:
            async with self.turn:
                await self.look_again()
                await self._catch_up()
            self._leave_announcing()
            self.wake()

    async def _catch_up(self) -> None:
        """Take in what other processes have appended, and tell of it. Held by `turn`."""
        before = self.match
        if before is None:
            await self.look_again()
            return
        record = self.record
        match, new = await self.storage.found(lambda c: record.catch_up(c, before))
        if not new:
            return
        self.match = match
        news: dict[int, list[Told]] = {}
        for viewer in self._viewers():
            news[viewer] = await self.storage.found(_log_job(self.id, viewer, match, before.count(viewer)))
        self._tell(match, news)
        self.proposals.look_again(new)
        if match.over or match.paused != before.paused:
            self.record = await self._read()
            self.show_table()

    async def _read(self) -> TableRecord:
        return await self.storage.found(lambda c: tables.read(c, self.id))

    async def _load(self) -> Match | None:
        """The match as it is stored; None if it was played by rules that only its log is left of."""
        try:
            return await self.storage.found(self.record.load)
        except (ledger.OtherRules, UnknownGame):
            return None

    def show_table(self, only: PageConnection | None = None) -> None:
        """Tell everyone, or one alone, who sits where and who is there; each as he sees it."""
        here, watching = self.here, self.watching
        for page in [only] if only else self.pages:
            page.show(write_message(TableNow(table=tables.view(self.record, page.person, here, watching))))

    # Entries ------------------------------------------------------------------------------------------------------

    async def commit(self, step: tuple[Match, Entry]) -> None:
        """Store an entry, then tell of it. Held by `turn`."""
        before = self.playing()
        after, entry = step
        try:
            await self.storage.written(ledger.appending(self.id, entry, after, before), key=self.id)
        except ledger.Taken:
            await self._catch_up()  # another process was first: what it stored is the truth
            raise Overtaken from None
        self.match = after
        self.peers.tell(self.id, number=entry.number)
        self.proposals.look_again([entry])
        news: dict[int, list[Told]] = {}
        for viewer in self._viewers():
            noticed = after.count(viewer) > before.count(viewer)
            news[viewer] = [told(entry, viewer, after.count(viewer))] if noticed else []
        self._tell(after, news)
        self.automation.wake()
        self._announce()
        if after.over or after.paused != before.paused:
            self.record = await self._read()
            self.show_table()

    def _viewers(self) -> set[int]:
        return {viewer for page in self.pages for viewer in page.viewers}

    def _tell(self, match: Match, news: dict[int, list[Told]]) -> None:
        """Tell each viewer what is new to him."""
        ticking = self._clocks(match)
        for viewer, entries in news.items():
            face = presenter.face(match, viewer)
            seen = write_message(face)
            if not entries and self._sent.get(viewer) == seen:
                continue  # it would tell him that something happened of which he may not know
            self._sent[viewer] = seen
            update = Update(seat=viewer, number=match.count(viewer), log=entries, face=face, clocks=ticking)
            written = write_message(update)
            for page in self.pages:
                if viewer in page.viewers:
                    page.post(written)

    def _own(self, person: Person | None, seat: int) -> None:
        if seat not in self.record.seats_of(person):
            raise Refused("not_your_seat")

    def _going_on(self) -> Match:
        match = self.playing()
        if match.over:
            raise GameOver("the match is over")
        if match.paused:
            raise Refused("paused")
        return match

    async def _answer(
        self, person: Person | None, seat: int, question: int, id: str, step: Callable[[Match], tuple[Match, Entry]]
    ) -> Accepted:
        """Carry out an answer to a question, once: a repeat is only acknowledged, an answer to another is refused."""
        self._own(person, seat)
        async with self.turn:
            match = self.playing()
            if question != match.prompts[seat] or match.over:
                if await self.storage.found(lambda c: ledger.was_made(c, self.id, seat, id)):
                    return Accepted(id=id)
                if not match.over:
                    raise Refused("stale")
            for last in (False, True):
                try:
                    await self.commit(step(self._going_on()))
                    break
                except Overtaken:  # another seat was first: mine is as good as before
                    if await self.storage.found(lambda c: ledger.was_made(c, self.id, seat, id)):
                        break  # it was mine, sent twice
                    if last or self.playing().prompts[seat] != question:
                        raise
        self.wake()
        return Accepted(id=id)

    async def _insist(self, step: Callable[[Match], tuple[Match, Entry]]) -> None:
        """Commit what fits whatever the others have just done. Held by `turn`."""
        for tries in range(3):
            try:
                await self.commit(step(self.playing()))
                return
            except Overtaken:
                if tries == 2:
                    raise

    async def decide(
        self, person: Person | None, seat: int, question: int, moves: Sequence[int | str], id: str
    ) -> Accepted:
        """A move."""
        now = self.settings.now
        return await self._answer(person, seat, question, id, lambda m: rules.decide(m, seat, moves, now(), id))

    async def withdraw(self, person: Person | None, seat: int, question: int, id: str) -> Accepted:
        """A secret choice taken back."""
        now = self.settings.now
        return await self._answer(person, seat, question, id, lambda m: rules.withdraw(m, seat, now(), id))

    async def pause(self, person: Person, wanted: bool) -> None:
        """Anyone who plays may stop the match for a while, and let it go on."""
        mine = self.record.seats_of(person)
        if not mine and self.record.row.host != person.id:
            raise Refused("not_allowed")
        async with self.turn:
            if self.playing().paused != wanted:
                seat, now = mine[0] if mine else None, self.settings.now()
                await self._insist(lambda match: rules.pause(match, seat, wanted, now))
        self.wake()

    async def resign(self, person: Person, seat: int) -> None:
        """Between two, the other wins; among more, a bot plays on."""
        self._own(person, seat)
        async with self.turn:
            match = self.playing()
            if match.over:
                raise GameOver("the match is over")
            if match.pos.players == 2:
                ending = {
                    "cause": "resigned",
                    "key": "ending.resigned",
                    "seat": seat,
                    "ranking": [[1 - seat], [seat]],
                    "shares": [float(p != seat) for p in range(2)],
                }
                await self._insist(lambda match: rules.end(match, seat, ending, self.settings.now()))
                return
            record = await self.storage.written(lambda c: tables.leave(c, self.id, person, seat))
            await self.look_again(record)
        self.peers.tell(self.id, changed=True)
        self.wake()

    async def agree_to_end(self, person: Person, seat: int) -> None:
        """One seat wants to end the match as a draw."""
        self._own(person, seat)
        async with self.turn:
            await self.proposals.agree_to_end(person)

    async def undo(self, person: Person | None, seat: int, whole_turn: bool, id: str) -> Accepted:
        """Take a move back, or ask the others whether one may."""
        self._own(person, seat)
        async with self.turn:
            await self.proposals.undo(self._going_on(), person, seat, whole_turn, id)
        self.wake()
        return Accepted(id=id)

    async def answer_undo(self, person: Person | None, seat: int, agree: bool, id: str) -> Accepted:
        """What another seat says to it."""
        self._own(person, seat)
        async with self.turn:
            await self.proposals.answer_undo(person, seat, agree)
        self.wake()
        return Accepted(id=id)

    async def say(self, person: Person | None, text: str, id: str) -> Accepted:
        """Talk."""
        await self.chat.say(person, text)
        return Accepted(id=id)

    def point(self, person: Person | None, seat: int, at: str) -> None:
        """Show everyone what somebody points at."""
        self._own(person, seat)
        self.chat.point(person, seat, at)

    # What goes on by itself ---------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots move, clocks run and forced decisions be made; announce what somebody is not here to see."""
        self.automation.wake()
        self._announce()

    def _announce(self) -> None:
        """Tell people who are not here, where they wished, that something is asked of them; of each question once."""
        match = self.match
        if match is None:
            return
        here = self.here
        for seat in match.actors:
            person = self.record.seats[seat].person
            if match.prompts[seat] > self._announced[seat] and person is not None and person not in here:
                self.notifier.notify(self.record, seat)
        self._announced = match.prompts

    def _leave_announcing(self) -> None:
        """Whoever stored it has announced it."""
        if self.match is not None:
            self._announced = self.match.prompts

    async def set_auto(self, person: Person | None, seat: int, wanted: bool, id: str) -> Accepted:
        """Forced decisions are to be made for a seat, or no longer; told to nobody else."""
        self._own(person, seat)
        async with self.turn:
            self.record = await self.storage.written(lambda c: tables.set_auto(c, self.id, seat, wanted))
            for page in list(self.pages):
                if page.person and person and page.person.id == person.id:
                    self.show_table(page)
        self.peers.tell(self.id, changed=True)
        self.wake()
        return Accepted(id=id)

    async def close(self) -> None:
        """Put the table away; the match is in the database."""
        await self.automation.close()


def _log_job(id: str, viewer: int, match: Match, since: int) -> Callable[[Any], list[Told]]:
    return lambda connection: ledger.log(connection, id, viewer, match, since)
