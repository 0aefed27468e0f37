"""A table that is being played at: its match, the pages open at it, its bots and clocks.

Whatever happens here happens in this order: it is checked against the rules, stored, and only then told. What is told
to each viewer is made from the position for that viewer (`faces`); who can have noticed nothing is sent nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select

from ludotheque.errors import GameOver
from ludotheque.server.errors import Refused
from ludotheque.server.live import faces
from ludotheque.server.live.auto import Auto, forced
from ludotheque.server.live.protocol import (
    VERSION,
    Accepted,
    EndWished,
    Pointed,
    Said,
    Sync,
    TableNow,
    UndoAnswered,
    UndoAsked,
    Update,
    Welcome,
    write_message,
)
from ludotheque.server.live.thinking import Thinking
from ludotheque.server.live.visitor import Visitor
from ludotheque.server.live.webhooks import Webhooks
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import Entry, Told, told
from ludotheque.server.matches.match import Match
from ludotheque.server.people.schemas import Person
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import mutes, talk
from ludotheque.server.tables import services as tables
from ludotheque.server.tables.services import Laid

WATCHING = "watching"  # the name of a log of those who hold no seat
TALK_SHOWN = 50  # lines of talk for somebody who comes in
log = logging.getLogger(__name__)


@dataclass
class Wish:
    """Somebody wants to go back, and these seats have not said yes yet."""

    seat: int
    earlier: Match
    fallen: list[Entry]
    waiting: set[int]
    client: str


class Overtaken(Refused):
    """Another process has appended to the match first; by now this one has looked again."""

    def __init__(self) -> None:
        super().__init__("stale")


class LiveTable:
    """One table in this process. The list in the database is the truth; this is what follows from it."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        thinking: Thinking,
        webhooks: Webhooks,
        laid: Laid,
        match: Match | None,
    ) -> None:
        self.storage = storage
        self.settings = settings
        self.thinking = thinking
        self.webhooks = webhooks
        self.laid = laid
        self.match = match
        self.visitors: set[Visitor] = set()
        self.touched = settings.now()
        self.wish: Wish | None = None
        self._agreed: set[int] = set()  # seats that want to end the match here
        self._turn = asyncio.Lock()  # one entry after the other
        self._sent: dict[int | None, bytes] = {}  # what each viewer saw last
        self._bots: asyncio.Task[None] | None = None
        self._clock: asyncio.Task[None] | None = None
        self._auto = Auto(settings.auto_pause, self._decide_forced)
        # The questions that were announced; those of a match that has been going on were, when they came up.
        self._announced = match.prompts if match is not None and match.number > 0 else (0,) * len(laid.seats)

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.laid.id

    @property
    def busy(self) -> bool:
        """Whether anybody is here."""
        return bool(self.visitors) or self._turn.locked()

    def playing(self) -> Match:
        """The match, once it has begun."""
        if self.match is None:
            raise Refused("other_rules" if self.laid.phase == "over" else "not_started")
        return self.match

    # Coming and going ---------------------------------------------------------------------------------------------

    async def come(self, visitor: Visitor, seen: dict[str, int], id: str | None) -> None:
        """A page opens, or comes back and says what it has seen."""
        self.touched = self.settings.now()
        seats = self.laid.seats_of(visitor.person)
        visitor.viewers = seats or (None,)
        async with self._turn:  # nothing is decided while he is told how things stand
            visitor.tell(Welcome(version=VERSION, seats=list(seats), now=self.settings.now(), id=id))
            self.visitors.add(visitor)
            self.show_table(None if seats else visitor)
            if self.match is not None:
                for viewer in visitor.viewers:
                    since = max(0, seen.get(WATCHING if viewer is None else str(viewer), 0))
                    await self._sync(visitor, self.match, viewer, since)
            for line in await self.storage.found(lambda c: self._talk(c, visitor.person)):
                visitor.tell(line)
        self.wake()

    def go(self, visitor: Visitor) -> None:
        """A page has closed."""
        self.visitors.discard(visitor)
        self.touched = self.settings.now()
        if self.laid.seats_of(visitor.person):
            self.show_table()

    def _talk(self, connection: Any, person: Person | None) -> list[Said]:
        newest = select(talk).where(talk.c.table == self.id).order_by(talk.c.id.desc()).limit(TALK_SHOWN)
        silent = self._muted_for(connection, person.id if person else None)
        rows = connection.execute(newest).all()[::-1]
        return [Said(person=r.person, name=r.name, text=r.text, at=r.at) for r in rows if r.person not in silent]

    def _muted_for(self, connection: Any, person: str | None) -> set[str]:
        """Whom somebody does not hear: those he muted, and those the host muted for all."""
        by = [self.laid.row.host, person]
        wanted = select(mutes.c.person).where(mutes.c.table == self.id, mutes.c.by.in_(by))
        return {str(row.person) for row in connection.execute(wanted)}

    async def _sync(self, visitor: Visitor, match: Match, viewer: int | None, since: int) -> None:
        """Tell one viewer everything, and of the log what he has not seen. Held by `_turn`."""
        entries = await self.storage.found(_log_job(self.id, viewer, match, since))
        face = faces.face(match, viewer)
        self._sent[viewer] = write_message(face)
        number = match.count(viewer)
        visitor.tell(Sync(seat=viewer, number=number, log=entries, face=face, clocks=faces.clocks(match)))

    # The table ----------------------------------------------------------------------------------------------------

    async def changed(self, laid: Laid | None = None) -> None:
        """The table was changed over HTTP: look again, and tell."""
        async with self._turn:
            await self._look_again(laid)
        self.wake()

    async def _look_again(self, laid: Laid | None = None) -> None:
        before = self.match
        self.laid = laid if laid is not None else await self._read()
        if self.laid.phase in ("playing", "paused", "over") and before is None:
            self.match = await self.storage.found(self._load)
        seats = {visitor: self.laid.seats_of(visitor.person) or (None,) for visitor in self.visitors}
        self.show_table()
        for visitor, viewers in seats.items():
            if viewers != visitor.viewers or (before is None and self.match is not None):
                visitor.viewers = viewers
                if self.match is not None:
                    for viewer in viewers:
                        await self._sync(visitor, self.match, viewer, 0)

    async def _read(self) -> Laid:
        return await self.storage.found(lambda c: tables.read(c, self.id))

    def _load(self, connection: Any) -> Match:
        return self.laid.load(connection)

    def show_table(self, only: Visitor | None = None) -> None:
        """Tell everyone, or one alone, who sits where and who is there; each as he sees it."""
        here = frozenset(visitor.person.id for visitor in self.visitors if visitor.person)
        for visitor in [only] if only else self.visitors:
            visitor.tell(TableNow(table=tables.view(self.laid, visitor.person, here)))

    # Entries ------------------------------------------------------------------------------------------------------

    async def _commit(self, step: tuple[Match, Entry]) -> None:
        """Store an entry, then tell of it. Held by `_turn`."""
        before = self.playing()
        after, entry = step
        try:
            await self.storage.written(ledger.appending(self.id, entry, after, before))
        except ledger.Taken:
            # Another process was first: what it stored is the truth.
            self.match = await self.storage.found(self._load)
            await self._tell_from_storage(before)
            raise Overtaken from None
        self.match = after
        self._drop_wish(granted=entry.kind == "undo")
        self._agreed.clear()
        news: dict[int | None, list[Told]] = {}
        for viewer in self._viewers():
            noticed = after.count(viewer) > before.count(viewer)
            news[viewer] = [told(entry, viewer, after.count(viewer))] if noticed else []
        self._tell(after, news)
        self._wake_clock()
        self._wake_auto()
        self._announce()
        if after.over or after.paused != before.paused:
            self.laid = await self._read()
            self.show_table()

    def _viewers(self) -> set[int | None]:
        return {viewer for visitor in self.visitors for viewer in visitor.viewers}

    def _tell(self, match: Match, news: dict[int | None, list[Told]]) -> None:
        """Tell each viewer what is new to him."""
        ticking = faces.clocks(match)
        for viewer, entries in news.items():
            face = faces.face(match, viewer)
            seen = write_message(face)
            if not entries and self._sent.get(viewer) == seen:
                continue  # it would tell him that something happened of which he may not know
            self._sent[viewer] = seen
            update = Update(seat=viewer, number=match.count(viewer), log=entries, face=face, clocks=ticking)
            written = write_message(update)
            for visitor in self.visitors:
                if viewer in visitor.viewers:
                    visitor.post(written)

    async def _tell_from_storage(self, before: Match) -> None:
        match = self.playing()
        news = {}
        for viewer in self._viewers():
            news[viewer] = await self.storage.found(_log_job(self.id, viewer, match, before.count(viewer)))
        self._tell(match, news)

    def _own(self, person: Person | None, seat: int) -> None:
        if seat not in self.laid.seats_of(person):
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
        async with self._turn:
            match = self.playing()
            if question != match.prompts[seat] or match.over:
                if await self.storage.found(lambda c: ledger.was_made(c, self.id, seat, id)):
                    return Accepted(id=id)
                if not match.over:
                    raise Refused("stale")
            try:
                await self._commit(step(self._going_on()))
            except Overtaken:
                if self.playing().prompts[seat] != question:
                    raise
                await self._commit(step(self._going_on()))  # another seat was first: mine is as good as before
        self.wake()
        return Accepted(id=id)

    async def decide(
        self, person: Person | None, seat: int, question: int, moves: Sequence[int | str], id: str
    ) -> Accepted:
        """A move."""
        now = self.settings.now
        self._auto.go_on(seat)
        return await self._answer(person, seat, question, id, lambda m: rules.decide(m, seat, moves, now(), id))

    async def withdraw(self, person: Person | None, seat: int, question: int, id: str) -> Accepted:
        """A secret choice taken back."""
        now = self.settings.now
        self._auto.hold(seat)
        return await self._answer(person, seat, question, id, lambda m: rules.withdraw(m, seat, now(), id))

    async def pause(self, person: Person, wanted: bool) -> None:
        """Anyone who plays may stop the match for a while, and let it go on."""
        mine = self.laid.seats_of(person)
        if not mine and self.laid.row.host != person.id:
            raise Refused("not_allowed")
        async with self._turn:
            match = self.playing()
            if match.paused != wanted:
                await self._commit(rules.pause(match, mine[0] if mine else None, wanted, self.settings.now()))
        self.wake()

    async def resign(self, person: Person, seat: int) -> None:
        """Between two, the other wins; among more, a bot plays on."""
        self._own(person, seat)
        async with self._turn:
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
                await self._commit(rules.end(match, seat, ending, self.settings.now()))
                return
            laid = await self.storage.written(lambda c: tables.leave(c, self.id, person, seat))
            await self._look_again(laid)
        self.wake()

    async def agree_to_end(self, person: Person, seat: int) -> None:
        """One seat wants to end the match as a draw; it ends once all people at it do. Any decision forgets it."""
        self._own(person, seat)
        async with self._turn:
            match = self.playing()
            if match.over:
                raise GameOver("the match is over")
            self._agreed |= set(self.laid.seats_of(person))
            people = {s.number for s in self.laid.seats if s.kind == "person"}
            if people <= self._agreed:
                players = match.pos.players
                ending = {
                    "cause": "agreed",
                    "key": "ending.agreed",
                    "ranking": [list(range(players))],
                    "shares": [1 / players] * players,
                }
                await self._commit(rules.end(match, None, ending, self.settings.now()))
            else:
                for visitor in self.visitors:
                    visitor.tell(EndWished(seats=sorted(self._agreed)))

    # Taking back --------------------------------------------------------------------------------------------------

    async def undo(self, person: Person | None, seat: int, whole_turn: bool, id: str) -> Accepted:
        """Take a move back: at once where that is free, else with the consent of the others."""
        self._own(person, seat)
        async with self._turn:
            match = self._going_on()
            if await self.storage.found(lambda c: ledger.was_made(c, self.id, seat, id)):
                return Accepted(id=id)
            if seat in match.pos.ready:
                raise Refused("withdraw_instead")
            self._drop_wish(granted=False)
            earlier, fallen = await self.storage.found(lambda c: self._before(c, match.number, seat, whole_turn))
            others = {s.number for s in self.laid.seats if s.kind == "person" and person and s.person != person.id}
            free = sum(entry.kind == "decide" for entry in fallen) <= match.may_undo(seat)
            if free and others:
                free = not await self.thinking.about(lambda: rules.teaches(earlier, fallen[::-1], seat))
            self.wish = Wish(seat, earlier, fallen, set() if free else others, id)
            if not self.wish.waiting:
                await self._go_back(self.wish)
            else:
                self._ask(self.wish, match)
        self.wake()
        return Accepted(id=id)

    def _before(self, connection: Any, head: int, seat: int, whole_turn: bool) -> tuple[Match, list[Entry]]:
        """The match before the seat's last move, or its last turn, and what would fall, the newest first."""
        target, fallen = ledger.back_to(connection, self.id, head, seat, whole_turn)
        earlier = self.laid.load(connection, target)
        if whole_turn:
            begun = rules.turn_begins(earlier, fallen[::-1], seat)
            fallen = fallen[: len(fallen) - begun]
            earlier = self.laid.load(connection, fallen[-1].number - 1)
        return earlier, fallen

    async def answer_undo(self, person: Person | None, seat: int, agree: bool, id: str) -> Accepted:
        """What another seat says to it."""
        self._own(person, seat)
        async with self._turn:
            wish = self.wish
            if wish is None or seat not in wish.waiting:
                raise Refused("nothing_asked")
            if not agree:
                self._drop_wish(granted=False)
            else:
                mine = self.laid.seats_of(person)
                wish.waiting -= set(mine)
                if not wish.waiting:
                    await self._go_back(wish)
                else:
                    self._ask(wish, self.playing())
        self.wake()
        return Accepted(id=id)

    def _ask(self, wish: Wish, match: Match) -> None:
        for visitor in self.visitors:
            for viewer in visitor.viewers:
                falls = sum(bool(entry.noticed >> (7 if viewer is None else viewer) & 1) for entry in wish.fallen)
                last = match.count(viewer)
                entries = list(range(last - falls + 1, last + 1))
                visitor.tell(UndoAsked(seat=wish.seat, waiting=sorted(wish.waiting), entries=entries))

    async def _go_back(self, wish: Wish) -> None:
        match = self.playing()
        self._auto.hold(wish.seat)
        noticed = 0
        for entry in wish.fallen:
            noticed |= entry.noticed
        await self._commit(rules.undo(match, wish.earlier, wish.seat, noticed, self.settings.now(), wish.client))

    def _drop_wish(self, granted: bool) -> None:
        wish, self.wish = self.wish, None
        if wish is not None:
            for visitor in self.visitors:
                visitor.tell(UndoAnswered(seat=wish.seat, granted=granted))

    # Talk ---------------------------------------------------------------------------------------------------------

    async def say(self, person: Person | None, text: str, id: str) -> Accepted:
        """Talk, kept and told to all who have not muted the speaker."""
        if person is None:
            raise Refused("no_person")
        match = self.match
        if getattr(self.laid.game.facts, "silent", False) and match is not None and not match.over:
            raise Refused("chat_closed")
        line = Said(person=person.id, name=self._name(person), text=text, at=self.settings.now())
        row = {"table": self.id, "person": person.id, "name": line.name, "text": text, "at": line.at}
        await self.storage.written(lambda c: c.execute(insert(talk), row) and None)
        deaf = await self.storage.found(
            lambda c: {v: person.id in self._muted_for(c, v.person.id if v.person else None) for v in self.visitors}
        )
        written = write_message(line)
        for visitor in list(self.visitors):
            if not deaf.get(visitor):
                visitor.post(written)
        return Accepted(id=id)

    def _name(self, person: Person) -> str:
        """The name he sits here under: it does not change while the match lasts."""
        return next((s.name for s in self.laid.seats if s.person == person.id and s.name), person.name)

    def point(self, person: Person | None, seat: int, at: str) -> None:
        """Show everyone what somebody points at."""
        self._own(person, seat)
        for visitor in self.visitors:
            visitor.tell(Pointed(seat=seat, at=at))

    # Bots and clocks ----------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots move, clocks run and forced decisions be made; announce what somebody is not here to see."""
        self._wake_bots()
        self._wake_clock()
        self._wake_auto()
        self._announce()

    def _wake_auto(self) -> None:
        self._auto.wake(self.match, [s.number for s in self.laid.seats if s.auto and s.kind == "person"])

    def _announce(self) -> None:
        """Tell people who are not here, where they wished, that something is asked of them; of each question once."""
        match = self.match
        if match is None:
            return
        here = {visitor.person.id for visitor in self.visitors if visitor.person}
        for seat in match.actors:
            person = self.laid.seats[seat].person
            if match.prompts[seat] > self._announced[seat] and person is not None and person not in here:
                self.webhooks.announce(self.laid, seat)
        self._announced = match.prompts

    def _wake_bots(self) -> None:
        if (self._bots is None or self._bots.done()) and self._bot_to_move() is not None:
            self._bots = asyncio.create_task(self._play_bots())

    def _wake_clock(self) -> None:
        if (self._clock is None or self._clock.done()) and self._next_fall() is not None:
            self._clock = asyncio.create_task(self._watch_clock())

    def _bot_to_move(self) -> int | None:
        """A bot that owes a decision; none while nobody is here to see it."""
        match = self.match
        if match is None or match.paused or not self.visitors:
            return None
        return next((p for p in match.actors if self.laid.seats[p].kind == "bot"), None)

    async def _play_bots(self) -> None:
        try:
            while (seat := self._bot_to_move()) is not None:
                match = self.playing()
                name = self.laid.seats[seat].bot or "random"
                if self.settings.bot_pause:
                    await asyncio.sleep(self.settings.bot_pause)
                # The seed of a bot is made of the deal's: nobody at the table knows it, and it plays alike everywhere.
                move = await self.thinking.move_of(name, f"{self.laid.origin.seed} {match.number}", match, seat)
                async with self._turn:
                    now = self.playing()
                    if now.prompts[seat] == match.prompts[seat] and seat in now.actors and not now.paused:
                        await self._commit(rules.decide(now, seat, [move], self.settings.now()))
        except Refused:
            asyncio.get_running_loop().call_soon(self._wake_bots)  # another process was first: look again
        except Exception as error:
            log.error("bots stopped at table %s: %s", self.id, type(error).__name__)

    def _next_fall(self) -> float | None:
        """The seconds until somebody's time is over."""
        match = self.match
        if match is None or match.paused or match.over:
            return None
        left = match.left_at(self.settings.now())
        people = [p for p in match.actors if self.laid.seats[p].kind == "person"]
        return min((left[p] for p in people), default=None) if left is not None else None

    async def _watch_clock(self) -> None:
        try:
            while (wait := self._next_fall()) is not None:
                await asyncio.sleep(min(max(0.0, wait) + 0.02, 1.0))  # what comes meanwhile may fall earlier
                async with self._turn:
                    match = self.playing()
                    left = match.left_at(self.settings.now())
                    fallen = [p for p in match.actors if left and left[p] <= 0 and self.laid.seats[p].kind == "person"]
                    for seat in fallen[:1]:
                        await self._time_is_over(match, seat)
                self.wake()
        except Refused:
            asyncio.get_running_loop().call_soon(self._wake_clock)  # another process was first: look again
        except Exception as error:
            log.error("the clock stopped at table %s: %s", self.id, type(error).__name__)

    async def _time_is_over(self, match: Match, seat: int) -> None:
        """As the table chose: a bot plays on, or makes this one move."""
        clock = self.laid.clock
        if clock is not None and clock.at_zero == "bot":
            await self._look_again(await self.storage.written(lambda c: tables.seat_a_bot(c, self.id, seat)))
            return
        move = await self.thinking.move_of("random", f"{self.laid.origin.seed} {match.number}", match, seat)
        await self._commit(rules.decide(match, seat, [move], self.settings.now(), "clock"))

    async def set_auto(self, person: Person | None, seat: int, wanted: bool, id: str) -> Accepted:
        """Forced decisions are to be made for a seat, or no longer; told to nobody else."""
        self._own(person, seat)
        async with self._turn:
            self.laid = await self.storage.written(lambda c: tables.set_auto(c, self.id, seat, wanted))
            self._auto.go_on(seat)
            for visitor in list(self.visitors):
                if visitor.person and person and visitor.person.id == person.id:
                    self.show_table(visitor)
        self.wake()
        return Accepted(id=id)

    async def _decide_forced(self, seat: int, question: int, move: int) -> None:
        async with self._turn:
            match = self.playing()
            still = self.laid.seats[seat].auto and match.prompts[seat] == question and forced(match, seat) == move
            if not still:
                return
            await self._commit(rules.decide(match, seat, [move], self.settings.now()))
        self.wake()

    async def close(self) -> None:
        """Put the table away; the match is in the database."""
        await self._auto.close()
        for task in (self._bots, self._clock):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)


def _log_job(id: str, viewer: int | None, match: Match, since: int) -> Callable[[Any], list[Told]]:
    return lambda connection: ledger.log(connection, id, viewer, match, since)
